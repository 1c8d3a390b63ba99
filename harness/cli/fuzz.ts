import { writeWhole } from '../games/files.ts'
import { findCommand, findGame } from '../games/find.ts'
import { fuzz } from '../judge/fuzz.ts'
import { startProgress } from '../report/progress.ts'
import { failureOf } from '../report/report.ts'
import { type ReportOptions, show } from '../report/reporters.ts'
import { recordingOf } from '../session/script.ts'
import { formatTranscript } from '../transcripts/transcript.ts'

interface Options extends ReportOptions {
  readonly runs: number
  readonly seed?: number
  readonly lines: number
  readonly exact?: boolean
  readonly timeout: number
  readonly save?: string
}

/** `ninehole fuzz GAME … [-- COMMAND…]` */
export async function fuzzVerb(asked: string, args: readonly string[], command: readonly string[], options: Options) {
  const { runs, lines, timeout, save } = options
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
  const { name, start } = await findCommand(asked)
  const game = await findGame(asked, args)
  const [file = '', ...rest] = command.length > 0 ? command : [...start, ...args]
  const progress = startProgress(runs)
  const program = { file, args: rest, cwd: '.', env: process.env }
  const limits = { milliseconds: timeout * 1000 }
  const found = await fuzz(program, game, {
    runs,
    seed,
    lines,
    exact: options.exact === true,
    limits,
    onSession: progress.step,
  }).finally(progress.stop)
  const failure = found.failure && failureOf(`seed ${seed}`, found.failure.script, found.failure.outcome)
  const what = [name, ...args].join(' ')
  if (save !== undefined && found.failure !== undefined) {
    const comment = `# Differs from ${command.length > 0 ? command.join(' ') : 'the command'}: ${failure?.difference.sentence}.`
    writeWhole(save, formatTranscript([comment], what, recordingOf(found.failure.script)), true)
  }
  const report = {
    game: what,
    path: [file, ...rest].join(' '),
    seed,
    sessions: found.sessions,
    verdict: found.failure?.outcome.verdict ?? 'AC',
  }
  await show(
    { ok: failure === undefined, fuzz: [{ ...report, ok: failure === undefined, failure: failure ?? null }] },
    options,
  )
}
