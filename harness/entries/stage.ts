import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, delimiter, extname, join } from 'node:path'
import { execa } from 'execa'
import { temporaryFolder } from '../games/files.ts'
import { syntaxError } from '../games/find.ts'
import { UsageError } from '../session/usage-error.ts'
import type { Entry } from './entry.ts'
import { type Located, locate, type Runtime, type Words } from './runtimes.ts'

/** The folder of an entry, as it sees it. */
export const entryFolder = '/entry'

/** What a program sees in a sandbox, beside the system. */
export interface View {
  /** Read-only files: paths as the program sees them, and where they are. */
  readonly files: Readonly<Record<string, string>>
  /** Read-only folders that the program sees where they are. Those that do not exist are left out. */
  readonly folders: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** A folder that the program sees as `/entry` and may write to; absent: an empty one of its own. */
  readonly writable?: string
  /** The folder in which it starts; `/entry`, if absent. */
  readonly cwd?: string
}

/** How an entry, or something in its place, is started. */
export interface Startable {
  /** The program that runs it, and the arguments before the answers. */
  readonly command: readonly string[]
  /** The words before it that make it run in a sandbox; none without one. */
  readonly wrap: readonly string[]
}

/** An entry that is ready to run, in a temporary folder: nothing around it can change its output. */
export interface Staged extends Startable {
  /** The file that is run, as the entry sees it. */
  readonly file: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** An environment variable that only its processes have. */
  readonly tag: string
  /** How a script of ours is run by the entry's runtime. */
  ours(script: string): Startable
  /**
   * Puts the file that is run back as it was. Without a sandbox, every program of the same user can change it.
   * @returns whether it was changed
   */
  restore(): boolean
  /** Removes the folder. */
  remove(): void
}

/** The modes of files that nobody writes to, and of those that are run. */
const readOnly = 0o444
const executable = 0o555

/**
 * @param sandbox `wrap` returns the words before a command that make it run in a sandbox; absent: it runs in none
 * @returns undefined if the entry's runtime is not installed
 * @throws UsageError if the source cannot be compiled, or there is no place for temporary files
 */
export async function stage(
  { runtime, source, path }: Entry,
  { wrap }: { readonly wrap?: (view: View) => readonly string[] } = {},
): Promise<Staged | undefined> {
  const located = await locate(runtime)
  if (located === undefined) return undefined
  const script = await Promise.resolve(runtime.prepare?.(source) ?? source).catch((error) => {
    throw syntaxError(path, error)
  })
  const { path: folder, remove } = temporaryFolder('entry')
  // A home folder with the entry's folder in it: an entry cannot tell them from a person's.
  const cwd = join(folder, 'entry')
  mkdirSync(cwd)
  const name = basename(path, extname(path))
  const names = { '{file}': name + (runtime.runs ?? runtime.extension), '{program}': name }
  writeFileSync(join(cwd, names['{file}']), script, { mode: readOnly })

  const isKept = wrap !== undefined
  const seen = isKept ? entryFolder : cwd
  const env = { PATH: pathWithoutUs(), HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' }
  const runtimeView = viewOf(runtime, located, isKept)
  const view = { folders: located.folders, env: { ...env, HOME: '/tmp', TMPDIR: '/tmp' } }
  const paths = { '{file}': join(seen, names['{file}']), '{program}': join(seen, names['{program}']) }

  if (runtime.compile !== undefined) {
    const words = filled(runtime.compile, runtimeView.program, paths)
    const before = wrap?.({ ...view, files: runtimeView.files, writable: cwd }) ?? []
    await compile(path, [...before, ...words], { cwd, env }).catch((error) => {
      remove()
      throw error
    })
    chmodSync(join(cwd, names['{program}']), executable)
  }
  const isRun = runtime.compile === undefined ? names['{file}'] : names['{program}']
  const files = runtime.compile === undefined ? runtimeView.files : {}
  const staged = join(cwd, isRun)
  const content = readFileSync(staged)
  const { mode } = statSync(staged)
  const start = (file: string, hostFile: string): Startable => ({
    command: filled(runtime.run, runtimeView.program, { ...paths, '{file}': file }),
    wrap: wrap?.({ ...view, files: { ...files, [join(seen, isRun)]: staged, [file]: hostFile } }) ?? [],
  })
  return {
    ...start(join(seen, isRun), staged),
    ours: (script) => start(isKept ? `/${basename(script)}` : script, script),
    file: join(seen, isRun),
    cwd,
    env,
    tag: `TMPDIR=${folder}`,
    restore() {
      if (holds(staged, content)) return false
      rmSync(cwd, { recursive: true, force: true })
      mkdirSync(cwd, { recursive: true })
      writeFileSync(staged, content, { mode })
      return true
    },
    remove,
  }
}

/** Whether a file is there, with this content. */
function holds(file: string, content: Buffer): boolean {
  try {
    const found = statSync(file)
    // What is no regular file may never end.
    return found.isFile() && found.size === content.length && readFileSync(file).equals(content)
  } catch {
    return false
  }
}

/** A command line with a runtime's program and the names of the files put in. */
function filled(
  [first, ...rest]: Words,
  program: string,
  paths: Readonly<Record<'{file}' | '{program}', string>>,
): readonly string[] {
  const fill = (word: string) => (word === '{file}' || word === '{program}' ? paths[word] : word)
  return [first.startsWith('{') ? fill(first) : program, ...rest.map(fill)]
}

/** Where an entry sees the program of its runtime: in a sandbox, one that is a single file has a place of its own. */
function viewOf({ name, engine }: Runtime, { program }: Located, isKept: boolean) {
  if (!isKept || engine === undefined) return { program, files: {} }
  return { program: `/runtime/${name}`, files: { [`/runtime/${name}`]: program } }
}

/** The PATH without the folders in which our own commands are. */
const pathWithoutUs = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !existsSync(join(folder, 'tic-tac-toe')))
    .join(delimiter)

/** How long a compiler may take, in milliseconds. */
const compileLimit = 60_000

async function compile(
  path: string,
  [program = '', ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string> },
) {
  const { failed, stderr, shortMessage } = await execa(program, args, {
    ...options,
    extendEnv: false,
    stdin: 'ignore',
    timeout: compileLimit,
    reject: false,
  })
  if (!failed) return
  const [, line, message] = /^[^:\n]*:(\d+):(?:\d+:)? *((?:fatal )?error.*)/m.exec(stderr) ?? []
  if (line !== undefined && message !== undefined) throw new UsageError(`${path}:${line}`, message)
  throw new UsageError(path, `cannot be compiled: ${stderr.trim().split('\n')[0] || shortMessage}`)
}
