import { greatest } from '../../base/groups.ts'
import { MachineTrouble } from '../../base/usage-error.ts'
import { type Bytes, type Lines, toBytes } from '../../session/bytes.ts'
import { type Limits, outputLimit, workerPatience } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { type Input, isInLockStep, outputLimitOf } from '../../session/script.ts'
import { answersOf, type End, type Script, type Session, type Turn } from '../../session/session.ts'
import type { Conversation } from '../conversation.ts'
import type { Starter } from '../programs.ts'
import {
  batchText,
  disagreement,
  endingBy,
  type Message,
  messagesIn,
  setupText,
  sourceText,
  unsupported,
  type WorkerReport,
} from './messages.ts'
import { prepare } from './prepare.ts'

/** What a worker needs to run an entry many times in one process of its own runtime. */
interface WorkerOptions {
  readonly runtime: { readonly isJavaScript?: true; readonly isCommonJs?: true }
  readonly input: Input
  readonly file: string
  /** The words that start the worker, in the runtime and as real processes are started. */
  readonly command: readonly string[]
  /** Set if another session of a call may be reported as the one that ended the process: that saves playing them again. */
  readonly isTrial?: boolean
}

/**
 * Plays sessions with an entry, thousands a second, in one process of its own runtime.
 * @param programs starts programs where the entry's real processes run
 */
export function workerProgram(programs: Starter, { source, ...file }: WorkerOptions & { source: string }): Program {
  const worker = new WorkerProcess(programs, file)
  return { ...worker.programOf(source), close: () => worker.close() }
}

/** The process that plays sessions of an entry. It is started on demand, and again after a session that ended it. */
export class WorkerProcess {
  readonly #programs: Starter
  readonly #file: WorkerOptions
  #source = ''
  #process: Conversation | undefined
  #loaded: string | undefined
  #received = ''
  #waitsForEventLoop = false
  #isClosed = false

  constructor(programs: Starter, file: WorkerOptions) {
    this.#programs = programs
    this.#file = file
  }

  /** The program of a source: only the last one can be played. All are played in one process, unless a source ends it. */
  programOf(source: string): Program {
    this.#source = source
    const playAll = async (scripts: readonly Script[], limits: Limits): Promise<Session[]> => {
      const sessions = scripts.map((script) => {
        const answers = answersOf(script)
        const lines = [...answers.filter((line) => line !== null), ...(script.leftover ?? [])]
        return { answers, lines, most: outputLimitOf(script, limits) }
      })
      const bytes = greatest(sessions.map(({ most }) => most))
      const lists = sessions.map(({ lines }) => lines)
      const reports = await this.run(lists, { ...limits, bytes })
      return reports.map((report, index) => {
        const { answers = [], most = bytes } = sessions[index] ?? {}
        return sessionOf(cutAt(most, report), answers, this.#file.input, most)
      })
    }
    const play = async (script: Script, limits: Limits) => {
      const [session] = await playAll([script], limits)
      if (session === undefined) throw new Error('a worker reports each session')
      return session
    }
    return { play, playAll, close() {} }
  }

  /**
   * Plays sessions in order; calls must not overlap.
   * @param sessions the lines of each session, without their newlines
   * @param limits the longest time without progress, and the most that a session may write
   * @returns the reports of the sessions, in order, up to one that hangs or crashes; or a single report `unsupported` if the
   *   entry cannot be run in one process
   * @throws MachineTrouble if the process cannot be started
   */
  async run(sessions: readonly Lines[], limits: Limits): Promise<readonly WorkerReport[]> {
    const reports: WorkerReport[] = []
    let most = sessions.length
    while (reports.length < sessions.length && !this.#isClosed) {
      const why = this.#loaded === this.#source ? undefined : await this.#load()
      if (why !== undefined) return [unsupported(why)]
      const list = sessions.slice(reports.length, reports.length + most)
      const found = await this.#play(list, limits)
      const last = found.at(-1)?.end
      const isEnded = endings.includes(last)
      if (isEnded) this.#end()
      // Only real processes can play this entry: all other reports are void.
      if (last === 'unsupported') return found.slice(-1)
      // A session was not over when the entry's function returned: from now on, each has the event loop to itself.
      const needsEventLoop = last === 'late' && !this.#waitsForEventLoop
      // It is known which session ended the process, or it need not be.
      const isAlone = (list.length === 1 || this.#file.isTrial) && !needsEventLoop
      if (isEnded && (isAlone || this.#isClosed)) return [...reports, ...found]
      reports.push(...(isEnded ? found.slice(0, -1) : found))
      if (needsEventLoop) this.#waitsForEventLoop = true
      // One of the unreported sessions has ended the process: run them one by one to find it.
      else most = 1
    }
    return reports
  }

  close() {
    this.#isClosed = true
    this.#end()
  }

  async #play(sessions: readonly Lines[], { milliseconds, bytes = outputLimit }: Limits) {
    this.#process?.child.stdin.write(batchText({ sessions, limit: bytes }), 'latin1')
    const reports: WorkerReport[] = []
    while (this.#process && reports.length < sessions.length && !endings.includes(reports.at(-1)?.end)) {
      const found = await this.#nextMessages(this.#process, milliseconds)
      for (const message of found) reports.push(message === 'ready' ? disagreement : message)
      if (reports.length > sessions.length) return [disagreement]
    }
    return reports
  }

  /**
   * Gives the source to the process, after starting it if necessary.
   * @returns why the source cannot be run in one process; undefined if it can
   */
  async #load(): Promise<string | undefined> {
    const { runtime, input, file } = this.#file
    const source = this.#source
    const prepared = runtime.isJavaScript ? await prepare(source, runtime) : { body: source }
    if ('unsupported' in prepared) return prepared.unsupported
    const body = toBytes(prepared.body)
    const isNew = this.#process === undefined
    this.#process ??= await this.#start()
    const setup = { body, input, file: toBytes(file), waitsForEventLoop: this.#waitsForEventLoop }
    this.#process.child.stdin.write(isNew ? setupText(setup) : sourceText(body), 'latin1')
    const [answer] = await this.#nextMessages(this.#process, workerPatience)
    if (answer === 'ready') {
      this.#loaded = source
      return undefined
    }
    if (answer?.why !== undefined) return answer.why
    const lastMessage = this.#process?.stderr.trimEnd().split('\n').at(-1)
    this.#end()
    // Another source may have ended the process.
    if (!isNew) return this.#load()
    throw new MachineTrouble(file, `the worker cannot be started (${answer?.end}: ${lastMessage})`)
  }

  #start(): Promise<Conversation> {
    this.#received = ''
    return this.#programs.start(this.#file.command)
  }

  /** Waits for messages. Makes the report of a session that ended the process, or was silent. */
  async #nextMessages(talk: Conversation, milliseconds: number): Promise<readonly Message[]> {
    for (;;) {
      const event = await talk.next(milliseconds)
      if (typeof event === 'string') return [endingBy(event === 'silent' ? 'looping' : 'crashed')]
      const { messages, rest } = messagesIn(this.#received + event.output)
      this.#received = rest
      if (messages.length > 0) return messages
    }
  }

  #end() {
    this.#process?.close()
    this.#process = undefined
    this.#loaded = undefined
  }
}

const endings: readonly unknown[] = ['looping', 'crashed', 'late', 'unsupported']

/**
 * Cuts a report to the bytes that its session may write: other sessions of the batch may write more, and a worker need not
 * stop at once.
 */
function cutAt(most: number, report: WorkerReport): WorkerReport {
  const { output, readAt } = report
  if (output.length <= most) return report
  return { ...report, output: output.slice(0, most), readAt: readAt.filter((at) => at <= most), end: 'flooding' }
}

function sessionOf(report: WorkerReport, answers: readonly (Bytes | null)[], input: Input, most: number): Session {
  const { output, readAt, end, status = 0, stderr, why = '' } = report
  const ends: Record<WorkerReport['end'], End> = {
    ended: { how: 'exit', status },
    waiting: { how: 'cut' },
    flooding: { how: 'flood', bytes: most },
    looping: { how: 'silent', milliseconds: 0 },
    crashed: { how: 'lost' },
    late: { how: 'lost' },
    unsupported: { how: 'unknown', why },
  }
  const turns: Turn[] = isInLockStep(input)
    ? readAt.map((at, index) => ({ output: output.slice(readAt[index - 1], at), answer: answers[index] ?? null }))
    : answers.map((answer) => ({ output: '', answer }))
  // If the program asked for no line, this is all its output.
  turns.push({ output: output.slice(readAt.at(-1)) })
  return { turns, end: ends[end], ...(stderr && { stderr: '(not kept)' }) }
}
