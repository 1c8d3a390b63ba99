import { describe, expect, test } from 'vitest'
import { MachineTrouble } from '../../base/usage-error.ts'
import { outputLimit, workerPatience } from '../../session/limits.ts'
import type { Input } from '../../session/script.ts'
import type { Script } from '../../session/session.ts'
import type { Conversation } from '../conversation.ts'
import type { Starter } from '../programs.ts'
import { batchText, disagreement, endingBy, reportText, type WorkerReport } from './messages.ts'
import { WorkerProcess, workerProgram } from './program.ts'

/** Workers that are not there: what they are sent is kept, and what they say is written here. */

/** What a worker says next: a piece of a line or of several; it wrote none for so long; it ended. */
type Saying = string | { readonly event: 'silent' | 'ended' }

const silent: Saying = { event: 'silent' }
const ended: Saying = { event: 'ended' }
const ready = 'ready\n'

const report = (output: string, more: Partial<WorkerReport> = {}): WorkerReport => ({
  ...{ output, readAt: [], stderr: false, end: 'ended', status: 0 },
  ...more,
})
const line = (...reports: readonly WorkerReport[]): string => reports.map(reportText).join('')

/** Starts workers that say these things, one list for each, whatever they are sent. */
function workersSaying(...workers: readonly (readonly Saying[])[]) {
  const sent: (readonly string[])[] = []
  const waited: number[] = []
  let closed = 0
  let commands = ''
  async function start(command: readonly string[]) {
    commands += `${command.join(' ')};`
    const says = [...(workers[sent.length] ?? [])]
    const messages: string[] = []
    sent.push(messages)
    const talk: Partial<Conversation> = {
      stderr: 'warning\noh\n',
      child: { stdin: { write: (text: string) => void messages.push(text) } } as never,
      async next(milliseconds) {
        waited.push(milliseconds)
        const saying = says.shift() ?? ended
        return typeof saying === 'string' ? { output: saying } : saying.event
      },
      close: () => void closed++,
    }
    return talk as Conversation
  }
  const setups = () => sent.map(([setup]) => setup)
  /** The lines of the sessions of each batch, which have one line each. */
  const batches = () => sent.map(([, ...batches]) => batches.map((text) => text.trim().split('\n').slice(1).join(' ')))
  return {
    programs: { start, isClosed: false },
    setups,
    batches,
    sent,
    waited,
    closed: () => closed,
    commands: () => commands,
  }
}

const about = { runtime: {}, input: 'stdin', file: '/x/\u00e9.txt', command: ['run', 'it'] } as const
const entry = { ...about, source: 'body \u00e9' }
const limits = { milliseconds: 70 }

/** The process of a source that such workers play. */
function processOf(
  programs: Starter,
  source = entry.source,
  file: ConstructorParameters<typeof WorkerProcess>[1] = about,
) {
  const process = new WorkerProcess(programs, file)
  process.programOf(source)
  return process
}

/** Plays sessions of one line each with such workers. */
async function played(lines: string, ...says: readonly (readonly Saying[])[]) {
  const workers = workersSaying(...says)
  const worker = processOf(workers.programs)
  const reports = await worker.run(
    lines.split(' ').map((line) => [line]),
    limits,
  )
  return { ...workers, reports, outputs: reports.map(({ output, end }) => `${output} ${end}`) }
}

test('a worker is sent its setup and then sessions; it reports them in their order, some or many in a line, in any pieces', async () => {
  const text = line(report('A')) + line(report('B'), report('C'))
  const { reports, sent, waited, commands, closed } = await played('a b c', [
    'rea',
    'dy\n',
    ...text.split(/(?=B| 0|C)/),
  ])
  expect(reports).toEqual([report('A'), report('B'), report('C')])
  expect(sent[0]).toEqual(['stdin quick 9 7\n/x/\xc3\xa9.txtbody \xc3\xa9', `${outputLimit} 2 2 2\na\nb\nc\n`])
  expect(waited.slice(0, 3)).toEqual([workerPatience, workerPatience, limits.milliseconds])
  expect([commands(), closed()]).toEqual(['run it;', 0])
})

test('it is started once', async () => {
  const workers = workersSaying([ready, line(report('A')), line(report('B'))])
  const worker = processOf(workers.programs)
  expect(await worker.run([['a']], { ...limits, bytes: 9 })).toEqual([report('A')])
  expect(await worker.run([['b']], limits)).toEqual([report('B')])
  expect(workers.sent).toEqual([
    [expect.anything(), batchText({ sessions: [['a']], limit: 9 }), `${outputLimit} 2\nb\n`],
  ])
  expect(await worker.run([], limits)).toEqual([])
  worker.close()
  expect(workers.closed()).toBe(1)
  expect(await worker.run([['c']], limits)).toEqual([])
})

test('JavaScript is prepared before it is sent', async () => {
  const javaScript = { ...about, runtime: { isJavaScript: true } } as const
  const workers = workersSaying([ready, line(report('A'))])
  await processOf(workers.programs, 'const a = 1', javaScript).run([['a']], limits)
  expect(workers.setups()[0]).toContain('"use strict"')
  const cannot = processOf(workersSaying().programs, "import('fs')", javaScript)
  expect(await cannot.run([['a']], limits)).toEqual([
    { ...endingBy('unsupported'), why: expect.stringContaining('import(') },
  ])
})

test('another source is taken by the same process; after one that cannot be, too, or ends it', async () => {
  const refused = 'unsupported 0 0 2\nno'
  const workers = workersSaying(
    [ready, line(report('A')), refused, ready, line(report('C')), ended],
    [ready, line(report('D'))],
  )
  const worker = new WorkerProcess(workers.programs, about)
  const script: Script = { turns: [{ output: '' }], end: { how: 'exit', status: 0 } }
  const endOf = async (source: string) => {
    const session = await worker.programOf(source).play(script, limits)
    return session.end.how === 'unknown' ? session.end.why : session.turns.at(-1)?.output
  }
  expect([await endOf('a'), await endOf('b'), await endOf('c'), await endOf('d')]).toEqual(['A', 'no', 'C', 'D'])
  const [first, second] = workers.sent.map((messages) => messages.filter((text) => !/^\d/.test(text)))
  expect(first?.slice(1)).toEqual(['source 1\nb', 'source 1\nc', 'source 1\nd'])
  expect(second).toEqual([expect.stringMatching(/^stdin quick \d+ 1\n.*d$/s)])
  worker.close()
})

describe('a session that ends its process', () => {
  test('is found if there is one report for each before it; the others are played in another', async () => {
    const { outputs, batches, closed } = await played('a b c', [ready, line(report('A')), ended], [ready, ended])
    expect(batches()).toEqual([['a b c'], ['b']])
    expect(outputs).toEqual(['A ended', ' crashed'])
    expect(closed()).toBe(2)
  })

  test('may end it in the middle of a line', async () => {
    const { outputs } = await played(
      'a b',
      [ready, line(report('A')), 'ended 0 0 9\nB', ended],
      [ready, line(report('B'))],
    )
    expect(outputs).toEqual(['A ended', 'B ended'])
  })

  test('need not be the first without a report: each is played alone', async () => {
    const { outputs, batches } = await played(
      'a b c',
      [ready, ended],
      [ready, line(report('A')), line(report('B')), silent],
    )
    expect(batches()).toEqual([['a b c'], ['a', 'b', 'c']])
    expect(outputs).toEqual(['A ended', 'B ended', ' looping'])
  })

  test('alone is known at once', async () => {
    const { outputs, batches, closed } = await played('a', [ready, silent])
    expect([outputs, batches(), closed()]).toEqual([[' looping'], [['a']], 1])
  })
})

describe('a session that does something late', () => {
  const late = endingBy('late')

  test('is played again, with the others, by a patient worker', async () => {
    const { outputs, batches, setups } = await played(
      'a b',
      [ready, line(report('A'), late)],
      [ready, line(report('B'))],
    )
    expect(setups().map((text) => text?.split(' ')[1])).toEqual(['quick', 'patient'])
    expect(batches()).toEqual([['a b'], ['b']])
    expect(outputs).toEqual(['A ended', 'B ended'])
  })

  test('where the worker is patient has ended the process', async () => {
    const { outputs, batches } = await played('a b', [ready, line(late)], [ready, line(late)], [ready, line(late)])
    expect(batches()).toEqual([['a b'], ['a b'], ['a']])
    expect(outputs).toEqual([' late'])
  })

  test('alone is not the last one before a patient worker has played it', async () => {
    const { outputs, setups } = await played('a', [ready, line(late)], [ready, line(report('A'))])
    expect(outputs).toEqual(['A ended'])
    expect(setups()).toHaveLength(2)
  })
})

describe('an entry that cannot be run in one process', () => {
  test('has one report, also behind others', async () => {
    const cannot = { ...endingBy('unsupported'), why: 'fs' }
    const { reports, closed } = await played('a b c', [ready, line(report('A')), line(cannot)])
    expect(reports).toEqual([cannot])
    expect(closed()).toBe(1)
  })

  test.each([
    ['more reports than sessions', [ready, line(report('A'), report('B'), report('C'))]],
    ['more in several lines', [ready, line(report('A')), line(report('B'), report('C'))]],
    ['a line that is none of ours', [ready, 'oh\n']],
    ['a report with a wrong number', [ready, 'ended 0 2 0\n']],
    ['a second start', [ready, ready]],
    ['another answer than that it is ready', ['[]\n']],
  ])('is one with %s', async (_, says) => {
    expect((await played('a b', says)).reports).toEqual([disagreement])
    expect(disagreement).toMatchObject({ end: 'unsupported', why: expect.stringContaining('do not agree') })
  })

  test('says why when it starts', async () => {
    const { reports, closed } = await played('a b', [line({ ...endingBy('unsupported'), why: 'no' })])
    expect([reports, closed()]).toEqual([[{ ...endingBy('unsupported'), why: 'no' }], 0])
  })

  test.each([
    ['crashed', [ended]],
    ['looping', [silent]],
    ['ended', [line(endingBy('ended'))]],
  ])('is none whose worker does not start: %s', async (said, says) => {
    await expect(played('a', says)).rejects.toThrow(MachineTrouble)
    await expect(played('a', says)).rejects.toThrow(`/x/\u00e9.txt: the worker cannot be started (${said}: oh)`)
  })
})

test('closed in the middle, it plays no more', async () => {
  const workers = workersSaying([ready, line(report('A')), ended], [ready])
  const worker = processOf({
    isClosed: false,
    async start(command) {
      const talk = await workers.programs.start(command)
      const { next } = talk
      const closing = (milliseconds: number) =>
        next(milliseconds).finally(() => workers.waited.length > 2 && worker.close())
      return { ...talk, next: closing } as Conversation
    },
  })
  const reports = await worker.run([['a'], ['b'], ['c']], limits)
  expect(reports.map(({ end }) => end)).toEqual(['ended', 'crashed'])
  expect(workers.sent).toHaveLength(1)
})

describe('a report is a session', () => {
  const script: Script = {
    turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }],
    end: { how: 'exit', status: 0 },
  }
  async function sessionOf(input: Input, one: WorkerReport, of: Script = script, bytes?: number) {
    const workers = workersSaying([ready, line(one)])
    const program = workerProgram(workers.programs, { ...entry, input })
    const session = await program.play(of, bytes === undefined ? limits : { ...limits, bytes })
    program.close()
    return { session, batch: workers.sent[0]?.[1], closed: workers.closed() }
  }

  test('with its output in turns if it was asked for each line, else in the last one', async () => {
    const one = report('A> B> C', { readAt: [3, 6], status: 2, stderr: true })
    const { session, batch, closed } = await sessionOf('interactive', one)
    expect(session).toEqual({
      turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }],
      end: { how: 'exit', status: 2 },
      stderr: '(not kept)',
    })
    expect([batch, closed]).toEqual([`${outputLimit} 4\n1\n2\n`, 1])
    expect((await sessionOf('args', report('A> B> C'))).session).toEqual({
      turns: [{ output: '', answer: '1' }, { output: '', answer: '2' }, { output: 'A> B> C' }],
      end: { how: 'exit', status: 0 },
    })
  })

  test('the end of input is no line; those behind the end are', async () => {
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
  ])('that ends %s', async (end, shown) => {
    const { session } = await sessionOf('stdin', endingBy(end))
    expect(session.end).toEqual(shown)
    expect(session.stderr).toBeUndefined()
  })

  test('that is unsupported says why', async () => {
    const { session } = await sessionOf('stdin', { ...endingBy('unsupported'), why: 'fs' })
    expect(session.end).toEqual({ how: 'unknown', why: 'fs' })
    const without = await sessionOf('stdin', endingBy('unsupported'))
    expect(without.session.end).toEqual({ how: 'unknown', why: '' })
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
    const workers = workersSaying([ready, line(report('A'.repeat(20)), report('B'.repeat(20)))])
    const program = workerProgram(workers.programs, entry)
    const long = { ...script, turns: [{ output: 'B'.repeat(20) }] }
    const sessions = await program.playAll?.([script, long], { ...limits, bytes: 5 })
    expect(sessions?.map(({ end }) => end)).toEqual([
      { how: 'flood', bytes: 14 },
      { how: 'exit', status: 0 },
    ])
    expect(workers.sent[0]?.[1]).toMatch(/^40 /)
  })
})
