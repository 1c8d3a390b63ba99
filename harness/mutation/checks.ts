import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { execa } from 'execa'
import { UsageError } from '../base/usage-error.ts'

/** What a mutant must pass: the path of a test file, or the types. */
type Check = string
const types: Check = 'types'

/** The time for what is done once, in milliseconds. */
const mostPatience = 600_000

/** Checks a copy of the package in which one file at a time is changed. */
export class Checks {
  readonly #copy: string
  readonly #vitest: KeptVitest
  /** How long checks take that pass without a change, in milliseconds. */
  readonly #times = new Map<Check, number>()

  constructor(copy: string) {
    this.#copy = copy
    this.#vitest = new KeptVitest(copy)
  }

  /** @returns the checks of a file, the test beside it first, then those that take longer and longer */
  async of(file: string, among: readonly string[]): Promise<Check[]> {
    const path = join(this.#copy, file)
    const related = (await this.#vitest.ask({ related: path, among }, mostPatience)) as string[] | undefined
    const checks = [...(related ?? []).filter((test) => !test.includes('.slow.')), types]
    for (const check of checks) if (!this.#times.has(check)) this.#times.set(check, await this.#timeOf(check, file))
    const beside = path.replace(/\.ts$/, '.test.ts')
    const timeOf = (check: Check) => (check === beside ? 0 : (this.#times.get(check) ?? 0))
    return checks.sort((a, b) => timeOf(a) - timeOf(b))
  }

  async #timeOf(check: Check, file: string): Promise<number> {
    const began = performance.now()
    if (!(await this.#passes(check, file, mostPatience))) throw new UsageError(check, 'fails without a change, too')
    return performance.now() - began
  }

  /** Each may take three times as long as without a change, and some seconds. */
  async pass(checks: readonly Check[], file: string): Promise<boolean> {
    for (const check of checks)
      if (!(await this.#passes(check, file, 3 * (this.#times.get(check) ?? 0) + 10_000))) return false
    return true
  }

  async #passes(check: Check, file: string, patience: number): Promise<boolean> {
    if (check !== types)
      return (await this.#vitest.ask({ run: check, changed: join(this.#copy, file) }, patience)) === true
    const tsc = ['node_modules/typescript/bin/tsc', '--incremental', '--tsBuildInfoFile', 'types.tsbuildinfo']
    const { exitCode } = await execa('node', tsc, {
      cwd: this.#copy,
      stdio: 'ignore',
      timeout: patience,
      reject: false,
    })
    return exitCode === 0
  }

  end() {
    this.#vitest.end()
  }
}

/**
 * A Vitest that is started once, and again when a mutant has stopped it. A mutant may kill any process that it sees: it sees
 * none but its own, and all of them end with the first.
 */
class KeptVitest {
  readonly #cwd: string
  #process: ReturnType<typeof startVitest> | undefined

  constructor(cwd: string) {
    this.#cwd = cwd
  }

  /** @returns undefined if there is no answer in so many milliseconds */
  async ask(question: object, patience: number): Promise<unknown> {
    this.#process ??= startVitest(this.#cwd)
    const { child, lines } = this.#process
    child.stdin.write(`${JSON.stringify(question)}\n`)
    const timer = setTimeout(() => this.end(), patience)
    const { value } = await lines.next()
    clearTimeout(timer)
    if (value !== undefined) return JSON.parse(value)
    this.end()
    return undefined
  }

  end() {
    this.#process?.child.kill('SIGKILL')
    this.#process = undefined
  }
}

function startVitest(cwd: string) {
  const alone = ['--user', '--map-current-user', '--pid', '--fork', '--mount-proc', '--kill-child']
  // The shell, as the first process, buries those whose parents are gone.
  const words = [...alone, 'sh', '-c', 'node "$0"; exit', 'harness/mutation/kept-vitest.mjs']
  const child = spawn('unshare', words, { cwd, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => {})
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}
