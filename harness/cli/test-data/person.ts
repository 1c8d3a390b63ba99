import { resolve } from 'node:path'
import { execa } from 'execa'
import { expect, vi } from 'vitest'

const ninehole = resolve('dist/ninehole.js')

/**
 * A person at a terminal, who types after they have seen something, and may run a command of the shell at the end.
 * @param args what follows `ninehole`
 */
export async function personAt(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
  afterwards?: string,
) {
  const { spawn } = await import('@lydell/node-pty')
  const options = { cwd: folder, env: { ...process.env, ...env }, encoding: 'latin1' }
  const words = [process.execPath, ninehole, ...args]
  const inShell = ['sh', '-c', `trap : INT; "$@"; status=$?; ${afterwards}; exit $status`, 'sh', ...words]
  const [file = '', ...rest] = afterwards === undefined ? words : inShell
  const terminal = spawn(file, rest, options)
  let screen = ''
  let seen = 0
  let exit: number | undefined
  terminal.onData((bytes) => {
    screen += bytes
  })
  terminal.onExit(({ exitCode, signal }) => {
    exit = signal ? 128 + signal : exitCode
  })
  return {
    pid: terminal.pid,
    /** True if their terminal shows what they type. */
    async echoes() {
      const { _pty: path } = terminal as unknown as { _pty: string }
      return !(await execa('sh', ['-c', 'stty -a <"$0"', path])).stdout.includes('-echo ')
    },
    screen: () => screen,
    async sees(text: string) {
      await vi.waitFor(() => expect(screen.slice(seen)).toContain(text), { timeout: 100_000 })
      seen = screen.indexOf(text, seen) + text.length
    },
    types: (keys: string) => terminal.write(keys),
    async isDone() {
      await vi.waitFor(() => expect(exit).toBeDefined(), { timeout: 100_000 })
      return exit
    },
  }
}
