import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'

/** How many bytes a line may have. */
const longest = 2 ** 26

/**
 * The lines on standard input, without their newlines; the last one may lack its newline. Who stops early closes
 * standard input.
 * @throws UsageError if it cannot be read, or a line is longer than 64 MiB
 */
export async function* linesOfInput(): AsyncGenerator<Bytes> {
  // The beginning of a line whose end has not come yet; in pieces, as a long line comes in many.
  const pieces: Bytes[] = []
  let length = 0
  process.stdin.setEncoding('latin1')
  try {
    for await (const bytes of process.stdin as AsyncIterable<Bytes>) {
      const [first = '', ...rest] = bytes.split('\n')
      pieces.push(first)
      length += first.length
      if (length > longest) throw new UsageError('standard input', 'a line is longer than 64 MiB')
      for (const piece of rest) {
        yield pieces.splice(0).join('')
        pieces.push(piece)
        length = piece.length
      }
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError('standard input', `cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  const unfinished = pieces.join('')
  if (unfinished !== '') yield unfinished
}
