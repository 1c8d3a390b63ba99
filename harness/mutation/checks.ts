import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { execa, execaSync } from 'execa'
import { UsageError } from '../base/usage-error.ts'

/** A check of mutants: the path of a test file, or the types. */
type Check = string
const types: Check = 'types'

/** The options of `unshare` with which a command sees no process but its own. */
const alone = ['--user', '--map-current-user', '--pid', '--fork', '--mount-proc', '--kill-child']

/** The time for Vitest to start and to find tests, in milliseconds. */
const patienceAtStart = 120_000

/** Checks a copy of the package in which one file at a time is changed. */
export class Checks {
  readonly #copy: string
  readonly #vitest: KeptVitest
  readonly #most: number
  /** The times of checks that pass without a change, in milliseconds; undefined for those that do not pass. */
  readonly #times = new Map<Check, number | undefined>()

  /**
   * @param most how long a check may take without a change, in milliseconds; those that take longer are left out, but for
   *   the test beside the file, and the types
   * @throws UsageError where there is no namespace of processes
   */
  constructor(copy: string, most: number) {
    if (execaSync('unshare', alone.concat('true'), { reject: false }).failed)
      throw new UsageError('unshare', 'cannot make a namespace of processes, and a mutant may kill all that it sees')
    this.#copy = copy
    this.#most = most
    this.#vitest = new KeptVitest(copy)
  }

  /** @returns the checks of a file, the test beside it first, then those that take longer and longer */
  async of(file: string, among: readonly string[]): Promise<Check[]> {
    const path = join(this.#copy, file)
    const related = (await this.#vitest.ask({ related: path, among }, patienceAtStart)) as string[] | undefined
    const beside = path.replace(/\.ts$/, '.test.ts')
    const checks = [...(related ?? []).filter((test) => !test.includes('.slow.')), types]
    for (const check of checks) {
      const isNearest = check === beside || check === types
      if (this.#times.has(check) && !(isNearest && this.#times.get(check) === undefined)) continue
      this.#times.set(check, await this.#timeOf(check, file, isNearest ? patienceAtStart : this.#most))
    }
    const timeOf = (check: Check) => (check === beside ? 0 : (this.#times.get(check) ?? 0))
    return checks.filter((check) => this.#times.get(check) !== undefined).sort((a, b) => timeOf(a) - timeOf(b))
  }

  /** @returns how long a check takes; undefined if it fails, or takes too long */
  async #timeOf(check: Check, file: string, most: number): Promise<number | undefined> {
    const began = performance.now()
    const failure = await this.#failureOf(check, file, most)
    if (failure === undefined) return performance.now() - began
    console.error(`${check} is left out, as it fails without a change, too: ${failure}`)
    return undefined
  }

  /** Each may take three times as long as without a change, and some seconds. */
  async pass(checks: readonly Check[], file: string): Promise<boolean> {
    for (const check of checks) {
      const patience = 3 * (this.#times.get(check) ?? 0) + 10_000
      if ((await this.#failureOf(check, file, patience)) !== undefined) return false
    }
    return true
  }

  /** @returns why a check fails; undefined if it passes */
  async #failureOf(check: Check, file: string, patience: number): Promise<string | undefined> {
    if (check !== types) {
      const answer = await this.#vitest.ask({ run: check, changed: join(this.#copy, file) }, patience)
      return answer === undefined ? 'it takes too long' : ((answer as string | null) ?? undefined)
    }
    const tsc = ['node_modules/typescript/bin/tsc', '--incremental', '--tsBuildInfoFile', 'types.tsbuildinfo']
    const { failed, stdout } = await execa('node', tsc, { cwd: this.#copy, timeout: patience, reject: false })
    return failed ? stdout : undefined
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
  // The shell, as the first process, buries those whose parents are gone.
  const words = [...alone, 'sh', '-c', 'node "$0"; exit', 'harness/mutation/kept-vitest.mjs']
  // In a process group of its own: a mutant that kills its group would kill us, although it does not see us.
  const child = spawn('unshare', words, { cwd, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
  child.stdin.on('error', () => {})
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}
