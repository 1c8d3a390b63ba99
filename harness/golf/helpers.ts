import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packageRoot } from '../games/package-root.ts'
import type { EngineSession } from '../run/engine/report.ts'
import { end, start } from '../run/process.ts'
import type { Attempt, Order, Tried, WorldKind } from './wire.ts'

/** Golf's children, as many as help: they try programs side by side, and one that a program kills is replaced. */
export interface Helpers {
  /** @returns the number under which every child knows these sessions */
  keep(sessions: readonly EngineSession[]): number
  attempt(attempt: Attempt): Promise<Tried>
  close(): void
}

interface Job {
  readonly attempt: Attempt
  resolve(tried: Tried): void
}

interface Child {
  job: Job | undefined
  send(order: Order): void
  end(): void
}

/** What a child may take beside the work itself, on a busy machine, in milliseconds. */
const grace = 10_000

export async function openHelpers(kind: WorldKind): Promise<Helpers> {
  const { script, remove } = await childScript()
  const sets = new Map<number, readonly EngineSession[]>()
  const queue: Job[] = []
  const children: Child[] = []
  let count = 0
  let closed = false

  function openChild() {
    const child = start({ file: process.execPath, args: [...flags(script), script], cwd: dirname(script), env: {} })
    let pending = ''
    let over = false
    let timer: NodeJS.Timeout | undefined

    const lose = () => {
      if (over) return
      self.end()
      children.splice(children.indexOf(self), 1)
      if (closed) return
      if (self.job !== undefined) queue.unshift(...halves(self.job))
      children.push(openChild())
      pump()
    }
    const self: Child = {
      job: undefined,
      send(order) {
        child.stdin.write(`${JSON.stringify(order)}\n`)
        if ('programs' in order) timer = setTimeout(lose, order.programs.length * order.milliseconds + grace)
      },
      end() {
        over = true
        clearTimeout(timer)
        end(child)
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      },
    }
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (text: string) => {
      const lines = (pending + text).split('\n')
      pending = lines.pop() ?? ''
      for (const line of lines) {
        clearTimeout(timer)
        const answer: Tried | true = JSON.parse(line)
        if (answer === true || self.job === undefined) continue
        self.job.resolve(answer)
        self.job = undefined
        pump()
      }
    })
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
    child.on('error', lose)
    child.on('close', lose)
    self.send(kind)
    for (const [keep, sessions] of sets) self.send({ keep, sessions })
    return self
  }

  function pump() {
    for (const child of children) {
      if (child.job !== undefined) continue
      child.job = queue.shift()
      if (child.job === undefined) return
      child.send(child.job.attempt)
    }
  }

  for (let i = 0; i < Math.min(4, availableParallelism()); i++) children.push(openChild())
  return {
    keep(sessions) {
      const keep = count++
      sets.set(keep, sessions)
      for (const child of children) child.send({ keep, sessions })
      return keep
    },
    attempt: (attempt) =>
      new Promise((resolve) => {
        queue.push({ attempt, resolve })
        pump()
      }),
    close() {
      closed = true
      for (const child of children) child.end()
      remove()
    },
  }
}

/** One of these programs has ended the child: each half is tried again, until it is alone. */
function halves({ attempt, resolve }: Job): Job[] {
  const { programs } = attempt
  if (programs.length < 2) {
    resolve(programs.map(() => null))
    return []
  }
  const middle = programs.length >> 1
  const parts: Tried[] = []
  let left = 2
  return [programs.slice(0, middle), programs.slice(middle)].map((programs, index) => ({
    attempt: { ...attempt, programs },
    resolve(tried) {
      parts[index] = tried
      if (--left === 0) resolve(parts.flat())
    },
  }))
}

/** The child's code: built beside ninehole, or, where only the source is there, built now. */
async function childScript(): Promise<{ readonly script: string; remove(): void }> {
  const built = join(packageRoot, 'dist', 'golf.js')
  const source = join(packageRoot, 'harness', 'golf', 'child.ts')
  if (!existsSync(source)) return { script: built, remove() {} }
  const { build } = await import('esbuild')
  const folder = mkdtempSync(join(tmpdir(), 'ninehole-golf-'))
  const script = join(folder, 'golf.mjs')
  await build({ entryPoints: [source], outfile: script, bundle: true, format: 'esm', platform: 'node' })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return { script, remove }
}

/** Reads its own code and nothing else; writes nothing, starts nothing. */
function flags(script: string): string[] {
  const known = process.allowedNodeEnvironmentFlags.has('--permission')
  const permission = known ? '--permission' : '--experimental-permission'
  const read = `--allow-fs-read=${join(dirname(script), '*')}`
  return [permission, read, '--max-old-space-size=256', '--no-warnings', '--no-deprecation']
}
