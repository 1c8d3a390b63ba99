import { isAbsolute } from 'node:path'
import { transform } from 'esbuild'
import { execa } from 'execa'
import { packageRoot } from '../games/package-root.ts'

/** A language implementation that entries are written for. */
export interface Runtime {
  readonly name: string
  /** The program that runs an entry's file, and the arguments before the file. */
  readonly command: readonly [program: string, ...args: string[]]
  /** The arguments between the file and the answers, if the answers could be mistaken for options. */
  readonly separator?: readonly string[]
  /** The extension of an entry. */
  readonly extension: string
  /** The extension of the file that is run. */
  readonly runs: string
  /** Compiles the source. */
  readonly prepare?: (source: string) => Promise<string>
  /** Arguments that make it print its own path: version managers install a script in its place. */
  readonly printPath?: readonly string[]
  /** Set if many sessions can be run in one process of the runtime. */
  readonly engine?: 'node' | 'bun'
}

/** All runtimes that entries may use. A new one is a new row. */
export const runtimes: readonly Runtime[] = [
  // Golfers expect a script, not a module: CommonJS in sloppy mode.
  { name: 'node', command: [process.execPath], extension: '.ts', runs: '.cjs', prepare: stripTypes, engine: 'node' },
  // Missing packages are not installed: no verdict may depend on a network.
  { name: 'bun', command: ['bun', '--no-install'], extension: '.ts', runs: '.ts', engine: 'bun' },
  { name: 'perl', command: ['perl'], extension: '.pl', runs: '.pl', printPath: ['-e', 'print $^X'] },
  {
    name: 'python',
    command: ['python3', '-I', '-S', '-W', 'ignore'],
    extension: '.py',
    runs: '.py',
    printPath: ['-c', 'import sys; print(sys.executable)'],
  },
  { name: 'ruby', command: ['ruby'], extension: '.rb', runs: '.rb', printPath: ['-e', 'print RbConfig.ruby'] },
  { name: 'bash', command: ['bash'], extension: '.sh', runs: '.sh' },
  { name: 'awk', command: ['awk', '-f'], separator: ['--'], extension: '.awk', runs: '.awk' },
]

/** Removes the types from a TypeScript script and leaves everything else as it is. */
export async function stripTypes(source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', tsconfigRaw: '{}', target: 'esnext', logLevel: 'silent' })
  return code
}

/**
 * Finds the program of a runtime on the PATH or in our node_modules.
 * @returns its absolute path, or undefined if it is not installed
 */
export async function locate({ command: [program], printPath }: Runtime): Promise<string | undefined> {
  if (program === process.execPath) return program
  const run = execa({ preferLocal: true, localDir: packageRoot, reject: false, stdin: 'ignore' })
  const found = await run('sh', ['-c', 'command -v "$0"', program])
  if (found.failed || found.stdout === '') return undefined
  const printed = printPath === undefined ? found : await run(found.stdout, printPath)
  return !printed.failed && isAbsolute(printed.stdout) ? printed.stdout : found.stdout
}
