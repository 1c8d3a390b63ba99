import { join } from 'node:path'
import * as v from 'valibot'
import { packageRoot } from '../../games/package-root.ts'
import type { Lines } from '../../session/bytes.ts'
import type { SessionReport } from '../../session/oracle.ts'
import { type Input, nameOfStatus } from '../../session/script.ts'
import type { Limits } from '../limits.ts'
import type { Programs } from '../programs.ts'
import type { Session } from '../session.ts'
import { prepare, scriptNames } from './prepare.ts'

/** A JavaScript entry that is run many times in one process of its own runtime. */
export interface InProcessProgram extends Omit<Setup, 'body' | 'parameters'> {
  /** JavaScript without types. */
  readonly source: string
  /** What starts the runner in the runtime, as a real process is started. */
  readonly command: readonly string[]
}

/** Runs sessions with a JavaScript entry, thousands a second, in one process of its own runtime. */
export interface Worker {
  /**
   * Runs sessions in order; calls must not overlap.
   * @param sessions the lines of each, without their newlines
   * @returns their reports, in order, up to a session that hangs or crashes; or a single one, `unsupported`, if the entry
   *   cannot be run in one process
   * @throws if the worker is closed before all are run, or the runner cannot be started
   */
  run(sessions: readonly Lines[]): Promise<readonly InProcessReport[]>
  /** Ends the process. */
  close(): void
}

/*
 * What the worker, in our process, and the runner, in the entry's, send each other: lines of JSON, one byte a character.
 * The runner reports output; the verdict is formed elsewhere. An entry could forge these lines, so real processes confirm
 * every failure and run samples.
 */

/** The first line that a runner is sent; each further one is a list of sessions. */
export interface Setup {
  /** The entry, as `prepare` returns it. */
  readonly body: string
  readonly parameters: readonly string[]
  readonly runtime: 'node' | 'bun'
  readonly input: Input
  /** Absolute path of the entry's file. */
  readonly file: string
}

/** A line from the runner: it is ready, how a session went, or that all are done and nothing of them was left behind. */
export type Message = 'ready' | InProcessReport | 'done'

export interface InProcessReport extends SessionReport {
  readonly end: End
  /** With `unsupported` and `crashed`: the reason. */
  readonly why?: string
}

/**
 * - `ended`: by itself
 * - `waiting`: stopped where it asked for more interactive input
 * - `flooding`: wrote more than 128 KiB
 * - `looping`: made no progress and was killed
 * - `crashed`: ended the runner's process, or used too much memory
 * - `unsupported`: only a real process can show what happens
 */
const ends = ['ended', 'waiting', 'flooding', 'looping', 'crashed', 'unsupported'] as const
export type End = (typeof ends)[number]

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

/** The file of the runner. */
export const runnerFile = join(packageRoot, 'dist', 'runner.mjs')
/** How long the runtime may take to start, in milliseconds. */
const startLimit = 10_000

/** A process of the runner. */
interface RunnerProcess {
  readonly session: Session
  /** Complete lines that were not read yet, then the beginning of the next one. */
  lines: string[]
  isReady: boolean
}

/**
 * @param programs starts programs where the entry's real processes run
 * @param limits how long a session may make no progress
 */
export function openWorker(programs: Programs, program: InProcessProgram, { milliseconds }: Limits): Worker {
  const { runtime, input, file, command } = program
  const prepared = prepare(program)
  let runner: RunnerProcess | undefined
  let isClosed = false

  async function start(setup: Setup): Promise<RunnerProcess> {
    const session = await programs.start(command)
    if (isClosed) session.close()
    else session.send(jsonOf(setup))
    return { session, lines: [''], isReady: false }
  }

  function stop() {
    runner?.session.close()
    runner = undefined
  }

  /** The report of a session in which the process ended or made no progress. */
  function lost({ isReady, session }: RunnerProcess, end: 'looping' | 'crashed'): InProcessReport {
    const lastWords = session.stderr.trimEnd().split('\n').at(-1)
    const why = session.status === undefined ? 'it was killed' : `${nameOfStatus(session.status)}: ${lastWords}`
    if (!isReady) throw new Error(`the runner cannot be started (${why})`)
    return { output: '', readAt: [], stderr: false, end, why }
  }

  return {
    async run(sessions) {
      if ('unsupported' in prepared) return [unsupported(prepared.unsupported)]
      const reports: InProcessReport[] = []
      if (sessions.length === 0) return reports
      if (isClosed) throw new Error('the worker is closed')
      runner ??= await start({ body: prepared.body, parameters: scriptNames, runtime, input, file })
      const current = runner
      current.session.send(jsonOf(sessions))
      for (;;) {
        const message = await receive(current, current.isReady ? milliseconds : startLimit)
        if (isClosed) {
          stop()
          throw new Error('the worker is closed')
        }
        if (message === 'ready') current.isReady = true
        else if (message === 'done' && reports.length === sessions.length) return reports
        else if (typeof message === 'object' && message.end !== 'unsupported' && reports.length < sessions.length)
          reports.push(message)
        else {
          stop()
          if (typeof message === 'object') return [message]
          const isLost = (message === 'silent' || message === 'ended') && reports.length < sessions.length
          if (isLost) return [...reports, lost(current, message === 'silent' ? 'looping' : 'crashed')]
          return [unsupported('its sessions and the reports of them do not agree')]
        }
      }
    },
    close() {
      isClosed = true
      stop()
    },
  }
}

const unsupported = (why: string): InProcessReport => ({
  output: '',
  readAt: [],
  stderr: false,
  end: 'unsupported',
  why,
})

/** One line of ASCII. */
const jsonOf = (message: Setup | readonly Lines[]): string =>
  JSON.stringify(message).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @returns the next line, undefined if it is no message; or why there is none */
async function receive({ session, lines }: RunnerProcess, milliseconds: number) {
  while (lines.length < 2) {
    const event = await session.next(milliseconds)
    if (event === 'silent' || event === 'ended') return event
    const [first, ...more] = event.output.split('\n')
    lines.push(lines.pop() + (first ?? ''), ...more)
  }
  try {
    const { output, success } = v.safeParse(messageSchema, JSON.parse(lines.shift() ?? ''))
    return success ? output : undefined
  } catch {
    return undefined
  }
}
