import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { activity, end, start } from '../process.ts'
import type { EngineReport } from './report.ts'
import { type Answer, type Chunk, readAnswer, type Setup, writeLine } from './wire.ts'

/**
 * The engine's child as its parent sees it: something that is sent chunks and answers them, until it dies, loops or eats
 * too much, and then it is gone.
 */
export interface Helper {
  send(chunk: Chunk): void
  end(): void
}

/** How a helper was lost: it made no progress, or wanted too much memory, or ended by itself. */
export type Loss = 'looping' | 'memory' | 'ended'

interface Listener {
  hear(answer: Answer<EngineReport[]>): void
  lost(how: Loss, why: string): void
  /** How long it may go without an answer now, in milliseconds; undefined while nothing is asked of it. */
  patience(): number | undefined
}

/** Besides the heap, whose limit V8 sees to, in bytes. */
const memoryLimit = 768 * 1024 * 1024
/** A helper that the machine gives no time to is waited for longer, but not for ever. */
const indulgence = 10
const tick = 100

export function openHelper(setup: Setup, { hear, lost, patience }: Listener): Helper {
  const child = start({ file: process.execPath, args: [...flags(), script], cwd: dirname(script), env: {} })
  const { stdin, stdout, stderr } = child
  let pending = ''
  let complaints = ''
  let over = false
  let since = performance.now()
  let usedBefore = 0

  function lose(how: Loss, why: string) {
    if (over) return
    close()
    lost(how, why)
  }

  function close() {
    over = true
    clearInterval(timer)
    end(child)
    for (const stream of [stdin, stdout, stderr]) stream.destroy()
  }

  function progress() {
    since = performance.now()
    usedBefore = used()?.milliseconds ?? 0
  }

  const used = () => (child.pid === undefined ? undefined : activity(child.pid))

  async function watch() {
    const allowed = patience()
    if (child.pid !== undefined && residentBytes(child.pid) > memoryLimit) return lose('memory', 'too much memory')
    if (allowed === undefined || performance.now() - since < allowed) return
    // On a busy machine it may be we who are late: first read what is there.
    const before = since
    await setImmediate()
    if (over || since !== before) return
    const now = used()
    const starved = now !== undefined && !now.waits && now.milliseconds - usedBefore < allowed
    if (starved && performance.now() - since < indulgence * allowed) return
    lose('looping', 'made no progress')
  }

  stdout.setEncoding('latin1')
  stdout.on('data', (text: string) => {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      if (over) return
      const answer = readAnswer(pending + text.slice(start, end))
      pending = ''
      start = end + 1
      if (answer === undefined) return lose('ended', 'sent what cannot be read')
      progress()
      hear(answer)
    }
    pending += text.slice(start)
  })
  stderr.setEncoding('latin1')
  stderr.on('data', (text: string) => {
    complaints = (complaints + text).slice(-4096)
  })
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  child.on('error', (error) => lose('ended', error.message))
  child.on('close', (...[code, signal]: unknown[]) => {
    if (/out of memory/i.test(complaints)) lose('memory', 'too much memory')
    else
      lose(
        'ended',
        `ended with ${signal ?? `status ${code}`}${complaints === '' ? '' : `: ${complaints.trim().split('\n').at(-1)}`}`,
      )
  })

  const timer = setInterval(watch, tick)
  const send = (message: Setup | Chunk) => {
    stdin.write(writeLine(message), 'latin1')
  }
  send(setup)
  return {
    send(chunk) {
      if (patience() === undefined) progress()
      send(chunk)
    },
    end: close,
  }
}

/** Beside package.json, whether we run from source or are built. */
const script = join(rootOf(dirname(fileURLToPath(import.meta.url))), 'dist', 'engine.js')

function rootOf(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder ? folder : rootOf(dirname(folder))
}

/** Reads its own code and nothing else; writes nothing, starts nothing. */
function flags(): string[] {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  return [
    permission,
    `--allow-fs-read=${join(dirname(script), '*')}`,
    '--max-old-space-size=256',
    '--no-warnings',
    '--no-deprecation',
  ]
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096
  } catch {
    return 0
  }
}
