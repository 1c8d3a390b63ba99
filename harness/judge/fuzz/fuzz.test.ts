import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { gameOracle } from '../../check/oracle.ts'
import type { FuzzReport } from '../../report/report.ts'
import { type Answers, type Bytes, toBytes, toText } from '../../session/bytes.ts'
import type { Program } from '../../session/program.ts'
import { exactly, scriptOf } from '../../session/script.ts'
import { answersOf, type Script, type Session } from '../../session/session.ts'
import { digitAt, lock } from '../test-data/small-games.ts'
import { type Choices, choicesOfLines } from '../typing/choices.ts'
import { Search } from './fuzz.ts'
import type { Reference } from './reference.ts'
import { stackMachine, words as stackWords } from './test-data/stack.ts'

const never = new AbortController().signal
const typedIn = ({ failure }: FuzzReport) => failure?.turns.flatMap(({ answer }) => answer ?? [])
const facts = { seed: 1, milliseconds: 3, reproduce: 'npx ninehole fuzz' }

/** Repeats each line, but writes `?` after those that are wrong; `quit` ends it. */
const echo = (isWrong: (line: string) => boolean = () => false): Game<number> => ({
  ...{ name: 'echo', prompt: /^> /, legal: () => [], illegal: () => [], key: String },
  open: () => ({ output: '> ', state: 0 }),
  answer: (state, line) =>
    line === null || line === 'quit'
      ? { output: 'bye\n' }
      : { output: `${isWrong(line) ? '?' : line.trim()}\n> `, state },
})

/** Plays as a game does. */
const like =
  <State>(game: Game<State>) =>
  async (script: Script): Promise<Session> =>
    exactly(scriptOf(game as unknown as Game<unknown>, answersOf(script)))

type Subject = ConstructorParameters<typeof Search>[1]

interface Given extends Partial<ConstructorParameters<typeof Search>[2]> {
  readonly reference?: Reference
  readonly words?: readonly Bytes[]
  readonly choices?: Choices
  readonly play?: (script: Script) => Promise<Session>
  readonly way?: Subject['way']
}

/** A search with a program, by default one that is right; and the sessions that were played, in the order of their start. */
function searchWith({ reference = gameOracle(echo()), words = ['a', 'b', 'c'], play, way, ...given }: Given = {}) {
  const played: Answers[] = []
  const program: Program = {
    play(script) {
      played.push(answersOf(script))
      return (play ?? like(reference.game as Game<unknown>))(script)
    },
  }
  const limits = { milliseconds: 1000 }
  const subject: Subject = { ...{ name: './new', way: way ?? 'interactive', limits, exact: false }, program }
  const ending: Bytes[] = []
  const { choices = choicesOfLines(words, [], ending), ...options } = given
  const opened = { reference, choices, words, legal: words, ending, maxLines: 10 }
  return { played, search: new Search(opened, subject, { seed: 1, runs: 40, ...options }) }
}

async function playedBy(given: Given) {
  const { search, played } = searchWith(given)
  await search.run(never)
  return { search, played, report: search.report(facts) }
}

describe('what is hard to find', { tags: 'slow' }, () => {
  const digits = [...'0123456789']
  const stopped = [0, 15, 30].map((from) => Array.from({ length: 20 }, (_, index) => digitAt(from + index)))

  test.each<[string, Given]>([
    ['as sessions with new replies are continued', { runs: 10_000 }],
    ['by recorded sessions that stop before', { runs: 5000, choices: choicesOfLines([], stopped) }],
  ])('a failure after 40 right answers is found, %s', async (_, options) => {
    const reference = gameOracle(lock(40))
    const right = lock(40)
    const wrong: Game<number> = {
      ...right,
      answer(state, line) {
        const reply = right.answer(state, line)
        return reply.output === 'open\n' ? { output: 'shut\n' } : reply
      },
    }
    const { report } = await playedBy({ reference, words: digits, maxLines: 60, play: like(wrong), ...options })
    expect(typedIn(report)).toHaveLength(40)
  })

  test('17 of 20 planted faults are found in 3,000 sessions', async () => {
    const found: number[] = []
    for (let fault = 1; fault <= 20; fault++) {
      const options = { words: stackWords, runs: 3000, maxLines: 60, play: like(stackMachine(fault)) }
      const { report } = await playedBy({ reference: gameOracle(stackMachine(0)), ...options })
      if (!report.ok) found.push(fault)
    }
    expect(found.length).toBeGreaterThanOrEqual(17)
  })
})

describe('random sessions', () => {
  test('sessions are the same for the same seed, and others for another', async () => {
    const { played } = await playedBy({ seed: 7 })
    expect((await playedBy({ seed: 7 })).played).toEqual(played)
    expect((await playedBy({ seed: 8 })).played).not.toEqual(played)
  })

  test('hardly a session is played twice while others are left', async () => {
    const { played } = await playedBy({ words: ['a', 'quit'], maxLines: 2, runs: 60 })
    expect(new Set(played.map((lines) => JSON.stringify(lines))).size).toBeGreaterThan(50)
    const few = await playedBy({ maxLines: 0, runs: 5 })
    expect(few.played).toEqual(expect.arrayContaining([[], [null]]))
    expect(few.search.sessions).toBe(5)
  })

  test('random sessions come after a session of each word, and of what a loose program takes for one', async () => {
    const { played } = await playedBy({ words: ['1 2', 'up', 'quit'], maxLines: 20, runs: 20 })
    const typed = played.flat()
    const once = ['1 2', 'up', 'quit', '1  2', '1\t2', ' 1 2', '01 2', '1 02', '+1 2', '1 -2', 'UP', ' up', 'up ']
    const at = once.map((line) => typed.indexOf(line))
    expect(Math.min(...at)).toBeGreaterThan(-1)
    expect(Math.max(...at)).toBeLessThan(30)
    // The session with `quit` ends there: what comes after it is sent in the next.
    expect(played.filter((lines) => lines.includes('quit')).every((lines) => lines.at(-1) === 'quit')).toBe(true)
  })

  test('random sessions have lines that are not UTF-8, and none that a terminal would cut', async () => {
    const words = ['a', 'b', 'c', toBytes(`d${'é'.repeat(600)}`)]
    const typed = async (way: Subject['way']) =>
      (await playedBy({ words, runs: 300, way })).played.flat().filter((line) => line !== null)
    const [inPipe, inTerminal] = [await typed('interactive'), await typed('pty')]
    expect(inPipe.some((line) => !toText(line).isWellFormed())).toBe(true)
    const longest = (lines: readonly Bytes[]) => Math.max(...lines.map(({ length }) => length))
    expect([longest(inPipe) > 1000, longest(inTerminal)]).toEqual([true, 1000])
    expect(inTerminal.filter((line) => line.length > 900 && !toText(line).isWellFormed())).toEqual([])
  })
})

describe('a failure', () => {
  const wrong = (line: string) => /é.*x/.test(line)
  const play = like(echo(wrong))

  test('a failure ends the search; it is shortened to few lines and characters, and reported', async () => {
    const onFailed = vi.fn()
    const { search, report } = await playedBy({ words: ['a', 'b', toBytes('béaxc')], play, onFailed })
    expect(report).toMatchObject({
      ...{ ...facts, kind: 'fuzz', path: './new', game: 'echo', input: 'interactive', sessions: 1 },
      ...{ verdict: 'WA', ok: false, lines: { median: 10, max: 10 }, ended: 0 },
      failure: { suite: 'seed 1', turns: [{ answer: 'éx' }, {}] },
    })
    expect(report).not.toHaveProperty('shortened')
    expect(search.isOver).toBe(true)
    expect(onFailed).toHaveBeenCalledTimes(1)
  })

  test('a failure is reported as it is if there is no time to shorten it', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    onTestFinished(() => void vi.restoreAllMocks())
    const { report } = await playedBy({ words: ['a', 'b', toBytes('éx')], play })
    expect(report).toMatchObject({ verdict: 'WA', shortened: 20_000 })
    expect(typedIn(report)?.length).toBeGreaterThan(1)
  })

  test('a failure that does not come again passes, and counts as a retry', async () => {
    const known = new Set<string>()
    const { report } = await playedBy({
      async play(script) {
        const isFirst = known.size < known.add(String(answersOf(script))).size
        return isFirst && known.size <= 2 ? play({ ...script, turns: [{ output: '? ' }] }) : play(script)
      },
    })
    expect(report).toMatchObject({ verdict: 'AC', ok: true, retriesPassed: 2 })
  })

  test('a failure of a program that only writes sooner is said to be the fault of the reference, which does not flush', async () => {
    const held: Game<number> = {
      ...echo(),
      open: () => ({ output: '', state: 0 }),
      answer: () => ({ output: '> ?\n> \nbye\n' }),
    }
    const { game, ...reference } = gameOracle(held as Game<never>, 'perl old.pl')
    const { report } = await playedBy({ reference, play: like(echo()) })
    expect(report.failure?.sentence).toMatch(
      /^more output than expected.*: the reference writes this later, as it does not flush its output \(try \$\|=1 or --pty\)$/,
    )
  })

  test('a failure does not count if the reference does not write the same twice', async () => {
    const mustRepeat = async () => {
      throw new Error('differs between two runs')
    }
    const reference = { ...gameOracle(echo()), mustRepeat }
    await expect(playedBy({ reference, words: [toBytes('éx')], play })).rejects.toThrow('differs between two runs')
  })
})

describe('a search that is interrupted', () => {
  test('a search that is interrupted is not over; sessions that were running then do not count, nor do their errors', async () => {
    const stop = new AbortController()
    const { search, played } = searchWith({
      async play(script) {
        if (played.length === 5) stop.abort()
        if (stop.signal.aborted) throw new Error('killed')
        return like(echo())(script)
      },
    })
    await search.run(stop.signal)
    expect(search).toMatchObject({ isOver: false, failed: undefined })
    expect(search.sessions).toBeLessThan(5)
    const { search: other } = searchWith({ play: async () => Promise.reject(new Error('oh')) })
    await expect(other.run(never)).rejects.toThrow('oh')
  })

  test('a search that is interrupted keeps a failure that was not played again', async () => {
    const stop = new AbortController()
    const { search, played } = searchWith({
      async play(script) {
        if (played.length > 1) stop.abort()
        return like(echo(() => true))(script)
      },
    })
    await search.run(stop.signal)
    expect(search.isOver).toBe(false)
    expect(search.report(facts)).toMatchObject({ verdict: 'WA', sessions: 1 })
  })

  test('a search begins no session after its time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { report, played } = await playedBy({
      milliseconds: 6,
      async play(script) {
        vi.advanceTimersByTime(4)
        return like(echo())(script)
      },
    })
    expect(report).toMatchObject({ verdict: 'AC', sessions: played.length })
    expect(played.length).toBe(2)
  })
})

test('a report says what was tried: lines, ends, words never typed, and where the reference crashed', async () => {
  const typedInCrashes = new Set<Bytes>()
  const reference: Reference = {
    ...gameOracle(echo()),
    crashes: new Map([['', { lines: ['crash', null], why: 'crashes' }]]),
    typedInCrashes,
  }
  const words = ['quit', 'crash', ...Array.from({ length: 90 }, (_, at) => `w${at}`)]
  const { search, report } = await playedBy({ reference, words, runs: 12 })
  expect(report).toMatchObject({ sessions: 12, troubles: [{ why: 'crashes', lines: ['crash', null] }] })
  expect(report.ended).toBeGreaterThan(0)
  expect(report.unused?.length).toBeGreaterThan(10)
  const [crashing = '', ...others] = report.unused ?? []
  typedInCrashes.add(crashing)
  expect(search.report(facts).unused).toEqual(others)
})
