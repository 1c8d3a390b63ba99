import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { extname, isAbsolute, join, relative } from 'node:path'
import type { TransformOptions } from 'esbuild'
import * as v from 'valibot'
import { exists } from '../base/files.ts'
import { readJson } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { start } from '../base/start.ts'
import { UsageError } from '../base/usage-error.ts'
import { runtimePatience } from '../session/limits.ts'
import { type Input, inputs } from '../session/script.ts'
import { transform } from './esbuild.ts'

/** A command line. `{file}` stands for the entry's file, `{program}` for what `compile` makes of it. */
const words = v.pipe(v.tupleWithRest([v.pipe(v.string(), v.nonEmpty('it is empty'))], v.string()), v.readonly())
export type Words = v.InferOutput<typeof words>

/** The folders of the system in which programs leave what is no file. */
const systemFolders = ['/dev', '/proc', '/run', '/sys', '/tmp', '/var/tmp']

/** Tells whether a folder gives a way out of the sandbox that shows it, or shows what belongs to its user. */
function holdsMore(folder: string): boolean {
  if (!existsSync(folder)) return false
  const path = realpathSync(folder)
  const holds = (one: string, other: string) => !/^\.\.(\/|$)/.test(relative(one, other))
  return holds(path, homedir()) || systemFolders.some((one) => holds(one, path) || holds(path, one))
}

/** Words for each input that has some. */
const wordsByInput = v.pipe(
  v.strictObject(v.entriesFromList(inputs, v.exactOptional(words))),
  v.check((run) => Object.keys(run).length > 0, 'it names no input'),
)

const ourNames = (): string[] => runtimes.map(({ name }) => name)

/** A runtime as a project describes it. */
const rowSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[^/-]+$/, 'it must have no / and no -')),
  /** The extension of an entry. */
  extension: v.pipe(v.string(), v.regex(/^\.\w+$/, 'it must be like .tcl')),
  /** Runs an entry; the answers follow, where they are given as arguments. */
  run: v.lazy((run) => (typeof run !== 'object' || Array.isArray(run) ? words : wordsByInput)),
  /** Compiles an entry, where that is needed. */
  compile: v.exactOptional(words),
  /** Prints its version. */
  version: v.exactOptional(words),
  /** The one of our runtimes whose language it has, or nearly: `golf` takes its rewrites. */
  like: v.exactOptional(
    v.pipe(
      v.string(),
      v.check(
        (like) => ourNames().includes(like),
        () => `it must be one of ${ourNames().join(', ')}`,
      ),
    ),
  ),
  /** The folders that it needs beside those of the system. */
  folders: v.exactOptional(
    v.array(
      v.pipe(
        v.string(),
        v.startsWith('/', 'it must be an absolute path'),
        v.check((folder) => !holdsMore(folder), 'it holds more than a runtime: sockets, devices, or all of your home'),
      ),
    ),
  ),
})

const rowsSchema = v.pipe(
  v.array(
    v.pipe(
      rowSchema,
      v.forward(
        v.check(
          ({ run, compile }) =>
            linesOf(run).every(({ run }) =>
              compile === undefined
                ? run.includes('{file}')
                : compile.includes('{file}') && [compile, run].every((words) => words.includes('{program}')),
            ),
          'the word {file} is missing, or {program} if there is a "compile"',
        ),
        ['run'],
      ),
    ),
  ),
  v.checkItems(
    ({ name }, index, rows) => [...runtimes, ...rows].findIndex((one) => one.name === name) === runtimes.length + index,
    'there is a runtime of this name already',
  ),
)

type Row = v.InferOutput<typeof rowSchema>

/** The command lines of a row, each with the input that it is for; without one it is for all. */
const linesOf = (run: Row['run']): readonly Pick<Runtime, 'run' | 'input'>[] =>
  isWords(run) ? [{ run }] : inputs.flatMap((input) => (run[input] === undefined ? [] : [{ run: run[input], input }]))

const isWords = (run: Row['run']): run is Words => Array.isArray(run)

/** A language implementation that entries are written for. */
export interface Runtime extends Readonly<Omit<Row, 'run'>> {
  readonly run: Words
  /** The only input that it is for; there may be others of its name for the others. */
  readonly input?: Input
  /**
   * Prints the path of the program and those of folders that it needs, a line each: version managers install a script in
   * the program's place.
   */
  readonly where?: readonly string[]
  /** The worker, a file that plays many sessions in one process of the runtime; absent: there is none. */
  readonly worker?: string
  /** An implementation that needs other words where the input is of this kind; its version begins with its name. */
  readonly except?: { readonly name: string; readonly input: Input; readonly run: Words }
  /** Set if its entries are JavaScript, with types or without. */
  readonly isJavaScript?: true
  /** Set if it runs an entry as a CommonJS script in sloppy mode, as golfers expect, and knows no types. */
  readonly isCommonJs?: true
  /** Set if its program is a single file, which runs wherever it stands. */
  readonly isOneFile?: true
}

/** @param extension of the worker's language */
const workerFile = (extension: string) => join(packageRoot, 'dist', `worker${extension}`)

/** All runtimes that entries may use. A new one is a new row, here or in a project's `ninehole.runtimes.json`. */
export const runtimes: readonly Runtime[] = [
  {
    name: 'node',
    extension: '.ts',
    run: [process.execPath, '{file}'],
    version: [process.execPath, '--version'],
    worker: workerFile('.mjs'),
    isJavaScript: true,
    isCommonJs: true,
    isOneFile: true,
  },
  {
    name: 'bun',
    extension: '.ts',
    // Missing packages are not installed: no verdict may depend on a network.
    // Bun takes the first `--` after the file for itself.
    run: ['bun', '--no-install', '{file}', '--'],
    version: ['bun', '--version'],
    worker: workerFile('.mjs'),
    isJavaScript: true,
    isOneFile: true,
  },
  {
    name: 'perl',
    extension: '.pl',
    run: ['perl', '{file}'],
    version: ['perl', '-e', 'print $^V'],
    where: ['-e', 'print join "\\n", $^X, @INC'],
    worker: workerFile('.pl'),
  },
  {
    name: 'python',
    extension: '.py',
    run: ['python3', '-I', '-S', '-W', 'ignore', '{file}'],
    version: ['python3', '--version'],
    where: ['-c', 'import sys; print(sys.executable, sys.base_prefix, sep="\\n")'],
    worker: workerFile('.py'),
  },
  {
    name: 'ruby',
    extension: '.rb',
    // Loading the package manager takes three times as long as all the rest of a start.
    run: ['ruby', '--disable=gems', '{file}'],
    version: ['ruby', '--version'],
    where: ['-e', 'puts RbConfig.ruby, RbConfig::CONFIG["prefix"]'],
    worker: workerFile('.rb'),
  },
  // Without -n it would read the machine's php.ini. What follows the file goes to the program, also `--`.
  {
    name: 'php',
    extension: '.php',
    run: ['php', '-n', '{file}'],
    version: ['php', '--version'],
    worker: workerFile('.php'),
  },
  { name: 'lua', extension: '.lua', run: ['lua', '{file}'], version: ['lua', '-v'], worker: workerFile('.lua') },
  { name: 'bash', extension: '.sh', run: ['bash', '{file}'], version: ['bash', '--version'] },
  {
    name: 'awk',
    extension: '.awk',
    run: ['awk', '-f', '{file}', '--'],
    version: ['awk', '-W', 'version'],
    // mawk reads ahead: it hands on a line when it has a whole block, or the end, unless it is told to be interactive.
    except: { name: 'mawk', input: 'interactive', run: ['awk', '-W', 'interactive', '-f', '{file}', '--'] },
  },
  {
    name: 'c',
    extension: '.c',
    // Compilers warn of much that golfers leave out.
    compile: ['cc', '-w', '-O1', '-o', '{program}', '{file}'],
    run: ['{program}'],
    version: ['cc', '--version'],
  },
]

/** The file in the current folder in which a project describes runtimes of its own. */
const file = 'ninehole.runtimes.json'

/**
 * All runtimes: ours, and those of the file `ninehole.runtimes.json` in the current folder, if there is one.
 * @throws UsageError with the line, if the file is not what it should be
 */
export function knownRuntimes(cwd = ''): readonly Runtime[] {
  if (!exists(file, cwd)) return runtimes
  const rows = readJson(file, 'a list of runtimes', rowsSchema, cwd)
  return [...runtimes, ...rows.flatMap((row) => linesOf(row.run).map((line) => ({ ...row, ...line })))]
}

/**
 * Finds the runtime for an input.
 * @param path the entry, for errors and as an example
 * @throws UsageError if there is none of this name, or it has no command line for the input
 */
export function runtimeFor(name: string, input: Input, known: readonly Runtime[], path: string): Runtime {
  const named = known.filter((one) => one.name === name)
  const [found] = named.filter((one) => one.input === undefined || one.input === input)
  if (found !== undefined) return found
  if (named.length > 0) throw new UsageError(path, `the "run" of '${name}' in ${file} has no words for ${input}`)
  const names = [...new Set(known.map(({ name }) => name))].join(', ')
  const row = `{ "name": "${name}", "extension": "${extname(path) || `.${name}`}", "run": ["${name}", "{file}"] }`
  throw new UsageError(path, `no runtime '${name}' (${names}): describe it in ${file}, as [${row}]`)
}

/** The one of our runtimes whose language a runtime has; the runtime itself if it says nothing of that. */
export const languageOf = (runtime: Runtime): Runtime => runtimes.find(({ name }) => name === runtime.like) ?? runtime

/** Removes the types from a TypeScript script and leaves everything else as it is. */
export function stripTypes(source: string, options: TransformOptions = {}): Promise<string> {
  const general = { loader: 'ts', tsconfigRaw: '{}', target: 'esnext', logLevel: 'silent' } as const
  return transform(source, { ...general, ...options })
}

/** The command that must be installed for a runtime: its program, or its compiler. */
export const programOf = ({ run, compile }: Runtime): string => (compile ?? run)[0]

/**
 * Finds the program of a runtime, or its compiler, on the PATH or in our node_modules.
 * @returns its absolute path, and those of folders that it may also need; undefined if it is not installed
 */
export async function locate(runtime: Runtime, env?: NodeJS.ProcessEnv) {
  const { where, folders = [] } = runtime
  const name = programOf(runtime)
  const found = await run('sh', ['-c', 'command -v "$0"', name], env && { env })
  if (found.failed || found.stdout === '') return undefined
  const printed = where && (await run(found.stdout, where, env && { env })).stdout
  const [program = found.stdout, ...more] = (printed ?? '').split('\n').filter(isAbsolute)
  return { program, folders: [...folders, ...more] }
}

/** @see locate */
export type Located = NonNullable<Awaited<ReturnType<typeof locate>>>

/** @returns the words that run an entry of a runtime with this kind of input, by the implementation that is installed */
export async function wordsFor(runtime: Runtime, input: Input): Promise<Words> {
  const { except } = runtime
  if (except === undefined || except.input !== input) return runtime.run
  return (await versionLineOf(runtime))?.startsWith(except.name) ? except.run : runtime.run
}

/** @returns the version of a runtime as it prints it: `5.36.0`; undefined if it is not installed or does not tell */
export async function versionOf(runtime: Runtime): Promise<string | undefined> {
  const line = await versionLineOf(runtime)
  return line && (/\d+\.\d[\w.-]*/.exec(line)?.[0] ?? line.slice(0, 40))
}

/** The line with a runtime's version: the first with a digit, as an awk that does not know -W says so first. */
async function versionLineOf({ version }: Runtime): Promise<string | undefined> {
  if (version === undefined) return undefined
  const [name, ...args] = version
  const { failed, stdout, stderr } = await run(name, args)
  return failed ? undefined : (stdout || stderr).split('\n').find((line) => /\d/.test(line))
}

const run = (file: string, args: readonly string[], more: { readonly env?: NodeJS.ProcessEnv } = {}) =>
  start(file, args, {
    preferLocal: true,
    localDir: packageRoot,
    reject: false,
    stdin: 'ignore',
    timeout: runtimePatience,
    ...more,
  })
