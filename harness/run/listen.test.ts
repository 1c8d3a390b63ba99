import { once } from 'node:events'
import { stat } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Clock, listenFor, systemClock } from './listen.ts'
import { testFolder } from './test-helpers.ts'

const { folder } = testFolder()

const never = new Promise<void>(() => {})

/** A clock whose timers always fire first, and what it was asked for. */
function lateClock(turn: () => Promise<void>) {
  const waits: number[] = []
  const clock: Clock = {
    now: () => 0,
    turn,
    wait: async (_, milliseconds) => {
      waits.push(milliseconds)
      return false
    },
  }
  return { clock, waits }
}

test('listens tick by tick, not longer than asked', async () => {
  const { clock, waits } = lateClock(async () => {})
  expect(await listenFor(never, 120, clock)).toBe(false)
  expect(waits).toEqual([50, 50, 20])
  const even = lateClock(async () => {})
  await listenFor(never, 100, even.clock)
  expect(even.waits).toEqual([50, 50])
})

test('what is there when the timer fires has happened', async () => {
  let resolve = () => {}
  const happens = new Promise<void>((fulfil) => {
    resolve = fulfil
  })
  const { clock, waits } = lateClock(async () => resolve())
  expect(await listenFor(happens, 120, clock)).toBe(true)
  expect(waits).toEqual([50])
})

test('our clock waits until something happens, or the time is over', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  expect(await systemClock.wait((wake) => wake(), 60_000)).toBe(true)
  expect(timers()).toBe(before)
  const began = systemClock.now()
  expect(await systemClock.wait(() => {}, 20)).toBe(false)
  expect(systemClock.now() - began).toBeGreaterThan(15)
})

test('what is there is read also if we are called while something else is read', async () => {
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
