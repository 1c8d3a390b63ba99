import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryLimit, processLimit, watchInterval } from '../session/limits.ts'
import { Conversation } from './conversation.ts'
import type { Activity } from './procfs.ts'

/** A program that is silent, and how often it was killed or kept for the next one. */
function silent(activity: Partial<Activity> | undefined, isLimited = true) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const counts = { kill: 0, release: 0 }
  let exit = (_: number | undefined) => {}
  const status = new Promise<number | undefined>((resolve) => {
    exit = resolve
  })
  const all = () => activity && { waits: true, milliseconds: 0, bytes: 1, processes: 1, ...activity }
  const child = { stdin, stdout, stderr, status, activity: all }
  const talk = new Conversation(child, {
    isLimited,
    kill: () => void counts.kill++,
    release: () => void counts.release++,
  })
  return { talk, counts, exit, streams: [stdin, stdout, stderr] }
}

describe('a program is killed when it and its children exceed a limit', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  const mebibyte = 1024 * 1024
  test.each([
    [{ bytes: memoryLimit * mebibyte }, undefined],
    [{ bytes: memoryLimit * mebibyte + 1 }, { how: 'memory', mebibytes: memoryLimit }],
    [{ processes: processLimit }, undefined],
    [{ processes: processLimit + 1 }, { how: 'processes', count: processLimit }],
    [undefined, undefined],
  ])('%j: %j', (activity, exceeded) => {
    const { talk, counts } = silent(activity)
    vi.advanceTimersByTime(3 * watchInterval)
    expect([talk.exceeded, counts.kill]).toEqual([exceeded, exceeded === undefined ? 0 : 1])
    talk.close()
  })

  test('but not if it is below when we look again: what it keeps in memory may be what we have not read', () => {
    const activity = { bytes: 0 }
    const { talk, counts } = silent(activity)
    for (const bytes of [1e12, 0, 1e12, 0]) {
      activity.bytes = bytes
      vi.advanceTimersByTime(watchInterval)
    }
    expect([talk.exceeded, counts.kill]).toEqual([undefined, 0])
    talk.close()
  })

  test('but only a stranger’s, and not after its end', () => {
    const ours = silent({ processes: 1000 }, false)
    const over = silent({ processes: 1000 })
    over.talk.close()
    vi.advanceTimersByTime(3 * watchInterval)
    expect([ours.counts.kill, over.counts.kill]).toEqual([0, 1])
  })
})

test.each([
  ['that has ended is released', true, true, { kill: 0, release: 1 }],
  ['that has ended, but cannot be trusted, is killed', true, false, { kill: 1, release: 0 }],
  ['that still runs is killed', false, true, { kill: 1, release: 0 }],
])('at the close, a program %s', async (_, hasEnded, isReusable, expected) => {
  const { talk, counts, exit, streams } = silent({})
  const [, stdout, stderr] = streams
  if (hasEnded) {
    stdout?.destroy()
    stderr?.destroy()
    exit(0)
    await talk.ended
  }
  talk.close(isReusable)
  expect(counts).toEqual(expected)
  expect(streams.every(({ destroyed }) => destroyed)).toBe(true)
})

test.each([
  [0, 0],
  [undefined, 1],
])(
  'a program that ends with %s, its pipes closed, is killed %i times: it may outlive its shell',
  async (status, kills) => {
    const { talk, counts, exit, streams } = silent({})
    for (const stream of streams) stream.destroy()
    exit(status)
    await talk.ended
    expect(counts.kill).toBe(kills)
    talk.close(true)
  },
)

test('what it wrote is heard before its end, although the end comes first', async () => {
  const { talk, exit, streams } = silent({})
  const [, stdout, stderr] = streams
  exit(0)
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  stdout?.end('late')
  stderr?.end()
  expect(await talk.next(1000)).toEqual({ output: 'late' })
  expect(await talk.next(1000)).toBe('ended')
  expect([talk.isClosed, talk.status]).toEqual([true, 0])
  talk.close()
})

test('of what it writes to standard error the end is kept', async () => {
  const { talk, streams } = silent({})
  streams[2]?.write('a'.repeat(200_000))
  streams[2]?.write('the end')
  await vi.waitFor(() => expect(talk.stderr).toMatch(/^a{131065}the end$/))
  talk.close()
})
