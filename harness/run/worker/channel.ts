import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'
import { type Batch, reportText, type Setup, type WorkerReport } from './messages.ts'

// The worker's end of the channel to its parent; messages.ts describes the messages. Sending uses nothing that an entry could
// have changed.

export const realExit = ((process as { reallyExit?: (status: number) => never }).reallyExit ?? process.exit).bind(
  process,
)
const { readSync, writeSync } = fs
const toBuffer = Buffer.from.bind(Buffer)

// Opened again, as the runtime makes its own standard streams non-blocking.
const [input, output] = [fs.openSync('/dev/stdin', 'r'), fs.openSync('/dev/stdout', 'w')]
const bytes = Buffer.alloc(1 << 16)
let received = ''

export function receiveSetup(): Setup {
  const [input, fileLength = 0, bodyLength = 0, patience] = receiveLine()
  const [file, body] = [receiveBytes(fileLength), receiveBytes(bodyLength)]
  return { input: input as Input, file, body, waitsForEventLoop: patience === 'patient' }
}

export function receiveNext(): Batch | Bytes {
  const [first, ...lengths] = receiveLine()
  if (first === 'source') return lengths.map(receiveBytes).join('')
  return { limit: Number(first), inputs: lengths.map(receiveBytes) }
}

function receiveLine(): string[] {
  while (!received.includes('\n')) receiveMore()
  return receiveBytes(received.indexOf('\n') + 1)
    .slice(0, -1)
    .split(' ')
}

function receiveBytes(length: number | string): Bytes {
  while (received.length < Number(length)) receiveMore()
  const taken = received.slice(0, Number(length))
  received = received.slice(taken.length)
  return taken
}

/** Receives more bytes. Ends the process if the parent is gone. */
function receiveMore() {
  const length = readSync(input, bytes)
  if (length === 0) realExit(0)
  received += bytes.toString('latin1', 0, length)
}

export function send(reports: 'ready' | readonly WorkerReport[]): void {
  let text = ''
  if (reports === 'ready') text = 'ready\n'
  else for (let i = 0; i < reports.length; i++) text += reportText(reports[i] as WorkerReport)
  const sent = toBuffer(text, 'latin1')
  for (let at = 0; at < sent.length; ) at += writeSync(output, sent, at)
}
