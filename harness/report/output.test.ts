import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testHost } from '../base/test-helpers.ts'
import { startProgress } from './output.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['a pipe', testHost({ env: { TERM: 'xterm' } })],
  ['a terminal without escape sequences', testHost({ columns: 80, env: { TERM: 'dumb' } })],
])('progress on %s is a line now and then, with the rate and the part', (_, host) => {
  const progress = startProgress(host, 24_000)
  const { step } = progress.begin({ name: 'a\x1b.ts', size: 12_000 })
  for (let second = 0; second < 30; second++) {
    step(100)
    vi.advanceTimersByTime(1000)
  }
  progress.stop()
  vi.advanceTimersByTime(60_000)
  expect(host.stderr.text()).toBe(`1,500/24,000 sessions · 100/s · a␛.ts\n3,000/24,000 sessions · 100/s · a␛.ts\n`)
})

test('on a terminal, a part counts as what was planned, however many sessions it takes', () => {
  const host = testHost({ columns: 80, env: { TERM: 'xterm' } })
  const progress = startProgress(host, 18_000)
  const [failing, short] = [progress.begin({ name: 'a', size: 12_000 }), progress.begin({ name: 'b', size: 6000 })]
  failing.step(20_000)
  short.step()
  short.end()
  vi.advanceTimersByTime(200)
  expect(host.stderr.text()).toBe('\r\x1b[K0/18,000 sessions\r\x1b[K18,000/18,000 sessions · b')
  progress.stop()
  vi.advanceTimersByTime(200)
  progress.step()
  expect(host.stderr.text()).toBe('\r\x1b[K')
})
