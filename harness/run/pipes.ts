import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Child } from './process.ts'

/** Between two `cat`s a program has pipes of its own; how it ended is told on descriptor 3. */
const script = 'cat 3>&- | { "$@" 3>&-; echo $? >&3; } | cat 3>&-'

/**
 * Starts a program on pipes. What Node calls a pipe is a socket, which cannot be opened by a name such as `/dev/stdin`;
 * these can. They cost three processes more, so only programs that know such names get them.
 */
export function spawnOnPipes(
  file: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Child<Writable, Readable> {
  const child = spawn('sh', ['-c', script, 'sh', file, ...args], {
    ...options,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const { pid, stdin, stdout, stderr } = child
  const report = child.stdio[3] as Readable
  let told = ''
  report.setEncoding('latin1')
  report.on('data', (text: string) => {
    told += text
    // The first `cat` reads on until its input ends.
    stdin.destroy()
  })
  return {
    pid,
    stdin,
    stdout,
    stderr,
    on(event: 'error' | 'exit' | 'close' | 'spawn' | 'orphaned', listener: (...args: never[]) => void) {
      const hear = listener as (code: number | null, signal: NodeJS.Signals | null) => void
      if (event !== 'exit') child.on(event, listener as () => void)
      else child.on('exit', () => hear(...endOf(told)))
    },
  }
}

/** What a shell tells of how a program ended, in Node's words. */
function endOf(told: string): [number | null, NodeJS.Signals | null] {
  const status = told === '' ? 128 + constants.signals.SIGKILL : Number(told)
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)
  return signal === undefined ? [status, null] : [null, signal[0] as NodeJS.Signals]
}
