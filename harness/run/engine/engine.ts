import type { Lines } from '../../session/bytes.ts'
import { codeLines } from './front-coding.ts'
import { type Helper, type Loss, openHelper } from './helper.ts'
import { prepare } from './prepare.ts'
import type { EngineProgram, EngineReport, SessionTerms } from './report.ts'
import type { Answer, Chunk, Setup } from './wire.ts'

export type { EngineProgram, EngineReport, SessionTerms } from './report.ts'

/**
 * Holds sessions with a JavaScript entry, thousands a second: in a child process in which the entry is compiled once and
 * run again for each session in a fresh world. A real process takes 60 ms for each.
 *
 * What it reports is what was said, never whether it is right: the entry lives in that child and might tamper with a
 * verdict.
 */
export interface Engine {
  /**
   * Holds sessions in order. Calls may overlap; they are served one after the other.
   * @param sessions the lines of each, without their newlines
   * @returns a report for each session
   * @throws if the engine is closed before all are held
   */
  hold(sessions: readonly Lines[], terms: SessionTerms): Promise<EngineReport[]>
  /** Ends the child. */
  close(): Promise<void>
}

export interface EngineOptions {
  /** How long an entry may take for one session without saying anything new. */
  readonly milliseconds: number
}

interface Job {
  readonly sessions: readonly Lines[]
  readonly terms: SessionTerms
  readonly reports: EngineReport[]
  /** Sessions up to here are held or under way. */
  sent: number
  left: number
  resolve(reports: EngineReport[]): void
  reject(error: Error): void
}

/** Sessions of one job, from one index to another. */
interface Part {
  readonly job: Job
  readonly from: number
  readonly to: number
  readonly eager: boolean
}

/** How many parts are under way at once, so that the child need not wait for us. */
const ahead = 2
const most = 8192
/** How long a part should take, in milliseconds: short beside the time limit, long beside the work around it. */
const aim = 40
/** In a fresh world, on a busy machine, a session may take so long by right. */
const slowest = 5

export function openEngine(program: EngineProgram, { milliseconds }: EngineOptions): Engine {
  const prepared = prepare(program)
  if (!('entry' in prepared)) return without(prepared)
  const setup: Setup = { entry: prepared.entry, input: program.input, milliseconds }

  const jobs: Job[] = []
  /** To be held again, before all else. */
  const again: Part[] = []
  const underWay: Part[] = []
  let helper: Helper | undefined
  let ready = false
  let closed = false
  let size = 1
  let began = 0
  let heard = emptyReport()

  function nextPart(): Part | undefined {
    const part = again.shift()
    if (part !== undefined) return part
    const job = jobs.find(({ sent, sessions }) => sent < sessions.length)
    if (job === undefined) return undefined
    const from = job.sent
    job.sent = Math.min(from + size, job.sessions.length)
    return { job, from, to: job.sent, eager: false }
  }

  function pump() {
    if (closed) return
    while (underWay.length < ahead && !underWay[0]?.eager) {
      if (again[0]?.eager && underWay.length > 0) return
      const part = nextPart()
      if (part === undefined) return
      helper ??= openHelper(setup, { hear, lost, patience })
      helper.send(chunkOf(part))
      if (underWay.push(part) === 1) begin()
    }
  }

  function begin() {
    began = performance.now()
    heard = emptyReport()
  }

  function patience() {
    const [part] = underWay
    if (part === undefined) return undefined
    if (!ready) return Math.max(milliseconds, 5000)
    return part.eager ? milliseconds : milliseconds + slowest * (part.to - part.from)
  }

  function hear(answer: Answer<EngineReport[]>) {
    if ('ready' in answer) {
      ready = true
      began = performance.now()
    } else if ('reports' in answer) finish(answer.reports)
    else if (!underWay[0]?.eager) drop()
    else if ('fixed' in answer) heard = { ...answer.fixed, fixed: true }
    else if ('said' in answer) heard = { ...heard, said: heard.said + answer.said }
    else if ('heardAt' in answer) heard = { ...heard, heardAt: [...heard.heardAt, answer.heardAt] }
    else heard = { ...heard, stderr: true }
  }

  function drop() {
    helper?.end()
    lost('ended', 'sent what nobody asked for')
  }

  function finish(reports: readonly EngineReport[]) {
    const part = underWay.shift()
    if (part === undefined || reports.length !== part.to - part.from) return drop()
    const took = performance.now() - began
    if (!part.eager) size = Math.max(1, Math.min(most, size * 4, Math.ceil((size * aim) / Math.max(took, 1))))
    begin()
    settle(part, reports)
    pump()
  }

  function settle({ job, from }: Part, reports: readonly EngineReport[]) {
    for (const [index, report] of reports.entries()) job.reports[from + index] = report
    job.left -= reports.length
    if (job.left > 0) return
    jobs.splice(jobs.indexOf(job), 1)
    job.resolve(job.reports)
  }

  /** Whatever was under way is held again; the first part session by session, as one of them is to blame. */
  function lost(how: Loss, why: string) {
    helper = undefined
    const wasReady = ready
    ready = false
    if (closed) return
    const [first, ...rest] = underWay.splice(0)
    again.unshift(...rest)
    if (first !== undefined) {
      if (!wasReady) return refuse(why)
      if (first.eager) settle(first, [blame(how, why)])
      else again.unshift(...oneByOne(first))
    }
    begin()
    pump()
  }

  function blame(how: Loss, why: string): EngineReport {
    const { fixed, ...report } = heard
    if (fixed) return report
    return how === 'ended' ? { ...report, end: 'unsupported', why } : { ...report, end: how }
  }

  function refuse(why: string) {
    closed = true
    for (const job of jobs.splice(0)) job.reject(new Error(`the engine cannot be started: ${why}`))
  }

  return {
    hold(sessions, terms) {
      if (closed) return Promise.reject(new Error('the engine is closed'))
      if (sessions.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const reports: EngineReport[] = new Array(sessions.length)
        jobs.push({ sessions, terms, reports, sent: 0, left: sessions.length, resolve, reject })
        pump()
      })
    },
    async close() {
      closed = true
      helper?.end()
      for (const job of jobs.splice(0)) job.reject(new Error('the engine was closed'))
    },
  }
}

const chunkOf = ({ job, from, to, eager }: Part): Chunk => ({
  terms: job.terms,
  sessions: codeLines(job.sessions.slice(from, to)),
  eager,
})

const oneByOne = ({ job, from, to }: Part): Part[] =>
  Array.from({ length: to - from }, (_, i) => ({ job, from: from + i, to: from + i + 1, eager: true }))

const emptyReport = (): EngineReport & { fixed?: true } => ({ said: '', heardAt: [], stderr: false, end: 'looping' })

/** For an entry that is not run at all. */
function without(why: { readonly refused: true } | { readonly unsupported: string }): Engine {
  const report: EngineReport =
    'refused' in why
      ? { said: '', heardAt: [], stderr: true, end: 'ended', status: 1 }
      : { said: '', heardAt: [], stderr: false, end: 'unsupported', why: why.unsupported }
  return {
    hold: async (sessions) => sessions.map(() => report),
    close: async () => {},
  }
}
