import { stripVTControlCharacters } from 'node:util'
import type { Host } from '../base/host.ts'
import { printable } from './text.ts'

const knowsEscapes = ({ isTTY }: Host['stdout'], { TERM }: NodeJS.ProcessEnv): boolean =>
  isTTY === true && TERM !== 'dumb'

/** Removes colours, unless a terminal shows them and NO_COLOR is not set. */
const shownOn = (stream: Host['stdout'], text: string, env: NodeJS.ProcessEnv): string =>
  knowsEscapes(stream, env) && !env.NO_COLOR ? text : stripVTControlCharacters(text)

/** Erases the progress line, and writes our text to standard output. */
export function print(host: Host, text: string) {
  if (text === '') return
  progressLine(host).erase()
  host.stdout.write(shownOn(host.stdout, text, host.env))
}

export const printError = ({ stderr, env }: Host, text: string) => void stderr.write(`${shownOn(stderr, text, env)}\n`)

/** Writes `ninehole: …` to standard error: one line, whatever the remark contains. */
export const note = (host: Host, remark: string) => printError(host, `ninehole: ${printable(remark)}`)

/** A line on standard error that is drawn again and again, in a terminal only. */
export function progressLine({ stderr, env }: Host) {
  const isLive = knowsEscapes(stderr, env)
  // The cursor stays visible, so that nothing must be restored when the process ends.
  const draw = (line: string) => void (isLive && stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns || 80) - 1)}`))
  return { isLive, draw, erase: () => draw('') }
}

/** How often progress is shown on a terminal and elsewhere, and when the rate begins to be, in milliseconds of the clock. */
const [redrawInterval, lineInterval, rateDelay] = [200, 15_000, 3000]

/** Shows how many sessions of a total were run, on standard error: in a terminal, in one line; elsewhere, in a line now and then. */
export function startProgress(host: Host, total: number) {
  const began = performance.now()
  const { isLive, draw, erase } = progressLine(host)
  let [done, doing] = [0, '']
  const show = () => {
    const elapsed = performance.now() - began
    const rate = elapsed < rateDelay || done === 0 ? '' : `${numberOf((done / elapsed) * 1000)}/s`
    const count = `${numberOf(done)}/${numberOf(total)} sessions`
    const line = [count, rate, printable(doing)].filter(Boolean).join(' · ')
    if (isLive) draw(line)
    else host.stderr.write(`${line}\n`)
  }
  /** Begins a part. After a failure, it may take more sessions than planned, or fewer; it counts as planned. */
  const begin = ({ name, size }: { readonly name: string; readonly size: number }) => {
    let own = 0
    const advance = (to: number) => {
      done += to - own
      own = to
    }
    return {
      /** Call it once per `count` sessions. */
      step(count = 1) {
        doing = name
        advance(Math.min(own + count, size))
      },
      end: () => advance(size),
    }
  }
  if (isLive) show()
  const timer = setInterval(show, isLive ? redrawInterval : lineInterval).unref()
  const stop = () => {
    clearInterval(timer)
    erase()
  }
  return { begin, step: begin({ name: '', size: total }).step, stop }
}

const numberOf = (count: number) => Math.round(count).toLocaleString('en')
