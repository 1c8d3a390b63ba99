import * as v from 'valibot'
import { MachineTrouble } from '../../base/usage-error.ts'
import type { Runtime } from '../../entries/runtimes.ts'
import { type Bytes, type Lines, toBytes } from '../../session/bytes.ts'
import { type Limits, outputLimit, workerPatience } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { type Input, isInLockStep } from '../../session/script.ts'
import { answersOf, type End, type Script, type Session, type Turn } from '../../session/session.ts'
import type { Conversation } from '../conversation.ts'
import type { Programs } from '../programs.ts'
import { prepare } from './prepare.ts'

/** A JavaScript entry that is run many times in one process of its own runtime. */
export interface WorkerEntry {
  /** JavaScript or TypeScript. */
  readonly source: string
  readonly runtime: Pick<Runtime, 'isCommonJs'>
  readonly input: Input
  /** Absolute path of the entry's file. */
  readonly file: string
  /** Starts the worker in the runtime, as a real process is started. */
  readonly command: readonly string[]
}

/*
 * Our process and the worker, which runs in the entry's runtime, send each other lines, mostly of JSON, one byte a
 * character. The worker is sent its setup, says `ready`, and is sent lists of sessions from then on; it reports them in
 * order, many in a line. It reports output; the verdict is formed elsewhere. An entry could forge these lines, so real
 * processes confirm every failure and run samples.
 */

export interface Setup {
  /** The body of a function that does what the entry does. */
  readonly body: Bytes
  readonly input: Input
  readonly file: Bytes
  /** Set if a session is over only when the event loop has nothing left to do, and not when its function returns. */
  readonly isPatient: boolean
}

const report = v.object({
  output: v.string(),
  /** `interactive`: how much output there was when the program asked for each line that it was given. */
  readAt: v.array(v.number()),
  /** Set if it wrote to standard error. */
  stderr: v.boolean(),
  /**
   * - `ended`: by itself
   * - `waiting`: stopped where it asked for more interactive input
   * - `flooding`: wrote more than 128 KiB
   * - `looping`: made no progress and was killed
   * - `crashed`: ended the worker's process, or used too much memory
   * - `late`: did something when the next one had begun: patience is needed
   * - `unsupported`: only a real process can show what happens
   */
  end: v.picklist(['ended', 'waiting', 'flooding', 'looping', 'crashed', 'late', 'unsupported']),
  /** The exit status of a program that ended. */
  status: v.exactOptional(v.number()),
  /** The reason for `unsupported`. */
  why: v.exactOptional(v.string()),
})
export type WorkerReport = v.InferOutput<typeof report>
const reportsSchema = v.pipe(v.array(report), v.nonEmpty())

/** The report of a session of which nothing is known. */
const noReport = { output: '', readAt: [], stderr: false }

/**
 * Plays sessions with a JavaScript entry, thousands a second, in one process of its own runtime.
 * @param programs starts programs where the entry's real processes run
 */
export function workerProgram(programs: Programs, program: WorkerEntry): Program {
  const worker = openWorker(programs, program)
  async function playAll(scripts: readonly Script[], limits: Limits): Promise<Session[]> {
    const lines = scripts.map((script) => [
      ...answersOf(script).filter((line) => line !== null),
      ...(script.leftover ?? []),
    ])
    const reports = await worker.run(lines, limits)
    return reports.map((report, index) => sessionOf(report, lines[index] ?? [], program.input))
  }
  return {
    async play(script, limits) {
      const [session] = await playAll([script], limits)
      if (session === undefined) throw new Error('a worker reports each session')
      return session
    },
    playAll,
    close: worker.close,
  }
}

/** A report as a session. */
function sessionOf({ output, readAt, end, status = 0, stderr, why = '' }: WorkerReport, lines: Lines, input: Input) {
  const ends: Record<WorkerReport['end'], End> = {
    ended: { how: 'exit', status },
    waiting: { how: 'cut' },
    flooding: { how: 'flood', bytes: outputLimit },
    looping: { how: 'silent', milliseconds: 0 },
    crashed: { how: 'lost' },
    late: { how: 'lost' },
    unsupported: { how: 'unknown', why },
  }
  const turns: Turn[] = isInLockStep(input)
    ? readAt.map((at, index) => ({ output: output.slice(readAt[index - 1] ?? 0, at), answer: lines[index] ?? null }))
    : lines.map((answer) => ({ output: '', answer }))
  turns.push({ output: isInLockStep(input) ? output.slice(readAt.at(-1) ?? 0) : output })
  return { turns, end: ends[end], ...(stderr && { stderr: '(not kept)' }) }
}

/**
 * Runs sessions with a JavaScript entry in one process.
 * @param programs starts programs where the entry's real processes run
 */
export function openWorker(programs: Programs, program: WorkerEntry) {
  let session: Conversation | undefined
  let isClosed = false
  let isPatient = false
  let received = ''

  /**
   * @param body the entry, as `prepare` returns it
   * @returns why it cannot be run in one process, if it cannot
   */
  async function start(body: string): Promise<string | undefined> {
    const started = await programs.start(program.command)
    session = started
    received = ''
    const setup: Setup = { body: toBytes(body), input: program.input, file: toBytes(program.file), isPatient }
    started.send(JSON.stringify(setup))
    const line = await nextLine(started, workerPatience)
    if (line === '"ready"') return undefined
    const [report] = parsed(line)
    if (report?.why !== undefined) return report.why
    end()
    throw new MachineTrouble(
      program.file,
      `the worker cannot be started (${line}: ${started.stderr.trimEnd().split('\n').at(-1)})`,
    )
  }

  /** @returns the next line, or why there is none */
  async function nextLine(session: Conversation, milliseconds: number): Promise<string> {
    while (!received.includes('\n')) {
      const event = await session.next(milliseconds)
      if (typeof event === 'string') return event
      received += event.output
    }
    const line = received.slice(0, received.indexOf('\n'))
    received = received.slice(line.length + 1)
    return line
  }

  /** Ends the process. */
  function end() {
    session?.close()
    session = undefined
  }

  /** @returns the reports of sessions, up to one that ends the process */
  async function play(sessions: readonly Lines[], milliseconds: number): Promise<readonly WorkerReport[]> {
    if (session === undefined) {
      const prepared = await prepare(program.source, program.runtime)
      const why = 'unsupported' in prepared ? prepared.unsupported : await start(prepared.body)
      if (why !== undefined) return unsupported(why)
    }
    session?.send(JSON.stringify(sessions))
    const reports: WorkerReport[] = []
    while (session !== undefined && reports.length < sessions.length && !endings.includes(reports.at(-1)?.end))
      reports.push(...parsed(await nextLine(session, milliseconds)))
    return reports.length > sessions.length ? disagreement : reports
  }

  return {
    /**
     * Runs sessions in order; calls must not overlap.
     * @param sessions the lines of each, without their newlines
     * @param limits how long a session may make no progress
     * @returns their reports, in order, up to a session that hangs or crashes; or a single one, `unsupported`, if the
     *   entry cannot be run in one process
     * @throws if the worker cannot be started
     */
    async run(sessions: readonly Lines[], { milliseconds }: Limits): Promise<readonly WorkerReport[]> {
      const reports: WorkerReport[] = []
      let most = sessions.length
      while (reports.length < sessions.length && !isClosed) {
        const list = sessions.slice(reports.length, reports.length + most)
        const found = await play(list, milliseconds)
        const last = found.at(-1)?.end
        const isEnded = endings.includes(last)
        if (isEnded) end()
        if (last === 'unsupported') return found.slice(-1)
        const isAlone = list.length === 1 && (last !== 'late' || isPatient)
        if (isEnded && (isAlone || isClosed)) return [...reports, ...found]
        reports.push(...(isEnded ? found.slice(0, -1) : found))
        if (last === 'late' && !isPatient) isPatient = true
        // Of many sessions without a report, one has ended the process: it is found when each is run alone.
        else if (isEnded) most = 1
      }
      return reports
    },
    close(): void {
      isClosed = true
      end()
    },
  }
}

/** The ends of a session that end the process. */
const endings: readonly unknown[] = ['looping', 'crashed', 'late', 'unsupported']

const unsupported = (why: string): readonly WorkerReport[] => [{ ...noReport, end: 'unsupported', why }]
const disagreement = unsupported('its sessions and the reports of them do not agree')

/** @returns the reports of a line, or the report of a session that has ended the process */
function parsed(line: string): readonly WorkerReport[] {
  if (line === 'silent') return [{ ...noReport, end: 'looping' }]
  if (line === 'ended') return [{ ...noReport, end: 'crashed' }]
  try {
    return v.parse(reportsSchema, JSON.parse(line))
  } catch {
    return disagreement
  }
}
