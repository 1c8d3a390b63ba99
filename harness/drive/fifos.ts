import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Child } from './process.ts'

/**
 * Starts a program on named pipes. What Node calls a pipe is a socket, which cannot be opened by a name such as
 * `/dev/stdin`; these can. They cost a quarter of the speed, so only programs that know such names get them.
 */
export function spawnOnFifos(
  file: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Child {
  const [input, output, errors] = makeFifos(3) as [string, string, string]
  // A pipe can be opened for reading or writing alone once it is open for both.
  const both = [input, output, errors].map((path) => openSync(path, constants.O_RDWR))
  const theirs = [openSync(input, 'r'), openSync(output, 'w'), openSync(errors, 'w')]
  const stdin = new Socket({
    fd: openSync(input, constants.O_WRONLY | constants.O_NONBLOCK),
    readable: false,
    writable: true,
  })
  const [stdout, stderr] = [output, errors].map(
    (path) =>
      new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false }),
  ) as [Socket, Socket]
  const child = spawn(file, args, { ...options, detached: true, stdio: theirs })
  for (const descriptor of [...both, ...theirs]) closeSync(descriptor)
  for (const path of [input, output, errors]) unlinkSync(path)

  const closed = [stdout, stderr].map((stream) => new Promise((resolve) => stream.once('close', resolve)))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.once('exit', () => stdin.destroy())
  // The end of what is written is the end of a socket only; a pipe has to be closed.
  stdin.once('finish', () => stdin.destroy())
  return {
    pid: child.pid,
    stdin,
    stdout,
    stderr,
    on(event: 'error' | 'exit' | 'close', listener: (...args: never[]) => void) {
      if (event === 'close') Promise.all([...closed, exited]).then(listener as () => void)
      else child.on(event, listener as () => void)
    },
  }
}

function makeFifos(count: number): string[] {
  const paths = Array.from({ length: count }, () => join(tmpdir(), `ninehole-${randomUUID()}`))
  execFileSync('mkfifo', ['-m', '600', ...paths])
  return paths
}
