import { Readable, Writable } from 'node:stream'
import type { Host } from './host.ts'

export interface HostOptions extends Partial<Pick<Host, 'cwd' | 'env' | 'signal'>> {
  /** Standard input, as bytes or in UTF-8 (default: none). */
  readonly input?: string | Uint8Array
  /** The width of the terminal that standard output and error are (default: they are none). */
  readonly columns?: number
}

/** A host for tests, in which nothing is of this process but PATH and, by default, the current folder. */
export function testHost(options: HostOptions = {}): Host & Record<'stdout' | 'stderr', ReturnType<typeof kept>> {
  const { cwd = process.cwd(), env = {}, signal = new AbortController().signal, input = '', columns } = options
  const stdin = Readable.from([Buffer.from(input)], { objectMode: false })
  return { cwd, env: { PATH: process.env.PATH, ...env }, stdin, stdout: kept(columns), stderr: kept(columns), signal }
}

/** A stream that keeps what is written to it; `text` returns what has come since the last call. */
function kept(columns?: number) {
  const chunks: Buffer[] = []
  const write = (chunk: Buffer, _: BufferEncoding, done: () => void) => {
    chunks.push(chunk)
    done()
  }
  const text = () => Buffer.concat(chunks.splice(0)).toString()
  return Object.assign(new Writable({ write }), { text, ...(columns !== undefined && { isTTY: true, columns }) })
}

/** Takes all steps in one turn of the event loop. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
