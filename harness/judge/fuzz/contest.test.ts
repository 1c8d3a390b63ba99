import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { Programs, userPlace } from '../../run/programs.ts'
import { testFolder } from '../../run/test-helpers.ts'
import { toBytes } from '../../session/bytes.ts'
import type { Script } from '../../session/session.ts'
import { ProgramReference } from '../reference/reference.ts'
import type { tryReference } from '../reference/trust.ts'
import { usualLength } from '../typing/sessions.ts'
import { type ContestGame, type ContestOptions, mustCompareWithCommand, openContest, subjectOf } from './contest.ts'

/** In place of `tryReference`, which takes more than a second: the clock must have moved on between two runs. */
const tryFirst = vi.fn<typeof tryReference>(async () => ['quit'])
beforeEach(() => void tryFirst.mockClear())

const { write } = testFolder()
const programs = new Programs(userPlace())
afterAll(() => programs.close())

const open = (options: Partial<ContestOptions>) =>
  openContest(programs, { limits: { milliseconds: 60_000 }, subjects: [], ...options }, programs, tryFirst)

const game: Game<number> = {
  ...{ name: 'counter', prompt: /^> /, illegal: () => ['no'], key: String },
  open: () => ({ output: '> ', state: 0 }),
  answer: (state) => ({ output: '> ', ...(state < 50 && { state: state + 1 }) }),
  legal: (state) => Array.from({ length: 30 }, (_, at) => `é${state + at}`),
}
const counter: ContestGame = { game, name: 'counter -x' }

/** A recorded session with these answers, and the end of input. */
const recorded = (name: string, ...lines: string[]) =>
  write(name, `# prompt: ^> \n$ ./old\n${lines.map((line) => `> ${line}\n`).join('')}> ^D`)

test('a subject is a command, quoted as in a shell', () => {
  expect(subjectOf('--witness', "perl 'a b.pl'")).toEqual({
    ...{ name: "perl 'a b.pl'", words: ['sh', '-c', "exec perl 'a b.pl'"] },
  })
  expect(() => subjectOf('--witness', '')).toThrow("--witness '': names no command")
})

describe('with a game', () => {
  test('the game is the reference, named with its options, and its lines are typed', async () => {
    const contest = await open({ game: counter })
    expect(contest.reference).toMatchObject({ name: 'counter -x', game })
    expect(contest.choices.likely.slice(0, 2)).toEqual([toBytes('é0'), toBytes('é1')])
    expect(contest.choices.others).toEqual(['no'])
    expect(contest).toMatchObject({ names: [], prompt: '^> ', words: [], sessions: [], free: [] })
    expect(contest.lines).toBe(await usualLength(game))
    expect(contest.lines).not.toBe(60)
    expect(contest).not.toHaveProperty('asEntry')
    expect(tryFirst).not.toHaveBeenCalled()
  })

  test('only words and recorded answers are typed if there are some', async () => {
    const like = [recorded('like/a.transcript', 'x', 'y')]
    const words = await open({ game: counter, words: 'a b' })
    expect(words).toMatchObject({ words: ['a', 'b'], sessions: [], lines: 60 })
    expect(words.choices).toMatchObject({ likely: ['a', 'b'], others: [], last: [] })
    const both = await open({ game: counter, words: 'a b', like })
    expect(both).toMatchObject({ words: ['a', 'b'], sessions: [['x', 'y', null]], lines: 60 })
    expect(both.choices).toMatchObject({ likely: ['a', 'b', 'x'], others: ['x', 'y'] })
    expect((await open({ game: counter, like })).choices).toMatchObject({ likely: ['x'], others: ['x', 'y'] })
  })

  test('sessions are longer than usual if recorded ones are', async () => {
    const long = Array.from({ length: 54 }, (_, at) => `${at}`)
    const like = [recorded('long/a.transcript', 'x'), recorded('long/b.transcript', ...long)]
    expect((await open({ game: counter, like })).lines).toBe(65)
  })
})

describe('with a command as the reference', () => {
  const reference = './ref -x'

  test('it is tried first, with all lines of the user; words that end it at once are known', async () => {
    const like = [recorded('tried.transcript', 'c', 'a')]
    const contest = await open({ reference, prompt: '^\\? ', words: 'a b', like })
    expect(contest.reference).toBeInstanceOf(ProgramReference)
    expect(contest).toMatchObject({ prompt: '^\\? ', lines: 60 })
    expect(contest.choices.last).toEqual(['quit', 'quit'])
    const [tried, words, prompt] = tryFirst.mock.calls[0] ?? []
    expect(tried).toBe(contest.reference)
    expect(prompt?.source).toBe('^\\? ')
    expect(words).toEqual(['a', 'b', 'c'])
  })

  test('it has the prompts of a game whose lines are typed, or those of --prompt', async () => {
    const contest = await open({ reference, game: counter })
    expect(contest).toMatchObject({ prompt: '^> ', reference: { name: reference } })
    expect(contest.choices.likely[0]).toBe(toBytes('é0'))
    expect(tryFirst.mock.calls[0]?.[1]).toEqual(game.legal(0).slice(0, 20).map(toBytes))
    expect(await open({ reference, game: counter, prompt: '^: ' })).toMatchObject({ prompt: '^: ' })
  })

  test('it is tried with words rather than lines of the game, and without any if that is over at once', async () => {
    await open({ reference, game: counter, words: 'a' })
    const over = { ...counter, game: { ...game, open: () => ({ output: 'bye\n' }) } }
    await open({ reference, game: over })
    expect(tryFirst.mock.calls.map(([, words]) => words)).toEqual([['a'], []])
  })

  test('recorded answers are enough', async () => {
    const contest = await open({ reference, like: [recorded('enough.transcript', 'a')] })
    expect(contest.choices.likely).toEqual(['a'])
  })

  test('its prompts may be unknown', async () => {
    expect((await open({ reference, words: 'a' })).prompt).toBeUndefined()
    expect(tryFirst.mock.calls[0]?.[2]).toBeUndefined()
  })

  test('it can be played as an entry once other programs are closed', async () => {
    const closed = new Programs(userPlace())
    closed.close()
    const options = { limits: { milliseconds: 60_000 }, subjects: [], words: 'a' }
    const contest = await openContest(closed, { ...options, reference: 'cat' }, programs, tryFirst)
    const script: Script = { turns: [{ output: '', answer: 'a' }, { output: 'a\n' }], end: { how: 'exit', status: 0 } }
    const session = await contest.asEntry?.('stdin').play(script, options.limits)
    expect(session).toMatchObject({ end: { how: 'exit', status: 0 } })
    expect(await contest.reference.script(['b', null])).toMatchObject({ end: { how: 'exit', status: 0 } })
  })
})

describe('white space', () => {
  test.each([
    ['counts by default', undefined, 'string'],
    ['counts with `exact`', 'exact', 'string'],
    ['need not be matched with `whitespace`', 'whitespace', 'object'],
  ] as const)('%s', async (_, compare, type) => {
    const says = 'echo "a  b"'
    const { reference, free } = await open({ reference: says, words: 'a', compare, subjects: [subjectOf('--', says)] })
    for (const one of [reference, ...free]) expect(typeof (await one.script([])).turns[0]?.output).toBe(type)
    expect(free.map(({ name }) => name)).toEqual([says])
  })

  test('is no choice with a game, which says itself what may vary', () => {
    const why = '--compare: goes with --reference, which is not there: a game says itself what may vary'
    expect(() => mustCompareWithCommand({ compare: 'exact' })).toThrow(why)
    expect(() => mustCompareWithCommand({ compare: 'exact', reference: './ref' })).not.toThrow()
    expect(() => mustCompareWithCommand({})).not.toThrow()
  })
})

test.each<[Partial<ContestOptions>, string]>([
  [{ words: 'a' }, 'fuzz: with what? Name a GAME, or give --reference COMMAND'],
  [
    { reference: './ref' },
    "--reference: what is typed? Give words (--words '0..8 quit') or recorded sessions (--like DIR)",
  ],
  [{ game: counter, compare: 'whitespace' }, '--compare: goes with --reference'],
  [{ reference: './ref', words: 'a', prompt: '(' }, '--prompt: '],
  [{ game: counter, words: '' }, "--words '': no words"],
  [{ game: counter, like: ['nowhere'] }, 'nowhere: no such file or folder'],
  [{ reference: "'", words: 'a' }, '--reference'],
])('%j is refused: %s', async (options, why) => {
  await expect(open(options)).rejects.toThrow(why)
})

describe('a session is played', () => {
  /** Prompts, repeats a line, and ends with a status. */
  const repeats = (status: number, text = '$line') =>
    subjectOf('--', `sh -c 'printf "> "; read -r line; echo "${text}"; exit ${status}'`)
  const script: Script = {
    turns: [{ output: '> ', answer: 'a' }, { output: [{ name: 'sign', oneOf: ['!'], times: '?' }, 'a\n'] }],
    end: { how: 'exit', status: 0 },
  }
  const verdicts = async (options: Partial<ContestOptions>, program?: number) =>
    (await (await open({ game: counter, words: 'a', ...options })).run(script, program)).map(
      ({ verdict, fault }) => fault ?? verdict,
    )

  test('with all programs, or with one of them; the exit status counts', async () => {
    const subjects = [repeats(0), repeats(3), repeats(0, 'b')]
    expect(await verdicts({ subjects })).toEqual(['AC', 'status', 'output'])
    expect(await verdicts({ subjects }, 0)).toEqual(['AC'])
    expect(await verdicts({ subjects }, 2)).toEqual(['output'])
  })

  test('and variations are allowed, unless the exact form is demanded', async () => {
    const subjects = [repeats(0, '!$line')]
    expect(await verdicts({ subjects })).toEqual(['AC'])
    expect(await verdicts({ subjects, exact: false })).toEqual(['AC'])
    expect(await verdicts({ subjects, exact: true })).toEqual(['output'])
  })

  test('but not by a missing program, which is named as it was typed', async () => {
    const subjects = [subjectOf('--', './no-such-program -x')]
    await expect(verdicts({ subjects })).rejects.toThrow(/^\.\/no-such-program -x: cannot be started$/)
  })

  test('and other errors are passed on', async () => {
    const closed = new Programs(userPlace())
    closed.close()
    const options = { limits: { milliseconds: 1000 }, game: counter, words: 'a', subjects: [repeats(0)] }
    await expect((await openContest(closed, options)).run(script)).rejects.toThrow('no more programs are started here')
  })

  test('line by line: early output is wrong', async () => {
    const early = subjectOf('--', `sh -c 'printf "> a\\n"; read -r line'`)
    expect(await verdicts({ subjects: [early] })).toEqual([expect.stringMatching(/^(early|output)$/)])
  })
})
