import { MachineTrouble } from '../../base/usage-error.ts'
import type { Runtime } from '../../entries/runtimes.ts'
import { type Bytes, type Lines, toBytes } from '../../session/bytes.ts'
import { type Limits, outputLimit, workerPatience } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { type Input, isInLockStep, outputLimitOf } from '../../session/script.ts'
import { answersOf, type End, type Script, type Session, type Turn } from '../../session/session.ts'
import type { Conversation } from '../conversation.ts'
import type { Starter } from '../programs.ts'
import { batchText, disagreement, endingBy, messagesIn, setupText, unsupported, type WorkerReport } from './messages.ts'
import { prepare } from './prepare.ts'

/** An entry that is run many times in one process of its own runtime. */
export interface WorkerEntry {
  readonly source: string
  readonly runtime: Pick<Runtime, 'isJavaScript' | 'isCommonJs'>
  readonly input: Input
  /** Absolute path of the entry's file. */
  readonly file: string
  /** Starts the worker in the runtime, as a real process is started. */
  readonly command: readonly string[]
}

/**
 * Plays sessions with an entry, thousands a second, in one process of its own runtime.
 * @param programs starts programs where the entry's real processes run
 */
export function workerProgram(programs: Starter, entry: WorkerEntry): Program {
  const worker = new WorkerProcess(programs, entry)
  async function playAll(scripts: readonly Script[], limits: Limits): Promise<Session[]> {
    const sessions = scripts.map((script) => {
      const answers = answersOf(script)
      const lines = [...answers.filter((line) => line !== null), ...(script.leftover ?? [])]
      return { answers, lines, most: outputLimitOf(script, limits) }
    })
    const bytes = Math.max(...sessions.map(({ most }) => most))
    const lists = sessions.map(({ lines }) => lines)
    const reports = await worker.run(lists, { ...limits, bytes })
    return reports.map((report, index) => {
      const { answers = [], most = bytes } = sessions[index] ?? {}
      return sessionOf(cutAt(most, report), answers, entry.input, most)
    })
  }
  return {
    async play(script, limits) {
      const [session] = await playAll([script], limits)
      if (session === undefined) throw new Error('a worker reports each session')
      return session
    },
    playAll,
    close: () => worker.close(),
  }
}

/** A report of a session that may write so many bytes; another session of the batch may write more. */
function cutAt(most: number, report: WorkerReport): WorkerReport {
  const { output, readAt } = report
  if (output.length <= most) return report
  return { ...report, output: output.slice(0, most), readAt: readAt.filter((at) => at <= most), end: 'flooding' }
}

/** A report as a session. */
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
  // All of it where no line was asked for.
  turns.push({ output: output.slice(readAt.at(-1)) })
  return { turns, end: ends[end], ...(stderr && { stderr: '(not kept)' }) }
}

/** The process that plays sessions of an entry. It is started when it is needed, and anew after one that ended it. */
export class WorkerProcess {
  readonly #programs: Starter
  readonly #entry: WorkerEntry
  #process: Conversation | undefined
  #received = ''
  #isPatient = false
  #isClosed = false

  /** @param programs starts programs where the entry's real processes run */
  constructor(programs: Starter, entry: WorkerEntry) {
    this.#programs = programs
    this.#entry = entry
  }

  /**
   * Plays sessions in order; calls must not overlap.
   * @param sessions the lines of each, without their newlines
   * @param limits the longest time without progress, and the most that each may write
   * @returns a report of each, in order. A session that hangs or crashes is the last one; if the entry cannot be run in one
   *   process, there is one report, `unsupported`
   * @throws MachineTrouble if the process cannot be started
   */
  async run(sessions: readonly Lines[], limits: Limits): Promise<readonly WorkerReport[]> {
    const reports: WorkerReport[] = []
    let most = sessions.length
    while (reports.length < sessions.length && !this.#isClosed) {
      const list = sessions.slice(reports.length, reports.length + most)
      const found = await this.#play(list, limits)
      const last = found.at(-1)?.end
      const isEnded = endings.includes(last)
      if (isEnded) this.#end()
      if (last === 'unsupported') return found.slice(-1)
      const needsPatience = last === 'late' && !this.#isPatient
      const isAlone = list.length === 1 && !needsPatience
      if (isEnded && (isAlone || this.#isClosed)) return [...reports, ...found]
      reports.push(...(isEnded ? found.slice(0, -1) : found))
      if (needsPatience) this.#isPatient = true
      // Of many sessions without a report, one has ended the process: it is found when each is run alone.
      else most = 1
    }
    return reports
  }

  close() {
    this.#isClosed = true
    this.#end()
  }

  /** Plays sessions up to one that ends the process. */
  async #play(sessions: readonly Lines[], { milliseconds, bytes = outputLimit }: Limits) {
    if (this.#process === undefined) {
      const { source, runtime } = this.#entry
      const prepared = runtime.isJavaScript ? await prepare(source, runtime) : { body: source }
      const why = 'unsupported' in prepared ? prepared.unsupported : await this.#start(prepared.body)
      if (why !== undefined) return [unsupported(why)]
    }
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
   * @param body the entry, as the worker runs it: JavaScript as `prepare` returns it, or else its source
   * @returns the reason why it cannot be run in one process, if it cannot
   */
  async #start(body: string): Promise<string | undefined> {
    const { command, input, file } = this.#entry
    const started = await this.#programs.start(command)
    this.#received = ''
    const setup = { body: toBytes(body), input, file: toBytes(file), isPatient: this.#isPatient }
    started.child.stdin.write(setupText(setup), 'latin1')
    const [answer] = await this.#nextMessages(started, workerPatience)
    if (answer === 'ready') {
      this.#process = started
      return undefined
    }
    started.close()
    if (answer?.why !== undefined) return answer.why
    const said = started.stderr.trimEnd().split('\n').at(-1)
    throw new MachineTrouble(file, `the worker cannot be started (${answer?.end}: ${said})`)
  }

  /** The next messages; or the report of a session that has ended the process, or been silent, before there was one. */
  async #nextMessages(talk: Conversation, milliseconds: number): Promise<ReturnType<typeof messagesIn>['messages']> {
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
  }
}

/** The ends of a session that end the process. */
const endings: readonly unknown[] = ['looping', 'crashed', 'late', 'unsupported']
