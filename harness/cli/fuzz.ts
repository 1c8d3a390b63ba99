import fc from 'fast-check'
import { writeWhole } from '../games/files.ts'
import { commandLineOf, findCommand, parseGame } from '../games/find.ts'
import { anySession } from '../judge/suites/random.ts'
import { failureOf } from '../report/difference.ts'
import { startProgress } from '../report/progress.ts'
import { openReports, thisMachine } from '../report/reporters.ts'
import { processProgram } from '../run/process.ts'
import { here, openPrograms } from '../run/programs.ts'
import { openSandbox } from '../run/sandbox.ts'
import type { Bytes } from '../session/bytes.ts'
import { compare } from '../session/compare.ts'
import { exactly, scriptOf } from '../session/script.ts'
import { shownOf } from '../session/session.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import { commandToReproduce, type Options } from './options.ts'

/**
 * `ninehole fuzz GAME … [-- COMMAND…]`
 * @param options.lines how many lines a session has at the most
 */
export async function fuzzVerb(
  asked: string,
  args: readonly string[],
  command: readonly string[],
  options: Options & { runs: number; lines: number; nonUtf8?: boolean },
) {
  const { runs, lines: most, save, exact = false, nonUtf8 = false, timeout: limits } = options
  const { seed = Math.floor(Math.random() * 0x7fffffff) } = options
  const asGame = await findCommand(asked)
  const game = parseGame(asGame, args, asked)
  const words = [...(command.length > 0 ? command : asGame.start), ...asGame.options, ...args]
  const what = commandLineOf(asGame, args)
  const sandbox = await openSandbox(options.sandbox)
  const machine = thisMachine(options.sandbox === 'off' ? {} : { sandbox: sandbox.name })
  const reports = openReports(options.reporter, [machine])
  const progress = startProgress(runs)
  const began = performance.now()
  const programs = openPrograms(here(sandbox))
  const program = processProgram(programs, words, 'interactive')
  let sessions = 0
  const run = async (lines: readonly (Bytes | null)[]) => {
    const script = scriptOf(game, lines)
    const session = await program.play(script, limits)
    // Also a command that may vary must end with the exit status of the game.
    const outcome = compare(script, session, { lockStep: true, exact, status: true })
    sessions++
    progress.step()
    return { script, outcome }
  }
  const isRight = async (lines: readonly (Bytes | null)[]) => (await run(lines)).outcome.verdict === 'AC'
  const property = fc.asyncProperty(anySession(game, { lines: most, nonUtf8 }), isRight)
  const found = await fc
    .check(property, { seed, numRuns: runs })
    .then(({ counterexample }) => counterexample && run(counterexample[0]))
    .finally(() => {
      progress.stop()
      programs.close()
    })

  const failure = found ? failureOf(`seed ${seed}`, found.script, found.outcome) : null
  if (save !== undefined && found) {
    const comment = `# Differs from ${command.join(' ') || 'the command'}: ${failure?.difference.sentence}.`
    const session = shownOf(exactly(found.script))
    writeWhole(save, formatTranscript({ comments: [comment], command: what, session }), true)
  }
  const again = { seed, runs, lines: most, exact, 'non-utf8': nonUtf8 }
  reports.add(0, {
    kind: 'fuzz',
    input: 'interactive',
    path: words.join(' '),
    game: what,
    seed,
    sessions,
    verdict: found?.outcome.verdict ?? 'AC',
    ok: failure === null,
    failure,
    reproduce: commandToReproduce(['fuzz', asked, ...args], again, command),
    milliseconds: Math.round(performance.now() - began),
  })
  reports.end()
}
