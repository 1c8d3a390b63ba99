import { isAbsolute } from 'node:path'
import { transform } from 'esbuild'
import { execa } from 'execa'
import { packageRoot } from '../games/package-root.ts'

/** A language implementation that entries are written for. */
export interface Runtime {
  readonly name: string
  /** The program that runs an entry's file, and the words before the file. */
  readonly command: readonly [program: string, ...args: string[]]
  /** The words between the file and the answers, where these could be taken for options. */
  readonly separator?: readonly string[]
  /** The ending of an entry's name, and of the file that is run. */
  readonly extension: string
  readonly runs: string
  /** What is run in place of the source. */
  readonly prepare?: (source: string) => Promise<string>
  /** What makes it tell where it really is: version managers put a slow script in its place. */
  readonly whereabouts?: readonly string[]
  /** The kind of world in which an engine can hold many sessions with an entry in one process. */
  readonly engine?: 'node' | 'bun'
}

/** Every runtime that entries may ask for. A new one is a new row. */
export const runtimes: readonly Runtime[] = [
  // Golfers expect a script, not a module: CommonJS in sloppy mode.
  { name: 'node', command: [process.execPath], extension: '.ts', runs: '.cjs', prepare: stripTypes, engine: 'node' },
  // A package that is missing is not fetched: no verdict hangs on a network.
  { name: 'bun', command: ['bun', '--no-install'], extension: '.ts', runs: '.ts', engine: 'bun' },
  { name: 'perl', command: ['perl'], extension: '.pl', runs: '.pl', whereabouts: ['-e', 'print $^X'] },
  {
    name: 'python',
    command: ['python3', '-I', '-S'],
    extension: '.py',
    runs: '.py',
    whereabouts: ['-c', 'import sys; print(sys.executable)'],
  },
  { name: 'ruby', command: ['ruby'], extension: '.rb', runs: '.rb', whereabouts: ['-e', 'print RbConfig.ruby'] },
  { name: 'bash', command: ['bash'], extension: '.sh', runs: '.sh' },
  { name: 'awk', command: ['awk', '-f'], separator: ['--'], extension: '.awk', runs: '.awk' },
]

/** Takes the types out of a TypeScript script and leaves everything else as it is. */
export async function stripTypes(source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', tsconfigRaw: '{}', target: 'esnext', logLevel: 'silent' })
  return code
}

/**
 * Finds the program of a runtime: on the PATH, or installed beside us.
 * @returns its absolute path, or undefined where the machine has none
 */
export async function locate({ command: [program], whereabouts }: Runtime): Promise<string | undefined> {
  if (program === process.execPath) return program
  const run = execa({ preferLocal: true, localDir: packageRoot, reject: false, stdin: 'ignore' })
  const found = await run('sh', ['-c', 'command -v "$0"', program])
  if (found.failed || found.stdout === '') return undefined
  const told = whereabouts === undefined ? found : await run(found.stdout, whereabouts)
  return !told.failed && isAbsolute(told.stdout) ? told.stdout : found.stdout
}
