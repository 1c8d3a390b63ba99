import { setImmediate } from 'node:timers/promises'
import type { Bytes } from '../../session/bytes.ts'
import type { Program } from '../../session/program.ts'
import type { End, Session } from '../../session/session.ts'
import { Conversation } from '../conversation.ts'
import { EchoFilter } from '../echo-filter.ts'
import { processProgram } from '../process.ts'

/** The behaviour of a program, as data. */
export interface SimulatedProgram {
  /** What it writes, whatever it is answered, and its end: by itself, or never, silent or busy. */
  readonly session: Session
  /** Milliseconds of processor time before each output. */
  readonly thinks: number
  /** The turn after whose output it writes a newline, in a write of its own, before it reads. */
  readonly newlineBehind?: number
  /** True if it takes processor time for ever where it should end; else it sleeps. */
  readonly isBusy?: boolean
  /** True in a terminal: it repeats each line, as a program that edits lines does. */
  readonly echoes?: boolean
}

/** The delays of a machine, for a program and for us, in milliseconds; each is drawn anew each time, up to this. */
export interface SimulatedMachine {
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  /** How much of a processor the program gets. */
  readonly share: number
  /** Bytes of output that arrive at once. */
  readonly piece: number
  /** Before each piece of the program, and before its shell reports the end. */
  readonly delay: number
  /** Where we wait: our timers fire first, and output that came is read later. */
  readonly stop: number
  /** After the end of the process, for the last output and the end of the pipes. */
  readonly late: number
}

export const quietMachine: SimulatedMachine = {
  ...{ random: () => 0, share: 1, piece: 1_000_000 },
  ...{ delay: 0, stop: 0, late: 0 },
}

/** Our own code plays its sessions, in a time of its own. @param lockStep false if it has all its input at once */
export function simulated(behaviour: SimulatedProgram, machine: SimulatedMachine, lockStep = true): Program {
  const programs = { start: async () => start(behaviour, machine, lockStep), isClosed: false }
  return processProgram(programs, ['simulated'], lockStep ? 'interactive' : 'stdin')
}

interface Happening {
  readonly at: number
  readonly source: 'output' | 'status'
  /** True if we are stopped then, and see it only at the next turn. */
  readonly isUnread?: boolean
  happen(): void
}

/** The streams of a program, in a time that passes only while we wait. */
export class SimulatedTime {
  now = 0
  readonly events: Happening[] = []
  onOutput: (bytes: Bytes) => void = () => {}
  onStderr: (bytes: Bytes) => void = () => {}
  isClosed = false
  closePipes = () => {}
  exit: (status: number | undefined) => void = () => {}
  readonly #closed = new Promise<void>((resolve) => {
    this.closePipes = () => {
      this.isClosed = true
      resolve()
    }
  })
  readonly child = {
    status: new Promise<number | undefined>((resolve) => {
      this.exit = resolve
    }),
    listen: (onOutput: (bytes: Bytes) => void, onStderr: (bytes: Bytes) => void) => {
      Object.assign(this, { onOutput, onStderr })
    },
    isOutputClosed: () => this.isClosed,
    finish: () => (this.isClosed ? undefined : this.#closed),
    close() {},
    usage: () => ({ bytes: 1, processes: 1 }),
    mayRead: () => undefined,
  }
  readonly clock = {
    now: () => this.now,
    turn: () => this.#read(),
    wait: async (listen: (wake: () => void) => void, milliseconds: number) => {
      let hasHappened = false
      listen(() => {
        hasHappened = true
      })
      const deadline = this.now + milliseconds
      await setImmediate()
      while (!hasHappened) {
        const times = this.events.filter(({ isUnread }) => !isUnread).map(({ at }) => at)
        const at = Math.min(...times)
        const stopped = this.#stop()
        if (at > deadline || stopped > 0) {
          this.now = Math.max(this.now, deadline) + stopped
          return false
        }
        this.now = Math.max(this.now, at)
        await this.#read()
      }
      return true
    },
  }
  readonly #stop: () => number
  readonly #isEndFirst: () => boolean

  /**
   * @param stop for how long we are stopped where we wait
   * @param isEndFirst whether the end of the process is seen before output that was written earlier
   */
  constructor(stop = () => 0, isEndFirst = () => false) {
    this.#stop = stop
    this.#isEndFirst = isEndFirst
  }

  async #read() {
    const ready = this.events.filter(({ at }) => at <= this.now)
    if (this.#isEndFirst()) ready.sort((a, b) => Number(b.source === 'status') - Number(a.source === 'status'))
    for (const event of ready) {
      this.events.splice(this.events.indexOf(event), 1)
      event.happen()
    }
    for (let time = 0; time < 3; time++) await setImmediate()
  }
}

export function start(
  { session, thinks, newlineBehind, isBusy = false, echoes = false }: SimulatedProgram,
  machine: SimulatedMachine,
  lockStep: boolean,
) {
  const upTo = (most: number) => Math.floor(machine.random() * (most + 1))
  const time = new SimulatedTime(
    () => upTo(machine.stop),
    () => upTo(1) === 1,
  )
  let busyUntil = 0
  /** How much later its output is there. */
  let late = 0
  const filter = new EchoFilter('\x01end')
  const show = (bytes: Bytes) => {
    if (bytes !== '') time.onOutput(bytes)
  }
  function arrives(happen: () => void) {
    busyUntil += upTo(machine.delay)
    time.events.push({ at: busyUntil + late, source: 'output', happen })
  }
  function write(bytes: Bytes) {
    for (let rest = bytes; rest !== ''; ) {
      const size = Math.max(1, Math.min(rest.length, upTo(machine.piece - 1) + 1))
      const piece = rest.slice(0, size)
      arrives(() => show(echoes ? filter.feed(piece) : piece))
      rest = rest.slice(size)
    }
  }

  const { turns, end } = session
  let turn = 0
  const isLast = () => turn === turns.length - 1
  /** Writes the output of a turn, and then reads or ends. */
  function go() {
    busyUntil = Math.max(time.now, busyUntil) + thinks / machine.share
    if (isLast() && end.how === 'exit') late = upTo(machine.late)
    write(turns[turn]?.output ?? '')
    if (turn === newlineBehind) {
      busyUntil += 1 / machine.share
      write('\n')
    }
    if (!isLast()) return
    if (end.how !== 'exit') {
      if (isBusy) busyUntil = Number.POSITIVE_INFINITY
      return
    }
    arrives(() => {
      time.onStderr(session.stderr ?? '')
      if (echoes) show(filter.flushHeld())
      time.closePipes()
    })
    const at = busyUntil + upTo(machine.delay)
    time.events.push({ at, source: 'status', happen: () => time.exit(end.status) })
  }
  function answered(line?: Bytes) {
    if (isLast()) return
    if (echoes && line !== undefined) {
      const echo = line.replace('\n', '\r\n')
      show(filter.expect([echo]))
      busyUntil = Math.max(time.now, busyUntil)
      write(echo)
    }
    turn++
    go()
  }

  go()
  while (!lockStep && !isLast()) answered()
  const waits = () => time.now >= busyUntil && !(isBusy && isLast())
  const child = {
    ...time.child,
    write: answered,
    endInput: () => answered(),
    activity: () => ({ waits: waits(), milliseconds: Math.floor((time.now * machine.share) / 10) * 10 }),
    readsInput: () => waits() && !isLast(),
    ...(echoes && { flushHeld: () => show(filter.flushHeld()) }),
  }
  return new Conversation(child, { isLimited: false, kill() {}, release() {}, clock: time.clock })
}

/** The signs of a program that never ends. */
export const never: End = { how: 'cut' }
