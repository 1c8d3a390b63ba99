import { join } from 'node:path'
import * as v from 'valibot'
import { packageRoot } from '../../games/package-root.ts'
import type { Lines } from '../../session/bytes.ts'
import { nameOfStatus } from '../../session/script.ts'
import type { Limits } from '../limits.ts'
import type { Programs } from '../programs.ts'
import type { Session } from '../session.ts'
import { prepare } from './prepare.ts'
import { type Chunk, ends, type InProcessReport, type Setup } from './protocol.ts'

/** A JavaScript entry that is run many times in one process of its own runtime. */
export interface InProcessProgram extends Pick<Setup, 'runtime' | 'input' | 'file'> {
  /** JavaScript without types. */
  readonly source: string
  /** What starts the runner in the runtime, as a real process is started. */
  readonly command: readonly string[]
}

/** Runs sessions with a JavaScript entry, thousands a second, in one process of its own runtime. */
export interface Worker {
  /**
   * Runs sessions in order. Calls may overlap; they are served one after the other.
   * @param sessions the lines of each, without their newlines
   * @returns their reports, in order; those of sessions behind one that made no progress, or crashed, are missing
   * @throws if the worker is closed before all are run, or the runner cannot be started
   */
  run(sessions: readonly Lines[]): Promise<readonly InProcessReport[]>
  /** Ends the process. */
  close(): void
}

interface Job {
  readonly sessions: readonly Lines[]
  readonly reports: InProcessReport[]
  resolve(reports: readonly InProcessReport[]): void
  reject(error: Error): void
}

/** A process of the runner. */
interface RunnerProcess {
  readonly session: Session
  /** The beginning of a line. */
  rest: string
  isReady: boolean
  hasReported: boolean
}

/** The file of the runner. */
export const runnerFile = join(packageRoot, 'dist', 'runner.mjs')
/** How long the runtime may take to start, in milliseconds. */
const startLimit = 10_000

const messageSchema = v.union([
  v.object({
    output: v.string(),
    readAt: v.array(v.number()),
    stderr: v.boolean(),
    end: v.picklist(ends),
    status: v.exactOptional(v.number()),
    why: v.exactOptional(v.string()),
  }),
  v.picklist(['ready', 'done']),
])

/**
 * @param programs starts programs where the entry's real processes run
 * @param limits how long a session may make no progress
 */
export function openWorker(programs: Programs, program: InProcessProgram, { milliseconds }: Limits): Worker {
  const { runtime, input, file, command } = program
  const entry = prepare(program)
  const jobs: Job[] = []
  let runner: RunnerProcess | undefined
  let isServing = false
  let isCareful = false
  let isClosed = false

  async function start(setup: Setup): Promise<RunnerProcess> {
    const session = await programs.start(command)
    if (isClosed) {
      session.close()
      throw new Error('the worker is closed')
    }
    session.send(jsonOf(setup))
    for (const { sessions, reports } of jobs)
      session.send(jsonOf({ sessions: sessions.slice(reports.length), isCareful }))
    return { session, rest: '', isReady: false, hasReported: false }
  }

  function rejectAll(error: Error) {
    for (const { reject } of jobs.splice(0)) reject(error)
  }

  function stop() {
    if (runner === undefined) return
    runner.session.close()
    runner = undefined
  }

  /** Reads reports until all jobs are done. */
  async function serve(setup: Setup) {
    isServing = true
    while (jobs.length > 0) {
      runner ??= await start(setup)
      const current = runner
      const event = await current.session.next(current.isReady ? milliseconds : startLimit)
      if (isClosed) break
      if (event === 'ended') lose(current, 'crashed')
      else if (event === 'silent') lose(current, 'looping')
      else {
        const lines = (current.rest + event.output).split('\n')
        current.rest = lines.pop() ?? ''
        for (const line of lines) receive(current, line)
      }
    }
    isServing = false
  }

  function receive(from: RunnerProcess, line: string) {
    const job = jobs[0]
    const message = messageOf(line)
    if (message === 'ready') from.isReady = true
    else if (job === undefined || message === undefined) unsupported('the runner sent what cannot be read')
    else if (message === 'done') finish(job)
    else if (message.end === 'unsupported') unsupported(message.why ?? '')
    else {
      from.hasReported = true
      job.reports.push(message)
    }
  }

  function finish(job: Job) {
    jobs.shift()
    isCareful = false
    job.resolve(job.reports)
  }

  /** Nothing that the process has reported counts. */
  function unsupported(why: string) {
    stop()
    const report = { output: '', readAt: [], stderr: false, end: 'unsupported', why } as const
    for (const { resolve } of jobs.splice(0)) resolve([report])
  }

  /** Goes on with another process. One that has reported nothing has lost its first session. */
  function lose({ isReady, hasReported, session }: RunnerProcess, end: 'looping' | 'crashed') {
    const lastWords = session.stderr.trimEnd().split('\n').at(-1)
    const why = session.status === undefined ? 'it was killed' : `${nameOfStatus(session.status)}: ${lastWords}`
    stop()
    const [job] = jobs
    if (job === undefined) return
    if (!isReady) return rejectAll(new Error(`the runner cannot be started (${why})`))
    if (job.reports.length === job.sessions.length) return finish(job)
    const isLost = !hasReported && isCareful
    isCareful = true
    if (!isLost) return
    job.reports.push({ output: '', readAt: [], stderr: false, end, why })
    // Each further session might cost the time limit, too.
    for (const { resolve, reports } of jobs.splice(0)) resolve(reports)
  }

  return {
    run(sessions) {
      if ('unsupported' in entry) {
        const why = entry.unsupported
        return Promise.resolve([{ output: '', readAt: [], stderr: false, end: 'unsupported', why }])
      }
      if (isClosed) return Promise.reject(new Error('the worker is closed'))
      if (sessions.length === 0) return Promise.resolve([])
      const setup = { entry, runtime, input, file }
      return new Promise((resolve, reject) => {
        jobs.push({ sessions, reports: [], resolve, reject })
        runner?.session.send(jsonOf({ sessions, isCareful }))
        if (!isServing) serve(setup).catch(rejectAll)
      })
    },
    close() {
      isClosed = true
      stop()
      rejectAll(new Error('the worker is closed'))
    },
  }
}

/** One line of ASCII. */
const jsonOf = (message: Setup | Chunk): string =>
  JSON.stringify(message).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @returns undefined if a line is no message */
function messageOf(line: string) {
  try {
    const { output, success } = v.safeParse(messageSchema, JSON.parse(line))
    return success ? output : undefined
  } catch {
    return undefined
  }
}
