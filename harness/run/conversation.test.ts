import { once } from 'node:events'
import { stat } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Bytes } from '../session/bytes.ts'
import { verdictLimits as limits } from '../session/limits.ts'
import { converse } from '../transcripts/converse.ts'
import { type Child, Conversation, listenFor, systemClock } from './conversation.ts'
import { SimulatedTime } from './test-data/simulated-machine.ts'
import { testFolder } from './test-helpers.ts'

interface Behaviour {
  /** Whether it waits, and the processor time that it has used, at a time (default: it waits). */
  readonly activity?: (now: number) => ReturnType<Child['activity']>
  readonly readsInput?: (now: number) => boolean
  readonly writes?: Readonly<Record<number, Bytes>>
  /** What comes at a time, while we are stopped: it is read at the next turn. */
  readonly unread?: Readonly<Record<number, Bytes>>
  /** When it ends, with this status (default: 0), and whether others still hold its pipes. */
  readonly ends?: number
  readonly status?: number | undefined
  readonly holdsPipes?: boolean
  readonly usage?: Child['usage']
  readonly isLimited?: boolean
  /** What is read of those who hold the pipes when they have been killed. */
  readonly lastWords?: Bytes
}

const works = { waits: false, milliseconds: 0 }
const atWork = () => works

function timed({ activity = () => ({ waits: true, milliseconds: 0 }), writes = {}, unread = {}, ...rest }: Behaviour) {
  const { readsInput = () => false, ends, holdsPipes, usage, isLimited = false, lastWords } = rest
  const time = new SimulatedTime()
  const counts = { kill: 0, release: 0, flushHeld: 0, close: 0 }
  const sent: (Bytes | null)[] = []
  const at = (at: number, happen: () => void, isUnread = false) =>
    void time.events.push({ at, source: 'output', isUnread, happen })
  for (const [when, text] of Object.entries(writes)) at(Number(when), () => time.onOutput(text))
  for (const [when, text] of Object.entries(unread)) at(Number(when), () => time.onOutput(text), true)
  if (ends !== undefined)
    at(ends, () => {
      time.exit('status' in rest ? rest.status : 0)
      if (!holdsPipes) time.closePipes()
    })
  const child: Child = {
    ...time.child,
    ...(usage && { usage }),
    write: (bytes) => void sent.push(bytes),
    endInput: () => void sent.push(null),
    close: () => void counts.close++,
    activity: () => activity(time.now),
    readsInput: () => readsInput(time.now),
    flushHeld: () => void counts.flushHeld++,
  }
  function kill() {
    if (++counts.kill > 1 || lastWords === undefined) return
    at(time.now + 10, () => {
      time.onOutput(lastWords)
      time.closePipes()
    })
  }
  const options = { isLimited, kill, release: () => void counts.release++, clock: time.clock }
  const conversation = new Conversation(child, options)
  onTestFinished(() => conversation.close())
  return { conversation, counts, sent, time, at }
}

const mebibyte = 1024 * 1024
const none = { how: 'lost' }
test.each<[string, Partial<ReturnType<Child['usage']>>[], object, Behaviour?]>([
  ['as much memory as it may is not', [{ bytes: limits.memoryLimit * mebibyte }], none],
  ['more', [{ bytes: limits.memoryLimit * mebibyte + 1 }], { how: 'memory', mebibytes: limits.memoryLimit }],
  ['as many processes as it may is not', [{ processes: limits.processLimit }], none],
  ['one more', [{ processes: limits.processLimit + 1 }], { how: 'processes', count: limits.processLimit }],
  // What it kept in memory may have been output that we had not read.
  ['much, but less at the next look, is not', [{ bytes: 1e12 }, { bytes: 0 }], none],
  ['much of one, and then of the other, is not', [{ bytes: 1e12 }, { processes: 1e6 }], none],
  ['much, but is trusted, is not', [{ processes: 1e6 }], none, { isLimited: false }],
  ['much, but has ended, is not', [{ processes: 1e6 }], { how: 'exit', status: 0 }, { ends: 0 }],
])('a stranger’s program is killed, once: one that uses %s', async (_, uses, end, behaviour = {}) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let look = 0
  const usage = () => ({ bytes: 1, processes: 1, ...uses[look++ % uses.length] })
  const { conversation, counts } = timed({ usage, isLimited: true, ...behaviour })
  await conversation.next(1)
  vi.advanceTimersByTime(4 * limits.watchInterval)
  expect(conversation.end).toEqual(end)
  expect(counts.kill).toBe('mebibytes' in end || 'count' in end ? 1 : 0)
})

test.each<[string, Behaviour, boolean, object, object]>([
  ['that has ended is released', { ends: 0 }, true, { kill: 0, release: 1 }, { how: 'exit', status: 0 }],
  ['that has ended, but cannot be trusted, is killed', { ends: 0 }, false, { kill: 1, release: 0 }, { how: 'exit' }],
  ['that still runs is killed', {}, true, { kill: 1, release: 0 }, { how: 'lost' }],
  ['whose shell was killed may outlive it', { ends: 0, status: undefined }, true, { kill: 1 }, { how: 'lost' }],
])('at the close, a program %s', async (_, behaviour, isReusable, expected, end) => {
  const { conversation, counts } = timed(behaviour)
  await conversation.next(10)
  expect(conversation.end).toMatchObject(end)
  conversation.close(isReusable)
  expect(counts).toMatchObject({ ...expected, close: 1 })
})

test('the end of standard error is kept', () => {
  const { conversation, time } = timed({})
  time.onStderr('a'.repeat(200_000))
  time.onStderr('the end')
  expect(conversation.stderr).toMatch(/^a{131065}the end$/)
})

// A tenth of a processor, which the system counts in hundredths of a second.
const tenth = (now: number) => ({ waits: false, milliseconds: 10 * Math.floor(now / 100) })
const withChild = (now: number) => ({ waits: false, milliseconds: Math.max(0, 1000 - now) })
test.each<[string, Behaviour, number, number, number]>([
  ['the time in which it did nothing', {}, 100, 100, 100],
  ['all the time where the system does not show the program', { activity: () => undefined }, 100, 100, 100],
  ['the processor time that a program at work has had', { activity: tenth }, 50, 500, 50],
  ['no less where the time of a child is no longer counted', { activity: withChild }, 100, 1000, limits.listeningTick],
  ['ten times as long where the program gets no processor', { activity: atWork }, 100, 100 * limits.starvedFactor, 0],
])('a silence is %s', async (_, behaviour, milliseconds, elapsed, listened) => {
  const { conversation, time } = timed(behaviour)
  expect(await conversation.next(milliseconds)).toBe('silent')
  expect([time.now, conversation.listened]).toEqual([elapsed, listened])
})

test('a silence is over when the program writes: what was heard is the time up to then, and no more than a tick', async () => {
  const { conversation, time, at } = timed({ writes: { 80: 'one' } })
  expect(await conversation.next(1000)).toEqual({ output: 'one' })
  expect(conversation.listened).toBe(80)
  at(90, () => {
    time.now += 3_600_000
    time.onOutput('two')
  })
  expect(await conversation.next(1000)).toEqual({ output: 'two' })
  expect(conversation.listened).toBe(80 + limits.listeningTick)
})

test('what may be an echo is passed on once the program has waited for a while, and not worked', async () => {
  const { conversation, counts } = timed({})
  await conversation.next(limits.echoPatience - 1)
  expect(counts.flushHeld).toBe(0)
  await conversation.next(limits.echoPatience)
  expect(counts.flushHeld).toBe(1)
  const worker = timed({ activity: (now) => ({ waits: now % 100 !== 0, milliseconds: now }) })
  await worker.conversation.next(1000)
  expect(worker.counts.flushHeld).toBe(0)
})

test.each<[string, Behaviour, boolean, number]>([
  ['is seen to read: it asks', { readsInput: () => true }, true, 0],
  ['is seen to read, and has written before', { readsInput: () => true, unread: { 0: 'x> ' } }, false, 0],
  ['reads after some work: it asks', { activity: atWork, readsInput: (now) => now >= 20 }, true, 20],
  ['writes', { activity: atWork, writes: { 3: 'x' } }, false, 3],
  ['ends', { activity: atWork, readsInput: (now) => now > 3, ends: 3 }, false, 3],
  ['sleeps over something else', {}, false, limits.maxAsleep],
  ['works for long', { activity: atWork }, false, limits.silenceThatAsks],
  [
    'sleeps now and then, but not long enough at a time, and then reads: it asks',
    {
      activity: (now) => ({ waits: now % limits.maxAsleep !== 0, milliseconds: 0 }),
      readsInput: (now) => now === 50,
    },
    true,
    50,
  ],
])('a program without a prompt %s', async (_, behaviour, asks, now) => {
  const { conversation, time } = timed(behaviour)
  expect([await conversation.waitForPrompt(), time.now]).toEqual([asks, now])
})

test.each<[string, Behaviour, boolean, number]>([
  ['waits', { activity: (now) => ({ ...works, waits: now >= 6 }) }, false, 6],
  ['writes', { activity: atWork, writes: { 3: 'x' } }, true, 3],
  ['has written what was not read yet', { unread: { 0: 'x' } }, true, 0],
  // Looks grow rarer: after pauses of 1, 2, … 63 milliseconds.
  ['could have been silent for too long', { activity: atWork }, false, 2016],
])('a program is waited for until it %s', async (_, behaviour, hasWritten, now) => {
  const { conversation, time } = timed(behaviour)
  expect([await conversation.waitUntilQuiet(), time.now]).toEqual([hasWritten, now])
})

test('a program leaves if it ends soon after its input has ended', async () => {
  const soon = timed({ ends: limits.exitGraceMs - 10 })
  expect([await soon.conversation.exitsWhenInputCloses(), soon.sent]).toEqual([true, [null]])
  expect(await timed({ ends: limits.exitGraceMs + 100 }).conversation.exitsWhenInputCloses()).toBe(false)
})

test.each<[string, Behaviour, Bytes, number]>([
  [
    'that is in a full pipe comes as we read',
    { unread: { 0: 'one ' }, writes: { 1: 'two ', 4: 'three' } },
    'one two ',
    2,
  ],
  // Pauses of 1, 2, … 14 milliseconds in which nothing came are 105.
  ['is not waited for without end', { activity: atWork, writes: { 60: 'a', 120: 'b' } }, 'a', 110],
])('the rest of a wrong reply %s', async (_, behaviour, output, now) => {
  const { conversation, counts, time } = timed(behaviour)
  expect(await conversation.drain()).toBe(output)
  expect(time.now).toBeGreaterThanOrEqual(now)
  expect(time.now).toBeLessThan(120)
  // What may have been an echo is part of it.
  expect(counts.flushHeld > 0).toBe(behaviour.activity === undefined)
})

test('the rest of a wrong reply is cut off if it is endless', async () => {
  const writes = { 1: 'x'.repeat(limits.outputLimit), 2: 'y', 3: 'z' }
  expect((await timed({ activity: atWork, writes }).conversation.drain()).length).toBe(limits.outputLimit + 1)
})

test('those who hold the pipes of a program that has ended are killed after a while; what they wrote is heard', async () => {
  const { conversation, counts, time } = timed({ ends: 0, holdsPipes: true })
  // Its silence is over, however long they take.
  expect(await conversation.next(100)).toBe('ended')
  expect(counts.kill).toBe(1)
  expect(time.now).toBeGreaterThanOrEqual(limits.pipeHolderGraceMs)
  const other = timed({ ends: 0, holdsPipes: true, lastWords: 'late' })
  expect([await other.conversation.next(100), await other.conversation.next(100)]).toEqual([
    { output: 'late' },
    'ended',
  ])
})

test('a program without known prompts that wrote just before it was seen to read has its output read before it is sent a line', async () => {
  const { conversation, time, at } = timed({})
  let looks = 0
  const mayRead = () => {
    if (++looks === 2) at(time.now, () => time.onOutput('late\n> '), true)
    return true
  }
  Object.assign(conversation.child, { mayRead })
  const options = { limits: { milliseconds: 2000 } }
  const { turns } = await converse(conversation, undefined, ['1', '2'].values(), options)
  expect(turns.map(({ output }) => output)).toEqual(['', 'late\n> ', ''])
})

test('a promise is listened for: what is there when the timer fires has happened', async () => {
  const { time } = timed({})
  let resolve = () => {}
  const happens = new Promise<void>((fulfil) => {
    resolve = fulfil
  })
  expect([await listenFor(happens, 120, time.clock), time.now]).toEqual([false, 120])
  expect(await listenFor(happens, 120, { ...time.clock, turn: async () => resolve() })).toBe(true)
})

test('our clock waits until something happens, and no timer is left, or the time is over', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  expect([await systemClock.wait((wake) => wake(), 60_000), timers()]).toEqual([true, before])
  expect(await systemClock.wait(() => {}, 20)).toBe(false)
})

const { folder } = testFolder()

test('a turn reads what is there, also if we are called while something else is read', async () => {
  const path = join(folder, 'socket')
  let hasCome = false
  const server = createServer((socket) => socket.on('data', () => (hasCome = true))).listen(path)
  const socket = connect(path)
  await once(server, 'connection')
  await new Promise<void>((resolve, reject) =>
    stat(path, () => {
      socket.write('x')
      systemClock.turn().then(resolve, reject)
    }),
  )
  expect(hasCome).toBe(true)
  socket.destroy()
  server.close()
})
