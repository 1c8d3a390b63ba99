import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { NotStarted } from '../base/usage-error.ts'
import { atATime } from '../run/programs.ts'
import type { Answers, Lines } from '../session/bytes.ts'
import { compare } from '../session/compare.ts'
import { type Limits, lastWordsLimit } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { exactly, scriptOf, type Way } from '../session/script.ts'
import { answersOf, type End, type Script, type Session } from '../session/session.ts'
import { gameReference } from './reference/reference.ts'
import { Runner } from './runner.ts'

/** A program that is right, but where `foo` is answered. It leaves a blank line behind refusals. */
function answer(script: Script): Session {
  const { turns, end } = exactly(script)
  const isWrong = answersOf(script).includes('foo')
  return {
    turns: turns.map(({ output, ...turn }) => ({
      ...turn,
      output: isWrong ? '?' : output.replace('invalid.\n', 'invalid.\n\n'),
    })),
    end,
  }
}
const oneByOne: Program = { play: async (script) => answer(script), close() {} }

function runnerOf(program: Program, way: Way = 'interactive') {
  const heard: number[] = []
  const limits = { milliseconds: 1 }
  const onSession = (count = 1) => void heard.push(count)
  return {
    runner: new Runner(program, { reference: gameReference(ticTacToe), way, exact: false, limits, onSession }),
    heard,
  }
}

const right: Lines[] = [[], ['4'], ['9'], ['4', '4'], ['0', '1']]
const wrong: Lines[] = [['4', 'foo'], ['foo']]

describe('one by one', () => {
  test('all are played, and their variations are known', async () => {
    const { runner, heard } = runnerOf(oneByOne)
    const played = await runner.playAll(right.values())
    expect(played).toEqual({ sessions: 5, needed: 5, failed: [], variations: new Set(['extra-newlines']) })
    expect(heard).toEqual([1, 1, 1, 1, 1])
  })

  test.each([
    [0, 10],
    [10, 0],
  ])('when one fails no other begins, and the first is the first on any machine: %i and %i ms', async (...times) => {
    const program: Program = {
      ...oneByOne,
      async play(script) {
        await setTimeout(times.shift())
        return answer(script)
      },
    }
    const { runner } = runnerOf(program)
    const sessions = [...wrong, ...Array.from({ length: 1000 }, (): Lines => ['4'])].values()
    const { failed, needed, sessions: count } = await runner.playAll(sessions)
    expect(failed.map(({ lines }) => lines)).toEqual(wrong)
    expect(needed).toBe(1)
    expect(count).toBeLessThanOrEqual(2 * atATime())
    const rest = await runner.playAll(sessions)
    expect(rest.sessions).toBe(1002 - count)
  })
})

test('one that fails is enough', async () => {
  const sessions = [['foo'], ...Array.from({ length: 1000 }, (): Lines => ['4'])].values()
  expect((await runnerOf(oneByOne).runner.playAll(sessions)).sessions).toBeLessThanOrEqual(2 * atATime())
})

describe('many in one call', () => {
  const inCalls = (most = Number.POSITIVE_INFINITY) => {
    const calls: number[] = []
    const program: Program = {
      ...oneByOne,
      async playAll(scripts) {
        calls.push(scripts.length)
        const played = scripts.map(answer)
        if (scripts.length <= most) return played
        return [...played.slice(0, most), { turns: [{ output: '' }], end: { how: 'unknown', why: 'it is large' } }]
      },
    }
    return { calls, ...runnerOf(program) }
  }
  const many = (count: number) => Array.from({ length: count }, (): Lines => ['9'])

  test('the first calls are small', async () => {
    const { calls, heard, runner } = inCalls()
    const played = await runner.playAll(many(2000).values())
    expect(played).toEqual({ sessions: 2000, needed: 2000, failed: [], variations: new Set(['extra-newlines']) })
    expect(calls).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 465])
    expect(heard).toEqual(calls)
  })

  test('the call in which one fails is the last', async () => {
    const { calls, runner } = inCalls()
    const { sessions, failed } = await runner.playAll([...many(4), ['foo'], ...many(100)].values())
    expect([sessions, failed.map(({ lines }) => lines)]).toEqual([7, [['foo']]])
    expect(calls).toEqual([1, 2, 4])
  })

  test('a program that cannot tell says why', async () => {
    const { runner } = inCalls(3)
    expect(await runner.playAll(many(100).values())).toMatchObject({ sessions: 6, unknown: 'it is large' })
  })
})

describe('what may follow', () => {
  const verdictOn = async (way: Way, lines: Lines, more: string, exact = false) => {
    const { runner } = runnerOf(oneByOne, way)
    const script = await runner.scriptFor(lines)
    const { turns, end } = exactly(script)
    const said = { output: `${turns.at(-1)?.output}${more}` }
    const session: Session = { turns: turns.with(-1, said), end }
    return compare(script, session, { lockStep: way === 'interactive' || way === 'pty', exact }).verdict
  }
  const game = ['0', '3', '1', '4', '2']

  test.each<[string, Way, string]>([
    ['the end of a game: nothing, on pipes', 'interactive', 'WA'],
    ['the end of a game: nothing, where all input is there at once', 'stdin', 'WA'],
    ['the end of a game: what stands on standard error, in a terminal', 'pty', 'AC'],
  ])('%s', async (_, way, verdict) => {
    expect(await verdictOn(way, game, 'oh')).toBe(verdict)
  })

  test('the end of a game in its exact form: what stands on standard error, in a terminal', async () => {
    expect(await verdictOn('pty', game, 'oh', true)).toBe('AC')
    expect(await verdictOn('interactive', game, 'oh', true)).toBe('WA')
  })

  test('nothing else than the last text in a terminal', async () => {
    const { runner } = runnerOf(oneByOne, 'pty')
    const script = scriptOf(ticTacToe, game)
    const verdictWith = async (turns: Session['turns']) =>
      compare(await runner.scriptFor(game), { turns, end: script.end }, { lockStep: true, exact: false }).verdict
    const { turns } = exactly(script)
    expect(await verdictWith(turns)).toBe('AC')
    expect(await verdictWith(turns.with(-1, { output: 'oh' }))).toBe('WA')
  })

  test('a prompt: nothing', async () => {
    expect(await verdictOn('interactive', ['4'], 'oh')).toBe('WA')
    expect(await verdictOn('pty', ['4'], 'oh')).toBe('WA')
  })

  test('where all input is there at once, sessions are played on to the end, if there is one', async () => {
    expect((await runnerOf(oneByOne, 'stdin').runner.scriptFor(['4'])).end.how).toBe('exit')
    const endless = { ...ticTacToe, legal: () => [] }
    const rest = { way: 'args', exact: false, limits: { milliseconds: 1 }, onSession() {} } as const
    const terms = { reference: gameReference(endless), ...rest }
    expect(await new Runner(oneByOne, terms).scriptFor(['4'])).toMatchObject({
      turns: [{}, { output: null }],
      end: { how: 'cut' },
    })
  })
})

test.each<[End, boolean]>([
  [{ how: 'exit', status: 1 }, false],
  [{ how: 'cut' }, false],
  [{ how: 'lost' }, false],
  [{ how: 'silent', milliseconds: 1 }, true],
  [{ how: 'flood', bytes: 1 }, true],
  [{ how: 'memory', mebibytes: 768 }, true],
])('a program that ends with %j goes on without input: %s', async (end, goesOn) => {
  const program = { play: async () => ({ turns: [{ output: '' }], end }), close() {} }
  expect(await runnerOf(program).runner.goesOnWithoutInput()).toBe(goesOn)
})

describe('without input', () => {
  test('it gets one legal line and then the end of input, and may write more than usual', async () => {
    const played: [Script, Limits][] = []
    const program: Program = {
      async play(script, limits) {
        played.push([script, limits])
        return answer(script)
      },
      close() {},
    }
    await runnerOf(program).runner.goesOnWithoutInput()
    const [[script, limits] = []] = played
    expect(script?.turns.map(({ answer }) => answer)).toEqual(['0', null, undefined])
    const [first, second] = scriptOf(ticTacToe, ['0']).turns
    expect(script?.turns.map(({ output }) => output)).toEqual([first?.output, second?.output, null])
    expect(script?.end).toEqual({ how: 'exit', status: 0 })
    expect(limits).toEqual({ milliseconds: 1, bytes: lastWordsLimit })
  })

  test('it does not go on if it cannot be started any more; other errors are ours', async () => {
    const failing = (error: Error) =>
      runnerOf({ play: () => Promise.reject(error), close() {} }).runner.goesOnWithoutInput()
    expect(await failing(new NotStarted('greet'))).toBe(false)
    await expect(failing(new Error('oh'))).rejects.toThrow(/^oh$/)
  })

  test('a command is not asked: what it says at the end of its input is compared', async () => {
    const { game, ...reference } = gameReference(ticTacToe)
    const never = { play: () => Promise.reject(new Error('played')), close() {} }
    const rest = { way: 'interactive', exact: false, limits: { milliseconds: 1 }, onSession() {} } as const
    expect(await new Runner(never, { reference, ...rest }).goesOnWithoutInput()).toBe(false)
  })

  test('a game that is over at once is played without any line', async () => {
    const over = { ...ticTacToe, open: () => ({ output: 'over\n' }) }
    const scripts: Script[] = []
    const program: Program = {
      async play(script) {
        scripts.push(script)
        return { turns: [{ output: 'over\n' }], end: { how: 'silent', milliseconds: 1 } }
      },
      close() {},
    }
    const rest = { way: 'interactive', exact: false, limits: { milliseconds: 1 }, onSession() {} } as const
    expect(await new Runner(program, { reference: gameReference(over), ...rest }).goesOnWithoutInput()).toBe(true)
    expect(scripts.map(answersOf)).toEqual([[null]])
  })
})

describe('a reference that says how sessions end', () => {
  const reference = { ...gameReference(ticTacToe), hasEnd: true, toEnd: (lines: Answers) => [...lines, null] }
  const runnerFor = (way: Way, program = oneByOne) =>
    new Runner(program, { reference, way, exact: false, limits: { milliseconds: 1 }, onSession() {} })
  const answersFor = async (way: Way) => answersOf(await runnerFor(way).scriptFor(['4']))

  test('has its end compared, but in a terminal', async () => {
    expect(await answersFor('interactive')).toEqual(['4', null])
    expect(await answersFor('stdin')).toEqual(['4', null])
    expect(await answersFor('pty')).toEqual(['4'])
  })

  test('and the exit status', async () => {
    const failing: Program = {
      play: async (script) => ({ ...exactly(script), end: { how: 'exit', status: 1 } }),
      close() {},
    }
    const game = ['0', '3', '1', '4', '2']
    expect(await runnerFor('interactive', failing).outcome(game)).toMatchObject({ verdict: 'RTE', fault: 'status' })
    expect(await runnerOf(failing).runner.outcome(game)).toMatchObject({ verdict: 'AC' })
  })
})

test.each([
  ['the shortest', ['0 1 2', 'foo 4'], 'foo 4'],
  ['of several, the one that obeys the fewest rules', ['foo 4', '0 1'], '0 1'],
  ['of these, the one that was played first', ['1 0', '0 1'], '1 0'],
])('of sessions of one call that failed, the first is %s', async (_, sessions, first) => {
  const wrong: Session = { turns: [{ output: '' }], end: { how: 'cut' } }
  const program: Program = {
    ...oneByOne,
    playAll: async (scripts) => scripts.map((script) => (scripts.length === 1 ? answer(script) : wrong)),
  }
  // The first call has one session, the next one two.
  const lines = ['4', ...sessions].map((lines) => lines.split(' '))
  const { failed } = await runnerOf(program).runner.playAll(lines.values())
  expect(failed).toHaveLength(2)
  expect(failed[0]?.lines.join(' ')).toBe(first)
})
