import { afterEach, expect, test, vi } from 'vitest'
import { showProgress } from './golf.ts'

const { isTTY } = process.stderr
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.stderr.isTTY = isTTY
})

test.each([
  ['a terminal', true, 'xterm', '\r\x1b[Ksearching: 9 bytes, 2 tried, last by: names'],
  ['a terminal without escape sequences', true, 'dumb', ''],
  ['no terminal', false, 'xterm', ''],
])('the progress of golf on %s', (_, isTTY, TERM, shown) => {
  vi.stubEnv('TERM', TERM)
  process.stderr.isTTY = isTTY
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  showProgress({ doing: 'searching', bytes: 9, tried: 2, by: 'names', source: '' })
  expect(write.mock.calls.join('')).toBe(shown)
})
