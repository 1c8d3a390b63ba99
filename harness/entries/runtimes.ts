import { extname, join, resolve } from 'node:path'
import type { TransformOptions } from 'esbuild'
import * as v from 'valibot'
import { withEsbuild } from '../base/esbuild.ts'
import { exists } from '../base/files.ts'
import { readJson } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Input, inputs } from '../session/script.ts'

/** A command line. `{file}` stands for the entry, `{program}` for the compiled program. */
export type Words = readonly [program: string, ...more: string[]]

export interface Runtime {
  readonly name: string
  readonly extension: string
  /** Runs an entry; with input by arguments, the answers follow. */
  readonly run: Words
  /** What users type, where `run` leaves out what takes time: it plays programs of few sessions, which may use all. */
  readonly usual?: Words
  readonly compile?: Words
  readonly version?: Words
  /** Prints the paths of the real program, as a command may be a script of a version manager, and of folders that it needs. */
  readonly where?: readonly string[]
  /** A file that plays many sessions in one process. */
  readonly worker?: string
  /** An implementation that needs other words. Its version begins with this name. */
  readonly except?: { readonly name: string; readonly run: Words }
  /** Entries are JavaScript, with types or without; the program is a single file that runs in any folder. */
  readonly isJavaScript?: true
  /** Entries run as CommonJS in sloppy mode, as golfers expect, and types must be removed. */
  readonly isCommonJs?: true
  /** This entry is an ES module, and types must be removed. */
  readonly isModule?: true
}

/** Its command may depend on the input. */
interface Row extends Omit<Runtime, 'run'> {
  readonly run: Words | { readonly [name in Input]?: Words }
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
    usual: ['python3', '{file}'],
    version: ['python3', '--version'],
    where: ['-c', 'import sys; print(sys.executable, sys.base_prefix, sep="\\n")'],
  },
  {
    name: 'ruby',
    extension: '.rb',
    // Loading gems takes three times as long as the rest of a start.
    run: ['ruby', '--disable=gems', '{file}'],
    usual: ['ruby', '{file}'],
    version: ['ruby', '--version'],
    where: ['-e', 'puts RbConfig.ruby, RbConfig::CONFIG["prefix"]'],
  },
  // -n: do not read the machine's php.ini. All words after the file go to the program, even `--`.
  {
    name: 'php',
    extension: '.php',
    run: ['php', '-n', '{file}'],
    usual: ['php', '{file}'],
    version: ['php', '--version'],
  },
  { name: 'lua', extension: '.lua', run: ['lua', '{file}'], version: ['lua', '-v'] },
  { name: 'bash', extension: '.sh', run: ['bash', '{file}'], version: ['bash', '--version'] },
  {
    name: 'awk',
    extension: '.awk',
    run: ['awk', '-f', '{file}', '--'],
    version: ['awk', '-W', 'version'],
    // Without -W interactive, mawk reads a whole block before it passes on a line.
    except: { name: 'mawk', run: ['awk', '-W', 'interactive', '-f', '{file}', '--'] },
  },
  {
    name: 'c',
    extension: '.c',
    // -w: golfed C is full of warnings.
    compile: ['cc', '-w', '-O1', '-o', '{program}', '{file}', '-lm'],
    run: ['{program}'],
    version: ['cc', '--version'],
  },
]

const runtimesFile = 'ninehole.runtimes.json'

/** Paths of programs become absolute, as these run in other folders. */
function rowsIn(cwd: string) {
  const word = v.pipe(v.string(), v.excludes('\0', 'it has a NUL byte'))
  const words = v.pipe(
    v.tupleWithRest([v.pipe(word, v.nonEmpty('it is empty'))], word),
    v.check(([program]) => program !== '{file}', 'it must begin with a program: env, if {file} has a #! line'),
    v.transform(([program, ...more]): Words => [program.includes('/') ? resolve(cwd, program) : program, ...more]),
  )
  const wordsByInput = v.pipe(
    v.strictObject(v.entriesFromList(inputs, v.exactOptional(words))),
    v.check((run) => Object.keys(run).length > 0, 'it names no input'),
  )
  const row = v.strictObject({
    name: v.pipe(v.string(), v.regex(/^[^/-]+$/, 'it must have no / and no -')),
    extension: v.pipe(v.string(), v.regex(/^\.\w+$/, 'it must be like .tcl')),
    // Not `v.union`: its error would not say what is wrong in which form.
    run: v.lazy((run) => (typeof run !== 'object' || Array.isArray(run) ? words : wordsByInput)),
    compile: v.exactOptional(words),
    version: v.exactOptional(words),
  })
  const complete = v.check<v.InferOutput<typeof row>, string>(({ run, compile }) => {
    const commands = isWords(run) ? [run] : Object.values(run)
    if (compile === undefined) return commands.every((words) => words.includes('{file}'))
    return compile.includes('{file}') && [compile, ...commands].every((words) => words.includes('{program}'))
  }, 'the word {file} is missing, or {program} if there is a "compile"')
  return v.pipe(
    v.array(v.pipe(row, v.forward(complete, ['run']))),
    v.checkItems(
      ({ name }, index, rows) =>
        [...runtimes, ...rows].findIndex((row) => row.name === name) === runtimes.length + index,
      'there is a runtime of this name already',
    ),
  )
}

const isWords = (run: Row['run']): run is Words => Array.isArray(run)

const isJavaScriptFile = (path: string) => /\.[cm]?[jt]s$/.test(path)

/** Our runtimes and those of a folder. @throws UsageError with the line if its `ninehole.runtimes.json` is malformed */
export function knownRuntimes(cwd = '') {
  const own = exists(runtimesFile, cwd) ? readJson(runtimesFile, 'a list of runtimes', rowsIn(cwd), cwd) : []
  const known: readonly Row[] = [...runtimes, ...own]
  const names = known.map(({ name }) => name)
  const rowsFor = (path: string) => known.filter(({ extension }) => extension === extname(path))
  return {
    names,

    isProgram: (path: string): boolean => isJavaScriptFile(path) || rowsFor(path).length > 0,

    /** Names the only runtime with a file's extension; for JavaScript that is not `.ts`, which bun shares, node. */
    nameFor(path: string): string | undefined {
      const [row, ...others] = rowsFor(path)
      return others.length > 0 ? undefined : (row?.name ?? (isJavaScriptFile(path) ? 'node' : undefined))
    },

    /** @throws UsageError if there is no such runtime, or it has no command line for the input */
    runtimeFor(name: string, input: Input, path: string): Runtime {
      const row = known.find((row) => row.name === name)
      if (row === undefined) {
        const row = `{ "name": "${name}", "extension": "${extname(path) || `.${name}`}", "run": ["${name}", "{file}"] }`
        throw new UsageError(
          path,
          `no runtime '${name}' (${names.join(', ')}): describe it in ${runtimesFile}, as [${row}]`,
        )
      }
      const run = isWords(row.run) ? row.run : row.run[input]
      if (run === undefined)
        throw new UsageError(path, `the "run" of '${name}' in ${runtimesFile} has no words for ${input}`)
      if (!row.isJavaScript || !/\.m[jt]s$/.test(path)) return { ...row, run }
      // A worker might run an ES module as a script.
      const { worker: _, isCommonJs: __, ...module } = row
      return { ...module, run, extension: '.mjs', isModule: true }
    },
  }
}

/** @throws an error of esbuild if the source is no script, or as `withEsbuild` does */
export async function stripTypes(source: string, options: TransformOptions = {}): Promise<string> {
  const general = { loader: 'ts', tsconfigRaw: '{}', target: 'esnext', logLevel: 'silent' } as const
  return (await withEsbuild('TypeScript', ({ transform }) => transform(source, { ...general, ...options }))).code
}

export const programOf = ({ run, compile }: Runtime): string => (compile ?? run)[0]
