import { appendFileSync, fstatSync } from 'node:fs'
import { toBytes, toText } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'

/** How many bytes a line may have: 64 MiB. */
const lineLimit = 2 ** 26

/**
 * The lines of standard input, without their newlines; the last one may lack its newline. Standard input is closed when
 * the caller stops early.
 * @throws UsageError if it cannot be read, or a line is longer than 64 MiB
 */
export async function* linesOfInput(): AsyncGenerator<string> {
  let line = ''
  process.stdin.setEncoding('latin1')
  try {
    for await (const bytes of process.stdin as AsyncIterable<string>) {
      const [first = '', ...others] = bytes.split('\n')
      line += first
      if (line.length > lineLimit) throw new UsageError('standard input', 'a line is longer than 64 MiB')
      for (const next of others) {
        yield toText(line)
        line = next
      }
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError('standard input', `cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if (line !== '') yield toText(line)
}

/**
 * Writes to standard output.
 * @returns a promise that is fulfilled when standard output takes more: await it before reading on, so that a slow
 *   reader costs no memory
 */
export const write = (text: string): Promise<void> =>
  new Promise((resolve) => {
    if (process.stdout.write(toBytes(text), 'latin1')) resolve()
    else process.stdout.once('drain', resolve)
  })

/**
 * Ends the process if standard output fails: silently with status 141 if its reader is gone, as SIGPIPE does, otherwise
 * (a full disk) with one line on standard error and status 2. Every command calls it first.
 * @param command the name of the command, for the message
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
