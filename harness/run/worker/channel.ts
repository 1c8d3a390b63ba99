import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import process from 'node:process'
import type { WorkerReport } from './messages.ts'

/*
 * The worker's end of the line to its parent: lines of JSON, one byte a character. It uses nothing that an entry could
 * have changed in the meantime.
 */

export const realExit = ((process as { reallyExit?: (status: number) => never }).reallyExit ?? process.exit).bind(
  process,
)
const { readSync, writeSync } = fs
const { parse, stringify } = JSON
const toBuffer = Buffer.from.bind(Buffer)

// Opened again, as the runtime makes the pipes of its own standard streams non-blocking.
const [input, output] = [fs.openSync('/dev/stdin', 'r'), fs.openSync('/dev/stdout', 'w')]
const bytes = Buffer.alloc(1 << 16)
let received = ''

/** @returns the next message of the parent; the process ends where the parent is gone */
export function receive<Message>(): Message {
  while (!received.includes('\n')) {
    const length = readSync(input, bytes)
    if (length === 0) realExit(0)
    received += bytes.toString('latin1', 0, length)
  }
  const line = received.slice(0, received.indexOf('\n'))
  received = received.slice(line.length + 1)
  return parse(line)
}

export function send(message: 'ready' | readonly WorkerReport[]): void {
  const line = toBuffer(`${stringify(message)}\n`, 'latin1')
  for (let at = 0; at < line.length; ) at += writeSync(output, line, at)
}
