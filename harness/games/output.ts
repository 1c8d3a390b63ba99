import { appendFileSync, fstatSync } from 'node:fs'
import type { Bytes } from '../session/bytes.ts'

/**
 * Ends the process when standard output fails: quietly with status 141 if its reader has gone away, as SIGPIPE does,
 * else (a full disk) with one line on standard error and status 2. Every command calls it first.
 * @param command its name, for the message
 */
export function watchOutput(command: string) {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const isClosed = code === 'EPIPE' || code === 'ECONNRESET'
    const line = isClosed ? '' : `${command}: standard output: ${message}\n`
    process.stderr.write(line, () => process.exit(isClosed ? 128 + 13 : 2))
  })
  process.stderr.on('error', () => {})

  // Node's stream writes to a file once and ignores a short count, so the last bytes before the disk is full are lost.
  if (fstatSync(1).isFile()) {
    process.stdout._write = (chunk: Buffer, _, done) => {
      try {
        appendFileSync(1, chunk)
        done()
      } catch (error) {
        done(error as Error)
      }
    }
  }
}

/**
 * Writes to standard output.
 * @returns a promise that is fulfilled when standard output takes more: await it before reading on, and a slow reader
 *   costs no memory
 */
export const write = (bytes: Bytes): Promise<void> =>
  new Promise((resolve) => {
    if (process.stdout.write(bytes, 'latin1')) resolve()
    else process.stdout.once('drain', resolve)
  })
