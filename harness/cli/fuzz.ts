import fc from 'fast-check'
import type { Game } from '../../reference/game.ts'
import { writeWhole } from '../games/files.ts'
import { findCommand, findGame } from '../games/find.ts'
import { anySession } from '../judge/suites/random.ts'
import { failureOf } from '../report/difference.ts'
import { startProgress } from '../report/progress.ts'
import { openReports, thisMachine } from '../report/reporters.ts'
import { type Command, here, openPrograms, type Programs } from '../run/programs.ts'
import { openSandbox } from '../run/sandbox.ts'
import { runScript } from '../run/script.ts'
import type { Bytes } from '../session/bytes.ts'
import { exactly, recordingOf, scriptOf } from '../session/script.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import { commandToReproduce, type Options } from './options.ts'

interface FuzzOptions extends Options {
  readonly runs: number
  /** How many lines a session has at the most. */
  readonly lines: number
  readonly nonUtf8?: boolean
}

/** `ninehole fuzz GAME … [-- COMMAND…]` */
export async function fuzzVerb(
  asked: string,
  args: readonly string[],
  command: readonly string[],
  options: FuzzOptions,
) {
  const { runs, save, exact = false, nonUtf8 = false, seed = Math.floor(Math.random() * 0x7fffffff) } = options
  const { name, start } = await findCommand(asked)
  const game = await findGame(asked, args)
  const [file = '', ...rest] = [...(command.length > 0 ? command : start), ...args]
  const what = [name, ...args].join(' ')
  const sandbox = await openSandbox(options.sandbox)
  const reports = openReports(options, [thisMachine(options.sandbox === 'off' ? {} : { sandbox: sandbox.name })])
  const progress = startProgress(runs)
  const began = performance.now()
  const programs = openPrograms(here(sandbox))
  const settings = { ...options, seed, exact, nonUtf8, onSession: progress.step }
  const { sessions, failure: found } = await fuzz(programs, [file, ...rest], game, settings).finally(() => {
    progress.stop()
    programs.close()
  })
  const failure = found ? failureOf(`seed ${seed}`, found.script, found.outcome) : null
  if (save !== undefined && found !== undefined) {
    const comment = `# Differs from ${command.join(' ') || 'the command'}: ${failure?.difference.sentence}.`
    const session = recordingOf(found.script)
    writeWhole(save, formatTranscript({ comments: [comment], command: what, session }), true)
  }
  const flags = [...(exact ? ['--exact'] : []), ...(nonUtf8 ? ['--non-utf8'] : [])]
  reports.add(0, {
    kind: 'fuzz',
    path: [file, ...rest].join(' '),
    game: what,
    seed,
    sessions,
    verdict: found?.outcome.verdict ?? 'AC',
    ok: failure === null,
    failure,
    reproduce: commandToReproduce(
      ['fuzz', asked, ...args, '--seed', `${seed}`, '--runs', `${runs}`, '--lines', `${options.lines}`, ...flags],
      command,
    ),
    milliseconds: Math.round(performance.now() - began),
  })
  reports.end()
}

interface Settings extends Required<Pick<FuzzOptions, 'runs' | 'lines' | 'nonUtf8' | 'seed' | 'exact' | 'timeout'>> {
  readonly onSession: () => void
}

/**
 * Runs random sessions with a command, which must also end with the game's exit status, and shrinks the first that differs
 * from the game.
 * @returns how many sessions were run, and the smallest that differs
 * @throws UsageError if the program cannot be started
 */
async function fuzz(programs: Programs, command: Command, game: Game<unknown>, settings: Settings) {
  let sessions = 0
  const run = async (lines: readonly (Bytes | null)[]) => {
    const allowed = scriptOf(game, lines)
    const script = settings.exact ? exactly(allowed) : { ...allowed, demandsStatus: true }
    const outcome = await runScript(programs, command, script, 'interactive', settings.timeout)
    sessions++
    settings.onSession()
    return { script, outcome }
  }
  const property = fc.asyncProperty(
    anySession(game, settings),
    async (lines) => (await run(lines)).outcome.verdict === 'AC',
  )
  const { counterexample } = await fc.check(property, { seed: settings.seed, numRuns: settings.runs })
  const failure = counterexample === null ? undefined : await run(counterexample[0])
  return { sessions, failure }
}
