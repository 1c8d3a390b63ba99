import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { packageRoot } from '../games/package-root.ts'
import { whyNoPty } from '../run/pty.ts'

/** Runs the command in a terminal. */
async function inTerminal(...args: string[]) {
  const { spawn } = await import('@lydell/node-pty')
  const words = [join(packageRoot, 'dist/ninehole.js'), ...args]
  const terminal = spawn(process.execPath, words, { cols: 80, rows: 24, cwd: packageRoot })
  let shown = ''
  terminal.onData((data) => {
    shown += data
  })
  const ended = new Promise((resolve) => terminal.onExit(resolve))
  return { terminal, ended, shown: () => shown }
}

/** Whether the cursor is visible and lines wrap after this output. */
const isUsable = (shown: string) =>
  ['25', '7'].every((mode) => shown.lastIndexOf(`\x1b[?${mode}l`) <= shown.lastIndexOf(`\x1b[?${mode}h`))

const fixture = 'fixtures/tic-tac-toe/challenge-tie.transcript'

test.skipIf(whyNoPty() !== undefined).each(['SIGINT', 'SIGTERM', 'SIGKILL'])(
  'the terminal is usable after %s',
  async (signal) => {
    const { terminal, ended, shown } = await inTerminal('verify', fixture, '--timeout', '60', '--', 'sleep', '60')
    await vi.waitFor(() => expect(shown()).toContain('0/2 sessions'), { timeout: 20_000 })
    terminal.kill(signal)
    await ended
    expect(isUsable(shown())).toBe(true)
  },
)

test.skipIf(whyNoPty() !== undefined)('the progress line is erased before other output', async () => {
  const { ended, shown } = await inTerminal('verify', fixture)
  await ended
  expect(shown()).toContain('\r\x1b[K0/2 sessions')
  expect(shown().endsWith('\r\x1b[K2 of 2 sessions as recorded\r\n')).toBe(true)
  expect(isUsable(shown())).toBe(true)
})
