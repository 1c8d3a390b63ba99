import { describe, expect, test, vi } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { UsageError } from '../base/usage-error.ts'
import { needs } from '../run/test-helpers.ts'
import type { Answers } from '../session/bytes.ts'
import { verdictLimits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { exactly, type Way } from '../session/script.ts'
import { answersOf, type End, type Script, type Session } from '../session/session.ts'
import { Check, type Checked, type CheckOptions, type ShrinkOptions } from './check.ts'
import { gameOracle, type Oracle } from './oracle.ts'

/** How a session ends that is wrong, by its lines and the number of times that they were played before. */
type Fault = (lines: string, before: number) => End | undefined

const exit: End = { how: 'exit', status: 0 }
const crash: End = { how: 'exit', status: 1 }
const right: Fault = () => undefined
const silent: End = { how: 'silent', milliseconds: 1 }
const withLine =
  (line: string, end: End = exit): Fault =>
  (lines) =>
    lines.split(' ').includes(line) ? end : undefined
/** Fails when a session is played for the first time, or for one of the first times. */
const first =
  (fault: Fault, times = 1): Fault =>
  (lines, before) =>
    before < times ? fault(lines, before) : undefined

/** A program with a fault, and the sessions that it has played. */
function programWith(fault: Fault) {
  const played: string[] = []
  const answer = (script: Script): Session => {
    const lines = answersOf(script).join(' ')
    const end = fault(lines, played.filter((other) => other === lines).length)
    played.push(lines)
    return end === undefined ? exactly(script) : { turns: [{ output: '' }], end }
  }
  const program: Program = { play: async (script) => answer(script) }
  const calls: number[] = []
  const worker: Program = {
    ...program,
    async playMany(scripts) {
      calls.push(scripts.length)
      return scripts.map(answer)
    },
  }
  return { program, worker, played, calls }
}

const limits = { milliseconds: 1 }
const game = gameOracle(ticTacToe)
const inputOf = (lines: string): Answers => lines.split(' ').map((line) => (line === '^D' ? null : line))
const inputs = (...sessions: string[]) => sessions.map(inputOf)
const linesOf = (checked: Checked | undefined) => checked?.input.map((line) => line ?? '^D').join(' ')

/** A check of a program with a fault. */
function checkOf(fault: Fault, options: Partial<CheckOptions> = {}, oracle: Oracle = game, way: Way = 'interactive') {
  const { program, played } = programWith(fault)
  return { check: new Check(oracle, program, way, { limits, ...options }), played }
}

describe('sessions are played up to the first that fails for certain', () => {
  test('sessions that pass are shown in their order', async () => {
    const { program } = programWith(right)
    const play: Program['play'] = async (script, limits) => {
      await new Promise((resolve) => setTimeout(resolve, answersOf(script)[0] === '0' ? 20 : 0))
      return program.play(script, limits)
    }
    const passed: Checked[] = []
    const onSession = vi.fn()
    const check = new Check(game, { play }, 'interactive', { limits, concurrency: 3, onSession })
    expect(await check.runAll(inputs('0', '1', '2', '3'), (one) => passed.push(one))).toBeUndefined()
    expect(passed.map(linesOf)).toEqual(['0', '1', '2', '3'])
    expect(onSession.mock.calls).toEqual([[1], [1], [1], [1]])
  })

  test('a session that fails is played again; those that wait are not begun', async () => {
    const { check, played } = checkOf(withLine('2'))
    const passed: Checked[] = []
    const failed = await check.runAll(inputs('1', '2', '3'), (one) => passed.push(one))
    expect(failed).toMatchObject({ input: ['2'], outcome: { verdict: 'WA' }, first: { verdict: 'WA' } })
    expect([passed.map(linesOf), played]).toEqual([['1'], ['1', '2', '2']])
  })

  test('inputs are taken when they are needed: there may be no end of them', async () => {
    function* endless() {
      for (let count = 0; ; count++) yield [count > 4096 ? 'foo' : '4']
    }
    const { check } = checkOf(withLine('foo'), { concurrency: 4 })
    expect(linesOf(await check.runAll(endless()))).toBe('foo')
  })
})

describe('a session that failed', () => {
  test('a session that passes again and again is one that passed', async () => {
    const retries = { passed: 0 }
    const { check, played } = checkOf(first(withLine('1')), { retries })
    expect(await check.runAll(inputs('0', '1', '2'))).toBeUndefined()
    expect(retries.passed).toBe(1)
    expect(played).toEqual(['0', ...Array(1 + verdictLimits.maxReplays).fill('1'), '2'])
  })

  test('a session that fails now and then is flaky', async () => {
    const { check } = checkOf((lines, before) => (before === 0 || before === 3 ? withLine('1')(lines, 0) : undefined))
    const failed = await check.runAll(inputs('0', '1'))
    expect(failed).toMatchObject({ input: ['1'], outcome: { verdict: 'FLAKY', played: { turns: [{ output: '' }] } } })
  })

  test('a session that failed only once is flaky if two others did, in any check of the program', async () => {
    const retries = { passed: 0 }
    const { check } = checkOf(first(withLine('1')), { retries })
    const other = checkOf(first(withLine('2')), { retries }, game, 'pty').check
    expect(await check.runAll(inputs('1', '1 0'))).toBeUndefined()
    expect(await other.runAll(inputs('2'))).toMatchObject({ outcome: { verdict: 'FLAKY' } })
  })

  test('a session that failed because another had changed the program is not in doubt', async () => {
    const retries = { passed: 0 }
    const { check, played } = checkOf(
      first(() => ({ how: 'changed' })),
      { retries },
    )
    expect(await check.runAll(inputs('0', '1'))).toBeUndefined()
    expect([retries.passed, played]).toEqual([0, ['0', '0', '1', '1']])
  })

  test('a failure counts at once if nothing is played again', async () => {
    const { check, played } = checkOf(first(withLine('1')), { replays: 0 })
    expect(linesOf(await check.runAll(inputs('1')))).toBe('1')
    expect(played).toEqual(['1'])
  })

  test('a failure says nothing of the program if the oracle does not say the same twice', async () => {
    const mustRepeat = async () => {
      throw new UsageError('--reference x', 'differs')
    }
    await expect(checkOf(withLine('1'), {}, { ...game, mustRepeat }).check.runAll(inputs('1'))).rejects.toThrow(
      'differs',
    )
  })

  test('a failure without room for temporary files is not the fault of the program', needs('/proc/self'), async () => {
    // Nobody can write there.
    vi.stubEnv('TMPDIR', '/proc')
    await expect(checkOf(withLine('4')).check.runAll(inputs('4'))).rejects.toThrow('/proc: is full')
    await expect(checkOf(right).check.runAll(inputs('4'))).resolves.toBeUndefined()
    vi.unstubAllEnvs()
  })
})

describe('a worker', () => {
  function workerWith(inWorker: Fault, inProcesses: Fault) {
    const real = checkOf(inProcesses)
    const { worker, calls, played } = programWith(inWorker)
    const onSession = vi.fn()
    const check = new Check(game, worker, 'interactive', { limits, freshCheck: real.check, onSession })
    return { check, calls, played, real: real.played, counts: () => onSession.mock.calls.flat() }
  }

  test('a worker plays many sessions in a call, the first in small ones', async () => {
    const { check, calls, counts } = workerWith(right, right)
    let passed = 0
    expect(await check.runAll(Array(4096).fill(['9']), () => passed++)).toBeUndefined()
    expect(passed).toBe(4096)
    expect(calls).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 1])
    expect(counts().filter(Boolean)).toEqual(calls)
  })

  test('a worker is believed if a fresh process fails, too', async () => {
    const { check, real } = workerWith(withLine('1'), withLine('1', crash))
    const failed = await check.runAll(inputs('0', '0 1 2'))
    expect(failed).toMatchObject({ input: ['0', '1', '2'], outcome: { verdict: 'RTE' }, first: { verdict: 'WA' } })
    expect(real).toEqual(['0 1 2'])
    expect(await check.shrink(failed as Checked)).toMatchObject({ input: ['1'], outcome: { verdict: 'RTE' } })
  })

  test('a worker is not believed if a fresh process passes: that session is returned', async () => {
    const unknown: End = { how: 'unknown', why: 'it is large' }
    const { check } = workerWith(withLine('1', unknown), right)
    expect(await check.runAll(inputs('0', '1', '2'))).toMatchObject({
      ...{ input: ['1'], outcome: { verdict: 'AC' }, first: { played: { end: unknown } } },
    })
  })

  test('a worker may end before all sessions are played', async () => {
    const { worker } = programWith(withLine('1', { how: 'lost' }))
    const playMany: Program['playMany'] = async (scripts, limits) => {
      const sessions = (await worker.playMany?.(scripts, limits)) ?? []
      return sessions.slice(0, sessions.findIndex(({ end }) => end.how === 'lost') + 1 || sessions.length)
    }
    const freshCheck = checkOf(withLine('1')).check
    const check = new Check(game, { ...worker, playMany }, 'interactive', { limits, freshCheck })
    expect(linesOf(await check.runAll(inputs('0', '1', '2', '3')))).toBe('1')
  })
})

describe('a shorter session', () => {
  const shrunk = async (fault: Fault, lines: string, options?: ShrinkOptions) => {
    const { check, played } = checkOf(fault)
    const shortest = await check.shrink(await check.run(inputOf(lines)), options)
    return { shortest: linesOf(shortest), verdict: shortest.outcome.verdict, played }
  }
  const box: Fault = (lines) => (/o.*x/.test(lines) ? exit : undefined)
  const atEnd: Fault = (lines) => (lines.endsWith('3') ? exit : undefined)
  const completed = (input: Answers) => [...input, '7', '8']

  test.each<[title: string, Fault, lines: string, shortest: string, verdict: string, ShrinkOptions?]>([
    ['may fail in any way', (lines) => (lines === '3' ? crash : withLine('3')(lines, 0)), '0 1 2 3 5', '3', 'RTE'],
    ['must fail twice', (lines, before) => (lines === '0 1' || before === 0 ? exit : undefined), '0 1', '0 1', 'WA'],
    ['must be allowed', withLine('3'), '0 1 2 3', '1 3', 'WA', { allows: (input) => input.includes('1') }],
    ['has the same lines', box, 'foo box y', 'box', 'WA'],
    ['has shorter lines if that is wanted', box, 'foo box y', 'ox', 'WA', { letters: true }],
    ['keeps the end of input', (lines) => (lines === '3 ' ? exit : undefined), '3 ^D', '3 ^D', 'WA', { letters: true }],
    ['is completed', withLine('3'), '0 3', '3 7 8', 'WA', { completed }],
    ['is not completed if it passes then', atEnd, '0 3', '3', 'WA', { completed }],
    ['must meet a limit, too', (lines) => (lines === '' ? exit : silent), '0 1', '0 1', 'TLE'],
    ['may meet the same limit', () => silent, '0 1', '', 'TLE'],
  ])('a shorter session %s', async (_, fault, lines, shortest, verdict, options) => {
    expect(await shrunk(fault, lines, options)).toMatchObject({ shortest, verdict })
  })

  test('one shorter session of a program that met a limit is tried', async () => {
    expect((await shrunk(withLine('2', silent), '0 foo 2')).played).toEqual(['0 foo 2', ''])
  })

  test('a shorter session is first looked for before the wrong reply: what is sent behind it is seldom needed', async () => {
    const played: string[] = []
    const play: Program['play'] = async (script) => {
      const lines = answersOf(script)
      played.push(lines.join(' '))
      const { turns, end } = exactly(script)
      const at = lines.indexOf('3')
      return at < 0 ? { turns, end } : { turns: [...turns.slice(0, at + 1), { output: '!' }], end: exit }
    }
    const check = new Check(game, { play }, 'interactive', { limits })
    const shortest = await check.shrink(await check.run(['0', '1', '3', '5', '7']))
    expect(linesOf(shortest)).toBe('3')
    expect(played.slice(0, 3)).toEqual(['0 1 3 5 7', '0 1 3', '0 1 3'])
  })

  test('no shorter session is looked for once the search is ended, and one that is played meanwhile does not count', async () => {
    expect((await shrunk(withLine('3'), '0 3', { signal: AbortSignal.abort() })).played).toEqual(['0 3'])
    const ending = new AbortController()
    const fault: Fault = (lines) => {
      if (lines === '') ending.abort()
      return exit
    }
    expect((await shrunk(fault, '0 3', { signal: ending.signal })).shortest).toBe('0 3')
  })
})

test('what a session must do besides is demanded', async () => {
  const { program } = programWith(right)
  const play: Program['play'] = async (script, limits) => ({ ...(await program.play(script, limits)), stderr: 'oh' })
  const verdictWith = async (demands: CheckOptions['demands']) => {
    const check = new Check(game, { play }, 'interactive', { limits, ...(demands && { demands }) })
    return (await check.run(['0', '3', '1', '4', '2'])).outcome.verdict
  }
  expect([await verdictWith(undefined), await verdictWith({ noStderr: true })]).toEqual(['AC', 'RTE'])
})
