import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testHost } from '../base/test-helpers.ts'
import { startProgress } from './progress.ts'

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const inTerminal = () => testHost({ columns: 80, env: { TERM: 'xterm' } })
  const part = {
    name: 'a\x1b.ts',
    steps: [
      { name: 'games', size: 1000 },
      { name: 'random', size: 11_000 },
    ],
  }

  test.each([
    ['a pipe', testHost({ env: { TERM: 'xterm' } })],
    ['a terminal without escape sequences', testHost({ columns: 80, env: { TERM: 'dumb' } })],
  ])('on %s: a line now and then, with the suite, the rate and the time left', (_, host) => {
    const progress = startProgress(host, 24_000)
    const { step } = progress.begin(part)
    for (let second = 0; second < 30; second++) {
      vi.advanceTimersByTime(1000)
      step(100)
    }
    progress.stop()
    vi.advanceTimersByTime(60_000)
    expect(host.stderr.text()).toBe(`1,400/24,000 sessions · 100/s · about 4 min left · a␛.ts, random
2,900/24,000 sessions · 100/s · about 4 min left · a␛.ts, random
`)
  })

  test('the time left counts how long a session of each step takes', () => {
    const steps = [
      { name: 'games', size: 4000 },
      { name: 'random', size: 300, effort: 20 },
    ]
    const host = testHost()
    const progress = startProgress(host, [{ name: 'a', steps }])
    const { step } = progress.begin({ name: 'a', steps })
    for (let second = 0; second < 15; second++) {
      vi.advanceTimersByTime(1000)
      step(200)
    }
    vi.advanceTimersByTime(15_000)
    progress.stop()
    // 1,200 sessions of the first are left, and 300 that take as long as 6,000 of them.
    expect(host.stderr.text().split('\n')[0]).toBe('2,800/4,300 sessions · 200/s · about 36 s left · a, games')
  })

  test('a part counts as what was planned, however many sessions it takes', () => {
    const host = inTerminal()
    const progress = startProgress(host, 18_000)
    const [failing, short] = [progress.begin(part), progress.begin({ name: 'b', steps: [{ name: 'all', size: 6000 }] })]
    failing.step(20_000)
    short.step()
    vi.advanceTimersByTime(200)
    short.end()
    expect(host.stderr.text()).toBe('\r\x1b[K0/18,000 sessions\r\x1b[K18,000/18,000 sessions · b, all')
    progress.stop()
    vi.advanceTimersByTime(200)
    progress.step()
    expect(host.stderr.text()).toBe('\r\x1b[K')
  })
})
