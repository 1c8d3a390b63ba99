import { makeFolder } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { commandLineOf, type FoundGame, findCommand, parseGame } from '../games/find.ts'
import { type OpenReference, openReference } from '../judge/fuzz/open-reference.ts'
import { FixtureWriter, type TranscriptOrigin } from '../judge/fuzz/save.ts'
import { Search } from '../judge/fuzz/search.ts'
import { openSubjects, type Subject, type Subjects, subjectOf } from '../judge/fuzz/subjects.ts'
import type { ReferenceOptions } from '../judge/reference/check.ts'
import { openedFrom } from '../report/breaks.ts'
import { note, printError } from '../report/output.ts'
import { startProgress } from '../report/progress.ts'
import { Reports, thisMachine } from '../report/reporters.ts'
import { commandToReproduce, optionsOfLimits } from '../report/reproduce.ts'
import { showCase } from '../report/table.ts'
import { withSymbols } from '../report/text.ts'
import { Programs, userPlace } from '../run/programs.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { shorteningLimit } from '../session/limits.ts'
import { settingFor } from '../transcripts/games.ts'
import type { SharedOptions } from './options.ts'
import { checkSavePlace, savedBy, saveFailed, verifierFor } from './save.ts'
import { statusOf, untilStopped } from './stop.ts'

interface FuzzVerbOptions extends Omit<SharedOptions, 'jobs' | 'shard'>, ReferenceOptions {
  readonly runs?: number
  /** The longest time for all sessions. */
  readonly seconds?: number
  /** The most lines in a session. */
  readonly lines?: number
  readonly nonUtf8?: boolean
  readonly pty?: boolean
  /** Other commands to compare. */
  readonly witness?: readonly string[]
  /** The folder for transcripts of each new reply. */
  readonly saveAll?: string
}

/** The default number of sessions. A game knows its lines; of mere words, few are right in the right place. */
const usualRuns = { game: 100, command: 1000 }

/** `ninehole fuzz [GAME …] [--reference COMMAND] [-- COMMAND…]` */
export async function fuzzVerb(
  gameName: string | undefined,
  args: readonly string[],
  command: readonly string[],
  options: FuzzVerbOptions,
  host: Host,
): Promise<number> {
  if (options.save !== undefined) checkSavePlace(options.save, host.cwd)
  const found = gameName === undefined ? undefined : await findCommand(gameName, gameName, host.cwd)
  const game = found && { game: parseGame(found, args, gameName ?? ''), name: commandLineOf(found, args) }
  const compared = subjectsOf(found, args, command, options)
  const sandbox = await openSandbox(options.sandbox, host.cwd)
  // The reference is played again after the others were stopped.
  const [programs, references] = [new Programs(userPlace(sandbox, host)), new Programs(userPlace(sandbox, host))]
  try {
    const opening = { ...options, game, surroundings: host }
    const opened = await openReference(references, opening)
    const subjects = openSubjects(programs, compared, opening, opened.prompt)
    const words = ['fuzz', ...(gameName === undefined ? [] : [gameName, ...args])]
    return await searchAndReport(opened, subjects, programs, { words, command, found, sandbox }, options, host)
  } finally {
    programs.close()
    references.close()
  }
}

interface Invocation {
  /** The words before the options. */
  readonly words: readonly string[]
  readonly command: readonly string[]
  readonly found: FoundGame | undefined
  readonly sandbox: Sandbox
}

/** Searches, reports, and writes transcripts. */
async function searchAndReport(
  opened: OpenReference,
  subjects: Subjects,
  programs: Programs,
  invocation: Invocation,
  options: FuzzVerbOptions,
  host: Host,
): Promise<number> {
  const { words, command, found, sandbox } = invocation
  const { seed = Math.floor(Math.random() * 0x7fffffff), save, like = [], witness = [] } = options
  const { runs = options.reference === undefined ? usualRuns.game : usualRuns.command } = options
  const origin: TranscriptOrigin = { ...options, reference: opened.reference, prompt: opened.prompt?.source }
  const place = { limits: options.limits, sandbox, found }
  const machine = thisMachine(options.sandbox === 'off' ? {} : { sandbox: sandbox.name })
  // Files that the search may read, or writes: no report may overwrite them.
  const paths = [...command, ...like, ...witness, found?.file, options.words, save]
  const files = paths.filter((path) => path !== undefined)
  const reports = new Reports(host, options.reporter, [machine], files)
  const reproduce = commandToReproduce(words, { seed, runs, ...givenOf(options) }, command)
  if (options.saveAll !== undefined) makeFolder(options.saveAll, host.cwd)
  const fixtureWriter = options.saveAll === undefined ? undefined : new FixtureWriter()
  const progress = startProgress(host, runs)
  const began = performance.now()
  const reportsSoFar = () =>
    search.reports({
      seed,
      milliseconds: Math.round(performance.now() - began),
      reproduce,
      saved: fixtureWriter?.paths,
    })
  const search = new Search(opened, subjects, {
    ...{ seed, runs, milliseconds: options.seconds && options.seconds * 1000 },
    ...{ lines: options.lines, nonUtf8: options.nonUtf8 },
    onSession({ script }) {
      progress.step()
      fixtureWriter?.note(script)
    },
    onFailed() {
      progress.stop()
      for (const one of reportsSoFar()) if (!one.ok) printError(host, showCase(openedFrom(host.cwd, one)))
      note(host, `this session is being shortened, for ${shorteningLimit / 1000} seconds at the most; Ctrl-C ends that`)
    },
  })
  const work = async (stop: AbortSignal) => {
    // This ends the running session, too.
    stop.addEventListener('abort', () => programs.close())
    await search.run(stop)
    progress.stop()
    if (fixtureWriter === undefined || stop.aborted) return
    const { verify, close } = verifierFor(place, host)
    await fixtureWriter.write(options.saveAll ?? '', origin, verify, stop, host.cwd).finally(close)
  }

  const isStopped = await untilStopped(host.signal, work).finally(progress.stop)
  for (const [index, report] of reportsSoFar().entries()) reports.add(index, [report])
  if (search.failed !== undefined && save !== undefined) {
    const failed = reportsSoFar().find(({ ok }) => !ok)
    const what = `differs from ${withSymbols(failed?.path ?? '')}: ${failed?.failure?.difference.sentence}`
    const comments = [`${savedBy} ${what}.`, ...settingFor(found, save, host.cwd)]
    await saveFailed(save, comments, search.failed, origin, place, host)
  }
  const isWhole = !isStopped || (search.failed !== undefined && search.isOver)
  const status = reports.end({ stopped: isWhole ? undefined : `stopped after ${search.sessions} of ${runs} sessions` })
  return isStopped && search.failed === undefined ? statusOf(host.signal) : status
}

/** The programs to compare: the one after `--` or the game's own, then those of `--witness`. */
function subjectsOf(
  found: FoundGame | undefined,
  args: readonly string[],
  command: readonly string[],
  { reference, witness = [], saveAll }: FuzzVerbOptions,
): Subject[] {
  const others = witness.map((one) => subjectOf('--witness', one))
  const ofGame = reference === undefined ? found : undefined
  if (reference === undefined && ofGame === undefined) {
    const place = witness.length > 0 ? '--witness' : 'fuzz'
    throw new UsageError(place, "compared with what? Name a game, or give --reference 'COMMAND'")
  }
  const start = command.length > 0 ? command : ofGame?.start
  if (start !== undefined) {
    const words = ofGame === undefined ? start : [...start, ...ofGame.options, ...args]
    return [{ name: words.join(' '), words }, ...others]
  }
  if (witness.length === 0 && saveAll === undefined)
    throw new UsageError(
      'fuzz',
      'which program is compared with the reference? Give it after -- (… -- ./mine), or --save-all DIR for fixtures',
    )
  return others
}

/** The options that reproduce a failure. */
function givenOf({ limits, nonUtf8, ...options }: FuzzVerbOptions) {
  const { reference, words, like, prompt, compare, varies, pty, witness, lines, exact } = options
  return {
    ...{ reference, words, like, prompt, compare, varies, pty, witness, lines, exact },
    'non-utf8': nonUtf8,
    ...optionsOfLimits(limits),
  }
}
