import { existsSync } from 'node:fs'
import { extname, relative, resolve, sep } from 'node:path'
import { below, read, statOf } from '../games/files.ts'
import { type Input, inputs } from '../session/script.ts'
import { UsageError } from '../session/usage-error.ts'
import { type Verdict, verdicts } from '../session/verdict.ts'
import { type Runtime, runtimes } from './runtimes.ts'

/** A golfed program that claims to be a game. Nothing but its path says which, and how it is run. */
export interface Entry {
  /** Relative to the current folder, where it lies below it. */
  readonly path: string
  readonly game: string
  readonly runtime: Runtime
  readonly input: Input
  /** The verdict that it must get: AC, or what the folder under `rejected/` names. */
  readonly expected: Verdict
  readonly source: string
  readonly bytes: number
  /** Unicode characters (code points). */
  readonly chars: number
}

/** What a caller says where a path does not. */
export interface EntryHints {
  readonly game?: string
  readonly runtime?: string
  readonly input?: string
}

/**
 * Finds entries: each path is one, or a folder with some in it, at any depth. Without paths, those in `solutions`, or else
 * all below the current folder.
 * @throws UsageError if a path is not there, holds no entry, is no file, is not UTF-8, or does not say what it is
 */
export function findEntries(paths: readonly string[], hints: EntryHints = {}): Entry[] {
  const places = paths.length > 0 ? paths : [existsSync('solutions') ? 'solutions' : '.']
  return places.flatMap((path) => {
    if (!statOf(path).isDirectory() || isEntryName(path)) return [readEntry(path, hints)]
    const files = below(path, (file) => isEntryName(file) && describePath(file) !== undefined)
    if (files.length === 0) throw new UsageError(path, `no entries in it (${shape})`)
    return files.map((file) => readEntry(file, hints))
  })
}

const shape = '<game>/<runtime>-<input>/<name>.<ext>'

/** Where a path says it, what an entry is: …/<game>/[rejected/<verdict>/]<runtime>-<input>/<name>.<ext> */
function describePath(path: string) {
  const folders = resolve(path).split(sep).slice(0, -1)
  const [runtime, input] = folders.pop()?.split(/-(?=[^-]*$)/) ?? []
  const verdict = folders.at(-2) === 'rejected' ? folders.pop() : undefined
  if (verdict !== undefined) folders.pop()
  const game = folders.at(-1)
  if (!inputs.some((known) => known === input)) return undefined
  return { game, runtime, input, verdict }
}

function readEntry(path: string, hints: EntryHints): Entry {
  const told = describePath(path)
  const game = hints.game ?? told?.game
  const runtimeName = hints.runtime ?? told?.runtime
  const inputName = hints.input ?? told?.input
  if (game === undefined || runtimeName === undefined || inputName === undefined) {
    throw new UsageError(path, `its path does not say what it is (${shape}); say it with --game, --runtime and --input`)
  }
  const runtime = runtimes.find(({ name }) => name === runtimeName)
  if (runtime === undefined)
    throw new UsageError(path, `no runtime '${runtimeName}' (${list(runtimes.map(({ name }) => name))})`)
  const input = inputs.find((known) => known === inputName)
  if (input === undefined) throw new UsageError(path, `no way of input '${inputName}' (${list(inputs)})`)
  const expected = verdicts.find((known) => known === (told?.verdict ?? 'AC'))
  if (expected === undefined) throw new UsageError(path, `no verdict '${told?.verdict}' (${list(verdicts)})`)

  const file = read(path, 'an entry')
  const source = file.toString('utf8')
  if (!file.equals(Buffer.from(source))) throw new UsageError(path, 'not UTF-8')
  const shown = relative('.', path)
  return {
    path: shown.startsWith('..') ? path : shown,
    game,
    runtime,
    input,
    expected,
    source,
    bytes: file.length,
    chars: [...source].length,
  }
}

const isEntryName = (path: string) => runtimes.some(({ extension }) => extname(path) === extension)

const list = (names: readonly string[]) => names.join(', ')
