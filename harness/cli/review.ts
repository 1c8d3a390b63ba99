import { spawnSync } from 'node:child_process'
import pMap from 'p-map'
import * as shlex from 'shlex'
import { statusOfSignal } from '../base/ending.ts'
import { writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { linesIn } from '../base/lines.ts'
import { UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import { print } from '../report/output.ts'
import type { TranscriptReport } from '../report/report.ts'
import { showErrors } from '../report/reporters.ts'
import { andMore, clipped, colors, pluralize, printable, visible } from '../report/text.ts'
import { sentenceOfUnseen } from '../report/words.ts'
import type { Place } from '../run/shell.ts'
import { type Bytes, toReadable } from '../session/bytes.ts'
import { gamesFor } from '../transcripts/games.ts'
import { type Difference, type Group, groupsOf, Revision } from '../transcripts/review.ts'
import { readTranscript } from '../transcripts/transcript.ts'
import { type RecordedAgain, recordAgain } from '../transcripts/update.ts'
import { promptOf, reportOfError } from '../transcripts/verify.ts'
import { readKeys } from './keys.ts'
import type { SharedOptions } from './options.ts'

interface ReviewOptions extends SharedOptions {
  readonly accept?: readonly string[]
}

/**
 * Asks about each difference of the failed transcripts, or prints all as JSON if nobody can be asked. Accepted
 * differences are written at once, and nothing else.
 * @param place where the programs run
 * @throws UsageError if a group to accept does not exist
 */
export async function reviewVerb(
  cases: readonly TranscriptReport[],
  games: readonly FoundGame[],
  place: Place,
  { accept, limits, jobs }: ReviewOptions,
  host: Host,
): Promise<number> {
  const paths = [...new Set(cases.flatMap(({ path, failure }) => (failure === null ? [] : [path])))]
  const errors: TranscriptReport[] = []
  const now = new Map<string, RecordedAgain>()
  const play = async (path: string) => {
    try {
      now.set(path, await recordAgain(readTranscript(path, host.cwd), games, limits, place))
    } catch (error) {
      errors.push(reportOfError(path, error))
    }
  }
  await pMap(paths, play, { concurrency: jobs })
  const review = new Review(games, now, place, host)
  for (const path of [...now.keys()].sort()) await review.read(path)
  for (const path of review.unexplained)
    errors.push(
      reportOfError(path, new UsageError(path, 'fails, but its lines, sent one by one, show no difference to review')),
    )
  if (accept !== undefined || !(host.stdin.isTTY && host.stdout.isTTY))
    for (const error of await review.acceptAll(accept ?? [])) errors.push(reportOfError(error.place, error))
  else if ((await review.ask()) === 'stopped') return statusOfSignal('SIGINT')
  const isLeft = review.left > 0 || now.size < paths.length
  return showErrors(host, [...cases, ...errors]) || (isLeft ? 1 : 0)
}

class Review {
  readonly #games: readonly FoundGame[]
  readonly #now: ReadonlyMap<string, RecordedAgain>
  readonly #place: Place
  readonly #host: Host
  readonly #revisions = new Map<string, Revision>()
  /** The key that a person has pressed for a difference: `k` keeps it, `s` skips it. */
  readonly #decided = new Map<Difference, 'k' | 's'>()
  #accepted = 0

  /** @param now how each transcript would be recorded now */
  constructor(games: readonly FoundGame[], now: ReadonlyMap<string, RecordedAgain>, place: Place, host: Host) {
    this.#host = host
    this.#games = games
    this.#now = now
    this.#place = place
  }

  /** The failed transcripts without differences. */
  get unexplained(): string[] {
    return [...this.#revisions.values()].filter(({ differences }) => differences.length === 0).map(({ path }) => path)
  }

  get left(): number {
    return this.#all.length
  }

  /**
   * Accepts groups, and prints their number of differences and the remaining groups.
   * @returns the reasons why files could not be written
   */
  async acceptAll(ids: readonly string[]): Promise<UsageError[]> {
    const groups = groupsOf(this.#all)
    const unknown = ids.find((id) => !groups.some((group) => group.id === id))
    if (unknown !== undefined) throw new UsageError('--accept', `no difference is called '${unknown}'`)
    const errors: UsageError[] = []
    for (const { id, differences } of groups) if (ids.includes(id)) errors.push(...(await this.#accept(differences)))
    const left = groupsOf(this.#all).map(({ id, differences }) => ({
      id,
      expected: toReadable(differences[0]?.expected ?? ''),
      actual: toReadable(differences[0]?.actual ?? ''),
      transcripts: differences.map((difference) => ({
        path: difference.path,
        line: this.#revisionOf(difference).lineOf(difference),
        before: toReadable(difference.before),
        note: this.#noteOn(difference),
      })),
    }))
    this.#print(`${JSON.stringify({ accepted: this.#accepted, groups: left }, null, 2)}\n`)
    return errors
  }

  /**
   * Asks a person about each group. Writes accepted differences at once.
   * @returns `stopped` after Ctrl-C
   */
  async ask(): Promise<'stopped' | 'done'> {
    const keys = keysTyped(this.#host)
    let each: readonly Difference[] = []
    let key = ''
    while (key !== 'q' && key !== ctrlC) {
      const undecided = this.#all.filter((difference) => !this.#decided.has(difference))
      each = each.filter((difference) => undecided.includes(difference))
      const [group] = groupsOf(each.length > 0 ? each.slice(0, 1) : undecided)
      if (group === undefined) break
      const { differences } = group
      this.#print(this.#questionOf(group))
      key = await keys.next(differences.length > 1 ? 'akesoq' : 'akesq')
      if (key === 'a') for (const { message } of await this.#accept(differences)) this.#print(inRed(message))
      if (key === 'k' || key === 's') for (const difference of differences) this.#decided.set(difference, key)
      if (key === 'o') each = differences
      if (key === 'e') {
        keys.pause()
        await this.#edit(differences)
        keys.resume()
      }
    }
    keys.close()
    const kept = this.#all.filter((difference) => this.#decided.get(difference) === 'k').length
    this.#print(`${this.#accepted} accepted, ${kept} kept, ${this.left - kept} skipped\n`)
    return key === ctrlC ? 'stopped' : 'done'
  }

  readonly #print = (text: string) => print(this.#host, text)

  get #all(): Difference[] {
    return [...this.#revisions.values()].flatMap(({ differences }) => differences)
  }

  /** The note on standard error that the transcript does not mention. */
  #noteOn({ path }: Difference): string | undefined {
    const unseen = this.#now.get(path)?.unseen ?? 0
    return unseen === 0 ? undefined : sentenceOfUnseen(unseen)
  }

  #revisionOf({ path }: Difference): Revision {
    const revision = this.#revisions.get(path)
    if (revision === undefined) throw new Error('a difference is one of a transcript')
    return revision
  }

  async read(path: string) {
    const { cwd } = this.#host
    const transcript = readTranscript(path, cwd)
    const prompt = promptOf(transcript, await gamesFor(transcript, this.#games, this.#place.sandbox === undefined, cwd))
    this.#revisions.set(path, new Revision(transcript, this.#now.get(path)?.transcript ?? transcript, prompt))
  }

  /**
   * Writes accepted differences. Reads files again that could not be written.
   * @returns the reasons why files could not be written
   */
  async #accept(differences: readonly Difference[]): Promise<UsageError[]> {
    const errors: UsageError[] = []
    for (const revision of new Set(differences.map((difference) => this.#revisionOf(difference)))) {
      const { path, text: expected } = revision
      const before = revision.differences.length
      revision.accept(differences)
      try {
        writeWhole(path, revision.text, { expected, cwd: this.#host.cwd })
        this.#accepted += before - revision.differences.length
      } catch (error) {
        errors.push(...refusalsIn(error), ...(await this.#readAgain(path)))
      }
    }
    return errors
  }

  /** Reads a transcript again. @returns the error if that fails, in which case the old content stays */
  async #readAgain(path: string): Promise<UsageError[]> {
    return this.read(path).then(() => [], refusalsIn)
  }

  /** Opens the editor at the first difference, then reads the file again. */
  async #edit([first]: readonly Difference[]) {
    if (first === undefined) return
    const { cwd, env } = this.#host
    const [editor = 'vi', ...words] = editorIn(env)
    const line = `+${this.#revisionOf(first).lineOf(first)}`
    const { error } = spawnSync(editor, [...words, line, first.path], { stdio: 'inherit', cwd, env })
    if (error !== undefined) this.#print(inRed(`${editor}: cannot be started`))
    for (const { message } of await this.#readAgain(first.path)) this.#print(inRed(message))
  }

  /** The question about a group: its places, the difference in its turn, and the keys. */
  #questionOf({ differences }: Group): string {
    const [first] = differences
    if (first === undefined) return ''
    const places = differences.map(
      (difference) => `${difference.path}:${this.#revisionOf(difference).lineOf(difference)}`,
    )
    const files = new Set(differences.map(({ path }) => path)).size
    const same = places.length === 1 ? '' : `, the same in ${pluralize(files, 'transcript')}`
    const all = places.length === 1 ? '' : ` all ${places.length}`
    const note = this.#noteOn(first)
    return [
      '',
      colors.bold(printable(`${places[0]}${same}`)),
      ...[...places.slice(1, mostPlaces), ...andMore(places, mostPlaces)].map((text) =>
        colors.dim(`  ${printable(text)}`),
      ),
      ...linesIn(toReadable(first.before))
        .slice(-linesBefore)
        .map((line) => `  ${shown(line)}`),
      ...marked('-', first.expected).map(colors.green),
      ...marked('+', first.actual).map(colors.red),
      ...(note === undefined ? [] : [colors.dim(`  it ${note}`)]),
      `accept${all} (a), keep (k), edit (e), skip (s)${all === '' ? '' : ', one by one (o)'}, quit (q)? `,
    ].join('\n')
  }
}

/** The words that start the user's editor; one word, which cannot be started, if a quote is not closed. */
export function editorIn({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string[] {
  const typed = VISUAL || EDITOR || 'vi'
  try {
    return shlex.split(typed)
  } catch {
    return [typed]
  }
}

/** A usage error, as a list. @throws other errors */
function refusalsIn(error: unknown): UsageError[] {
  if (!(error instanceof UsageError)) throw error
  return [error]
}

const ctrlC = '\x03'

const inRed = (message: string) => `${colors.red(printable(message))}\n`

/** How many places are named, and how many lines before and of a difference are shown. */
const mostPlaces = 5
const linesBefore = 6
const mostLines = 40

function marked(mark: string, text: Bytes): string[] {
  const lines = linesIn(toReadable(text)).map((line) => `${mark} ${shown(visible(line))}`)
  return [...lines.slice(0, mostLines), ...andMore(lines, mostLines).map((more) => `${mark} ${more}`)]
}

const shown = (line: string) => clipped(printable(line.replace(/\n$/, '')), 500)

function keysTyped(host: Host) {
  let typed = ''
  let wake = () => {}
  const type = (keys: string) => {
    typed += keys
    wake()
  }
  const keys = readKeys(host, type, () => type('q'))
  return {
    ...keys,
    /** Waits for one of these keys, or Ctrl-C, and echoes it. Keys typed before the question are ignored. */
    async next(known: string): Promise<string> {
      typed = ''
      for (;;) {
        const key = [...typed].find((one) => one === ctrlC || known.includes(one))
        if (key !== undefined) {
          print(host, key === ctrlC ? '\n' : `${key}\n`)
          return key
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
