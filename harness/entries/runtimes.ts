import { isAbsolute } from 'node:path'
import { transform } from 'esbuild'
import { execa } from 'execa'
import { packageRoot } from '../games/package-root.ts'

/** A command line. `{file}` stands for the entry's file, `{program}` for what `compile` makes of it. */
export type Words = readonly [string, ...string[]]

/** A language implementation that entries are written for. */
export interface Runtime {
  readonly name: string
  /** The extension of an entry. */
  readonly extension: string
  /** Runs an entry; the answers follow, where they are given as arguments. */
  readonly run: Words
  /** Compiles an entry, where that is needed. */
  readonly compile?: Words
  /** Prints its version. */
  readonly version?: Words
  /** The folders that it needs beside those of the system: absolute paths. */
  readonly folders?: readonly string[]
  // What follows, only our own rows have.
  /** Removes the types of the source. */
  readonly prepare?: (source: string) => Promise<string>
  /** The extension of the file that is run, where it is not that of an entry. */
  readonly runs?: string
  /**
   * Prints the path of the program and those of folders that it needs, a line each: version managers install a script in
   * the program's place.
   */
  readonly where?: readonly string[]
  /** Set if many sessions can be run in one process of the runtime, which is a single file. */
  readonly engine?: 'node' | 'bun'
}

/** All runtimes that entries may use. A new one is a new row, here or in a project's `ninehole.runtimes.json`. */
export const runtimes: readonly Runtime[] = [
  {
    name: 'node',
    extension: '.ts',
    run: [process.execPath, '{file}'],
    version: [process.execPath, '--version'],
    // Golfers expect a script, not a module: CommonJS in sloppy mode.
    prepare: stripTypes,
    runs: '.cjs',
    engine: 'node',
  },
  {
    name: 'bun',
    extension: '.ts',
    // Missing packages are not installed: no verdict may depend on a network.
    run: ['bun', '--no-install', '{file}'],
    version: ['bun', '--version'],
    engine: 'bun',
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
    // Loading the package manager takes three times as long as all the rest of a start.
    run: ['ruby', '--disable=gems', '{file}'],
    version: ['ruby', '--version'],
    where: ['-e', 'puts RbConfig.ruby, RbConfig::CONFIG["prefix"]'],
  },
  // Without -n it would read the machine's php.ini.
  { name: 'php', extension: '.php', run: ['php', '-n', '{file}', '--'], version: ['php', '--version'] },
  { name: 'lua', extension: '.lua', run: ['lua', '{file}'], version: ['lua', '-v'] },
  { name: 'bash', extension: '.sh', run: ['bash', '{file}'], version: ['bash', '--version'] },
  { name: 'awk', extension: '.awk', run: ['awk', '-f', '{file}', '--'], version: ['awk', '-W', 'version'] },
  {
    name: 'c',
    extension: '.c',
    // What golfers leave out, compilers warn of.
    compile: ['cc', '-w', '-O1', '-o', '{program}', '{file}'],
    run: ['{program}'],
    version: ['cc', '--version'],
  },
]

/** Removes the types from a TypeScript script and leaves everything else as it is. */
export async function stripTypes(source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', tsconfigRaw: '{}', target: 'esnext', logLevel: 'silent' })
  return code
}

/** The command that must be installed for a runtime: its program, or its compiler. */
export const programOf = ({ run, compile }: Runtime): string => (compile ?? run)[0]

/** Where a runtime is on this machine. */
export interface Located {
  /** The absolute path of its program, or of its compiler. */
  readonly program: string
  /** Folders that it may also need: absolute paths. Missing ones are left out. */
  readonly folders: readonly string[]
}

/**
 * Finds the program of a runtime on the PATH or in our node_modules.
 * @returns undefined if it is not installed
 */
export async function locate(runtime: Runtime): Promise<Located | undefined> {
  const { where, folders = [] } = runtime
  const name = programOf(runtime)
  if (name === process.execPath) return { program: name, folders }
  const found = await run('sh', ['-c', 'command -v "$0"', name])
  if (found.failed || found.stdout === '') return undefined
  const printed = where === undefined ? undefined : await run(found.stdout, where)
  const [program = '', ...more] = printed?.failed === false ? printed.stdout.split('\n').filter(isAbsolute) : []
  return { program: program || found.stdout, folders: [...folders, ...more] }
}

/** @returns the version of a runtime as it prints it: `5.36.0`; undefined if it is not installed or does not tell */
export async function versionOf({ version }: Runtime): Promise<string | undefined> {
  if (version === undefined) return undefined
  const [name, ...args] = version
  const { failed, stdout, stderr } = await run(name, args)
  if (failed) return undefined
  const line = (stdout || stderr).split('\n')[0] ?? ''
  return /\d+\.\d[\w.-]*/.exec(line)?.[0] ?? line.slice(0, 40)
}

const run = execa({ preferLocal: true, localDir: packageRoot, reject: false, stdin: 'ignore', timeout: 10_000 })
