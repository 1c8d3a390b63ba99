import { isUtf8 } from 'node:buffer'
import { realpathSync } from 'node:fs'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { exists, findFiles, read, statOf } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { toText } from '../session/bytes.ts'
import { type Verdict, verdicts } from '../session/compare.ts'
import { type Input, inputs } from '../session/script.ts'
import { knownRuntimes, type Runtime } from './runtimes.ts'

/** In bytes. On much larger entries, minifiers run out of memory, and compilers overflow their stacks. */
const entryLimit = 64 * 1024

/** A golfed program that plays a game. Its path says which game, runtime and input. */
export interface Entry {
  readonly path: string
  readonly game: string
  readonly runtime: Runtime
  readonly input: Input
  /** Game, runtime and input: entries compete within it. */
  readonly league: string
  /** AC, or the verdict of its folder in `rejected/`. */
  readonly expected: Verdict
  /** A rule, by its id, that it must break. */
  readonly breaks?: string
  /** Decoded by `toText`: bytes that are not UTF-8 are lone surrogates. */
  readonly source: string
  readonly bytes: number
  /** Unicode code points; bytes if the source is not UTF-8. */
  readonly chars: number
}

export const leagueOf = (game: string, runtime: string, input: string): string => `${game} ${runtime}-${input}`

// A machine's own locale may sort `aa` behind `z`.
const { compare: inOrder } = new Intl.Collator('en')

type Standing = Pick<Entry, 'league' | 'expected' | 'bytes' | 'path'>

/** Sorts by league, the smallest first; wrong entries last. */
export const leaderboardOrder = (a: Standing, b: Standing): number =>
  Number(a.expected !== 'AC') - Number(b.expected !== 'AC') ||
  inOrder(a.league, b.league) ||
  a.bytes - b.bytes ||
  inOrder(a.path, b.path)

export interface EntryHints {
  readonly game?: string
  readonly runtime?: string
  readonly input?: string
}

/** Only the runtime is left to be said, which the extension does. */
const saysAll = ({ game, input }: EntryHints) => game !== undefined && input !== undefined

/** A file in a folder of entries that is none, with what its path says. */
export interface InvalidEntry extends Pick<Entry, 'path' | 'game' | 'expected'> {
  readonly runtime: string
  readonly input: string
  readonly error: UsageError
}

/**
 * @param paths entries, and folders to search (default: `solutions`, or the current folder)
 * @param onInvalid called with each file in a searched folder that is no entry, and each folder that cannot be read
 *   (default: throws its error)
 * @throws UsageError if a path does not exist, contains no entry, does not say what the entry is, or is a symbolic link
 *   out of the searched folder (for a file, its own folder)
 */
export function findEntries(
  paths: readonly string[],
  hints: EntryHints = {},
  onInvalid = ({ error }: InvalidEntry): void => {
    throw error
  },
  cwd = '',
): Entry[] {
  const known = knownRuntimes(cwd)
  const { isProgram } = known
  const entryAt = (path: string, root: string) => readEntry(path, root, hints, known, cwd)
  const places = paths.length > 0 ? paths : [exists('solutions', cwd) ? 'solutions' : '.']
  const entries = places.flatMap((place) => {
    if (!statOf(place, cwd).isDirectory() || isProgram(place)) return [entryAt(place, dirname(place))]
    const reject = (path: string, error: UsageError) => {
      const described = describePath(path, cwd)
      const { game = '', runtime = '', input = '' } = { ...described, ...hints }
      const expected = verdictNamed(described.verdict) ?? 'AC'
      onInvalid({ path, game, runtime, input, expected, error })
    }
    const isShaped = (path: string) => {
      const { runtime } = describePath(path, cwd)
      if (runtime === undefined) return false
      return isProgram(path) || (!known.names.includes(runtime) && extname(path) !== '' && !isNote(path))
    }
    // Where the user says what the paths do not, every program is an entry.
    const isEntry = saysAll(hints) ? isProgram : isShaped
    const files = findFiles(place, (path) => !isKept(path) && isEntry(path), cwd, reject)
    const [other] = files.length > 0 ? [] : findFiles(place, isProgram, cwd, () => {})
    // Its error says what its path lacks.
    if (other !== undefined) entryAt(other, place)
    const looked = saysAll(hints) ? 'no file has the extension of a runtime' : shape
    if (files.length === 0) throw new UsageError(place, `no entries in it (${looked})`)
    return files.flatMap((path) => {
      try {
        return [entryAt(path, place)]
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        reject(path, error)
        return []
      }
    })
  })
  // A file may be named twice, or be in a folder that is named, too.
  return [...new Map(entries.map((entry) => [resolve(cwd, entry.path), entry])).values()]
}

/** Finds files that no runtime runs, but notes, in folders where every program is an entry: one may be somebody's program. */
export function filesWithoutRuntime(paths: readonly string[], hints: EntryHints, cwd = ''): string[] {
  const { isProgram } = knownRuntimes(cwd)
  const isLeftOut = (path: string) =>
    !isNote(path) && !isProgram(path) && exists(path, cwd) && statOf(path, cwd).isFile()
  const folders = saysAll(hints) ? paths.filter((path) => statOf(path, cwd).isDirectory()) : []
  return folders.flatMap((path) => findFiles(path, isLeftOut, cwd, () => {}))
}

/** `judge --keep` makes such copies: they are entries only where they are named. */
export const isKept = (path: string): boolean => /\.best\.\w+$/.test(path)

/** Hidden files and pages may stand beside entries. */
const isNote = (path: string) => /^\.|\.md$/.test(basename(path))

const shape = '<game>/<runtime>-<input>/<name>.<ext>'

/** …/<game>/[rejected/<verdict>/[<rule>/]]<runtime>-<input>/[…/]<name>.<ext> */
const pathPattern = new RegExp(
  `(?<game>[^/]+)/(?:rejected/(?<verdict>[^/]+)/(?:(?<breaks>[^/]+)/)?)?(?<runtime>[^/]+)-(?<input>${inputs.join('|')})/(?!.*-(?:${inputs.join('|')})/).+$`,
)

const describePath = (path: string, cwd: string): Partial<Record<string, string>> =>
  pathPattern.exec(resolve(cwd, path))?.groups ?? {}

const verdictNamed = (name: string | undefined) => verdicts.find((known) => known === name)

function readEntry(
  path: string,
  root: string,
  hints: EntryHints,
  known: ReturnType<typeof knownRuntimes>,
  cwd: string,
): Entry {
  const { verdict = 'AC', breaks, ...described } = describePath(path, cwd)
  const { game, runtime: name = known.nameFor(path), input } = { ...described, ...hints }
  if (game === undefined || name === undefined || input === undefined) {
    const said = Object.entries({ game, runtime: name, input })
    const missing = said
      .flatMap(([option, value]) => (value ? [] : [option === 'input' ? `--input ${inputs.join('|')}` : `--${option}`]))
      .join(' ')
    throw new UsageError(path, `its path does not say what it is (${shape}); say it with ${missing}`)
  }
  // A name with a dot or backslash may be taken for a file, and a folder's name must not run one.
  if (hints.game === undefined && /[.\\]/.test(game))
    throw new UsageError(path, `'${game}' is not one of our games; give the file of a game with --game`)
  const runtime = known.runtimeFor(name, input as Input, path)
  const expected = verdictNamed(verdict)
  if (expected === undefined) throw new UsageError(path, `no verdict '${verdict}' (${verdicts.join(', ')})`)
  const file = read(path, 'an entry', cwd)
  if (file.length > entryLimit) throw new UsageError(path, `larger than ${entryLimit} bytes, so not a golfed program`)
  if (!realpathSync(resolve(cwd, path)).startsWith(join(realpathSync(resolve(cwd, root)), sep)))
    throw new UsageError(path, `a symbolic link that leads out of ${root}`)
  const source = toText(file.toString('latin1'))
  return {
    ...{ path, game, runtime, input: input as Input, league: leagueOf(game, name, input) },
    ...{ expected, ...(breaks && { breaks }), source },
    bytes: file.length,
    chars: isUtf8(file) ? [...source].length : file.length,
  }
}
