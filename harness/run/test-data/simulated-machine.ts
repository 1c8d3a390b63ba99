import { setImmediate } from 'node:timers/promises'
import type { Bytes } from '../../session/bytes.ts'
import type { Program } from '../../session/program.ts'
import type { End, Session } from '../../session/session.ts'
import { Conversation } from '../conversation.ts'
import { EchoFilter } from '../echo-filter.ts'
import type { Clock } from '../listen.ts'
import { processProgram } from '../process.ts'

/** The behaviour of a program, as data. */
export interface SimulatedProgram {
  /** Its output, whatever it is answered, and its end: by itself, or never, silent or busy. */
  readonly session: Session
  /** The processor time that it takes before each output, in milliseconds. */
  readonly thinks: number
  /** The turn behind whose output it writes a newline, in a write of its own, before it reads. */
  readonly newlineBehind?: number
  /** It takes processor time for ever where it should end, or else it sleeps. */
  readonly isBusy?: boolean
  /** It runs in a terminal and repeats each line, as a program that edits lines does. */
  readonly echoes?: boolean
}

/** The delays of a machine, for a program and for us; each number is drawn anew each time, up to this. */
export interface SimulatedMachine {
  /** A number from 0 to 1, the next one each time. */
  readonly random: () => number
  /** The share of a processor that the program gets. */
  readonly share: number
  /** The pieces in which output arrives, in bytes. */
  readonly piece: number
  /** The time without a processor, for the program before each piece, and for its shell before it reports the end. */
  readonly delay: number
  /** The time for which we are stopped where we wait: our timers fire first, and output that came is read later. */
  readonly stop: number
  /** The time by which the last output, and the end of the pipes, may come later than the end of the process. */
  readonly late: number
}

export const quietMachine: SimulatedMachine = {
  ...{ random: () => 0, share: 1, piece: 1_000_000 },
  ...{ delay: 0, stop: 0, late: 0 },
}

/**
 * A program on a simulated machine: our own code plays its sessions, in a time of its own.
 * @param lockStep whether it gets its input line by line, or has all of it at once
 */
export function simulated(behaviour: SimulatedProgram, machine: SimulatedMachine, lockStep = true): Program {
  const programs = { start: async () => start(behaviour, machine, lockStep), isClosed: false }
  return processProgram(programs, ['simulated'], lockStep ? 'interactive' : 'stdin')
}

/** Something that happens at a time, in milliseconds. What comes from one source keeps its order. */
interface Happening {
  readonly at: number
  readonly source: 'output' | 'status'
  happen(): void
}

/** Starts a program on a simulated machine. */
export function start(
  { session, thinks, newlineBehind, isBusy = false, echoes = false }: SimulatedProgram,
  machine: SimulatedMachine,
  lockStep: boolean,
) {
  const upTo = (most: number) => Math.floor(machine.random() * (most + 1))
  let now = 0
  /** When it has done all that it does before it reads on. */
  let busyUntil = 0
  /** How much later what it writes is there. */
  let late = 0
  const events: Happening[] = []
  const filter = new EchoFilter('\x01end')
  let [onOutput, onStderr] = [(_: Bytes) => {}, (_: Bytes) => {}]
  const show = (bytes: Bytes) => {
    if (bytes !== '') onOutput(bytes)
  }
  let isClosed = false
  let close = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  let exit: (status: number | undefined) => void = () => {}
  const status = new Promise<number | undefined>((resolve) => {
    exit = resolve
  })

  function arrives(happen: () => void) {
    busyUntil += upTo(machine.delay)
    events.push({ at: busyUntil + late, source: 'output', happen })
  }
  function write(bytes: Bytes) {
    for (let rest = bytes; rest !== ''; ) {
      const size = Math.max(1, Math.min(rest.length, upTo(machine.piece - 1) + 1))
      const piece = rest.slice(0, size)
      arrives(() => show(echoes ? filter.feed(piece).output : piece))
      rest = rest.slice(size)
    }
  }

  const { turns, end } = session
  let turn = 0
  /** Writes the output of a turn, and then reads or ends. */
  function go() {
    busyUntil = Math.max(now, busyUntil) + thinks / machine.share
    if (turn === turns.length - 1 && end.how === 'exit') late = upTo(machine.late)
    write(turns[turn]?.output ?? '')
    if (turn === newlineBehind) {
      busyUntil += 1 / machine.share
      write('\n')
    }
    if (turn < turns.length - 1) return
    if (end.how !== 'exit') {
      if (isBusy) busyUntil = Number.POSITIVE_INFINITY
      return
    }
    arrives(() => {
      onStderr(session.stderr ?? '')
      if (echoes) show(filter.flushHeld())
      isClosed = true
      close()
    })
    events.push({ at: busyUntil + upTo(machine.delay), source: 'status', happen: () => exit(end.status) })
  }

  function sendLine(line: Bytes) {
    if (turn === turns.length - 1) return
    if (echoes) {
      const echo = line.replace('\n', '\r\n')
      show(filter.expect([echo]))
      busyUntil = Math.max(now, busyUntil)
      write(echo)
    }
    turn++
    go()
  }
  function endInput() {
    if (turn === turns.length - 1) return
    turn++
    go()
  }

  /** Lets what has come up to now happen: in the order of its time, or the end of the process first. */
  async function read() {
    const ready = events.filter(({ at }) => at <= now)
    const isEndFirst = upTo(1) === 1
    for (const event of isEndFirst
      ? ready.sort((a, b) => (a.source === b.source ? 0 : a.source === 'status' ? -1 : 1))
      : ready) {
      events.splice(events.indexOf(event), 1)
      event.happen()
    }
    for (let time = 0; time < 3; time++) await setImmediate()
  }
  const nextEvent = () => events.reduce<Happening | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined)

  const clock: Clock = {
    now: () => now,
    turn: read,
    async wait(listen, milliseconds) {
      let hasHappened = false
      listen(() => {
        hasHappened = true
      })
      const deadline = now + milliseconds
      await setImmediate()
      while (!hasHappened) {
        const at = nextEvent()?.at ?? Number.POSITIVE_INFINITY
        const stopped = upTo(machine.stop)
        if (at > deadline || stopped > 0) {
          now = Math.max(now, deadline) + stopped
          return false
        }
        now = Math.max(now, at)
        await read()
      }
      return true
    },
  }

  go()
  while (!lockStep && turn < turns.length - 1) {
    turn++
    go()
  }
  const waits = () => now >= busyUntil && !(isBusy && turn === turns.length - 1)
  const child = {
    write: sendLine,
    endInput,
    listen(output: typeof onOutput, stderr: typeof onStderr) {
      onOutput = output
      onStderr = stderr
    },
    isOutputClosed: () => isClosed,
    finish: () => (isClosed ? undefined : closed),
    close() {},
    status,
    activity: () => ({
      waits: waits(),
      milliseconds: Math.floor((now * machine.share) / 10) * 10,
    }),
    usage: () => ({ bytes: 0, processes: 1 }),
    readsInput: () => waits() && turn < turns.length - 1,
    mayRead: () => undefined,
    ...(echoes && { flushHeld: () => show(filter.flushHeld()) }),
  }
  return new Conversation(child, { isLimited: false, kill() {}, release() {}, clock })
}

/** The signs of a program that never ends. */
export const never: End = { how: 'cut' }
