import { stripVTControlCharacters } from 'node:util'
import { writeWhole } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { commandLineOf, type FoundGame, findCommand, parseGame } from '../games/find.ts'
import { Agreement } from '../judge/fuzz/agreement.ts'
import { type Competitor, type Contest, type ContestGame, openContest, witnessOf } from '../judge/fuzz/contest.ts'
import { Findings, type FuzzOptions, fuzz, shorten } from '../judge/fuzz/fuzz.ts'
import { casesOf } from '../judge/fuzz/report.ts'
import { Collection, type Origin, transcriptFor } from '../judge/fuzz/save.ts'
import { startProgress } from '../report/progress.ts'
import { Reports, thisMachine } from '../report/reporters.ts'
import { commandToReproduce } from '../report/reproduce.ts'
import { showCase } from '../report/table.ts'
import { here, Programs } from '../run/programs.ts'
import { openSandbox } from '../run/sandbox.ts'
import { shorteningLimit } from '../session/limits.ts'
import { gamesWith, settingFor } from '../transcripts/games.ts'
import type { Compare } from '../transcripts/loosen.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import { openVerifier } from '../transcripts/verify.ts'
import type { SharedOptions } from './options.ts'
import { untilStopped } from './stop.ts'

interface FuzzVerbOptions extends SharedOptions {
  /** The number of sessions. */
  readonly runs?: number
  /** The most time for them. */
  readonly seconds?: number
  /** The greatest number of lines in a session. */
  readonly lines?: number
  readonly nonUtf8?: boolean
  /** The command that is the reference. */
  readonly reference?: string
  readonly words?: string
  readonly like?: readonly string[]
  readonly prompt?: string
  readonly compare?: Compare
  /** Commands that are compared, too. */
  readonly witness?: readonly string[]
  /** The folder for transcripts of all that is new. */
  readonly saveAll?: string
}

/** The number of sessions unless a user says otherwise. A game knows its lines; of words, few are right in the right place. */
const usualRuns = { game: 100, command: 1000 }

/** `ninehole fuzz [GAME …] [--reference COMMAND] [-- COMMAND…]` */
export async function fuzzVerb(
  asked: string | undefined,
  args: readonly string[],
  command: readonly string[],
  options: FuzzVerbOptions,
) {
  const { seed = Math.floor(Math.random() * 0x7fffffff), timeout: limits, nonUtf8 = false, seconds } = options
  const { runs = options.reference === undefined ? usualRuns.game : usualRuns.command } = options
  const found = asked === undefined ? undefined : await findCommand(asked)
  const game = found && gameOf(found, args, asked ?? '')
  const competitors = competitorsOf(game, command, options)
  const sandbox = await openSandbox(options.sandbox)
  const machine = thisMachine(options.sandbox === 'off' ? {} : { sandbox: sandbox.name })
  const reports = new Reports(options.reporter, [machine])
  const programs = new Programs(here(sandbox))
  const began = performance.now()
  const contest = await openContest(programs, { ...options, game, limits, competitors }).catch((error) => {
    programs.close()
    throw error
  })
  const findings = new Findings()
  const agreement = competitors.length > 1 ? new Agreement(contest.free) : undefined
  const collection = options.saveAll === undefined ? undefined : new Collection()
  const progress = startProgress(runs)
  let saved: readonly string[] | undefined

  function cases() {
    const given = { seed, runs, ...givenOf(options) }
    const reproduce = commandToReproduce(['fuzz', ...(asked === undefined ? [] : [asked, ...args])], given, command)
    const milliseconds = Math.round(performance.now() - began)
    return casesOf(findings, contest, { seed, milliseconds, reproduce, agreement, saved })
  }

  async function search(stop: AbortSignal) {
    const over = new AbortController()
    // Also the session that is being run ends then.
    over.signal.addEventListener('abort', () => programs.close())
    stop.addEventListener('abort', () => over.abort())
    const { reference, choices } = contest
    const searching: FuzzOptions = {
      ...{ reference, choices, seed, runs, nonUtf8, signal: over.signal, goesOn: agreement !== undefined },
      lines: options.lines ?? contest.lines,
      milliseconds: seconds && seconds * 1000,
      run: contest.run,
      async onSession({ script, outcomes }) {
        progress.step()
        collection?.note(script)
        await agreement?.note(script, outcomes)
      },
    }
    await fuzz(findings, searching)
    progress.stop()
    if (findings.failed.some((one) => one !== undefined)) await shortenAll(searching, over)
    if (collection !== undefined && !stop.aborted) saved = await saveAll(collection, contest, over.signal, options)
  }

  /** Shows what was found, then looks for shorter sessions. */
  async function shortenAll(searching: FuzzOptions, over: AbortController) {
    for (const one of cases()) if (!one.ok) say(showCase(one))
    const shortening = new AbortController()
    over.signal.addEventListener('abort', () => shortening.abort())
    say(
      `ninehole: this session is being shortened, for ${shorteningLimit / 1000} seconds at the most; Ctrl-C ends that`,
    )
    const timer = setTimeout(() => shortening.abort(), shorteningLimit)
    for (const index of findings.failed.keys())
      await shorten(findings, index, { ...searching, signal: shortening.signal })
    clearTimeout(timer)
  }

  const endAsStopped = await untilStopped(search).finally(() => {
    progress.stop()
    programs.close()
  })
  for (const [index, report] of cases().entries()) reports.add(index, report)
  const failed = findings.failed.find((one) => one !== undefined)
  if (failed !== undefined && options.save !== undefined) {
    const name = command.join(' ') || 'the command'
    const [sentence] = cases().flatMap(({ failure }) => failure?.difference.sentence ?? [])
    const transcript = await transcriptFor(
      options.save,
      [`# Differs from ${name}: ${sentence}.`, ...settingFor(found, options.save)],
      failed.script,
      originOf(contest, options),
    )
    writeWhole(options.save, formatTranscript(transcript), true)
  }
  if (failed !== undefined || endAsStopped === undefined) return reports.end()
  reports.end({ stopped: `stopped after ${findings.lengths.length} of ${runs} sessions` })
  endAsStopped()
}

function gameOf(found: FoundGame, args: readonly string[], asked: string): ContestGame {
  return {
    game: parseGame(found, args, asked),
    name: commandLineOf(found, args),
    start: [...found.start, ...found.options, ...args],
    options: [...found.options, ...args],
  }
}

/** The programs that are compared: the one behind `--` or the game's own, then the witnesses. */
function competitorsOf(
  game: ContestGame | undefined,
  command: readonly string[],
  { reference, witness = [], saveAll }: FuzzVerbOptions,
): Competitor[] {
  const witnesses = witness.map((one) => witnessOf('--witness', one))
  if (reference === undefined && game === undefined) {
    const place = witness.length > 0 ? '--witness' : 'fuzz'
    throw new UsageError(place, "compared with what? Name a game, or give --reference 'COMMAND'")
  }
  if (command.length > 0) {
    const words = [...command, ...(reference === undefined ? (game?.options ?? []) : [])]
    return [{ name: words.join(' '), words }, ...witnesses]
  }
  if (reference === undefined && game !== undefined)
    return [{ name: game.start.join(' '), words: game.start }, ...witnesses]
  if (witness.length === 0 && saveAll === undefined)
    throw new UsageError(
      'fuzz',
      'which program is compared with the reference? Give it after -- (… -- ./mine), or --save-all DIR for fixtures',
    )
  return witnesses
}

/** The options that a command needs to find the same. */
function givenOf(options: FuzzVerbOptions) {
  const { reference, words, like, prompt, compare, witness, lines, exact, nonUtf8, timeout } = options
  const seconds = timeout.milliseconds / 1000
  return {
    reference,
    words,
    like,
    prompt,
    compare,
    witness,
    lines,
    exact,
    'non-utf8': nonUtf8,
    ...(seconds !== 2 && { timeout: seconds }),
  }
}

const originOf = ({ reference, trusted, prompt }: Contest, { compare }: FuzzVerbOptions): Origin => ({
  reference,
  isCommand: trusted !== undefined,
  prompt,
  compare,
})

/** Writes a transcript of each thing that the reference said. @returns their paths */
async function saveAll(collection: Collection, contest: Contest, signal: AbortSignal, options: FuzzVerbOptions) {
  const verifier = openVerifier({ limits: options.timeout, games: await gamesWith(undefined) })
  try {
    return await collection.write(options.saveAll ?? '', originOf(contest, options), verifier.verify, signal)
  } finally {
    verifier.close()
  }
}

const say = (text: string) => process.stderr.write(`${process.stderr.isTTY ? text : stripVTControlCharacters(text)}\n`)
