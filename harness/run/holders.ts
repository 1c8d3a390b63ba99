import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../games/package-root.ts'
import type { Input } from '../session/input.ts'
import type { Script } from '../session/script.ts'
import { Unusable } from '../session/unusable.ts'
import type { Outcome } from '../session/verdict.ts'
import { canAttend } from './attendant.ts'
import { hold, killedItsHolder, type Limits } from './hold.ts'
import type { Order, Report, Session } from './holder.ts'
import { endMarked, endStrays, keeper, marksOf, type Program } from './process.ts'

/**
 * Who hold sessions, several at once. Where attendants start programs (see attendant.ts), we do it ourselves. Elsewhere
 * there are processes between us and the programs: starting one takes a process a millisecond in which it can do nothing
 * else, so one a processor holds more sessions a second; and a program that kills its parent kills one of these.
 */
export interface Holders {
  /** The same as `hold`. */
  hold(program: Program, script: Script, input: Input, limits: Limits): Promise<Outcome>
  /** Ends what sessions that are over have left behind. */
  endStrays(): Promise<void>
  /** How many sessions it is worth to have under way. */
  readonly places: number
  close(): void
}

interface Job {
  readonly order: { readonly id: number } & Session
  /** Whether it is to be held by itself, since the holder that it shared was killed. */
  alone: boolean
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

interface Holder {
  readonly process: ChildProcess
  readonly jobs: Map<number, Job>
  /** Who wait for it to have ended strays. */
  readonly waiting: Map<number, () => void>
}

/** While one program speaks, another can be started. */
const placesEach = 2

const script = join(packageRoot, 'dist', 'holder.js')

/** @param count how many processors to keep busy; all, by default */
export function openHolders(count = availableParallelism()): Holders {
  return canAttend() ? here(count * placesEach) : inProcesses(count)
}

/** @param places how many sessions may be under way */
function here(places: number): Holders {
  const queue: (() => void)[] = []
  let free = places
  return {
    places,
    async hold(...session) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => queue.push(resolve))
      return hold(...session).finally(() => {
        const next = queue.shift()
        if (next === undefined) free++
        else next()
      })
    },
    endStrays: async () => endStrays(),
    close() {},
  }
}

/** @param count how many processes */
function inProcesses(count: number): Holders {
  const holders: Holder[] = []
  const queue: Job[] = []
  let last = 0
  let closed = false

  function open(): Holder {
    const env = { ...process.env, [keeper]: String(process.pid) }
    const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env })
    const holder: Holder = { process: child, jobs: new Map(), waiting: new Map() }
    child.on('message', (report: Report) => {
      const job = holder.jobs.get(report.id)
      holder.jobs.delete(report.id)
      holder.waiting.get(report.id)?.()
      holder.waiting.delete(report.id)
      if ('error' in report) job?.reject(asUnusable(report.error))
      else if (report.outcome !== undefined) job?.resolve(report.outcome)
      pump()
    })
    child.on('exit', () => lose(holder))
    holders.push(holder)
    return holder
  }

  function lose(holder: Holder) {
    holders.splice(holders.indexOf(holder), 1)
    for (const done of holder.waiting.values()) done()
    if (closed) return
    endMarked(marksOf(holder.process.pid))
    for (const job of holder.jobs.values()) {
      if (holder.jobs.size === 1) job.resolve(killed)
      else queue.unshift(Object.assign(job, { alone: true }))
    }
    pump()
  }

  function pump() {
    while (queue[0] !== undefined) {
      const { alone } = queue[0]
      const isFree = ({ jobs }: Holder) =>
        jobs.size < (alone ? 1 : placesEach) && ![...jobs.values()].some((job) => job.alone)
      const free = holders.filter(isFree).sort((a, b) => a.jobs.size - b.jobs.size)[0]
      const holder = free?.jobs.size === 0 || holders.length >= count ? free : open()
      if (holder === undefined) return
      const job = queue.shift() as Job
      holder.jobs.set(job.order.id, job)
      holder.process.send(job.order)
    }
  }

  return {
    places: count * placesEach,
    hold: (program, script, input, limits) =>
      new Promise((resolve, reject) => {
        queue.push({ order: { id: ++last, program, script, input, limits }, alone: false, resolve, reject })
        pump()
      }),
    async endStrays() {
      await Promise.all(
        holders.map(
          ({ process, waiting }) =>
            new Promise<void>((resolve) => {
              const order: Order = { id: ++last, endStrays: true }
              waiting.set(order.id, resolve)
              process.send(order)
            }),
        ),
      )
    },
    close() {
      closed = true
      for (const { process } of holders) if (process.connected) process.disconnect()
    },
  }
}

const killed: Outcome = {
  verdict: 'RTE',
  why: killedItsHolder,
  said: '',
  at: 0,
  answeredAt: [],
  freedoms: [],
  stderr: '',
}

function asUnusable(message: string): Unusable {
  const [, place = '', why = ''] = /^(.*?): (.*)$/s.exec(message) ?? []
  return new Unusable(place, why)
}
