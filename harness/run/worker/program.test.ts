import { describe, expect, test } from 'vitest'
import { EnvironmentError } from '../../base/usage-error.ts'
import { outputLimit, workerPatience } from '../../session/limits.ts'
import type { Input } from '../../session/script.ts'
import { outputOf, type Script, type Session } from '../../session/session.ts'
import type { Conversation } from '../conversation.ts'
import { bareReport, mismatch, reportText, type WorkerReport } from './messages.ts'
import { WorkerProcess } from './program.ts'

/** Simulated workers: their messages are written here, and what they receive is kept. */

/** What a worker does next: it writes a piece of its messages, is silent too long, or ends. */
type Step = string | { readonly event: 'silent' | 'ended' }

const silent: Step = { event: 'silent' }
const ended: Step = { event: 'ended' }
const ready = 'ready\n'

const report = (output: string, more: Partial<WorkerReport> = {}): WorkerReport => ({
  ...{ output, readAt: [], stderr: false, end: 'ended', status: 0 },
  ...more,
})
const unsupported = (why: string) => reportText({ ...bareReport('unsupported'), why })
const messages = (...reports: readonly (string | WorkerReport)[]): string =>
  reports.map((one) => reportText(typeof one === 'string' ? report(one) : one)).join('')

/** Starts workers that take these steps, one list for each, whatever they receive. */
function workersTaking(...workers: readonly (readonly Step[])[]) {
  const received: (readonly string[])[] = []
  const waits: number[] = []
  const counts = { closed: 0 }
  async function start(command: readonly string[]) {
    expect(command).toEqual(['run', 'it'])
    const steps = [...(workers[received.length] ?? [])]
    const texts: string[] = []
    received.push(texts)
    const talk: Partial<Conversation> = {
      stderr: 'warning\noh\n',
      child: { stdin: { write: (text: string) => void texts.push(text) } } as never,
      async next(milliseconds) {
        waits.push(milliseconds)
        const step = steps.shift() ?? ended
        return typeof step === 'string' ? { output: step } : step.event
      },
      close: () => void counts.closed++,
    }
    return talk as Conversation
  }
  return {
    programs: { start, isClosed: false },
    received,
    waits,
    counts,
    setups: () => received.map(([setup]) => setup),
    /** The lines of the sessions of each batch, which have one line each. */
    batches: () => received.map(([, ...texts]) => texts.map((text) => text.trim().split('\n').slice(1).join(' '))),
  }
}

const options = { runtime: {}, input: 'stdin', file: '/x/\u00e9.txt', command: ['run', 'it'] } as const
const source = 'body \u00e9'
const limits = { milliseconds: 70 }

/** Sessions of one line each. */
const scriptsOf = (lines: string): Script[] =>
  lines
    .split(' ')
    .map((answer) => ({ turns: [{ output: 'x', answer }, { output: 'y' }], end: { how: 'exit', status: 0 } }))

const shown = (session: Session) => {
  const { end } = session
  return `${outputOf(session)} ${end.how === 'unknown' ? end.why : end.how}`.trim()
}

/** Plays sessions of one line each with simulated workers. */
async function played(lines: string, ...steps: readonly (readonly Step[])[]) {
  const workers = workersTaking(...steps)
  const program = new WorkerProcess(workers.programs, options).programOf(source)
  return { ...workers, sessions: (await program.playAll?.(scriptsOf(lines), limits))?.map(shown) }
}

test('a worker receives its setup and then sessions; it reports them in order, some or many at once, in any pieces', async () => {
  const text = messages('A', 'B', 'C')
  const { sessions, received, waits, counts } = await played('a b c', ['rea', 'dy\n', ...text.split(/(?=B| 0|C)/)])
  expect(sessions).toEqual(['A exit', 'B exit', 'C exit'])
  expect(received).toEqual([['stdin 9 7\n/x/\xc3\xa9.txtbody \xc3\xa9', `${outputLimit} 2 2 2\na\nb\nc\n`]])
  expect(waits.slice(0, 3)).toEqual([workerPatience, workerPatience, limits.milliseconds])
  expect(counts.closed).toBe(0)
})

test('a worker is started once, and again after it was closed', async () => {
  const workers = workersTaking([ready, messages('A'), messages('B')], [ready, messages('C')])
  const worker = new WorkerProcess(workers.programs, options)
  const { play, playAll } = worker.programOf(source)
  const one = async (line: string) => shown(await play(scriptsOf(line)[0] as Script, limits))
  expect([await one('a'), await one('b'), await playAll?.([], limits)]).toEqual(['A exit', 'B exit', []])
  worker.close()
  expect([await one('c'), workers.counts.closed]).toEqual(['C exit', 1])
  expect(workers.batches()).toEqual([['a', 'b'], ['c']])
})

test('JavaScript is prepared before it is sent', async () => {
  const workers = workersTaking([ready, messages('A')])
  const worker = new WorkerProcess(workers.programs, { ...options, runtime: { isJavaScript: true } })
  const [script] = scriptsOf('a') as [Script]
  expect(shown(await worker.programOf('const a = 1').play(script, limits))).toBe('A exit')
  expect(workers.setups()[0]).toContain('"use strict"')
  expect(shown(await worker.programOf("import('fs')").play(script, limits))).toBe('import(')
})

test('another source is taken by the same process, also after one that it cannot load or play; or ends it', async () => {
  const workers = workersTaking(
    [ready, messages('A'), unsupported('no'), ready, unsupported('tie'), ready, messages('C'), ended],
    [ready, messages('D')],
  )
  const worker = new WorkerProcess(workers.programs, options)
  const [script] = scriptsOf('1') as [Script]
  const sessions: string[] = []
  for (const source of 'abecd') sessions.push(shown(await worker.programOf(source).play(script, limits)))
  expect(sessions).toEqual(['A exit', 'no', 'tie', 'C exit', 'D exit'])
  const [first, second] = workers.received.map((texts) => texts.filter((text) => !/^\d/.test(text)))
  expect(first?.slice(1)).toEqual(['source 1\nb', 'source 1\ne', 'source 1\nc', 'source 1\nd'])
  expect(second).toEqual([expect.stringMatching(/^stdin \d+ 1\n.*d$/s)])
})

describe('a session that ends its process', () => {
  test('is found if there is one report for each before it; the others are played in another process', async () => {
    const { sessions, batches, counts } = await played('a b c', [ready, messages('A'), ended], [ready, ended])
    expect(batches()).toEqual([['a b c'], ['b']])
    expect(sessions).toEqual(['A exit', 'lost'])
    expect(counts.closed).toBe(2)
  })

  test('may end it in the middle of a report', async () => {
    const { sessions } = await played('a b', [ready, messages('A'), 'ended 0 0 9\nB', ended], [ready, messages('B')])
    expect(sessions).toEqual(['A exit', 'B exit'])
  })

  test('need not be the first without a report: each is played alone', async () => {
    const { sessions, batches } = await played('a b c', [ready, ended], [ready, messages('A'), messages('B'), silent])
    expect(batches()).toEqual([['a b c'], ['a', 'b', 'c']])
    expect(sessions).toEqual(['A exit', 'B exit', 'silent'])
  })

  test('alone is known at once', async () => {
    const { sessions, batches, counts } = await played('a', [ready, silent])
    expect([sessions, batches(), counts.closed]).toEqual([['silent'], [['a']], 1])
  })

  test('may be another one in a trial, where no session is played again', async () => {
    const workers = workersTaking([ready, messages('A'), ended])
    const program = new WorkerProcess(workers.programs, { ...options, isTrial: true }).programOf(source)
    expect((await program.playAll?.(scriptsOf('a b c'), limits))?.map(shown)).toEqual(['A exit', 'lost'])
    expect(workers.received).toHaveLength(1)
  })
})

describe('a session that does something late', () => {
  const late = messages(bareReport('late'))

  test('is played again, with the others, by a patient worker', async () => {
    const { sessions, batches, setups } = await played('a b', [ready, messages('A') + late], [ready, messages('B')])
    expect(setups().map((text) => /^stdin 9 7( patient)?\n/.exec(text ?? '')?.[1])).toEqual([undefined, ' patient'])
    expect(batches()).toEqual([['a b'], ['b']])
    expect(sessions).toEqual(['A exit', 'B exit'])
  })

  test('where the worker is patient has ended the process', async () => {
    const { sessions, batches } = await played('a b', [ready, late], [ready, late], [ready, late])
    expect(batches()).toEqual([['a b'], ['a b'], ['a']])
    expect(sessions).toEqual(['lost'])
  })

  test('alone is not the last one before a patient worker has played it', async () => {
    const { sessions, setups } = await played('a', [ready, late], [ready, messages('A')])
    expect(sessions).toEqual(['A exit'])
    expect(setups()).toHaveLength(2)
  })
})

describe('an entry that cannot be run in one process', () => {
  test('has one session, whatever was reported before', async () => {
    const { sessions, counts } = await played('a b c', [ready, messages('A') + unsupported('fs')])
    expect([sessions, counts.closed]).toEqual([['fs'], 0])
  })

  test.each([
    ['more reports than sessions', [ready, messages('A', 'B', 'C')]],
    ['more in several pieces', [ready, messages('A'), messages('B', 'C')]],
    ['a line that is no message', [ready, 'oh\n']],
    ['a report with a wrong number', [ready, 'ended 0 2 0\n']],
    ['a second start', [ready, ready]],
    ['another answer than that it is ready', ['[]\n']],
  ])('is one with %s', async (_, steps) => {
    expect((await played('a b', steps)).sessions).toEqual([mismatch.why])
  })

  test('says why when it starts', async () => {
    const { sessions, counts } = await played('a b', [unsupported('no')])
    expect([sessions, counts.closed]).toEqual([['no'], 0])
  })

  test.each([
    ['crashed', [ended]],
    ['looping', [silent]],
    ['ended', [messages(bareReport('ended'))]],
  ])('is none whose worker does not start: %s', async (end, steps) => {
    await expect(played('a', steps)).rejects.toThrow(EnvironmentError)
    await expect(played('a', steps)).rejects.toThrow(`/x/\u00e9.txt: the worker cannot be started (${end}: oh)`)
  })
})

describe('a report is a session', () => {
  const script: Script = {
    turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }],
    end: { how: 'exit', status: 0 },
  }
  async function sessionOf(input: Input, one: WorkerReport, of: Script = script, bytes?: number) {
    const workers = workersTaking([ready, messages(one)])
    const program = new WorkerProcess(workers.programs, { ...options, input }).programOf(source)
    const session = await program.play(of, bytes === undefined ? limits : { ...limits, bytes })
    return { session, batch: workers.received[0]?.[1] }
  }

  test('with its output in turns if it was asked for each line, else in the last one', async () => {
    const one = report('A> B> C', { readAt: [3, 6], status: 2, stderr: true })
    const { session, batch } = await sessionOf('interactive', one)
    expect(session).toEqual({
      turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }],
      end: { how: 'exit', status: 2 },
      stderr: '(not kept)',
    })
    expect(batch).toBe(`${outputLimit} 4\n1\n2\n`)
    expect((await sessionOf('args', report('A> B> C'))).session).toEqual({
      turns: [{ output: '', answer: '1' }, { output: '', answer: '2' }, { output: 'A> B> C' }],
      end: { how: 'exit', status: 0 },
    })
  })

  test('the end of input is no line; lines after the end of the game are', async () => {
    const toEnd: Script = {
      turns: [{ output: 'A> ', answer: null }, { output: '' }],
      end: { how: 'cut' },
      leftover: ['x'],
    }
    const { session, batch } = await sessionOf('interactive', report('A> ', { readAt: [3, 3] }), toEnd)
    expect(batch).toBe(`${outputLimit} 2\nx\n`)
    expect(session.turns).toEqual([{ output: 'A> ', answer: null }, { output: '', answer: null }, { output: '' }])
  })

  test.each<[WorkerReport['end'], object]>([
    ['ended', { how: 'exit', status: 0 }],
    ['waiting', { how: 'cut' }],
    ['flooding', { how: 'flood', bytes: outputLimit }],
    ['looping', { how: 'silent', milliseconds: 0 }],
    ['crashed', { how: 'lost' }],
    ['unsupported', { how: 'unknown', why: '' }],
  ])('that ends %s', async (end, shown) => {
    const { session } = await sessionOf('stdin', bareReport(end))
    expect(session.end).toEqual(shown)
    expect(session.stderr).toBeUndefined()
  })

  test('that writes more than its own session may is cut there', async () => {
    const one = report('A> B> CCCCCCCCCCCC', { readAt: [3, 14, 18] })
    const { session, batch } = await sessionOf('interactive', one, script, 5)
    // Twice what is expected is more than five bytes.
    expect(batch).toMatch(/^14 /)
    expect(session.turns.map(({ output }) => output)).toEqual(['A> ', 'B> CCCCCCCC', ''])
    expect(session.end).toEqual({ how: 'flood', bytes: 14 })
    const short = await sessionOf('interactive', report('A> B> CCCCCCCC', { readAt: [3, 6] }), script, 5)
    expect(short.session.end).toEqual({ how: 'exit', status: 0 })
  })

  test('each of several has its own limit', async () => {
    const workers = workersTaking([ready, messages('A'.repeat(20), 'B'.repeat(20))])
    const program = new WorkerProcess(workers.programs, options).programOf(source)
    const long = { ...script, turns: [{ output: 'B'.repeat(20) }] }
    const sessions = await program.playAll?.([script, long], { ...limits, bytes: 5 })
    expect(sessions?.map(({ end }) => end)).toEqual([
      { how: 'flood', bytes: 14 },
      { how: 'exit', status: 0 },
    ])
    expect(workers.received[0]?.[1]).toMatch(/^40 /)
  })
})
