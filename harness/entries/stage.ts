import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, delimiter, extname, join } from 'node:path'
import { execa } from 'execa'
import { read, reasonOf, temporaryFolder } from '../base/files.ts'
import { MachineTrouble, UsageError } from '../base/usage-error.ts'
import { syntaxError } from '../games/find.ts'
import { toBytes } from '../session/bytes.ts'
import { compilerPatience, keptCharactersOfLine, keptLines } from '../session/limits.ts'
import type { Entry } from './entry.ts'
import { locate, programOf, stripTypes, type Words } from './runtimes.ts'

/** A command, and what it needs beside the system, as that is on this machine. */
export interface Needs {
  readonly command: readonly string[]
  /** The folder in which it starts. */
  readonly cwd: string
  /** Files that it reads, whether they stand in that folder or elsewhere. */
  readonly files: readonly string[]
  /** Folders that it reads and finds where they are. Those that do not exist are left out. */
  readonly folders: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Set if what it writes into its folder is kept. */
  readonly writes?: true
}

/** A command as it is to be started, in a sandbox or not. */
export interface Wrapped {
  readonly command: readonly string[]
  /** The path at which the program finds what is here at this path. */
  seen(path: string): string
}

const asItIs = ({ command }: Needs): Wrapped => ({ command, seen: (path) => path })

/** An entry that is ready to run, in a temporary folder: nothing around it can change its output. */
export type Staged = NonNullable<Awaited<ReturnType<typeof stage>>>

/** A source that its compiler rejects. */
export class CompileError extends UsageError {
  /** What the compiler said, its first lines. */
  readonly lines: readonly string[]

  constructor(path: string, message: string) {
    super(path, 'cannot be compiled')
    this.lines = message
      .trim()
      .split('\n', keptLines)
      .map((line) => line.slice(0, keptCharactersOfLine))
  }
}

/** The mode of a file that nobody writes to. */
const mode = 0o555

/**
 * @param wrap puts a command into a sandbox; absent: it runs in none
 * @returns undefined if the entry's runtime is not installed
 * @throws CompileError if the source cannot be compiled
 * @throws UsageError if the compiler cannot be started, or there is no place for temporary files
 */
export async function stage({ runtime, source, path }: Entry, wrap: (needs: Needs) => Wrapped = asItIs) {
  const located = await locate(runtime)
  if (located === undefined) return undefined
  const { program, folders } = located
  const code = await (runtime.isCommonJs ? stripTypes(source) : Promise.resolve(source)).catch((error) => {
    throw new CompileError(path, syntaxError(path, error).message)
  })
  const { path: folder, remove } = temporaryFolder('entry')
  // The entry stands in a folder below its HOME, as a person's files do.
  const cwd = join(folder, 'entry')
  mkdirSync(cwd)
  const programName = basename(path, extname(path))
  const codeName = programName + (runtime.isCommonJs ? '.cjs' : runtime.extension)
  const name = runtime.compile === undefined ? codeName : programName
  const file = join(cwd, name)
  const codeFile = join(cwd, codeName)
  writeFileSync(codeFile, toBytes(code), 'latin1')

  const env = { PATH: pathWithoutUs(), HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' }
  /** A command line with the runtime's program and the names of the files put in. */
  function wrapped(words: Words, file: string, needs: Pick<Needs, 'files' | 'writes'>) {
    const names = new Map([
      [programOf(runtime), program],
      ['{file}', file],
      ['{program}', join(cwd, programName)],
    ])
    const command = words.map((word) => names.get(word) ?? word)
    const files = [...(runtime.isOneFile ? [program] : []), ...needs.files]
    return wrap({ ...needs, command, cwd, files, folders, env })
  }

  if (runtime.compile !== undefined) {
    const { command, seen } = wrapped(runtime.compile, codeFile, { files: [], writes: true })
    const message = await compile(command, cwd, env).catch((error) => {
      remove()
      throw error
    })
    if (message !== undefined) {
      remove()
      throw new CompileError(path, message.replaceAll(seen(codeFile), path))
    }
  }
  chmodSync(file, mode)
  const content = read(file, 'an entry')
  const { command, seen } = wrapped(runtime.run, file, { files: [file] })
  let isRemoved = false
  return {
    /** The program that runs it, in a sandbox if there is one, and the arguments before the answers. */
    command,
    /** The command that runs a script of ours in the entry's runtime. */
    ours: (script: string) => wrapped(runtime.run, script, { files: [file, script] }).command,
    /** The file that is run, as the entry sees it. */
    file: seen(file),
    cwd,
    env,
    /** The folder for temporary files of its processes. */
    temporary: folder,
    /**
     * Puts the file that is run back as it was. Without a sandbox, every program of the same user can change it.
     * @returns whether it was changed
     */
    restore(): boolean {
      // A session that is still under way must not bring the folder back.
      if (isRemoved) return false
      try {
        if (isSame(file, content)) return false
        rmSync(cwd, { recursive: true, force: true })
        mkdirSync(cwd, { recursive: true })
        writeFileSync(file, content, { mode })
        return true
      } catch (error) {
        throw new MachineTrouble(path, `its file cannot be put back (${reasonOf(error)})`)
      }
    },
    /** Removes the folder. */
    remove() {
      isRemoved = true
      remove()
    },
  }
}

/** Tells whether a file still is what it was. @throws a system error if that cannot be found out */
function isSame(file: string, content: Buffer): boolean {
  try {
    const stats = statSync(file)
    return stats.isFile() && stats.size === content.length && readFileSync(file).equals(content)
  } catch (error) {
    if (madeByPrograms.has((error as NodeJS.ErrnoException).code)) return false
    throw error
  }
}

/** The errors that a program can cause by what it does to a file and its folder; others are the machine's. */
const madeByPrograms = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO'])

/** The PATH without the folders in which our own commands are. */
const pathWithoutUs = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !existsSync(join(folder, 'tic-tac-toe')))
    .join(delimiter)

/**
 * Runs a compiler.
 * @returns what it says, from its first error on; undefined if it has nothing to object to
 * @throws MachineTrouble if it cannot be started, or is ended by something else
 */
async function compile(words: readonly string[], cwd: string, env: Record<string, string>) {
  const [program = '', ...args] = words
  const options = { cwd, env, extendEnv: false, stdin: 'ignore', timeout: compilerPatience, reject: false } as const
  const { failed, stderr, exitCode, isTerminated, code, shortMessage } = await execa(program, args, options)
  if (!failed) return undefined
  if (isTerminated) throw new MachineTrouble(program, 'took too long, or was killed')
  if (exitCode === undefined) throw new MachineTrouble(program, `cannot be started (${code})`)
  const lines = stderr.split('\n')
  const first = lines.findIndex((line) => /^[^:]*:\d+:.*\berror\b/.test(line))
  return lines.slice(Math.max(0, first)).join('\n').trim() || shortMessage
}
