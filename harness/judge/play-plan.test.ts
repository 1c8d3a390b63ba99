import { describe, expect, test, vi } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { needs } from '../run/test-helpers.ts'
import type { Lines } from '../session/bytes.ts'
import type { Program } from '../session/program.ts'
import { exactly, scriptOf, type Way } from '../session/script.ts'
import { answersOf, type End, type Session } from '../session/session.ts'
import type { Plan } from './plan.ts'
import { playPlan, type Runners } from './play-plan.ts'
import { gameReference, type Reference } from './reference/reference.ts'
import { Runner } from './runner.ts'
import type { Suite } from './suites/suite.ts'

const game = gameReference(ticTacToe)
const options = { limits: { milliseconds: 1 } }

/** How a session ends that is wrong, by its lines and the number of times that they were played before. */
type Fault = (lines: string, before: number) => End | undefined

const exit: End = { how: 'exit', status: 0 }
const silent: End = { how: 'silent', milliseconds: 1 }
const changed: End = { how: 'changed' }

const never: Fault = () => undefined
const withLine =
  (line: string, end: End = exit): Fault =>
  (lines) =>
    lines.split(' ').includes(line) ? end : undefined
const once =
  (fault: Fault): Fault =>
  (lines, before) =>
    before === 0 ? fault(lines, 0) : undefined

/** With a blank line after refusals. */
const relaxed = ({ turns, end }: Session): Session => ({
  turns: turns.map((turn) => ({ ...turn, output: turn.output.replace('invalid.\n', 'invalid.\n\n') })),
  end,
})

/** A runner of a program with a fault, and the sessions that it has played. */
function runnerWith(fault: Fault, reference: Reference = game, way: Way = 'interactive') {
  const played: string[] = []
  const program: Program = {
    async play(script): Promise<Session> {
      const lines = answersOf(script).join(' ')
      const end = fault(lines, played.filter((other) => other === lines).length)
      played.push(lines)
      return end === undefined ? relaxed(exactly(script)) : { turns: [{ output: '' }], end }
    },
    close() {},
  }
  return { runner: new Runner(program, reference, way, options), played, program }
}

/** Real processes of all kinds have one runner. */
const runnersOf = (real: Runner, worker?: Runner, terminal = real): Runners => ({
  processes: real,
  terminal,
  pauses: real,
  worker,
})

/** Plays a plan with a fault in real processes, and another in the worker. */
async function run(
  steps: readonly (readonly [by: keyof Runners, sessions: readonly string[]])[],
  inProcesses: Fault,
  inWorker: Fault = never,
  reference: Reference = game,
) {
  const real = runnerWith(inProcesses, reference)
  const worker = runnerWith(inWorker, reference)
  const runners = runnersOf(real.runner, worker.runner)
  const suiteOf = (name: string, sessions: readonly string[]): Suite => ({
    name,
    sessions: sessions.map((lines) => lines.split(' ')),
  })
  const plan = steps.map(([by, sessions], index) => ({ suite: suiteOf(`suite ${index}`, sessions), by }))
  return { ...(await playPlan(plan, runners)), real: real.played, worker: worker.played }
}

const step = (suite: string, runner: string, sessions: number) => ({ suite, runner, sessions })

test('a right program passes all suites', async () => {
  const { real, worker, ...passed } = await run(
    [
      ['processes', ['4', '0 0']],
      ['worker', ['8']],
    ],
    never,
  )
  expect(passed).toEqual({
    steps: [step('suite 0', 'processes', 2), step('suite 1', 'worker', 1)],
    variations: new Set(['extra-newlines']),
    doubts: 0,
  })
  expect([real, worker]).toEqual([['4', '0 0'], ['8']])
})

test('a step has what its suite covers; it needs a runner', async () => {
  const { runner } = runnerWith(never)
  const runners = runnersOf(runner)
  const suite = { name: 'all', covers: 'all that there is', strength: 3, sessions: [['4']] }
  const { steps } = await playPlan([{ suite, by: 'processes' }], runners)
  expect(steps).toEqual([{ ...step('all', 'processes', 1), covers: 'all that there is', strength: 3 }])
  const inWorker = playPlan([{ suite, by: 'worker' }], runners)
  await expect(inWorker).rejects.toThrow('no runner: worker')
})

test('without room for temporary files, a failure is trouble of the machine', needs('/proc/self'), async () => {
  // Nobody can write there.
  vi.stubEnv('TMPDIR', '/proc')
  await expect(run([['processes', ['4']]], withLine('4'))).rejects.toThrow('/proc: is full')
  await expect(run([['processes', ['4']]], never)).resolves.toMatchObject({ doubts: 0 })
  vi.unstubAllEnvs()
})

test('a failure ends the plan, and is shortened', async () => {
  const { steps, failure } = await run(
    [
      ['processes', ['4', '0 1 2 3 5']],
      ['processes', ['8']],
    ],
    withLine('3'),
  )
  expect(steps).toEqual([step('suite 0', 'processes', 2)])
  expect(failure).toMatchObject({ suite: 'suite 0', outcome: { verdict: 'WA' }, lines: ['3'] })
  expect(failure?.outcome.played.turns).toEqual([{ output: '' }])
})

test('a session that fails in a terminal is played again in one', async () => {
  const { runner } = runnerWith(never)
  const terminal = runnerWith(withLine('3'))
  const suite = { name: 'typed', sessions: [['0', '3']] }
  const { failure } = await playPlan([{ suite, by: 'terminal' }], runnersOf(runner, undefined, terminal.runner))
  expect(failure).toMatchObject({ suite: 'typed', lines: ['3'] })
})

test('a shorter session may fail in another way', async () => {
  const fault: Fault = (lines) => (lines === '3' ? { how: 'exit', status: 1 } : withLine('3')(lines, 0))
  expect((await run([['processes', ['0 3']]], fault)).failure).toMatchObject({
    outcome: { verdict: 'RTE' },
    lines: ['3'],
  })
})

test('lines that need fewer rules replace others', async () => {
  const { failure } = await run([['processes', ['foo 3']]], (lines) => (/^\S+ 3$/.test(lines) ? exit : undefined))
  expect(failure?.lines).not.toContain('foo')
  expect(failure?.lines).toHaveLength(2)
})

describe('if all lines are sent at once', () => {
  /** The failure of a program in one session of a suite, and the sessions that were played. */
  async function failureIn(fault: Fault, lines: Lines, reference = game) {
    const { runner, played } = runnerWith(fault, reference, 'stdin')
    const suite = { name: 'one', sessions: [lines] }
    const { failure } = await playPlan([{ suite, by: 'processes' }], runnersOf(runner))
    return { failure, played }
  }
  const whole = ['0', '1', '2', '3', '4', '5', '6']

  test('the shortest whole game is shown', async () => {
    const { failure } = await failureIn(() => exit, whole)
    expect(failure).toMatchObject({ outcome: { verdict: 'WA' }, lines: ['0', '1', '3', '2', '6'] })
  })

  test('also for a program that meets a limit', async () => {
    const { failure, played } = await failureIn(() => silent, ['foo', ...whole])
    expect(failure).toMatchObject({ outcome: { verdict: 'TLE' }, lines: ['0', '1', '3', '2', '6'] })
    expect(played).toHaveLength(4)
  })

  test('only if the program fails in it', async () => {
    // The shortest game has no move to field 4, that of the first legal moves has.
    const { failure, played } = await failureIn((lines) => (lines.includes('4') ? exit : undefined), whole)
    expect(failure).toMatchObject({ outcome: { verdict: 'WA' }, lines: [] })
    expect(played).toContain('0 1 3 2 6')
    const late = await failureIn((lines) => (lines.includes('4') ? silent : undefined), whole)
    expect(late.failure).toMatchObject({ outcome: { verdict: 'TLE' }, lines: [] })
  })

  test('or that of the first legal moves if the end is far', async () => {
    const far = { ...ticTacToe, key: () => 'always the same' }
    expect((await failureIn(() => exit, whole, gameReference(far))).failure?.lines).toEqual([])
  })
})

test('a session that the rules do not judge is not tried', async () => {
  const legal: typeof ticTacToe.legal = (state) => (/\w/.test(state.fields) ? ticTacToe.legal(state) : ['0'])
  const zeroFirst = gameReference({ ...ticTacToe, legal })
  const { failure, real } = await run([['processes', ['0 3']]], withLine('3'), never, zeroFirst)
  expect(failure?.lines).toEqual(['0', '3'])
  expect(new Set(real)).toEqual(new Set(['0 3', '0', '']))
})

describe('a program that meets a limit', () => {
  test('is tried without lines, and no more', async () => {
    const { failure, real } = await run([['processes', ['0 foo 2']]], withLine('2', silent))
    expect(failure).toMatchObject({ outcome: { verdict: 'TLE' }, lines: ['0', 'foo', '2'] })
    expect(real).toEqual(['0 foo 2', '0 foo 2', ''])
  })

  test('is not shown without lines if it fails there in another way', async () => {
    const fault: Fault = (lines) => (lines === '' ? exit : silent)
    expect((await run([['processes', ['0 1']]], fault)).failure).toMatchObject({
      outcome: { verdict: 'TLE' },
      lines: ['0', '1'],
    })
    const always = await run([['processes', ['0 1']]], () => silent)
    expect(always.failure).toMatchObject({ outcome: { verdict: 'TLE' }, lines: [] })
  })

  test('or gets a late answer is tried no more', async () => {
    expect((await run([['pauses', ['0 1 2']]], withLine('2'))).real).toEqual(['0 1 2', '0 1 2', ''])
  })
})

test('a shorter session that passes when played again is not shown', async () => {
  const fault: Fault = (lines, before) => (lines === '0 1' || before === 0 ? exit : undefined)
  const { failure } = await run([['processes', ['0 1']]], fault)
  expect(failure).toMatchObject({ outcome: { verdict: 'WA' }, lines: ['0', '1'] })
})

describe('a failure in the worker', () => {
  test('counts if a real process fails, too, and is shortened there', async () => {
    const both = await run([['worker', ['0 1 2']]], withLine('2'), withLine('2'))
    expect(both.failure).toMatchObject({ lines: ['2'] })
    expect(both.real).toEqual(['0 1 2', '2'])
    expect(both.note).toBeUndefined()
  })

  test('that real processes do not show has the whole plan played in them', async () => {
    const played = await run(
      [
        ['processes', ['4']],
        ['worker', ['0 1']],
        ['worker', ['5']],
        ['terminal', ['6']],
      ],
      never,
      withLine('1'),
    )
    expect(played).toMatchObject({ note: 'it fails in one process, but passes in real ones', doubts: 0 })
    expect(played.steps).toEqual([
      ...[0, 1, 2].map((suite) => step(`suite ${suite}`, 'processes', 1)),
      step('suite 3', 'terminal', 1),
    ])
    expect(played.real).toEqual(['4', '0 1', '4', '0 1', '5', '6'])
    expect(played.failure).toBeUndefined()
  })

  test('or a session that it cannot play has another plan played, if there is one', async () => {
    const { program } = runnerWith(never)
    const unknown = { turns: [{ output: '' }], end: { how: 'unknown', why: 'it is large' } } as const
    const worker = new Runner({ ...program, playAll: async () => [unknown] }, game, 'interactive', options)
    const { runner } = runnerWith(withLine('8'))
    const suite = { name: 'all', sessions: [['4']] }
    const some = { name: 'some', sessions: [['8']] }
    const inProcesses = (): Plan => [{ suite: some, by: 'processes' }]
    const played = await playPlan([{ suite, by: 'worker' }], runnersOf(runner, worker), inProcesses)
    expect(played).toMatchObject({ note: 'it is large', failure: { lines: ['8'] } })
    expect(played.steps).toEqual([step('some', 'processes', 1)])
  })
})

describe('a session that fails only once', () => {
  const sessions = ['0', '1', '2', '3']

  test('is a doubt, and the suite goes on', async () => {
    const played = await run([['processes', sessions]], once(withLine('1')))
    expect(played).toMatchObject({ doubts: 1, steps: [step('suite 0', 'processes', 4)] })
    expect(played.failure).toBeUndefined()
  })

  test('makes a program flaky at the third time', async () => {
    const played = await run(
      [['processes', sessions]],
      once((lines) => (lines === '0' ? undefined : exit)),
    )
    expect(played).toMatchObject({
      doubts: 3,
      failure: { outcome: { verdict: 'FLAKY' }, suite: 'suite 0' },
    })
    expect(played.failure?.outcome.again).toEqual(relaxed(exactly(scriptOf(ticTacToe, ['3']))))
  })

  test('is no doubt if another session had changed the program', async () => {
    const changes = once(() => changed)
    const played = await run([['processes', sessions]], changes)
    expect(played).toMatchObject({ doubts: 0, steps: [step('suite 0', 'processes', 4)] })
  })

  test('counts in the plan without the worker, too', async () => {
    const plan = [
      ['processes', ['0', '1']],
      ['worker', ['4']],
      ['processes', ['2']],
    ] as const
    const isDoubtful: Fault = (lines, before) => (before === 0 && /^[012]$/.test(lines) ? exit : undefined)
    const played = await run(plan, isDoubtful, withLine('4'))
    expect(played).toMatchObject({
      doubts: 3,
      failure: { outcome: { verdict: 'FLAKY' }, suite: 'suite 2', lines: ['2'] },
    })
  })
})
