import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { NotStarted } from '../base/usage-error.ts'
import { sessionsAtATime } from '../run/programs.ts'
import type { Answers, Lines } from '../session/bytes.ts'
import { compare } from '../session/compare.ts'
import { type Limits, lastWordsLimit, mostInCall } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { exactly, isInLockStep, scriptOf, type Way } from '../session/script.ts'
import { answersOf, type End, type Script, type Session } from '../session/session.ts'
import { gameReference, type Reference } from './reference/reference.ts'
import { Runner } from './runner.ts'

/** A right session, unless `foo` is an answer in it. It has a blank line after refusals. */
function answer(script: Script): Session {
  const { turns, end } = exactly(script)
  const isWrong = answersOf(script).includes('foo')
  const outputOf = (right: string) => (isWrong ? '?' : right.replace('invalid.\n', 'invalid.\n\n'))
  return { turns: turns.map(({ output, ...turn }) => ({ ...turn, output: outputOf(output) })), end }
}
const program = (play: Program['play'], playAll?: Program['playAll']): Program => ({
  play,
  ...(playAll && { playAll }),
  close() {},
})
const oneByOne = program(async (script) => answer(script))

const limits = { milliseconds: 1 }
const runnerOf = (of: Program, way: Way = 'interactive', reference: Reference = gameReference(ticTacToe)) =>
  new Runner(of, reference, way, { limits })

/** A runner, and the number of sessions of each call of `onSession`. */
function counting(of: Program, onCount = (_: number) => {}) {
  const counts: number[] = []
  const onSession = (count = 1) => {
    counts.push(count)
    onCount(count)
  }
  return { runner: new Runner(of, gameReference(ticTacToe), 'interactive', { limits, onSession }), counts }
}

const many = (count: number, line: string) => Array.from({ length: count }, (): Lines => [line])

describe('one by one', () => {
  test('all sessions are played, and their variations are known', async () => {
    const { runner, counts } = counting(oneByOne)
    const played = await runner.playAll([[], ['4'], ['9'], ['4', '4'], ['0', '1']].values())
    expect(played).toEqual({ sessions: 5, needed: 5, failed: [], variations: new Set(['extra-newlines']) })
    expect(counts).toEqual([1, 1, 1, 1, 1])
  })

  test.each([
    [0, 10],
    [10, 0],
  ])('after a failure no session begins, and the first is the same on any machine: %i and %i ms', async (...times) => {
    const slow = program(async (script) => {
      await setTimeout(times.shift())
      return answer(script)
    })
    const runner = runnerOf(slow)
    const wrong: Lines[] = [['4', 'foo'], ['foo']]
    const sessions = [...wrong, ...many(1000, '4')].values()
    const { failed, needed, sessions: count } = await runner.playAll(sessions)
    expect(failed.map(({ lines }) => lines)).toEqual(wrong)
    expect(needed).toBe(1)
    expect(count).toBeLessThanOrEqual(2 * sessionsAtATime())
    const rest = await runner.playAll(sessions)
    expect(rest.sessions).toBe(1002 - count)
  })
})

describe('many in one call', () => {
  /** @param most the number of sessions in a call that the program can play */
  const inCalls = (most = Number.POSITIVE_INFINITY) => {
    const calls: number[] = []
    /** The sizes of the calls, and those of the calls that were compared, below zero. */
    const order: number[] = []
    const unknown: Session = { turns: [{ output: '' }], end: { how: 'unknown', why: 'it is large' } }
    const playAll: Program['playAll'] = async (scripts) => {
      calls.push(scripts.length)
      order.push(scripts.length)
      const played = scripts.map(answer)
      return scripts.length <= most ? played : [...played.slice(0, most), unknown]
    }
    const counted = counting(program(oneByOne.play, playAll), (count) => order.push(-count))
    return { calls, order, ...counted }
  }

  test('the first calls are small; the next of large ones is played while the last is compared', async () => {
    const { calls, counts, order, runner } = inCalls()
    const sessions = 2 * mostInCall
    const played = await runner.playAll(many(sessions, '9').values())
    expect(played).toEqual({ sessions, needed: sessions, failed: [], variations: new Set(['extra-newlines']) })
    expect(calls).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, mostInCall, 1])
    expect(counts).toEqual(calls)
    expect(order.slice(-6)).toEqual([1024, -1024, mostInCall, 1, -mostInCall, -1])
  })

  test('the call with a failure is the last', async () => {
    const { calls, runner } = inCalls()
    const { sessions, failed } = await runner.playAll([...many(4, '9'), ['foo'], ...many(100, '9')].values())
    expect([sessions, failed.map(({ lines }) => lines)]).toEqual([7, [['foo']]])
    expect(calls).toEqual([1, 2, 4])
  })

  test('a program that cannot tell says why', async () => {
    const { runner } = inCalls(3)
    expect(await runner.playAll(many(100, '9').values())).toMatchObject({ sessions: 6, unknown: 'it is large' })
  })

  test.each([
    ['the shortest', ['0 1 2', 'foo 4'], 'foo 4'],
    ['among these, the one that obeys the fewest rules', ['foo 4', '0 1'], '0 1'],
    ['among these, the one that was played first', ['1 0', '0 1'], '1 0'],
  ])('the first of several failures is %s', async (_, sessions, first) => {
    const wrong: Session = { turns: [{ output: '' }], end: { how: 'cut' } }
    // The first call has one session, the next one two.
    const playAll: Program['playAll'] = async (scripts) =>
      scripts.map((script) => (scripts.length === 1 ? answer(script) : wrong))
    const lines = ['4', ...sessions].map((lines) => lines.split(' '))
    const { failed } = await runnerOf(program(oneByOne.play, playAll)).playAll(lines.values())
    expect(failed).toHaveLength(2)
    expect(failed[0]?.lines.join(' ')).toBe(first)
  })
})

test('a session with a NUL is left out where lines are arguments', async () => {
  const sessions: Lines[] = [['4\0'], ['4'], ['4', '\0']]
  const all = program(oneByOne.play, async (scripts) => scripts.map(answer))
  const counts = async (way: Way) =>
    Promise.all([oneByOne, all].map(async (of) => (await runnerOf(of, way).playAll(sessions.values())).sessions))
  expect(await counts('args')).toEqual([1, 1])
  expect(await counts('stdin')).toEqual([3, 3])
})

describe('the last output', () => {
  const game = ['0', '3', '1', '4', '2']
  const verdictOn = async (way: Way, lines: Lines, last: (right: string) => string, exact = false) => {
    const script = await runnerOf(oneByOne, way).scriptFor(lines)
    const { turns, end } = exactly(script)
    const session: Session = { turns: turns.with(-1, { output: last(turns.at(-1)?.output ?? '') }), end }
    return compare(script, session, { lockStep: isInLockStep(way), exact }).verdict
  }

  test.each<[way: Way, exact: boolean, verdict: string]>([
    ['interactive', false, 'WA'],
    ['interactive', true, 'WA'],
    ['stdin', false, 'WA'],
    ['pty', false, 'AC'],
    ['pty', true, 'AC'],
  ])('of a game may be followed by standard error in a terminal only: %s, exact: %s', async (way, exact, verdict) => {
    expect(await verdictOn(way, game, (right) => `${right}oh`, exact)).toBe(verdict)
  })

  test('of a game in a terminal must come all the same', async () => {
    expect(await verdictOn('pty', game, (right) => right)).toBe('AC')
    expect(await verdictOn('pty', game, () => 'oh')).toBe('WA')
  })

  test.each<Way>(['interactive', 'pty'])('is followed by nothing if it is a prompt: %s', async (way) => {
    expect(await verdictOn(way, ['4'], (right) => `${right}oh`)).toBe('WA')
  })

  test('is the end of a game where all lines are sent at once, if that can be reached', async () => {
    expect((await runnerOf(oneByOne, 'stdin').scriptFor(['4'])).end.how).toBe('exit')
    const endless = gameReference({ ...ticTacToe, legal: () => [] })
    expect(await runnerOf(oneByOne, 'args', endless).scriptFor(['4'])).toMatchObject({
      turns: [{}, { output: null }],
      end: { how: 'cut' },
    })
  })
})

describe('without input', () => {
  test.each<[End, boolean]>([
    [{ how: 'exit', status: 1 }, false],
    [{ how: 'cut' }, false],
    [{ how: 'lost' }, false],
    [{ how: 'silent', milliseconds: 1 }, true],
    [{ how: 'flood', bytes: 1 }, true],
    [{ how: 'memory', mebibytes: 768 }, true],
  ])('a program that ends with %j goes on: %s', async (end, goesOn) => {
    const runner = runnerOf(program(async () => ({ turns: [{ output: '' }], end })))
    expect(await runner.runsAfterEndOfInput()).toBe(goesOn)
  })

  /** The scripts and limits of the sessions. */
  async function playedBy(reference?: Reference) {
    const played: [Script, Limits][] = []
    const recording = program(async (script, limits) => {
      played.push([script, limits])
      return answer(script)
    })
    await runnerOf(recording, 'interactive', reference).runsAfterEndOfInput()
    return played
  }

  test('a program gets one legal line and then the end of input, and may write more than usual', async () => {
    const [[script, limits] = []] = await playedBy()
    expect(script?.turns.map(({ answer }) => answer)).toEqual(['0', null, undefined])
    const [first, second] = scriptOf(ticTacToe, ['0']).turns
    expect(script?.turns.map(({ output }) => output)).toEqual([first?.output, second?.output, null])
    expect(script?.end).toEqual({ how: 'exit', status: 0 })
    expect(limits).toEqual({ milliseconds: 1, bytes: lastWordsLimit })
  })

  test('a game that is over at once is played without any line', async () => {
    const over = gameReference({ ...ticTacToe, open: () => ({ output: 'over\n' }) })
    expect((await playedBy(over)).map(([script]) => answersOf(script))).toEqual([[null]])
  })

  test('no session is played with a command as the reference, whose output at the end of input is compared', async () => {
    const { game, ...command } = gameReference(ticTacToe)
    expect(await playedBy(command)).toEqual([])
  })

  test('a program that cannot be started any more does not go on; other errors are ours', async () => {
    const failing = (error: Error) => runnerOf(program(() => Promise.reject(error))).runsAfterEndOfInput()
    expect(await failing(new NotStarted('greet'))).toBe(false)
    await expect(failing(new Error('oh'))).rejects.toThrow(/^oh$/)
  })
})

describe('a command as the reference', () => {
  const { game, ...like } = gameReference(ticTacToe)
  const reference = { ...like, toEnd: (lines: Answers) => [...lines, null] }

  test.each<[Way, Answers]>([
    ['interactive', ['4', null]],
    ['stdin', ['4', null]],
    ['pty', ['4']],
  ])('has its output after the end of input compared, but not in a terminal: %s', async (way, answers) => {
    expect(answersOf(await runnerOf(oneByOne, way, reference).scriptFor(['4']))).toEqual(answers)
  })

  test('has its exit status compared', async () => {
    const failing = program(async (script) => ({ ...exactly(script), end: { how: 'exit', status: 1 } }))
    const outcomeWith = async (of?: Reference) =>
      (await runnerOf(failing, 'interactive', of).play(['0', '3', '1', '4', '2'])).outcome
    expect(await outcomeWith(reference)).toMatchObject({ verdict: 'RTE', fault: 'status' })
    expect(await outcomeWith()).toMatchObject({ verdict: 'AC' })
  })
})
