import { writeWhole } from '../games/files.ts'
import { findCommand, findGame } from '../games/find.ts'
import { fuzz } from '../judge/fuzz.ts'
import { failureOf } from '../report/difference.ts'
import { startProgress } from '../report/progress.ts'
import { openReports, type ReportOptions } from '../report/reporters.ts'
import { recordingOf } from '../session/script.ts'
import { formatTranscript } from '../transcripts/transcript.ts'

interface Options extends ReportOptions {
  readonly runs: number
  readonly seed?: number
  readonly lines: number
  readonly exact?: boolean
  readonly timeout: number
  readonly save?: string
  readonly nonUtf8?: boolean
}

/** `ninehole fuzz GAME … [-- COMMAND…]` */
export async function fuzzVerb(asked: string, args: readonly string[], command: readonly string[], options: Options) {
  const { runs, lines, timeout, save } = options
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
  const { name, start } = await findCommand(asked)
  const game = await findGame(asked, args)
  const [file = '', ...rest] = [...(command.length > 0 ? command : start), ...args]
  const reports = openReports(options)
  const progress = startProgress(runs)
  const began = performance.now()
  const limits = { milliseconds: timeout * 1000 }
  const found = await fuzz([file, ...rest], game, {
    runs,
    seed,
    lines,
    exact: options.exact === true,
    nonUtf8: options.nonUtf8 === true,
    limits,
    onSession: progress.step,
  }).finally(progress.stop)
  const milliseconds = Math.round(performance.now() - began)
  const failure = found.failure && failureOf(`seed ${seed}`, found.failure.script, found.failure.outcome)
  const what = [name, ...args].join(' ')
  if (save !== undefined && found.failure !== undefined) {
    const comment = `# Differs from ${command.length > 0 ? command.join(' ') : 'the command'}: ${failure?.difference.sentence}.`
    writeWhole(save, formatTranscript([comment], what, recordingOf(found.failure.script)), true)
  }
  reports.add(0, {
    kind: 'fuzz',
    path: [file, ...rest].join(' '),
    game: what,
    seed,
    sessions: found.sessions,
    verdict: found.failure?.outcome.verdict ?? 'AC',
    ok: failure === undefined,
    failure: failure ?? null,
    milliseconds,
  })
  reports.end()
}
