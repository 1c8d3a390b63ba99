import { randomBytes } from 'node:crypto'
import { parse } from 'acorn'
import type { TransformOptions } from 'esbuild'
import { max } from '../../base/collections.ts'
import { EnvironmentError } from '../../base/usage-error.ts'
import { stripTypes } from '../../entries/runtimes.ts'
import { type Answers, type Bytes, toBytes } from '../../session/bytes.ts'
import type { Limits } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { type Input, isInLockStep, outputLimitOf } from '../../session/script.ts'
import { answersOf, type End, inputOf, type Script, type Session } from '../../session/session.ts'
import type { Conversation } from '../conversation.ts'
import type { ProgramLauncher } from '../launcher.ts'
import { type Batch, bareReport, mismatch, reportsIn, type WorkerReport } from './messages.ts'

const maxWorkerStartMs = 10_000

interface WorkerOptions {
  readonly runtime: { readonly isCommonJs?: true }
  readonly input: Input
  readonly file: string
  /** Starts the worker, in the runtime and as real processes are started. */
  readonly command: readonly string[]
  /** Set if another session may be reported as the one that ended the process: then none is played again. */
  readonly isTrial?: boolean
}

/**
 * Plays thousands of sessions a second of an entry in JavaScript, in one process, which is started anew once a session ends it.
 * @returns `programOf`: plays a source of the entry; only one call of all its programs may run at a time
 */
export function openWorker(
  launcher: ProgramLauncher,
  { runtime, input, file, command, isTrial = false }: WorkerOptions,
) {
  let conversation: Conversation | undefined
  let loaded: Bytes | undefined
  let seal = ''
  let received = ''

  function close() {
    conversation?.close()
    conversation = undefined
    loaded = undefined
  }

  const send = (request: object) => conversation?.child.write(`${JSON.stringify(request)}\n`)

  /** Reports a session that ended the process, or was silent, in its place. */
  async function nextReports(milliseconds: number): Promise<readonly WorkerReport[]> {
    for (;;) {
      const event = (await conversation?.next(milliseconds)) ?? 'ended'
      if (typeof event === 'string') return [bareReport(event === 'silent' ? 'looping' : 'crashed')]
      const { reports, rest } = reportsIn(received + event.output, seal)
      received = rest
      if (reports.length > 0) return reports
    }
  }

  /**
   * @returns a report that the source cannot be run in one process; undefined if it can
   * @throws EnvironmentError if the process cannot be started
   */
  async function load(source: Bytes): Promise<readonly WorkerReport[] | undefined> {
    if (loaded === source) return undefined
    const isNew = conversation === undefined
    if (isNew) {
      conversation = await launcher.start(command, { isInFreshShell: true })
      received = ''
      seal = `${randomBytes(8).toString('hex')} `
      send({ seal, input, file: toBytes(file) })
    }
    send({ source })
    const [answer, ...more] = await nextReports(maxWorkerStartMs)
    if (more.length > 0) return [mismatch]
    if (answer?.why !== undefined) return [answer]
    if (answer?.end === 'ended') {
      loaded = source
      return undefined
    }
    const lastMessage = conversation?.stderr.trimEnd().split('\n').at(-1)
    close()
    // Another source may have ended the process.
    if (!isNew) return load(source)
    throw new EnvironmentError(file, `the worker cannot be started (${answer?.end}: ${lastMessage})`)
  }

  async function playBatch(batch: Batch, milliseconds: number): Promise<readonly WorkerReport[]> {
    send(batch)
    const reports: WorkerReport[] = []
    while (reports.length < batch.inputs.length && !endsProcess(reports.at(-1))) {
      reports.push(...(await nextReports(milliseconds)))
      if (reports.length > batch.inputs.length) return [mismatch]
    }
    return reports
  }

  /** @returns the reports of the sessions, in order, up to one that hangs or crashes; or one that is `unsupported` */
  async function playAll(source: Bytes, { inputs, limit }: Batch, milliseconds: number) {
    const reports: WorkerReport[] = []
    let size = inputs.length
    while (reports.length < inputs.length) {
      const batch = { inputs: inputs.slice(reports.length, reports.length + size), limit }
      const found = (await load(source)) ?? (await playBatch(batch, milliseconds))
      const last = found.at(-1)
      if (!endsProcess(last)) {
        reports.push(...found)
        continue
      }
      close()
      // Only real processes can play this entry: all other reports are void.
      if (last.end === 'unsupported') return [last]
      if (batch.inputs.length === 1 || isTrial) return [...reports, ...found]
      // Any of the sessions without a report may have ended the process: play them one by one.
      size = 1
      reports.push(...found.slice(0, -1))
    }
    return reports
  }

  function programOf(source: string): Program {
    let preparing: ReturnType<typeof bodyOf> | undefined
    async function playMany(scripts: readonly Script[], limits: Limits): Promise<Session[]> {
      preparing ??= bodyOf(source, runtime.isCommonJs)
      const body = await preparing
      const allowed = scripts.map((script) => outputLimitOf(script, limits))
      const batch = { inputs: scripts.map(inputOf), limit: max(allowed) }
      const reports = typeof body === 'string' ? await playAll(toBytes(body), batch, limits.milliseconds) : [body]
      return reports.map((report, index) =>
        sessionOf(report, answersOf(scripts[index] as Script), input, allowed[index] as number),
      )
    }
    return { playMany, play: async (script, limits) => (await playMany([script], limits))[0] as Session }
  }

  return { programOf, close }
}

const endsProcess = (report: WorkerReport | undefined): report is WorkerReport =>
  report !== undefined && ['looping', 'crashed', 'unsupported'].includes(report.end)

/** @param limit bytes that the session may write: others of its batch may write more */
function sessionOf(report: WorkerReport, answers: Answers, input: Input, limit: number): Session {
  const { status = 0, stderr, why = '' } = report
  const output = report.output.slice(0, limit)
  const readAt = report.readAt.filter((at) => at <= limit)
  const ends: Record<WorkerReport['end'], End> = {
    ended: { how: 'exit', status },
    waiting: { how: 'cut' },
    flooding: { how: 'flood', bytes: limit },
    looping: { how: 'silent', milliseconds: 0 },
    crashed: { how: 'lost' },
    unsupported: { how: 'unknown', why },
  }
  const asked = isInLockStep(input)
    ? readAt.map((at, index) => ({ output: output.slice(readAt[index - 1], at), answer: answers[index] ?? null }))
    : answers.map((answer) => ({ output: '', answer }))
  // If the program asked for no line, this is all its output.
  const turns = [...asked, { output: output.slice(readAt.at(-1)) }]
  const end = report.output.length > limit ? ends.flooding : ends[report.end]
  return { turns, end, ...(stderr && { stderr: '(not kept)' }) }
}

/** Matches what is unsupported: timers with `unref`, which may fire in a later session, and `import()`. */
const unsupported = /\bunref\b|\bimport\s*[(.]/

/** Matches what only a script has, for which Bun reads a file as a script, in sloppy mode. */
const scriptOnly = /\b(exports|require|module|__filename|__dirname|this)\b/

/** @returns the body of a function that does what the entry does, or a report that only a real process can run it */
async function bodyOf(source: string, isCommonJs = false): Promise<string | WorkerReport> {
  const plain = await javaScript(source.replace(/^#!.*/, ''))
  if (plain === undefined) return bareReport('unsupported', 'it cannot be parsed')
  const [word] = unsupported.exec(plain) ?? []
  if (word !== undefined) return bareReport('unsupported', word)
  if (isCommonJs || isScript(plain)) return plain
  const body = await javaScript(plain, { format: 'cjs', banner: '"use strict";' })
  return body ?? bareReport('unsupported', 'top-level await')
}

/** Undefined if it cannot be translated. */
const javaScript = (source: string, options: TransformOptions = {}) =>
  stripTypes(source, options).catch(() => undefined)

/** True if Bun takes a file for a script: it is no module, or uses what only a script has. */
function isScript(code: string): boolean {
  try {
    const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
    return scriptOnly.test(code) && !body.some(({ type }) => /^Import|^Export/.test(type))
  } catch {
    return true
  }
}
