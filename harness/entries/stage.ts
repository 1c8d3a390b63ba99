import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, delimiter, extname, join } from 'node:path'
import { esbuildFor } from '../base/esbuild.ts'
import { mustHaveRoom, read, reasonOf, temporaryFolder, writingTemporary } from '../base/files.ts'
import { commandNames } from '../base/package-root.ts'
import { start } from '../base/start.ts'
import { EnvironmentError, UsageError } from '../base/usage-error.ts'
import { syntaxError } from '../games/find.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { compilerPatience, keptCharactersOfLine, keptLines } from '../session/limits.ts'
import { signalOf } from '../session/session.ts'
import type { Entry } from './entry.ts'
import {
  type Located,
  locate,
  programOf,
  type Runtime,
  runtimes,
  stripTypes,
  versionOf,
  type Words,
  wordsFor,
} from './runtimes.ts'

/** Files, folders and variables that commands need besides the system. */
export interface Needs {
  readonly cwd: string
  /** Files to read, in that folder or elsewhere. */
  readonly files: readonly string[]
  /** Folders to read, at the same paths. Missing folders are left out. */
  readonly folders: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Set if commands may write files into their folder that are kept. */
  readonly writes?: true
}

export interface Wrapping {
  /** The words that run a command in a new sandbox, alone. */
  alone(command: readonly string[]): readonly string[]
  /**
   * The words before a command that make it the first process of a new sandbox.
   * @param pipes a folder that the sandbox shows as `pipesSeen` (default: none)
   */
  around(pipes?: string): readonly string[]
  readonly pipesSeen: string
  /**
   * The words before a program that isolate it from the shell that starts it in the sandbox. Absent if the system
   * cannot do that: then a sandbox is for one program only.
   */
  readonly apart?: readonly string[]
  /** The writable folders, by their paths inside the sandbox. */
  readonly writable: readonly string[]
  /** The path of a file or folder inside the sandbox. */
  seen(path: string): string
}

export class CompileError extends UsageError {
  readonly lines: readonly string[]

  constructor(path: string, message: string) {
    super(path, 'cannot be compiled')
    this.lines = message
      .trim()
      .split('\n', keptLines)
      .map((line) => line.slice(0, keptCharactersOfLine))
  }
}

const readOnlyExecutable = 0o555

/**
 * Prepares an entry in a temporary folder, where no other files can change its output.
 * @param wrap puts a command into a sandbox (default: none)
 * @returns undefined if the entry's runtime is not installed
 * @throws CompileError if the source cannot be compiled
 * @throws EnvironmentError if there is no space for temporary files, or the compiler cannot be started
 * @throws UsageError if esbuild is missing
 */
export async function stage(
  entry: Entry,
  wrap?: (needs: Needs) => Wrapping,
  env = process.env,
): Promise<Staged | undefined> {
  const { path, input } = entry
  const located = await locate(entry.runtime, env)
  if (located === undefined) return undefined
  const runtime = { ...entry.runtime, run: await wordsFor(entry.runtime, input) }
  const code = await sourceForRuntime(entry)
  const { path: folder, remove } = temporaryFolder('entry')
  try {
    const place = writingTemporary(() => new EntryFolder({ ...entry, runtime }, located, folder, env, wrap))
    writingTemporary(() => writeFileSync(place.codeFile, toBytes(code), 'latin1'))
    if (runtime.compile !== undefined) await place.compile(runtime.compile, path)
    // The compiler may have made a link that leads out of its sandbox.
    if (!lstatSync(place.file, { throwIfNoEntry: false })?.isFile())
      throw new UsageError(path, `'${programOf(runtime)}' did not write the file {program}`)
    return new Staged(place, path, remove)
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * The version of a runtime, as `versionOf`. The command of a project's own runtime runs in a sandbox.
 * @param wrap puts a command into a sandbox (default: none)
 */
export async function versionIn(
  runtime: Runtime,
  wrap?: (needs: Needs) => Wrapping,
  env = process.env,
): Promise<string | undefined> {
  const { version } = runtime
  if (version === undefined || wrap === undefined || runtimes.includes(runtime)) return versionOf(runtime)
  const { folders } = (await locate(runtime, env)) ?? {}
  if (folders === undefined) return undefined
  // `/entry` is the empty folder that each sandbox has.
  const [program = '', ...args] = wrap({ cwd: '/entry', files: [], folders, env: { PATH: env.PATH } }).alone(version)
  return versionOf({ ...runtime, version: [program, ...args] })
}

/** The source for the runtime, without types if the runtime does not know them. */
async function sourceForRuntime({ runtime, source, path }: Entry): Promise<string> {
  // Fails now if esbuild is missing: the worker for Bun needs it, too.
  if (runtime.isJavaScript) await esbuildFor(path)
  if (!runtime.isCommonJs) return source
  return stripTypes(source).catch((error) => {
    throw new CompileError(path, syntaxError(path, error).message)
  })
}

/** The folder of an entry: its files, and how commands run there. */
class EntryFolder {
  readonly runtime: Runtime
  /** The temporary folder. The entry is in a folder below it, as a user's files are below their HOME. */
  readonly folder: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly codeFile: string
  readonly programFile: string
  /** The file to run: the compiled program, or else the source. */
  readonly file: string
  readonly #located: Located
  readonly #wrap: ((needs: Needs) => Wrapping) | undefined

  constructor(
    { runtime, path }: Entry,
    located: Located,
    folder: string,
    env: NodeJS.ProcessEnv,
    wrap?: (needs: Needs) => Wrapping,
  ) {
    this.runtime = runtime
    this.folder = folder
    this.cwd = join(folder, 'entry')
    mkdirSync(this.cwd)
    // A sandbox does not show our package.
    const PATH = wrap === undefined ? pathWithoutOurs(env.PATH ?? '', folder) : (env.PATH ?? '')
    this.env = { PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' }
    const name = basename(path, extname(path))
    this.programFile = join(this.cwd, name)
    this.codeFile = join(this.cwd, name + (runtime.isCommonJs ? '.cjs' : runtime.extension))
    this.file = runtime.compile === undefined ? this.codeFile : this.programFile
    this.#located = located
    this.#wrap = wrap
  }

  /** The sandbox of the entry's commands; undefined if they run in none. */
  wrapping(needs: Pick<Needs, 'files' | 'writes'>): Wrapping | undefined {
    const { program, folders } = this.#located
    const files = [...(this.runtime.isOneFile ? [program] : []), ...needs.files]
    return this.#wrap?.({ ...needs, cwd: this.cwd, files, folders, env: this.env })
  }

  /** Fills in a command line: the path of the program and the names of the files, as the sandbox shows them. */
  command(words: Words, file: string, { seen = (path: string) => path }: Partial<Wrapping> = {}): readonly string[] {
    const names = new Map([
      [programOf(this.runtime), this.#located.program],
      ['{file}', file],
      ['{program}', this.programFile],
    ])
    return words.map((word) => seen(names.get(word) ?? word))
  }

  async compile(words: Words, path: string) {
    const sandbox = this.wrapping({ files: [], writes: true })
    const command = this.command(words, this.codeFile, sandbox)
    const message = await runCompiler(sandbox?.alone(command) ?? command, programOf(this.runtime), this)
    const shown = sandbox?.seen(this.codeFile) ?? this.codeFile
    if (message === undefined) return
    mustHaveRoom()
    throw new CompileError(path, message.replaceAll(shown, path))
  }
}

export class Staged {
  readonly sandbox: Wrapping | undefined
  /** The program and the arguments before the answers, as the sandbox shows them. */
  readonly command: readonly string[]
  /** The path of the entry's file, as the sandbox shows it. */
  readonly file: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly temporary: string
  readonly #place: EntryFolder
  readonly #file: string
  readonly #content: Buffer
  readonly #path: string
  readonly #remove: () => void
  #isRemoved = false

  constructor(place: EntryFolder, path: string, remove: () => void) {
    this.#place = place
    this.#path = path
    this.#remove = remove
    this.#file = place.file
    chmodSync(this.#file, readOnlyExecutable)
    this.#content = read(this.#file, 'an entry')
    const { run, worker } = place.runtime
    this.sandbox = place.wrapping({ files: [this.#file, ...(worker === undefined ? [] : [worker])] })
    this.command = place.command(run, this.#file, this.sandbox)
    this.file = this.sandbox?.seen(this.#file) ?? this.#file
    this.cwd = place.cwd
    this.env = place.env
    this.temporary = place.folder
  }

  /** The command that runs one of our scripts in the entry's runtime. */
  ours(script: string): readonly string[] {
    return this.#place.command(this.#place.runtime.run, script, this.sandbox)
  }

  /**
   * Restores the staged file, which any program of the same user can change if there is no sandbox.
   * @returns whether it was changed
   * @throws EnvironmentError if it cannot be read or written
   */
  restore(): boolean {
    // A session that is still running must not make the folder again.
    if (this.#isRemoved) return false
    try {
      if (isSame(this.#file, this.#content)) return false
      rmSync(this.cwd, { recursive: true, force: true })
      mkdirSync(this.cwd, { recursive: true })
      writeFileSync(this.#file, this.#content, { mode: readOnlyExecutable })
      return true
    } catch (error) {
      throw new EnvironmentError(this.#path, `its file cannot be restored (${reasonOf(error)})`)
    }
  }

  /** Replaces the staged path in a message of the runtime by the path that the user knows. */
  named(message: Bytes): Bytes {
    return message.replaceAll(toBytes(this.file), toBytes(this.#path))
  }

  remove() {
    this.#isRemoved = true
    this.#remove()
  }
}

/** True if a file still has this content. @throws a system error if it cannot be read */
function isSame(file: string, content: Buffer): boolean {
  try {
    const stats = statSync(file)
    return stats.isFile() && stats.size === content.length && readFileSync(file).equals(content)
  } catch (error) {
    if (madeByPrograms.has((error as NodeJS.ErrnoException).code)) return false
    throw error
  }
}

/** Errors that a program can cause by changing its file or folder. Other errors are the machine's. */
const madeByPrograms = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO'])

/**
 * A PATH for entries that run in no sandbox: they must not run the reference. Our commands may be beside the system's, so
 * no folder is left out: commands that fail come first.
 * @param folder where they are written, if the PATH has any of ours
 */
function pathWithoutOurs(path: string, folder: string): string {
  const names = commandNames()
  if (!path.split(delimiter).some((place) => names.some((name) => existsSync(join(place, name))))) return path
  const failing = join(folder, 'bin')
  mkdirSync(failing)
  for (const name of names) writeFileSync(join(failing, name), '#!/bin/sh\nexit 127\n', { mode: readOnlyExecutable })
  return failing + delimiter + path
}

/**
 * Runs a compiler.
 * @param name its name in errors
 * @returns its message, from the first error on; undefined if it accepts the source
 * @throws UsageError if it takes too long or is killed
 * @throws EnvironmentError if it cannot be started
 */
async function runCompiler(words: readonly string[], name: string, { cwd, env }: Pick<EntryFolder, 'cwd' | 'env'>) {
  const [program = '', ...args] = words
  const options = { cwd, env, extendEnv: false, stdin: 'ignore', timeout: compilerPatience, reject: false } as const
  const { failed, stderr, exitCode, isTerminated, code } = await start(program, args, options)
  if (!failed) return undefined
  // In a sandbox, a shell reports a signal as its status.
  if (isTerminated || signalOf(exitCode ?? 0) !== undefined) throw new UsageError(name, 'took too long, or was killed')
  if (exitCode === undefined) throw new EnvironmentError(name, `cannot be started (${code})`)
  const lines = stderr.split('\n')
  const first = lines.findIndex((line) => /^[^:]*:\d+:.*\berror\b/.test(line))
  return lines.slice(Math.max(0, first)).join('\n').trim() || `${name} ends with status ${exitCode}`
}
