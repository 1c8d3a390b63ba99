import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, delimiter, extname, join } from 'node:path'
import { commands } from '../../reference/games.ts'
import { syntaxError, withEsbuild } from '../base/esbuild.ts'
import { mustHaveRoom, read, systemCause, temporaryFolder, writingTemporary } from '../base/files.ts'
import type { SandboxCommand, SandboxMounts, Wrap } from '../base/sandbox.ts'
import { runToEnd } from '../base/start.ts'
import { EnvironmentError, UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { reportLimits } from '../session/limits.ts'
import { signalOf } from '../session/session.ts'
import type { Entry } from './entry.ts'
import { locate } from './installed.ts'
import { programOf, stripTypes, type Words } from './runtimes.ts'
import { parseJavaScript } from './syntax.ts'

/** In milliseconds of the clock. */
const compilerPatience = 60_000

export class CompileError extends UsageError {
  readonly lines: readonly string[]

  constructor(path: string, message: string) {
    super(path, 'cannot be compiled')
    const lines = message.trim().split('\n', reportLimits.lines)
    this.lines = lines.map((line) => line.slice(0, reportLimits.charactersOfLine))
  }
}

/**
 * Prepares an entry in a temporary folder, where no other files can change its output.
 * @param wrap puts a command into a sandbox (default: none)
 * @returns undefined if the entry's runtime is not installed
 * @throws CompileError if the source cannot be compiled
 * @throws EnvironmentError if there is no space for temporary files, or a compiler cannot be started
 * @throws UsageError if esbuild is missing
 */
export async function stage(entry: Entry, wrap?: Wrap, env = process.env): Promise<Staged | undefined> {
  const located = await locate(entry.runtime, env)
  if (located === undefined) return undefined
  const code = await sourceForRuntime(entry)
  const folder = temporaryFolder('entry')
  try {
    return await stageIn(folder, entry, code, located, env.PATH ?? '', wrap)
  } catch (error) {
    folder.remove()
    throw error
  }
}

/** Without types, if the runtime does not know them. */
async function sourceForRuntime({ runtime, source, path }: Entry): Promise<string> {
  // Fails now if esbuild is missing: the worker for Bun needs it, too.
  if (runtime.isJavaScript) await withEsbuild(path, async () => {})
  if (!runtime.isCommonJs && !runtime.isModule) return source
  const code = await stripTypes(source).catch((error) => {
    throw error instanceof EnvironmentError ? error : new CompileError(path, syntaxError(path, error).message)
  })
  if (!runtime.isCommonJs || parseJavaScript(code)?.sourceType !== 'module') return code
  const module = basename(path).replace(/\.\w*(?=[jt]s$)/, '.m')
  throw new CompileError(path, `${path}: it is an ES module, but runs as CommonJS: use require, or name it ${module}`)
}

const readOnlyExecutable = 0o555

const maxRestores = 10

export type Staged = Awaited<ReturnType<typeof stageIn>>

async function stageIn(
  folder: ReturnType<typeof temporaryFolder>,
  { path, runtime }: Entry,
  code: string,
  { program, folders, run }: NonNullable<Awaited<ReturnType<typeof locate>>>,
  userPath: string,
  wrap: Wrap | undefined,
) {
  const cwd = join(folder.path, 'entry')
  const programFile = join(cwd, basename(path, extname(path)))
  const codeFile = programFile + (runtime.isCommonJs ? '.cjs' : runtime.extension)
  const executable = runtime.compile === undefined ? codeFile : programFile
  const env = writingTemporary(() => {
    mkdirSync(cwd)
    writeFileSync(codeFile, toBytes(code), 'latin1')
    // A sandbox does not show our package.
    const PATH = wrap === undefined ? pathWithoutOurs(userPath, folder.path) : userPath
    return { PATH, HOME: folder.path, TMPDIR: folder.path, LANG: 'C.UTF-8' }
  })

  // A sandbox shows the system's folders. Of a project's runtime elsewhere, it shows the program alone.
  const isElsewhere = folders.length === 0 && !/^\/(?:usr|s?bin|nix)\//.test(program)
  const programs = runtime.isJavaScript || isElsewhere ? [program] : []
  const sandboxFor = ({ files, ...more }: Pick<SandboxMounts, 'files' | 'writes'>) =>
    wrap?.({ ...more, cwd, files: [...programs, ...files], folders, env })

  /** Puts the path of the program and the names of the files into a command line, as the sandbox shows them. */
  function fillIn(words: Words, file: string, { seen = String }: Partial<SandboxCommand> = {}): string[] {
    const names = new Map(Object.entries({ [programOf(runtime)]: program, '{file}': file, '{program}': programFile }))
    return words.map((word) => seen(names.get(word) ?? word))
  }

  if (runtime.compile !== undefined) {
    const sandbox = sandboxFor({ files: [], writes: true })
    const words = fillIn(runtime.compile, codeFile, sandbox)
    const message = await compilerMessage(sandbox?.alone(words) ?? words, programOf(runtime), cwd, env)
    if (message !== undefined) {
      mustHaveRoom()
      const shown = message.replaceAll(sandbox?.seen(codeFile) ?? codeFile, () => path)
      throw new CompileError(path, shown)
    }
    // It may be a link that leads out of the compiler's sandbox.
    if (!lstatSync(executable, { throwIfNoEntry: false })?.isFile())
      throw new UsageError(path, `'${programOf(runtime)}' did not write the file {program}`)
  }
  chmodSync(executable, readOnlyExecutable)
  const content = read(executable, 'an entry')
  const sandbox = sandboxFor({ files: [executable, runtime.worker ?? []].flat() })
  const file = sandbox?.seen(executable) ?? executable
  const commandFor = (script: string): readonly string[] => fillIn(run, script, sandbox)
  let isRemoved = false

  return {
    cwd,
    env,
    sandbox,
    /** HOME; the entry is in a subfolder of it, as a user's files are. */
    temporary: folder.path,
    // As the sandbox shows them.
    file,
    command: commandFor(executable),
    commandFor,

    /**
     * Restores the staged file, which any program of the same user can change if there is no sandbox.
     * @returns whether it was changed
     * @throws EnvironmentError if it cannot be read or written
     */
    restore(): boolean {
      // A session that is still running must not make the folder again.
      if (isRemoved) return false
      for (let attempt = 1; ; attempt++)
        try {
          if (hasContent(executable, content)) return attempt > 1
          rmSync(cwd, { recursive: true, force: true })
          mkdirSync(cwd, { recursive: true })
          writeFileSync(executable, content, { mode: readOnlyExecutable })
          return true
        } catch (error) {
          // Another session of the program may remove the folder meanwhile.
          if (attempt < maxRestores && programErrors.has((error as NodeJS.ErrnoException).code)) continue
          throw new EnvironmentError(path, `its file cannot be restored (${systemCause(error)?.why})`)
        }
    },

    /** Replaces the staged path in a message of the runtime by the path that the user knows. */
    withUserPath: (message: Bytes): Bytes => message.replaceAll(toBytes(file), () => toBytes(path)),

    remove() {
      isRemoved = true
      folder.remove()
    },
  }
}

/** @throws a system error that no program can cause */
function hasContent(file: string, content: Buffer): boolean {
  try {
    const stats = statSync(file)
    return stats.isFile() && stats.size === content.length && readFileSync(file).equals(content)
  } catch (error) {
    if (programErrors.has((error as NodeJS.ErrnoException).code)) return false
    throw error
  }
}

/** A program can cause them by changing its file or folder. Other errors are the machine's. */
const programErrors = new Set<string | undefined>(
  'ENOENT ENOTDIR ENOTEMPTY EEXIST EISDIR ELOOP EACCES EPERM ENXIO'.split(' '),
)

/**
 * Entries in no sandbox must not run the reference. Our commands may be beside the system's, so no folder is left out:
 * commands that fail come first, written into this folder.
 */
function pathWithoutOurs(path: string, folder: string): string {
  const names = ['ninehole', ...commands.map(({ name }) => name)]
  if (!path.split(delimiter).some((place) => names.some((name) => existsSync(join(place, name))))) return path
  const failing = join(folder, 'bin')
  mkdirSync(failing)
  for (const name of names) writeFileSync(join(failing, name), '#!/bin/sh\nexit 127\n', { mode: readOnlyExecutable })
  return failing + delimiter + path
}

/**
 * @param name what errors call the compiler
 * @returns its message, from the first error on; undefined if it accepts the source
 * @throws UsageError if it takes too long or is killed
 * @throws EnvironmentError if it cannot be started
 */
async function compilerMessage(words: readonly string[], name: string, cwd: string, env: NodeJS.ProcessEnv) {
  const { stderr, exitCode, isTerminated } = await runToEnd(words, compilerPatience, { cwd, env, extendEnv: false })
  if (exitCode === 0) return undefined
  // A shell reports a signal as its status.
  if (isTerminated || signalOf(exitCode ?? 0) !== undefined) throw new UsageError(name, 'took too long, or was killed')
  if (exitCode === undefined || exitCode === 127) throw new EnvironmentError(name, 'cannot be started')
  const lines = String(stderr).split('\n')
  const first = lines.findIndex((line) => /^[^:]*:\d+:.*\berror\b/.test(line))
  return lines.slice(Math.max(0, first)).join('\n').trim() || `${name} ends with status ${exitCode}`
}
