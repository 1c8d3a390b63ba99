import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { execa } from 'execa'
import { packageRoot } from '../../games/package-root.ts'
import type { Lines } from '../../session/bytes.ts'
import { activityOf, memoryOf } from '../proc.ts'
import { prepare } from './prepare.ts'
import type { InProcessProgram, InProcessReport, SessionTerms } from './report.ts'
import { type Answer, readAnswer, type Setup, writeLine } from './wire.ts'

/** Runs sessions with a JavaScript entry, thousands a second, in one process of its own runtime. */
export interface Worker {
  /**
   * Runs sessions in order. Calls may overlap; they are served one after the other.
   * @param sessions the lines of each, without their newlines
   * @returns a report for each session; none for those that were not run because one before them made no progress
   * @throws if the worker is closed before all are run
   */
  run(sessions: readonly Lines[], terms: SessionTerms): Promise<(InProcessReport | undefined)[]>
  /** Ends the process. */
  close(): Promise<void>
}

export interface WorkerLimits {
  /** How long an entry may take for one session without any new output, in milliseconds. */
  readonly milliseconds: number
}

interface Job {
  readonly sessions: readonly Lines[]
  readonly terms: SessionTerms
  readonly reports: (InProcessReport | undefined)[]
  /** Sessions up to here are run or being run. */
  sent: number
  left: number
  resolve(reports: (InProcessReport | undefined)[]): void
  reject(error: Error): void
}

/** Sessions of one job, from one index to another. */
interface Part {
  readonly job: Job
  readonly from: number
  readonly to: number
  readonly eager: boolean
}

/** The runner's script, beside package.json. */
const script = join(packageRoot, 'dist', 'runner.js')
const mostSessions = 8192
/** How long a part should take, in milliseconds: short beside the time limit, long beside the work around it. */
const aim = 100
/** On a busy machine, a session may take so long by right, in milliseconds. */
const slowest = 5
/** In bytes. */
const memoryLimit = 768 * 1024 * 1024
/** How often memory and time are looked at, in milliseconds. */
const tick = 100
/** A process to which the machine gives no time has so many times the limit. */
const busy = 10

export function openWorker(program: InProcessProgram, { milliseconds }: WorkerLimits): Worker {
  const entry = prepare(program)
  if (!('body' in entry)) return withoutProcess(entry)
  const { runtime, input, file } = program
  const setup: Setup = { entry, runtime, input, file }

  const jobs: Job[] = []
  /** To be run again, before all else. */
  const again: Part[] = []
  let part: Part | undefined
  let child: ReturnType<typeof startChild> | undefined
  let ready = false
  let closed = false
  let size = 1
  let began = 0
  let partial = emptyReport()

  function nextPart(): Part | undefined {
    const first = again.shift()
    if (first !== undefined) return first
    const job = jobs.find(({ sent, sessions }) => sent < sessions.length)
    if (job === undefined) return undefined
    const from = job.sent
    job.sent = Math.min(from + size, job.sessions.length)
    return { job, from, to: job.sent, eager: false }
  }

  function pump() {
    if (closed || part !== undefined) return
    part = nextPart()
    if (part === undefined) return
    child ??= startChild(program, setup, { receive, lost, allowed })
    partial = emptyReport()
    began = performance.now()
    const { job, from, to, eager } = part
    child.send({ terms: job.terms, sessions: job.sessions.slice(from, to), eager })
  }

  /** How long the process may take for what it does now, in milliseconds; undefined if it does nothing. */
  function allowed(): number | undefined {
    if (part === undefined) return undefined
    if (!ready) return Math.max(milliseconds, 5000)
    return part.eager ? milliseconds : milliseconds + slowest * (part.to - part.from)
  }

  function receive(answer: Answer) {
    if ('ready' in answer) {
      ready = true
      began = performance.now()
    } else if ('reports' in answer) finish(answer.reports, answer.last === true)
    else if (!part?.eager) drop('sent what nobody asked for')
    else if ('fixed' in answer) partial = { ...answer.fixed, fixed: true }
    else if ('output' in answer) partial = { ...partial, output: partial.output + answer.output }
    else if ('readAt' in answer) partial = { ...partial, readAt: [...partial.readAt, answer.readAt] }
    else partial = { ...partial, stderr: true }
  }

  function drop(why: string) {
    child?.end()
    lost('unsupported', why)
  }

  function finish(reports: readonly InProcessReport[], last: boolean) {
    const done = part
    const count = done === undefined ? 0 : done.to - done.from
    if (done === undefined || reports.length === 0 || reports.length > count) return drop('reported other sessions')
    part = undefined
    const [first] = reports as [InProcessReport]
    if (first.end === 'unsupported') reports = new Array(count).fill(first)
    const took = performance.now() - began
    if (reports.length < count) {
      // It ends: what the last session left behind could not be taken away.
      again.unshift({ ...done, from: done.from + reports.length })
    } else if (!done.eager)
      size = Math.max(1, Math.min(mostSessions, size * 4, Math.ceil((size * aim) / Math.max(took, 1))))
    if (last) {
      child?.end()
      child = undefined
      ready = false
    }
    const flooding = reports.findIndex(({ end }) => end === 'flooding')
    if (flooding === -1) settle(done, reports)
    else giveUp(done, reports.slice(0, flooding + 1))
    pump()
  }

  function settle({ job, from }: Part, reports: readonly InProcessReport[]) {
    for (const [index, report] of reports.entries()) job.reports[from + index] = report
    job.left -= reports.length
    if (job.left > 0) return
    jobs.splice(jobs.indexOf(job), 1)
    job.resolve(job.reports)
  }

  /** Runs the part again, session by session, as one of them is to blame. */
  function lost(how: 'looping' | 'memory' | 'unsupported', why: string) {
    const [blamed, wasReady] = [part, ready]
    child = part = undefined
    ready = false
    if (closed || blamed === undefined) return
    if (!wasReady) {
      closed = true
      for (const job of jobs.splice(0)) job.reject(new Error(`the runner cannot be started: ${why}`))
      return
    }
    const { fixed, ...report } = partial
    if (!blamed.eager) again.unshift(...oneByOne(blamed))
    else if (fixed) settle(blamed, [report])
    else if (how === 'unsupported') settle(blamed, [{ ...report, end: how, why }])
    else giveUp(blamed, [{ ...report, end: how }])
    pump()
  }

  /** Runs no more sessions of a job: each that loops would cost the time limit. */
  function giveUp({ job, from }: Part, reports: readonly InProcessReport[]) {
    for (const [index, report] of reports.entries()) job.reports[from + index] = report
    again.splice(0, again.length, ...again.filter((part) => part.job !== job))
    jobs.splice(jobs.indexOf(job), 1)
    job.resolve(job.reports)
  }

  return {
    run(sessions, terms) {
      if (closed) return Promise.reject(new Error('the worker is closed'))
      if (sessions.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const reports: (InProcessReport | undefined)[] = sessions.map(() => undefined)
        jobs.push({ sessions, terms, reports, sent: 0, left: sessions.length, resolve, reject })
        pump()
      })
    },
    async close() {
      closed = true
      child?.end()
      for (const job of jobs.splice(0)) job.reject(new Error('the worker was closed'))
    },
  }
}

const oneByOne = ({ job, from, to }: Part): Part[] =>
  Array.from({ length: to - from }, (_, i) => ({ job, from: from + i, to: from + i + 1, eager: true }))

const emptyReport = (): InProcessReport & { fixed?: true } => ({
  output: '',
  readAt: [],
  stderr: false,
  end: 'looping',
})

/** For an entry that is not run at all. */
function withoutProcess(why: { readonly refused: true } | { readonly unsupported: string }): Worker {
  const report: InProcessReport =
    'refused' in why
      ? { output: '', readAt: [], stderr: true, end: 'ended', status: 1 }
      : { output: '', readAt: [], stderr: false, end: 'unsupported', why: why.unsupported }
  return {
    run: async (sessions) => sessions.map(() => report),
    close: async () => {},
  }
}

interface Listener {
  receive(answer: Answer): void
  lost(how: 'looping' | 'memory' | 'unsupported', why: string): void
  allowed(): number | undefined
}

/** Starts the runner; `lost` is called when it ends, unless it was ended from here. */
function startChild({ command, cwd, env }: InProcessProgram, setup: Setup, { receive, lost, allowed }: Listener) {
  const [file = '', ...words] = command
  const child = execa(file, [...words, script], {
    ...{ cwd, env, extendEnv: false, detached: true, reject: false, buffer: false },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const socket = child.stdio[3] as unknown as Duplex
  let pending = ''
  let complaints = ''
  let over = false
  let since = performance.now()
  /** What it had used when it was first looked at since then. */
  let usedBefore: number | undefined

  function end() {
    over = true
    clearInterval(timer)
    process.off('exit', end)
    try {
      // Another process may have the number of one that has ended.
      const runs = child.exitCode === null && child.signalCode === null
      if (runs && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
    for (const stream of child.stdio) stream?.destroy()
  }

  function lose(how: 'looping' | 'memory' | 'unsupported', why: string) {
    if (over) return
    end()
    lost(how, why)
  }

  async function watch() {
    const limit = allowed()
    const now = usageOf(child.pid)
    if (now.bytes > memoryLimit) return lose('memory', 'too much memory')
    usedBefore ??= now.milliseconds
    if (limit === undefined || performance.now() - since < limit) return
    // On a busy machine it may be us who are late: first read what is there.
    const before = since
    await setImmediate()
    if (over || since !== before) return
    const starved = now.runs && now.milliseconds - usedBefore < limit
    if (!starved || performance.now() - since > busy * limit) lose('looping', 'made no progress')
  }

  function progress() {
    since = performance.now()
    usedBefore = undefined
  }

  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    const lines = (pending + text).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) {
      if (over) return
      const answer = readAnswer(line)
      if (answer === undefined) return lose('unsupported', 'sent what cannot be read')
      progress()
      receive(answer)
    }
  })
  // Whatever an entry writes goes through what the runner has replaced.
  child.stdout.on('data', () => lose('unsupported', 'wrote to standard output past the runner'))
  child.stderr.setEncoding('latin1')
  child.stderr.on('data', (text: string) => {
    complaints = (complaints + text).slice(-4096)
  })
  for (const stream of child.stdio) stream?.on('error', () => {})
  child.on('error', (error) => lose('unsupported', error.message))
  child.on('close', (code, signal) => {
    if (/out of memory/i.test(complaints)) lose('memory', 'too much memory')
    else lose('unsupported', `ended with ${signal ?? `status ${code}`}${lastLine(complaints)}`)
  })
  child.catch(() => {})

  const timer = setInterval(watch, tick)
  process.once('exit', end)
  const send = (message: Parameters<typeof writeLine>[0]) => {
    if (allowed() !== undefined) progress()
    socket.write(writeLine(message), 'latin1')
  }
  send(setup)
  return { send, end }
}

const lastLine = (text: string) => (text === '' ? '' : `: ${text.trim().split('\n').at(-1)}`)

/** What a process uses, as Linux tells; elsewhere nothing. */
function usageOf(pid = 0): { bytes: number; milliseconds: number; runs: boolean } {
  const { waits, milliseconds } = activityOf([pid]) ?? { waits: true, milliseconds: 0 }
  return { bytes: memoryOf(pid), milliseconds, runs: !waits }
}
