import { createInterface } from 'node:readline'

/** The lines on standard input, without their newlines. */
export const linesOfInput = (): AsyncIterable<string> =>
  createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
