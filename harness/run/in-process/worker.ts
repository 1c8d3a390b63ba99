import { join } from 'node:path'
import { type AnyNode, parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import type { TransformOptions } from 'esbuild'
import * as v from 'valibot'
import { stripTypes } from '../../entries/runtimes.ts'
import { packageRoot } from '../../games/package-root.ts'
import { type Bytes, type Lines, toBytes } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'
import type { Limits } from '../limits.ts'
import type { Programs } from '../programs.ts'
import type { Session } from '../session.ts'

/** A JavaScript entry that is run many times in one process of its own runtime. */
export interface InProcessProgram {
  /** JavaScript or TypeScript. */
  readonly source: string
  readonly runtime: 'node' | 'bun'
  readonly input: Input
  /** Absolute path of the entry's file. */
  readonly file: string
  /** What starts the runner in the runtime, as a real process is started. */
  readonly command: readonly string[]
}

/*
 * What the worker, in our process, and the runner, in the entry's, send each other: lines, mostly of JSON, one byte a
 * character. The runner is sent its setup, says `ready`, and is sent lists of sessions from then on; it reports each
 * session. It reports output; the verdict is formed elsewhere. An entry could forge these lines, so real processes
 * confirm every failure and run samples.
 */

export interface Setup {
  /** The body of a function that does what the entry does. */
  readonly body: Bytes
  readonly input: Input
  readonly file: Bytes
}

const report = v.object({
  output: v.string(),
  /** `interactive`: how much output there was when the program asked for each line that it was given. */
  readAt: v.array(v.number()),
  /** Whether it wrote to standard error. */
  stderr: v.boolean(),
  /**
   * - `ended`: by itself
   * - `waiting`: stopped where it asked for more interactive input
   * - `flooding`: wrote more than 128 KiB
   * - `looping`: made no progress and was killed
   * - `crashed`: ended the runner's process, or used too much memory
   * - `unsupported`: only a real process can show what happens
   */
  end: v.picklist(['ended', 'waiting', 'flooding', 'looping', 'crashed', 'unsupported']),
  /** The exit status of a program that ended. */
  status: v.exactOptional(v.number()),
  /** The reason for `unsupported`. */
  why: v.exactOptional(v.string()),
})
export type InProcessReport = v.InferOutput<typeof report>

/** The report of a session of which nothing is known. */
const noReport = { output: '', readAt: [], stderr: false }

/** The file of the runner. */
export const runnerFile = join(packageRoot, 'dist', 'runner.mjs')
/** How long the runtime may take to start, in milliseconds. */
const startLimit = 10_000

/**
 * Runs sessions with a JavaScript entry, thousands a second, in one process of its own runtime.
 * @param programs starts programs where the entry's real processes run
 * @param limits how long a session may make no progress
 */
export function openWorker(programs: Programs, program: InProcessProgram, { milliseconds }: Limits) {
  let session: Session | undefined
  let received = ''

  /**
   * @param body the entry, as `prepare` returns it
   * @returns why it cannot be run in one process, if it cannot
   */
  async function start(body: string): Promise<string | undefined> {
    const started = await programs.start(program.command)
    session = started
    received = ''
    const setup: Setup = { body: toBytes(body), input: program.input, file: toBytes(program.file) }
    started.send(JSON.stringify(setup))
    const line = await nextLine(started, startLimit)
    if (line === '"ready"') return undefined
    const { why } = parsed(line)
    if (why !== undefined) return why
    throw new Error(`the runner cannot be started (${line}: ${started.stderr.trimEnd().split('\n').at(-1)})`)
  }

  /** @returns the next line, or why there is none */
  async function nextLine(session: Session, milliseconds: number): Promise<string> {
    while (!received.includes('\n')) {
      const event = await session.next(milliseconds)
      if (typeof event === 'string') return event
      received += event.output
    }
    const line = received.slice(0, received.indexOf('\n'))
    received = received.slice(line.length + 1)
    return line
  }

  /** Ends the process. */
  function close() {
    session?.close()
    session = undefined
  }

  return {
    /**
     * Runs sessions in order; calls must not overlap.
     * @param sessions the lines of each, without their newlines
     * @returns their reports, in order, up to a session that hangs or crashes; or a single one, `unsupported`, if the
     *   entry cannot be run in one process
     * @throws if the runner cannot be started
     */
    async run(sessions: readonly Lines[]): Promise<readonly InProcessReport[]> {
      if (session === undefined) {
        const prepared = await prepare(program)
        const why = 'unsupported' in prepared ? prepared.unsupported : await start(prepared.body)
        if (why !== undefined) {
          close()
          return [{ ...noReport, end: 'unsupported', why }]
        }
      }
      session?.send(JSON.stringify(sessions))
      const reports: InProcessReport[] = []
      while (session !== undefined && reports.length < sessions.length) {
        const report = parsed(await nextLine(session, milliseconds))
        if (['looping', 'crashed', 'unsupported'].includes(report.end)) close()
        if (report.end === 'unsupported') return [report]
        reports.push(report)
      }
      return reports
    },
    close,
  }
}

function parsed(line: string): InProcessReport {
  if (line === 'silent') return { ...noReport, end: 'looping' }
  if (line === 'ended') return { ...noReport, end: 'crashed' }
  try {
    return v.parse(report, JSON.parse(line))
  } catch {
    return { ...noReport, end: 'unsupported', why: 'its sessions and the reports of them do not agree' }
  }
}

/** A timer with `unref` may fire in a later session; what `import()` loads is not replaced. */
const unsupported = /\bunref\b|\bimport\s*[(.]/

/**
 * Reads an entry as its runtime would.
 * @returns the body of a function that does what the entry does, or why only a real process can run it
 */
async function prepare({ source, runtime }: InProcessProgram) {
  const [word] = unsupported.exec(source) ?? []
  if (word !== undefined) return { unsupported: word }
  const javaScript = (options: TransformOptions = {}) =>
    stripTypes(source.replace(/^#!.*/, ''), options).catch(() => undefined)
  const plain = await javaScript()
  if (plain === undefined) return { unsupported: 'it cannot be parsed' }
  if (runtime === 'node') return { body: plain }
  const asScript = namesAtTop(plain, 'script')
  const isModule = asScript === undefined || !asScript.has(script)
  const names = isModule ? namesAtTop(plain, 'module') : asScript
  if (names === undefined) return { unsupported: 'it cannot be parsed' }
  if (names.has('arguments') || (isModule && names.has(script))) return { unsupported: [...names].join(', ') }
  const body = await javaScript({ format: 'cjs', ...(isModule && { banner: '"use strict";' }) })
  return body === undefined ? { unsupported: 'await outside functions' } : { body }
}

const script = 'what only a script has'

/**
 * Bun takes a file for a script, in sloppy mode, if it uses what only a script has.
 * @returns `script` if it does, and `arguments` if these are used outside functions; undefined if it cannot be parsed
 */
function namesAtTop(code: string, sourceType: 'script' | 'module') {
  const names = new Set<string>()
  const visit = (found: unknown, _: unknown, ancestors: unknown) => {
    const node = found as AnyNode
    const functions = (ancestors as AnyNode[]).slice(0, -1).filter(({ type }) => isFunction.test(type))
    const hasOwnThis = functions.some(({ type }) => type !== 'ArrowFunctionExpression')
    if (node.type === 'WithStatement' || (node.type === 'ThisExpression' && !hasOwnThis)) names.add(script)
    if (node.type === 'ReturnStatement' && functions.length === 0) names.add(script)
    if (node.type === 'Identifier' && scriptNames.test(node.name)) names.add(script)
    if (node.type === 'Identifier' && node.name === 'arguments' && !hasOwnThis) names.add(node.name)
  }
  try {
    fullAncestor(
      parse(code, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: sourceType === 'script' }),
      visit,
    )
    return names
  } catch {
    // It is no such program, or nested too deeply.
    return undefined
  }
}

/** What has its own `this` and `arguments`, unless it is an arrow function. */
const isFunction = /Function|^PropertyDefinition$|^StaticBlock$/

const scriptNames = /^(exports|require|module|__filename|__dirname)$/
