import { randomBytes } from 'node:crypto'
import { max } from '../../base/collections.ts'
import { EnvironmentError } from '../../base/usage-error.ts'
import { type Answers, type Bytes, toBytes } from '../../session/bytes.ts'
import type { Limits } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { type Input, isInLockStep, outputLimitOf } from '../../session/script.ts'
import { answersOf, type End, inputOf, type Script, type Session } from '../../session/session.ts'
import type { Conversation } from '../conversation.ts'
import type { ProgramLauncher } from '../launcher.ts'
import { type Batch, bareReport, messagesIn, mismatch, unsupported, type WorkerReport } from './messages.ts'
import { prepare } from './prepare.ts'

/** How long a worker may take to start, in milliseconds of listening. */
const workerPatience = 10_000

interface WorkerOptions {
  readonly runtime: { readonly isCommonJs?: true }
  readonly input: Input
  readonly file: string
  /** The words that start the worker, in the runtime and as real processes are started. */
  readonly command: readonly string[]
  /** Set if another session may be reported as the one that ended the process: that saves playing them again. */
  readonly isTrial?: boolean
}

/**
 * Plays sessions of an entry in JavaScript, thousands a second, in one process of its own runtime, which is started on demand,
 * and again after a session that ended it.
 */
export class WorkerProcess {
  readonly #programs: ProgramLauncher
  readonly #options: WorkerOptions
  #process: Conversation | undefined
  #loaded: Bytes | undefined
  #seal = ''
  #received = ''

  constructor(programs: ProgramLauncher, options: WorkerOptions) {
    this.#programs = programs
    this.#options = options
  }

  /** The program of a source of the entry. Only one call of all these programs may run at a time. */
  programOf(source: string): Program {
    let preparing: ReturnType<typeof prepare> | undefined
    const playMany = async (scripts: readonly Script[], limits: Limits): Promise<Session[]> => {
      preparing ??= prepare(source, this.#options.runtime)
      const prepared = await preparing
      const allowed = scripts.map((script) => outputLimitOf(script, limits))
      const batch = { inputs: scripts.map(inputOf), limit: max(allowed) }
      const reports =
        prepared.body === undefined
          ? [unsupported(prepared.unsupported)]
          : await this.#play(toBytes(prepared.body), batch, limits.milliseconds)
      return reports.map((report, index) =>
        sessionOf(report, answersOf(scripts[index] as Script), this.#options.input, allowed[index] as number),
      )
    }
    const play = async (script: Script, limits: Limits) => (await playMany([script], limits))[0] as Session
    return { play, playMany }
  }

  close() {
    this.#process?.close()
    this.#process = undefined
    this.#loaded = undefined
  }

  /**
   * @returns the reports of the sessions, in order, up to one that hangs or crashes; or one that is `unsupported`
   * @throws EnvironmentError if the process cannot be started
   */
  async #play(source: Bytes, { inputs, limit }: Batch, milliseconds: number): Promise<readonly WorkerReport[]> {
    const reports: WorkerReport[] = []
    let size = inputs.length
    while (reports.length < inputs.length) {
      const batch = { inputs: inputs.slice(reports.length, reports.length + size), limit }
      const found = (await this.#load(source)) ?? (await this.#playBatch(batch, milliseconds))
      const last = found.at(-1)
      if (!endsProcess(last)) {
        reports.push(...found)
        continue
      }
      this.close()
      // Only real processes can play this entry: all other reports are void.
      if (last.end === 'unsupported') return [last]
      if (batch.inputs.length === 1 || this.#options.isTrial) return [...reports, ...found]
      // Any of the sessions without a report may have ended the process: play them one by one.
      size = 1
      reports.push(...found.slice(0, -1))
    }
    return reports
  }

  async #playBatch(batch: Batch, milliseconds: number): Promise<readonly WorkerReport[]> {
    this.#send(batch)
    const reports: WorkerReport[] = []
    while (reports.length < batch.inputs.length && !endsProcess(reports.at(-1))) {
      const messages = await this.#nextMessages(milliseconds)
      for (const message of messages) reports.push(message === 'ready' ? mismatch : message)
      if (reports.length > batch.inputs.length) return [mismatch]
    }
    return reports
  }

  /** Gives a source to the process. @returns a report that the source cannot be run in one process; undefined if it can */
  async #load(source: Bytes): Promise<readonly WorkerReport[] | undefined> {
    if (this.#loaded === source) return undefined
    const { input, file, command } = this.#options
    const isNew = this.#process === undefined
    if (isNew) {
      this.#process = await this.#programs.start(command, { isInFreshShell: true })
      this.#received = ''
      this.#seal = `${randomBytes(8).toString('hex')} `
      this.#send({ seal: this.#seal, source, input, file: toBytes(file) })
    } else this.#send({ source })
    const [answer, ...more] = await this.#nextMessages(workerPatience)
    if (more.length > 0) return [mismatch]
    if (answer === 'ready') {
      this.#loaded = source
      return undefined
    }
    if (answer?.why !== undefined) return [answer]
    const lastMessage = this.#process?.stderr.trimEnd().split('\n').at(-1)
    this.close()
    // Another source may have ended the process.
    if (!isNew) return this.#load(source)
    throw new EnvironmentError(file, `the worker cannot be started (${answer?.end}: ${lastMessage})`)
  }

  #send(request: object) {
    this.#process?.child.write(`${JSON.stringify(request)}\n`)
  }

  /** Makes the report of a session that ended the process, or was silent. */
  async #nextMessages(milliseconds: number): Promise<ReturnType<typeof messagesIn>['messages']> {
    for (;;) {
      const event = (await this.#process?.next(milliseconds)) ?? 'ended'
      if (typeof event === 'string') return [bareReport(event === 'silent' ? 'looping' : 'crashed')]
      const { messages, rest } = messagesIn(this.#received + event.output, this.#seal)
      this.#received = rest
      if (messages.length > 0) return messages
    }
  }
}

const endsProcess = (report: WorkerReport | undefined): report is WorkerReport =>
  report !== undefined && ['looping', 'crashed', 'unsupported'].includes(report.end)

/** @param limit the most bytes that the session may write: others of its batch may write more */
function sessionOf(report: WorkerReport, answers: Answers, input: Input, limit: number): Session {
  const { status = 0, stderr, why = '' } = report
  const output = report.output.slice(0, limit)
  const readAt = report.readAt.filter((at) => at <= limit)
  const ends: Record<WorkerReport['end'], End> = {
    ended: { how: 'exit', status },
    waiting: { how: 'cut' },
    flooding: { how: 'flood', bytes: limit },
    looping: { how: 'silent', milliseconds: 0 },
    crashed: { how: 'lost' },
    unsupported: { how: 'unknown', why },
  }
  const asked = isInLockStep(input)
    ? readAt.map((at, index) => ({ output: output.slice(readAt[index - 1], at), answer: answers[index] ?? null }))
    : answers.map((answer) => ({ output: '', answer }))
  // If the program asked for no line, this is all its output.
  const turns = [...asked, { output: output.slice(readAt.at(-1)) }]
  const end = report.output.length > limit ? ends.flooding : ends[report.end]
  return { turns, end, ...(stderr && { stderr: '(not kept)' }) }
}
