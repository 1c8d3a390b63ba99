import { stripVTControlCharacters } from 'node:util'
import type { Game } from '../../reference/game.ts'
import { writeWhole } from '../base/files.ts'
import { commandLineOf, findCommand, parseGame } from '../games/find.ts'
import { type Findings, fuzz, shorten } from '../judge/fuzz.ts'
import { usualLength } from '../judge/suites/random.ts'
import { failureOf } from '../report/difference.ts'
import { startProgress } from '../report/progress.ts'
import type { Case } from '../report/report.ts'
import { Reports, thisMachine } from '../report/reporters.ts'
import { commandToReproduce } from '../report/reproduce.ts'
import { showCase } from '../report/table.ts'
import { processProgram } from '../run/process.ts'
import { here, Programs } from '../run/programs.ts'
import { openSandbox } from '../run/sandbox.ts'
import type { Bytes } from '../session/bytes.ts'
import { compare } from '../session/compare.ts'
import { shorteningLimit } from '../session/limits.ts'
import { exactly, scriptOf } from '../session/script.ts'
import { shownOf } from '../session/session.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import type { SharedOptions } from './options.ts'
import { untilStopped } from './stop.ts'

interface FuzzVerbOptions extends SharedOptions {
  readonly runs: number
  /** The greatest number of lines in a session. */
  readonly lines?: number
  readonly nonUtf8?: boolean
}

/** `ninehole fuzz GAME … [-- COMMAND…]` */
export async function fuzzVerb(
  asked: string,
  args: readonly string[],
  command: readonly string[],
  options: FuzzVerbOptions,
) {
  const { runs, save, exact = false, nonUtf8 = false, timeout: limits } = options
  const { seed = Math.floor(Math.random() * 0x7fffffff) } = options
  const reference = await findCommand(asked)
  const game = parseGame(reference, args, asked)
  const words = [...(command.length > 0 ? command : reference.start), ...reference.options, ...args]
  const { lines = usualLength(game) } = options
  const sandbox = await openSandbox(options.sandbox)
  const machine = thisMachine(options.sandbox === 'off' ? {} : { sandbox: sandbox.name })
  const reports = new Reports(options.reporter, [machine])
  const progress = startProgress(runs)
  const began = performance.now()
  const programs = new Programs(here(sandbox))
  const program = processProgram(programs, words, 'interactive')
  const findings: Findings = { lengths: [], ended: 0 }
  const path = words.join(' ')
  const what = commandLineOf(reference, args)

  async function run(lines: readonly (Bytes | null)[]) {
    const script = scriptOf(game, lines)
    const session = await program.play(script, limits)
    // Also a command that may vary must end with the exit status of the game.
    return { script, outcome: compare(script, session, { lockStep: true, exact, status: true }) }
  }

  function report(): Case {
    const given = { seed, runs, lines: options.lines, exact, 'non-utf8': nonUtf8 }
    const reproduce = commandToReproduce(['fuzz', asked, ...args], given, command)
    const milliseconds = Math.round(performance.now() - began)
    return { ...caseOf(findings, seed, game), input: 'interactive', path, game: what, reproduce, milliseconds }
  }

  function finish(stopped?: string) {
    const result = report()
    if (save !== undefined && findings.failed) {
      const comment = `# Differs from ${command.join(' ') || 'the command'}: ${result.failure?.difference.sentence}.`
      const session = shownOf(exactly(findings.failed.script))
      writeWhole(save, formatTranscript({ comments: [comment], command: what, session }), true)
    }
    reports.add(0, result)
    reports.end({ stopped })
  }

  async function search(stop: AbortSignal) {
    const over = new AbortController()
    // Also the session that is being run ends then.
    over.signal.addEventListener('abort', () => programs.close())
    stop.addEventListener('abort', () => over.abort())
    const options = { seed, runs, lines, nonUtf8, run, signal: over.signal, onSession: () => progress.step() }
    await fuzz(game, findings, options)
    progress.stop()
    if (findings.failed === undefined) return
    say(showCase(report()))
    say(
      `ninehole: this session is being shortened, for ${shorteningLimit / 1000} seconds at the most; Ctrl-C ends that`,
    )
    const timer = setTimeout(() => over.abort(), shorteningLimit)
    await shorten(findings, options).finally(() => clearTimeout(timer))
  }

  const endAsStopped = await untilStopped(search).finally(() => {
    progress.stop()
    programs.close()
  })
  if (findings.failed !== undefined || endAsStopped === undefined) return finish()
  finish(`stopped after ${findings.lengths.length} of ${runs} sessions`)
  endAsStopped()
}

function caseOf({ failed, lengths, ended }: Findings, seed: number, game: Game<unknown>) {
  const failure = failed ? failureOf(`seed ${seed}`, failed.script, failed.outcome, game) : null
  const sorted = lengths.toSorted((a, b) => a - b)
  return {
    kind: 'fuzz' as const,
    seed,
    sessions: lengths.length,
    lines: { median: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 },
    ended,
    verdict: failed?.outcome.verdict ?? ('AC' as const),
    ok: failure === null,
    failure,
  }
}

const say = (text: string) => process.stderr.write(`${process.stderr.isTTY ? text : stripVTControlCharacters(text)}\n`)
