/**
 * The engine's child process: holds sessions with an entry, thousands a second, and tells what was said. It is started
 * by engine.ts, which trusts nothing that it tells beyond what the entry itself might have said.
 */
import { Buffer } from 'node:buffer'
import { readSync, writeSync } from 'node:fs'
import process from 'node:process'
import { codeReports, readLines } from './front-coding.ts'
import { lockDown } from './lockdown.ts'
import { namesOf } from './names.ts'
import { openRunner } from './runner.ts'
import type { Answer, Chunk, Setup } from './wire.ts'

/** Without the farewells of `process.exit`, which is taken away. */
const exit = (process as unknown as { reallyExit(status: number): never }).reallyExit.bind(process)
const { parse, stringify } = JSON

/** The pipes that Node makes for a child do not block; but to wait for one chunk after the other is all that we do. */
for (const stream of [process.stdin, process.stdout]) {
  const { _handle: pipe } = stream as unknown as { _handle?: { setBlocking?(blocking: boolean): void } }
  pipe?.setBlocking?.(true)
}

const bytes = Buffer.alloc(1 << 16)
let pending = ''

function receive(): string {
  const parts = [pending]
  for (;;) {
    const last = parts[parts.length - 1] as string
    const newline = last.indexOf('\n')
    if (newline !== -1) {
      parts[parts.length - 1] = last.slice(0, newline)
      pending = last.slice(newline + 1)
      return parts.join('')
    }
    const length = readSync(0, bytes)
    if (length === 0) exit(0)
    parts.push(bytes.toString('latin1', 0, length))
  }
}

function send(answer: Answer) {
  const line = Buffer.from(`${stringify(answer)}\n`, 'latin1')
  for (let at = 0; at < line.length; ) at += writeSync(1, line, at)
}

// A module is evaluated by a microtask, and microtasks cannot be run from within one.
setImmediate(() => {
  const setup = parse(receive()) as Setup
  const runner = openRunner(setup, namesOf(setup.entry.runtime), send, exit)
  lockDown()
  send({ ready: true })
  for (;;) {
    const chunk = parse(receive()) as Chunk
    send({ reports: codeReports(runner.hold(readLines(chunk.sessions), chunk.terms, chunk.eager)) })
  }
})
