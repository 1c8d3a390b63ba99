import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Bytes } from '../session/bytes.ts'
import {
  defaultTimeoutMs,
  echoPatience,
  exitGraceMs,
  listeningTick,
  maxAsleep,
  memoryLimit,
  outputLimit,
  pipeHolderGraceMs,
  processLimit,
  silenceThatAsks,
  starvedFactor,
  watchInterval,
} from '../session/limits.ts'
import { converse } from '../transcripts/converse.ts'
import { type Child, Conversation } from './conversation.ts'
import type { Clock } from './listen.ts'

describe('a program exceeds a limit', () => {
  const mebibyte = 1024 * 1024

  /** How often programs are killed that use this at each check, one check after the other, until they are closed. */
  function killsOf(uses: readonly Partial<ReturnType<Child['usage']>>[], behaviour: Behaviour = { isLimited: true }) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let check = 0
    const usage = () => ({ bytes: 1, processes: 1, ...uses[check++ % uses.length] })
    const { talk, counts } = timed({ usage, ...behaviour })
    vi.advanceTimersByTime(4 * watchInterval)
    return { kills: counts.kill, end: talk.end }
  }

  test.each<[Partial<ReturnType<Child['usage']>>[], number, object]>([
    [[{ bytes: memoryLimit * mebibyte }], 0, { how: 'lost' }],
    [[{ bytes: memoryLimit * mebibyte + 1 }], 1, { how: 'memory', mebibytes: memoryLimit }],
    [[{ processes: processLimit }], 0, { how: 'lost' }],
    [[{ processes: processLimit + 1 }], 1, { how: 'processes', count: processLimit }],
    // Below it at the next check: what it kept in memory may have been output that we had not read.
    [[{ bytes: 1e12 }, { bytes: 0 }], 0, { how: 'lost' }],
    [[{ bytes: 1e12 }, { processes: 1e6 }], 0, { how: 'lost' }],
  ])('a stranger’s program that uses %j is killed %i times', (uses, kills, end) => {
    expect(killsOf(uses)).toMatchObject({ kills, end })
  })

  test('only a stranger’s program is killed, and only while it runs', async () => {
    const uses = [{ processes: 1000 }]
    expect(killsOf(uses, {}).kills).toBe(0)
    const usage = () => ({ bytes: 1, processes: 1000 })
    const [ended, closed] = [timed({ usage, isLimited: true, ends: 0 }), timed({ usage, isLimited: true })]
    expect(await ended.talk.next(100)).toBe('ended')
    closed.talk.close()
    vi.advanceTimersByTime(3 * watchInterval)
    expect([ended.counts.kill, closed.counts.kill]).toEqual([0, 1])
  })
})

test.each([
  ['that has ended is released', 0, true, { kill: 0, release: 1 }],
  ['that has ended, but cannot be trusted, is killed', 0, false, { kill: 1, release: 0 }],
  ['that still runs is killed', undefined, true, { kill: 1, release: 0 }],
])('at the close, a program %s', async (_, ends, isReusable, expected) => {
  const { talk, counts } = timed({ ...(ends !== undefined && { ends }) })
  await talk.next(10)
  talk.close(isReusable)
  expect(counts).toMatchObject({ ...expected, close: 1 })
})

test.each([
  [0, 0],
  [undefined, 1],
])(
  'a program that ends with %s, its pipes closed, is killed %i times: it may outlive its shell',
  async (status, kills) => {
    const { talk, counts } = timed({ ends: 0, status })
    expect(await talk.next(10)).toBe('ended')
    expect([counts.kill, talk.end]).toEqual([kills, status === 0 ? { how: 'exit', status } : { how: 'lost' }])
  },
)

test('the end of standard error is kept', () => {
  const { talk, complain } = timed({})
  expect(talk.stderr).toBe('')
  complain('a'.repeat(200_000))
  complain('the end')
  expect(talk.stderr).toMatch(/^a{131065}the end$/)
})

interface Behaviour {
  /** Whether it waits, and the processor time that it has used, at a time; absent: it waits. */
  readonly activity?: (now: number) => ReturnType<Child['activity']>
  readonly readsInput?: (now: number) => boolean
  /** What it writes at a time. */
  readonly writes?: Readonly<Record<number, Bytes>>
  /** What comes at a time, while we are stopped: it is read at the next turn. */
  readonly unread?: Readonly<Record<number, Bytes>>
  /** When it ends, with this status (by default 0), and whether its pipes are closed only later. */
  readonly ends?: number
  readonly status?: number | undefined
  readonly holdsPipes?: boolean
  readonly closes?: number
  /** What it uses, and whether that is limited. */
  readonly usage?: Child['usage']
  readonly isLimited?: boolean
  /** What is read of those who hold the pipes when they have been killed. */
  readonly lastWords?: Bytes
  /** For how long we are stopped when something has happened. */
  readonly stopped?: number
}

/** A conversation in a time that passes only while somebody waits: with a program that does what it is told to. */
function timed({
  activity,
  readsInput,
  writes = {},
  unread = {},
  ends,
  closes,
  lastWords,
  stopped = 0,
  ...rest
}: Behaviour) {
  const { holdsPipes = false, usage = () => ({ bytes: 1, processes: 1 }), isLimited = false } = rest
  let now = 0
  let [write, complain] = [(_: Bytes) => {}, (_: Bytes) => {}]
  /** What is sent; `null` is the end of input. */
  const sent: (Bytes | null)[] = []
  let isClosed = false
  let close = () => {}
  const closed = new Promise<void>((resolve) => {
    close = () => {
      isClosed = true
      resolve()
    }
  })
  let exit = (_: number | undefined) => {}
  const status = new Promise<number | undefined>((resolve) => {
    exit = resolve
  })
  function end() {
    exit('status' in rest ? rest.status : 0)
    if (!holdsPipes) close()
  }
  const happenings = (texts: Readonly<Record<number, Bytes>>) =>
    Object.entries(texts).map(([at, text]) => ({ at: Number(at), happen: () => write(text) }))
  const events = [
    ...(ends === undefined ? [] : [{ at: ends, happen: end }]),
    ...happenings(writes),
    ...(closes === undefined ? [] : [{ at: closes, happen: close }]),
  ].sort((a, b) => a.at - b.at)
  const late = happenings(unread)
  const counts = { kill: 0, release: 0, flushHeld: 0, close: 0 }
  /** The waits, in milliseconds. */
  const waits: number[] = []
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await setImmediate()
  }
  const clock: Clock = {
    now: () => now,
    async turn() {
      while (late[0] !== undefined && late[0].at <= now) late.shift()?.happen()
      await settle()
    },
    async wait(listen, milliseconds) {
      waits.push(milliseconds)
      const deadline = now + milliseconds
      let hasHappened = false
      listen(() => {
        hasHappened = true
      })
      await settle()
      while (!hasHappened && events[0] !== undefined && events[0].at <= deadline) {
        now = Math.max(now, events[0].at) + stopped
        events.shift()?.happen()
        await settle()
      }
      if (!hasHappened) now = Math.max(now, deadline)
      return hasHappened
    },
  }
  const child: Child = {
    status,
    write: (bytes) => void sent.push(bytes),
    endInput: () => void sent.push(null),
    listen(onOutput, onStderr) {
      write = onOutput
      complain = onStderr
    },
    isOutputClosed: () => isClosed,
    finish: () => (isClosed ? undefined : closed),
    close: () => void counts.close++,
    activity: () => (activity === undefined ? { waits: true, milliseconds: 0 } : activity(now)),
    usage,
    readsInput: () => readsInput?.(now) ?? false,
    mayRead: () => undefined,
    flushHeld: () => void counts.flushHeld++,
  }
  function kill() {
    counts.kill++
    if (lastWords === undefined || counts.kill > 1) return
    events.push({
      at: now + 10,
      happen() {
        write(lastWords)
        close()
      },
    })
  }
  const options = { isLimited, kill, release: () => void counts.release++, clock }
  const talk = new Conversation(child, options)
  onTestFinished(() => talk.close())
  const writeUnread = (bytes: Bytes) => late.push({ at: now, happen: () => write(bytes) })
  return { talk, counts, waits, sent, writeUnread, complain: (bytes: Bytes) => complain(bytes), now: () => now }
}

const works = { waits: false, milliseconds: 0 }

describe('a silence', () => {
  test('is the time in which it did nothing, looked at in ticks', async () => {
    const { talk, waits, now } = timed({})
    expect(await talk.next(2 * listeningTick + 20)).toBe('silent')
    expect([waits, now(), talk.listened]).toEqual([[listeningTick, listeningTick, 20], 120, 120])
  })

  test('is over when it writes: what was heard is the time up to then', async () => {
    const { talk } = timed({ writes: { 80: 'one', 90: 'two' } })
    expect(await talk.next(1000)).toEqual({ output: 'one' })
    expect(talk.listened).toBe(80)
    expect(await talk.next(1000)).toEqual({ output: 'two' })
    expect(talk.listened).toBe(90)
    expect(await talk.next(30)).toBe('silent')
  })

  test('is the processor time that a program at work has had', async () => {
    // A tenth of a processor, which the system counts in hundredths of a second.
    const { talk, now } = timed({ activity: (now) => ({ waits: false, milliseconds: 10 * Math.floor(now / 100) }) })
    expect(await talk.next(50)).toBe('silent')
    expect([now(), talk.listened]).toEqual([500, 50])
    // What it has used before is not used again.
    expect(await talk.next(20)).toBe('silent')
    expect([now(), talk.listened]).toEqual([700, 70])
  })

  test('does not grow shorter when a child of the program ends and its time is no longer counted', async () => {
    const { talk } = timed({ activity: (now) => ({ waits: false, milliseconds: Math.max(0, 1000 - now) }) })
    expect(await talk.next(100)).toBe('silent')
    // The first tick counts as a whole.
    expect(talk.listened).toBe(listeningTick)
  })

  test('is ten times as long, but not listened to, where the program gets no processor', async () => {
    const { talk, now } = timed({ activity: () => works })
    expect(await talk.next(100)).toBe('silent')
    expect([now(), talk.listened]).toEqual([100 * starvedFactor, 0])
  })

  test('is all the time where the system does not show the program', async () => {
    const { talk } = timed({ activity: () => undefined })
    expect(await talk.next(100)).toBe('silent')
    expect(talk.listened).toBe(100)
  })

  test('is no longer than a tick, however late we notice that it is over', async () => {
    const { talk } = timed({ writes: { 10: 'x' }, stopped: 3_600_000 })
    expect(await talk.next(1000)).toEqual({ output: 'x' })
    expect(talk.listened).toBe(listeningTick)
  })
})

describe('what may be an echo is passed on', () => {
  test('once the program has waited for a while', async () => {
    const { talk, counts } = timed({})
    await talk.next(echoPatience - 1)
    expect(counts.flushHeld).toBe(0)
    await talk.next(echoPatience)
    expect(counts.flushHeld).toBe(1)
  })

  test('only while it does not work', async () => {
    const isAtWork = (now: number) => ({ waits: now % 100 !== 0, milliseconds: now })
    const { talk, counts } = timed({ activity: isAtWork })
    await talk.next(1000)
    expect(counts.flushHeld).toBe(0)
    const unknown = timed({ activity: () => undefined })
    await unknown.talk.next(echoPatience)
    expect(unknown.counts.flushHeld).toBe(1)
  })
})

describe('a program', () => {
  test('asks if it is seen to read, and has written nothing before', async () => {
    expect(await timed({ readsInput: () => true }).talk.waitForPrompt()).toBe(true)
    expect(await timed({ readsInput: () => true, unread: { 0: 'x> ' } }).talk.waitForPrompt()).toBe(false)
  })

  test('asks if it reads after some work', async () => {
    const { talk, now } = timed({ activity: () => works, readsInput: (now) => now >= 20 })
    expect([await talk.waitForPrompt(), now()]).toEqual([true, 20])
  })

  test('does not ask if it writes or ends', async () => {
    const writes = timed({ activity: () => works, readsInput: () => false, writes: { 3: 'x' } })
    expect([await writes.talk.waitForPrompt(), writes.now()]).toEqual([false, 3])
    const { talk, now } = timed({ activity: () => works, readsInput: (now) => now > 3, ends: 3 })
    expect([await talk.waitForPrompt(), now()]).toEqual([false, 3])
  })

  test('does not ask if it sleeps over something else, or works for long, or nobody can see what it does', async () => {
    const asleep = timed({ readsInput: () => false })
    expect([await asleep.talk.waitForPrompt(), asleep.now()]).toEqual([false, maxAsleep])
    const blind = timed({})
    expect([await blind.talk.waitForPrompt(), blind.now()]).toEqual([false, maxAsleep])
    const atWork = timed({ activity: () => works, readsInput: () => false })
    expect([await atWork.talk.waitForPrompt(), atWork.now()]).toEqual([false, silenceThatAsks])
    // It sleeps four times, but not long enough at a time.
    const sometimes = timed({
      activity: (now) => ({ waits: now % maxAsleep !== 0, milliseconds: 0 }),
      readsInput: (now) => now === 50,
    })
    expect([await sometimes.talk.waitForPrompt(), sometimes.now()]).toEqual([true, 50])
  })
})

describe('a program is quiet', () => {
  test('when it waits, at which we look less and less often', async () => {
    const { talk, waits } = timed({ activity: (now) => ({ ...works, waits: now >= 6 }) })
    expect([await talk.waitUntilQuiet(), waits]).toEqual([false, [1, 2, 3]])
  })

  test('only if it has written nothing, also nothing that was not read yet', async () => {
    const said = timed({ activity: () => works, writes: { 6: 'x' } })
    expect([await said.talk.waitUntilQuiet(), said.now()]).toEqual([true, 6])
    const { talk, waits } = timed({ unread: { 0: 'x' } })
    expect([await talk.waitUntilQuiet(), waits]).toEqual([true, []])
  })

  test('once it has worked for as long as it may be silent', async () => {
    const { talk, now } = timed({ activity: () => works })
    expect(await talk.waitUntilQuiet()).toBe(false)
    // 1 + 2 + … + 63 milliseconds.
    expect(now()).toBe(2016)
    expect(now()).toBeGreaterThanOrEqual(defaultTimeoutMs)
  })
})

test('a program leaves if it ends soon after its input has ended', async () => {
  const soon = timed({ ends: exitGraceMs - 10 })
  expect([await soon.talk.exitsWhenInputCloses(), soon.sent]).toEqual([true, [null]])
  expect(await timed({ ends: exitGraceMs + 100 }).talk.exitsWhenInputCloses()).toBe(false)
})

describe('the rest of what it says', () => {
  test('goes on if it only waits for us to read: what it writes is in a full pipe', async () => {
    const { talk, counts, now } = timed({ unread: { 0: 'one ' }, writes: { 1: 'two ', 4: 'three' } })
    expect(await talk.drain()).toBe('one two ')
    expect(now()).toBe(2)
    // What may have been an echo is part of it.
    expect(counts.flushHeld).toBeGreaterThan(0)
  })

  test('is waited for as long as it goes on, but not for ever', async () => {
    const { talk, waits } = timed({ activity: () => works, writes: { 60: 'a', 120: 'b' } })
    expect(await talk.drain()).toBe('a')
    // Pauses of 1, 2, … 14 milliseconds in which nothing came are 105.
    expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...waits)).toBe(14)
  })

  test('is cut off if it is endless', async () => {
    const flood = 'x'.repeat(outputLimit)
    const { talk, now } = timed({ activity: () => works, writes: { 1: flood, 2: 'y', 3: 'z' } })
    expect((await talk.drain()).length).toBe(outputLimit + 1)
    expect(now()).toBe(2)
  })
})

test('those who hold the pipes of a program that has ended are killed after a while, and then it is over', async () => {
  const { talk, counts, now } = timed({ ends: 0, holdsPipes: true })
  // Its silence is over, however long they take.
  expect(await talk.next(100)).toBe('ended')
  expect(counts.kill).toBe(1)
  expect(now()).toBeGreaterThanOrEqual(pipeHolderGraceMs)
  talk.close()
  expect(counts).toMatchObject({ kill: 2, release: 0 })
})

test('what they wrote before they were killed is heard', async () => {
  const { talk } = timed({ ends: 0, holdsPipes: true, lastWords: 'late' })
  expect(await talk.next(100)).toEqual({ output: 'late' })
  expect(await talk.next(100)).toBe('ended')
})

test('a program without known prompts that wrote just before it was seen to read has its output read before it is sent a line', async () => {
  const { talk, writeUnread } = timed({})
  let looks = 0
  const mayRead = () => {
    if (++looks === 2) writeUnread('late\n> ')
    return true
  }
  Object.assign(talk.child, { mayRead })
  const options = { person: false, limits: { milliseconds: 2000 } }
  const { turns } = await converse(talk, undefined, ['1', '2'].values(), options)
  expect(turns.map(({ output }) => output)).toEqual(['', 'late\n> ', ''])
})
