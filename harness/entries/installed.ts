import { isAbsolute } from 'node:path'
import { groupsBy } from '../base/collections.ts'
import { findEsbuild } from '../base/esbuild.ts'
import { packageRoot } from '../base/package-root.ts'
import type { Wrap } from '../base/sandbox.ts'
import { runToEnd } from '../base/start.ts'
import type { Entry } from './entry.ts'
import { programOf, type Runtime, runtimes } from './runtimes.ts'

/** For a path or a version, in milliseconds of the clock. */
const runtimePatience = 10_000

/**
 * Finds the program of a runtime, or its compiler, on the PATH or in our node_modules.
 * @returns absolute paths, also of folders that it may need, and the words that run an entry; undefined if not installed
 */
export async function locate(runtime: Runtime, env = process.env) {
  const { where, except, run } = runtime
  const [path = ''] = (await linesOf(['sh', '-c', 'command -v "$0"', programOf(runtime)], env)) ?? []
  if (path === '') return undefined
  const printed = where && (await linesOf([path, ...where], env))
  const [program = path, ...folders] = (printed ?? []).filter(isAbsolute)
  const isException = except !== undefined && (await versionLineOf(runtime))?.startsWith(except.name)
  return { program, folders, run: isException ? except.run : run }
}

/** Says what entries need and this machine does not have: `cc is not installed: 2 entries need it`. */
export async function missingFor(entries: readonly Entry[], env = process.env): Promise<string[]> {
  const lineFor = async ([{ runtime }, ...others]: readonly [Entry, ...Entry[]]) => {
    const needed = `is not installed: ${others.length === 0 ? '1 entry needs' : `${others.length + 1} entries need`} it`
    if ((await locate(runtime, env)) === undefined) return [`${programOf(runtime)} ${needed}`]
    return runtime.isJavaScript && !(await findEsbuild()) ? [`esbuild ${needed} ('npm install -D esbuild')`] : []
  }
  return (await Promise.all(groupsBy(entries, ({ runtime }) => runtime.name).map(lineFor))).flat()
}

/**
 * @param wrap puts the command of a project's own runtime into a sandbox (default: none)
 * @returns such as `5.36.0`; undefined if the runtime is not installed or has no version
 */
export async function versionOf(runtime: Runtime, wrap?: Wrap, env = process.env): Promise<string | undefined> {
  const isOurs = runtimes.some(({ name }) => name === runtime.name)
  const located = isOurs || wrap === undefined ? undefined : await locate(runtime, env)
  // `/entry` is the empty folder that each sandbox has.
  const sandbox = located && wrap?.({ ...located, cwd: '/entry', files: [], env: { PATH: env.PATH } })
  if (wrap && sandbox === undefined && !isOurs) return undefined
  const line = await versionLineOf(runtime, sandbox?.alone)
  return line && (/\d+\.\d[\w.-]*/.exec(line)?.[0] ?? line.slice(0, 40))
}

async function versionLineOf({ version }: Runtime, alone = (words: readonly string[]) => words) {
  const lines = version && (await linesOf(alone(version)))
  // Some awks first complain about -W.
  return lines?.find((line) => /\d/.test(line))
}

/** @returns what a command prints, on standard error if it prints nothing else; undefined if it fails */
async function linesOf(words: readonly string[], env = process.env): Promise<string[] | undefined> {
  const key = JSON.stringify([words, env])
  const known = printed.get(key)
  if (known !== undefined) return known
  const options = { env, preferLocal: true, localDir: packageRoot }
  const { exitCode, stdout, stderr } = await runToEnd(words, runtimePatience, options)
  if (exitCode !== 0) return undefined
  const lines = String(stdout || stderr).split('\n')
  printed.set(key, lines)
  return lines
}

/** Entries of one runtime ask the same, and a version manager takes longer to answer than a program to start. */
const printed = new Map<string, string[]>()
