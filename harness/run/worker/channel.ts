import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import { type Batch, reportText, type Setup, type WorkerReport } from './messages.ts'

// The worker's end of the channel to its parent; messages.ts describes the messages. Sending uses nothing that an entry could
// have changed, and no buffer that it could read: it must not learn the seal.

export const realExit = ((process as { reallyExit?: (status: number) => never }).reallyExit ?? process.exit).bind(
  process,
)
const { readSync, writeSync } = fs
const { apply } = Reflect
const { slice } = String.prototype
const { parse } = JSON

// Opened again, as the runtime makes its own standard streams non-blocking.
const [input, output] = [fs.openSync('/dev/stdin', 'r'), fs.openSync('/dev/stdout', 'w')]
const bytes = Buffer.alloc(1 << 16)
let received = ''
export const setup = receive() as Setup
const { seal } = setup

export const receiveNext = () => receive() as Batch | Pick<Setup, 'source'>

/** Receives a line of JSON. Ends the process if the parent is gone. */
function receive(): unknown {
  let end = received.indexOf('\n')
  for (; end < 0; end = received.indexOf('\n')) {
    const length = readSync(input, bytes)
    if (length === 0) realExit(0)
    received += bytes.toString('latin1', 0, length)
  }
  const line = received.slice(0, end)
  received = received.slice(end + 1)
  return parse(line)
}

export function send(reports: 'ready' | readonly WorkerReport[]): void {
  let text = ''
  if (reports === 'ready') text = `${seal}ready\n`
  else for (let i = 0; i < reports.length; i++) text += seal + reportText(reports[i] as WorkerReport)
  while (text !== '') text = apply(slice, text, [writeSync(output, text, null, 'latin1')]) as Bytes
}
