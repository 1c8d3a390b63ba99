import { writeWhole } from '../games/files.ts'
import { findCommand, findGame } from '../games/find.ts'
import { fuzz } from '../judge/fuzz.ts'
import { failureOf } from '../report/difference.ts'
import { startProgress } from '../report/progress.ts'
import { openReports, thisMachine } from '../report/reporters.ts'
import { openSandbox } from '../run/sandbox.ts'
import { recordingOf } from '../session/script.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import { commandToReproduce, type Options } from './options.ts'

interface FuzzOptions extends Options {
  readonly runs: number
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
  const fuzzing = { ...options, sandbox, seed, exact, nonUtf8, limits: options.timeout, onSession: progress.step }
  const { sessions, failure: found } = await fuzz([file, ...rest], game, fuzzing).finally(progress.stop)
  const failure = found ? failureOf(`seed ${seed}`, found.script, found.outcome) : null
  if (save !== undefined && found !== undefined) {
    const comment = `# Differs from ${command.join(' ') || 'the command'}: ${failure?.difference.sentence}.`
    writeWhole(save, formatTranscript([comment], what, recordingOf(found.script)), true)
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
