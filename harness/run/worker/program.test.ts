import { describe, expect, test } from 'vitest'
import { EnvironmentError } from '../../base/usage-error.ts'
import { verdictLimits } from '../../session/limits.ts'
import type { Input } from '../../session/script.ts'
import { outputOf, type Script, type Session } from '../../session/session.ts'
import type { Conversation } from '../conversation.ts'
import { type Batch, bareReport, mismatch, reportText, type Setup, type WorkerReport } from './messages.ts'
import { openWorker } from './program.ts'

/** What a worker does next where it writes nothing. */
const [silent, ended] = ['<silent>', '<ended>']
/** Stands for the seal, which a worker is given when it starts. */
const seal = '%'

const report = (output: string, more: Partial<WorkerReport> = {}): WorkerReport => ({
  ...{ output, readAt: [], stderr: false, end: 'ended', status: 0 },
  ...more,
})
const messages = (...reports: readonly (string | WorkerReport)[]): string =>
  reports.map((one) => seal + reportText(typeof one === 'string' ? report(one) : one)).join('')
const ready = messages(bareReport('ended'))
const unsupported = (why: string) => messages(bareReport('unsupported', why))

function workersTaking(...workers: readonly (readonly string[])[]) {
  const received: Partial<Setup & Batch & { readonly source: string }>[][] = []
  const waits: number[] = []
  const counts = { closed: 0 }
  async function start() {
    const steps = [...(workers[received.length] ?? [])]
    const requests: (typeof received)[number] = []
    received.push(requests)
    const conversation: Partial<Conversation> = {
      stderr: 'warning\noh\n',
      child: { write: (line: string) => void requests.push(JSON.parse(line)) } as never,
      async next(milliseconds) {
        waits.push(milliseconds)
        const step = steps.shift() ?? ended
        if (step === silent || step === ended) return step === silent ? 'silent' : 'ended'
        return { output: step.replaceAll(seal, requests[0]?.seal ?? '') }
      },
      close: () => void counts.closed++,
    }
    return conversation as Conversation
  }
  const linesOf = (inputs: readonly string[] = []) => inputs.join('').trim().replaceAll('\n', ' ')
  /** The lines of the sessions of each batch, which have one line each. */
  const batches = () =>
    received.map((requests) => requests.map(({ inputs }) => linesOf(inputs)).filter((lines) => lines !== ''))
  return { programs: { start, isClosed: false }, received, waits, counts, batches }
}

const options = {
  runtime: { isCommonJs: true },
  input: 'stdin',
  file: '/x/\u00e9.txt',
  command: ['run', 'it'],
} as const
const source = 'a'
const limits = { milliseconds: 70 }

const scriptsOf = (lines: string): Script[] =>
  lines
    .split(' ')
    .map((answer) => ({ turns: [{ output: 'x', answer }, { output: 'y' }], end: { how: 'exit', status: 0 } }))

const shown = (session: Session) =>
  `${outputOf(session)} ${session.end.how === 'unknown' ? session.end.why : session.end.how}`.trim()

async function played(lines: string, ...steps: readonly (readonly string[])[]) {
  const workers = workersTaking(...steps)
  const program = openWorker(workers.programs, options).programOf(source)
  return { ...workers, sessions: (await program.playMany?.(scriptsOf(lines), limits))?.map(shown) }
}

test('a worker receives its setup and then sessions; it reports them in order, some or many at once, in any pieces', async () => {
  const text = messages('A', 'B', 'C')
  const steps = [ready.slice(0, 3), ready.slice(3), ...text.split(/(?=B| 0|C)/)]
  const { sessions, received, waits, counts } = await played('a b c', steps)
  expect(sessions).toEqual(['A exit', 'B exit', 'C exit'])
  const setup = { input: 'stdin', file: '/x/\xc3\xa9.txt' }
  const batch = { inputs: ['a\n', 'b\n', 'c\n'], limit: verdictLimits.outputLimit }
  expect(received).toEqual([[{ ...setup, seal: expect.stringMatching(/^\w{16} $/) }, { source: 'a;\n' }, batch]])
  expect(waits.slice(0, 3)).toEqual([10_000, 10_000, limits.milliseconds])
  expect(counts.closed).toBe(0)
})

test('a worker is started once, and again after it was closed', async () => {
  const workers = workersTaking([ready, messages('A'), messages('B')], [ready, messages('C')])
  const worker = openWorker(workers.programs, options)
  const { play, playMany } = worker.programOf(source)
  const one = async (line: string) => shown(await play(scriptsOf(line)[0] as Script, limits))
  expect([await one('a'), await one('b'), await playMany?.([], limits)]).toEqual(['A exit', 'B exit', []])
  worker.close()
  expect([await one('c'), workers.counts.closed, workers.batches()]).toEqual(['C exit', 1, [['a', 'b'], ['c']]])
  expect(workers.received[0]?.[0]?.seal).not.toBe(workers.received[1]?.[0]?.seal)
})

test('another source is taken by the same process, or by another if it has ended', async () => {
  const workers = workersTaking([ready, messages('A'), ready, unsupported('no')], [ready, messages('C')])
  const worker = openWorker(workers.programs, options)
  const [script] = scriptsOf('1') as [Script]
  const sessions: string[] = []
  for (const source of ['a', "import('b')", 'c', 'd'])
    sessions.push(shown(await worker.programOf(source).play(script, limits)))
  expect(sessions).toEqual(['A exit', 'import(', 'no', 'C exit'])
  expect(workers.received.map((requests) => requests.flatMap(({ source }) => source ?? []))).toEqual([
    ['a;\n', 'c;\n'],
    ['d;\n'],
  ])
})

test.each<[string, 'bun' | 'node', RegExp]>([
  ['module.id', 'bun', /^module/],
  ['return 1', 'bun', /^return/],
  ['() => this', 'bun', /^\(\) => this/],
  ['with (a) b', 'bun', /^with/],
  ['f(a)', 'bun', /^"use strict"/],
  ['mymodule + requires', 'bun', /^"use strict"/],
  // What is imported and not used is left out, as a type is.
  ['import { require as a } from "node:fs"; a', 'bun', /^"use strict".*require\("node:fs"\)/s],
  ['const a = 1; export { a as module }', 'bun', /^"use strict"/],
  ['#!/usr/bin/env node\nf(a)', 'node', /^\s*f\(a\)/],
  ['f("#!" + 1)', 'node', /^f\("#!/],
  // It could run a text.
  ['import_ = eval("1")', 'node', /^import_ = eval/],
  ["import('fs')", 'node', /^import\($/],
  ['() => import . meta', 'node', /^import\.$/],
  ['setTimeout(f, 1)?.["unref"]()', 'bun', /^unref$/],
  ['let (', 'bun', /^it cannot be parsed$/],
  ['await 0', 'bun', /^top-level await$/],
])(
  'of the entry %j for %s, a worker receives a script or a module, or only real processes can run it',
  async (source, name, expected) => {
    const workers = workersTaking([ready, messages('A')])
    const runtime = name === 'node' ? options.runtime : {}
    const { play } = openWorker(workers.programs, { ...options, runtime }).programOf(source)
    const session = await play(scriptsOf('a')[0] as Script, limits)
    expect(workers.received[0]?.[1]?.source ?? shown(session)).toMatch(expected)
  },
)

test('the session that ended a process need not be the first without a report: each is played alone, up to it', async () => {
  const half = `${seal}ended 0 0 9\nB`
  const alone = [ready, messages('A'), messages('B'), silent]
  const { sessions, batches, counts } = await played('a b c', [ready, half, ended], alone)
  expect([batches(), counts.closed]).toEqual([[['a b c'], ['a', 'b', 'c']], 2])
  expect(sessions).toEqual(['A exit', 'B exit', 'silent'])
})

test('the session that ended a process may be mistaken in a trial, where no session is played again', async () => {
  const workers = workersTaking([ready, messages('A'), ended])
  const program = openWorker(workers.programs, { ...options, isTrial: true }).programOf(source)
  expect((await program.playMany?.(scriptsOf('a b c'), limits))?.map(shown)).toEqual(['A exit', 'lost'])
  expect(workers.received).toHaveLength(1)
})

test.each([
  ['more reports than sessions', [ready, messages('A', 'B', 'C')]],
  ['a report that came before its session', [ready + messages('A'), messages('B')]],
  ['a report with a wrong number', [ready, `${seal}ended 0 2 0\n`]],
  ['a report without the seal', [ready, 'ended 0 0 0\n']],
  ['something after a report', [ready, `${messages('A')}x`, silent]],
  ['a header of 18 MB', [ready, `ended 0 0 0${' 1'.repeat(9e6)}\n`]],
  ['something before its first report', ['[]\n']],
])('only real processes can play an entry whose worker sends %s', async (_, steps) => {
  const { sessions, counts } = await played('a b', steps)
  expect([sessions, counts.closed]).toEqual([[mismatch.why], 1])
})

test.each([
  ['crashed', [ended]],
  ['looping', [silent]],
])('a worker that does not start is an error: %s', async (end, steps) => {
  await expect(played('a', steps)).rejects.toThrow(EnvironmentError)
  await expect(played('a', steps)).rejects.toThrow(`/x/\u00e9.txt: the worker cannot be started (${end}: oh)`)
})

describe('a report is a session', () => {
  const script: Script = {
    turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }],
    end: { how: 'exit', status: 0 },
  }
  async function sessionOf(input: Input, one: WorkerReport, of: Script = script, bytes?: number) {
    const workers = workersTaking([ready, messages(one)])
    const program = openWorker(workers.programs, { ...options, input }).programOf(source)
    const session = await program.play(of, bytes === undefined ? limits : { ...limits, bytes })
    return { session, batch: workers.received[0]?.[2] }
  }

  test('a report is a session whose lines are those after the end of the game, too, but not the end of input', async () => {
    const turns = [{ output: 'A> ', answer: null }, { output: '' }]
    const toEnd: Script = { turns, end: { how: 'cut' }, leftover: ['x'] }
    const { session, batch } = await sessionOf('interactive', report('A> ', { readAt: [3, 3] }), toEnd)
    expect(batch?.inputs).toEqual(['x\n'])
    expect(session.turns).toEqual([{ output: 'A> ', answer: null }, { output: '', answer: null }, { output: '' }])
  })

  test('a report is a session that is cut where it writes more than it may', async () => {
    const one = report('A> B> CCCCCCCCCCCC', { readAt: [3, 14, 18] })
    const { session, batch } = await sessionOf('interactive', one, script, 5)
    // Twice what is expected is more than five bytes.
    expect(batch?.limit).toBe(14)
    expect(session.turns.map(({ output }) => output)).toEqual(['A> ', 'B> CCCCCCCC', ''])
    expect(session.end).toEqual({ how: 'flood', bytes: 14 })
  })
})
