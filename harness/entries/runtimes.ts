import { extname, join, resolve } from 'node:path'
import type { TransformOptions } from 'esbuild'
import * as v from 'valibot'
import { withEsbuild } from '../base/esbuild.ts'
import { exists } from '../base/files.ts'
import { readJson } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Input, inputs } from '../session/script.ts'

const word = v.pipe(v.string(), v.excludes('\0', 'it has a NUL byte'))

/** A command line. `{file}` stands for the entry, `{program}` for the compiled program. */
const words = v.pipe(
  v.tupleWithRest([v.pipe(word, v.nonEmpty('it is empty'))], word),
  v.check(([program]) => program !== '{file}', 'it must begin with a program: env, if {file} has a #! line'),
  v.readonly(),
)
export type Words = v.InferOutput<typeof words>

const wordsByInput = v.pipe(
  v.strictObject(v.entriesFromList(inputs, v.exactOptional(words))),
  v.check((run) => Object.keys(run).length > 0, 'it names no input'),
)

const rowSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[^/-]+$/, 'it must have no / and no -')),
  extension: v.pipe(v.string(), v.regex(/^\.\w+$/, 'it must be like .tcl')),
  /** Runs an entry; with input by arguments, the answers follow. */
  // Not `v.union`: its error would not say what is wrong in which form.
  run: v.lazy((run) => (typeof run !== 'object' || Array.isArray(run) ? words : wordsByInput)),
  compile: v.exactOptional(words),
  version: v.exactOptional(words),
})

const hasPlaces = ({ run, compile }: Row) =>
  linesOf(run).every(({ run }) =>
    compile === undefined
      ? run.includes('{file}')
      : compile.includes('{file}') && [compile, run].every((words) => words.includes('{program}')),
  )

const rowsSchema = v.pipe(
  v.array(
    v.pipe(
      rowSchema,
      v.forward(v.check(hasPlaces, 'the word {file} is missing, or {program} if there is a "compile"'), ['run']),
    ),
  ),
  v.checkItems(
    ({ name }, index, rows) => [...runtimes, ...rows].findIndex((row) => row.name === name) === runtimes.length + index,
    'there is a runtime of this name already',
  ),
)

type Row = v.InferOutput<typeof rowSchema>

/** The command lines of a row, each with its input; one without input is for all inputs. */
const linesOf = (run: Row['run']): readonly Pick<Runtime, 'run' | 'input'>[] =>
  isWords(run) ? [{ run }] : inputs.flatMap((input) => (run[input] === undefined ? [] : [{ run: run[input], input }]))

const isWords = (run: Row['run']): run is Words => Array.isArray(run)

export interface Runtime extends Readonly<Omit<Row, 'run'>> {
  readonly run: Words
  /** The only input of this row; other rows of the same name may have the others. */
  readonly input?: Input
  /**
   * Prints the path of the real program and of the folders that it needs, one on each line: the command on the PATH may
   * be a script of a version manager.
   */
  readonly where?: readonly string[]
  /** The file of the worker, which plays many sessions in one process. */
  readonly worker?: string
  /** An implementation that needs other words for this input. Its version begins with this name. */
  readonly except?: { readonly name: string; readonly input: Input; readonly run: Words }
  /** True if entries are JavaScript, with types or without; the program is a single file that runs in any folder. */
  readonly isJavaScript?: true
  /** True if entries run as CommonJS in sloppy mode, as golfers expect, and types must be removed. */
  readonly isCommonJs?: true
  /** True if this entry is an ES module, and types must be removed. */
  readonly isModule?: true
}

const javaScript = { extension: '.ts', worker: join(packageRoot, 'dist/worker.mjs'), isJavaScript: true } as const

/** Our runtimes. A new one is a new row, here or in a project's `ninehole.runtimes.json`. */
export const runtimes: readonly Runtime[] = [
  {
    name: 'node',
    ...javaScript,
    run: [process.execPath, '{file}'],
    version: [process.execPath, '--version'],
    isCommonJs: true,
  },
  {
    name: 'bun',
    ...javaScript,
    // Without this, bun would install missing packages: no verdict may depend on the network.
    // Bun takes the first `--` after the file itself.
    run: ['bun', '--no-install', '{file}', '--'],
    version: ['bun', '--version'],
  },
  {
    name: 'perl',
    extension: '.pl',
    run: ['perl', '{file}'],
    version: ['perl', '-e', 'print $^V'],
    where: ['-e', 'print join "\\n", $^X, @INC'],
  },
  {
    name: 'python',
    extension: '.py',
    run: ['python3', '-I', '-S', '-W', 'ignore', '{file}'],
    version: ['python3', '--version'],
    where: ['-c', 'import sys; print(sys.executable, sys.base_prefix, sep="\\n")'],
  },
  {
    name: 'ruby',
    extension: '.rb',
    // Loading gems takes three times as long as the rest of a start.
    run: ['ruby', '--disable=gems', '{file}'],
    version: ['ruby', '--version'],
    where: ['-e', 'puts RbConfig.ruby, RbConfig::CONFIG["prefix"]'],
  },
  // -n: do not read the machine's php.ini. All words after the file go to the program, even `--`.
  { name: 'php', extension: '.php', run: ['php', '-n', '{file}'], version: ['php', '--version'] },
  { name: 'lua', extension: '.lua', run: ['lua', '{file}'], version: ['lua', '-v'] },
  { name: 'bash', extension: '.sh', run: ['bash', '{file}'], version: ['bash', '--version'] },
  {
    name: 'awk',
    extension: '.awk',
    run: ['awk', '-f', '{file}', '--'],
    version: ['awk', '-W', 'version'],
    // Without -W interactive, mawk reads a whole block before it passes on a line.
    except: { name: 'mawk', input: 'interactive', run: ['awk', '-W', 'interactive', '-f', '{file}', '--'] },
  },
  {
    name: 'c',
    extension: '.c',
    // -w: golfed C is full of warnings.
    compile: ['cc', '-w', '-O1', '-o', '{program}', '{file}'],
    run: ['{program}'],
    version: ['cc', '--version'],
  },
]

const runtimesFile = 'ninehole.runtimes.json'

/**
 * Our runtimes, and those of `ninehole.runtimes.json` in the current folder, if there is one.
 * @throws UsageError with the line if the file is malformed
 */
export function knownRuntimes(cwd = ''): readonly Runtime[] {
  if (!exists(runtimesFile, cwd)) return runtimes
  const rows = readJson(runtimesFile, 'a list of runtimes', rowsSchema, cwd)
  // Programs run in other folders than this one.
  const here = ([program, ...more]: Words): Words =>
    program.includes('/') ? [resolve(cwd, program), ...more] : [program, ...more]
  return [
    ...runtimes,
    ...rows.flatMap(({ run, compile, version, ...row }) => {
      const others = { ...(compile && { compile: here(compile) }), ...(version && { version: here(version) }) }
      return linesOf(run).map((line) => ({ ...row, ...others, ...line, run: here(line.run) }))
    }),
  ]
}

/** True if a file is an entry of a runtime, by its name. */
export const isFileOf = ({ extension, isJavaScript }: Runtime, path: string): boolean =>
  extname(path) === extension || (isJavaScript === true && /\.[cm]?[jt]s$/.test(path))

/** The name of the only runtime with a file's extension; of JavaScript that is not `.ts`, which bun shares, node. */
export function runtimeByExtension(path: string, known: readonly Runtime[]): string | undefined {
  const [name, ...others] = new Set(known.flatMap((row) => (row.extension === extname(path) ? [row.name] : [])))
  return others.length > 0 ? undefined : (name ?? known.find((row) => isFileOf(row, path))?.name)
}

/**
 * Finds the runtime of an entry for an input.
 * @throws UsageError if there is no such runtime, or it has no command line for the input
 */
export function runtimeFor(name: string, input: Input, known: readonly Runtime[], path: string): Runtime {
  const named = known.filter((runtime) => runtime.name === name)
  const [found] = named.filter((runtime) => runtime.input === undefined || runtime.input === input)
  if (found?.isJavaScript && /\.m[jt]s$/.test(path)) return asModule(found)
  if (found !== undefined) return found
  if (named.length > 0)
    throw new UsageError(path, `the "run" of '${name}' in ${runtimesFile} has no words for ${input}`)
  const names = [...new Set(known.map(({ name }) => name))].join(', ')
  const row = `{ "name": "${name}", "extension": "${extname(path) || `.${name}`}", "run": ["${name}", "{file}"] }`
  throw new UsageError(path, `no runtime '${name}' (${names}): describe it in ${runtimesFile}, as [${row}]`)
}

/** A runtime for a file that is an ES module by its name: the worker might run it as a script. */
const asModule = ({ worker: _, isCommonJs: __, ...runtime }: Runtime): Runtime => ({
  ...runtime,
  extension: '.mjs',
  isModule: true,
})

/** @throws an error of esbuild if the source is no script, or as `withEsbuild` does */
export async function stripTypes(source: string, options: TransformOptions = {}): Promise<string> {
  const general = { loader: 'ts', tsconfigRaw: '{}', target: 'esnext', logLevel: 'silent' } as const
  return (await withEsbuild('TypeScript', ({ transform }) => transform(source, { ...general, ...options }))).code
}

export const programOf = ({ run, compile }: Runtime): string => (compile ?? run)[0]
