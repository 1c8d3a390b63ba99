import { describe, expect, test } from 'vitest'
import type { Answers } from '../../session/bytes.ts'
import type { Outcome } from '../../session/compare.ts'
import { answersOf, type Script, type Session } from '../../session/session.ts'
import type { Looseness } from '../../transcripts/loosen.ts'
import { ProgramReference } from '../reference/reference.ts'
import { AgreementCounter } from './agreement.ts'

const cut = { how: 'cut' } as const
const exit = (status: number) => ({ how: 'exit', status }) as const
const outcome = (verdict: Outcome['verdict']): Outcome => ({
  ...{ verdict, played: { turns: [{ output: '' }], end: cut }, right: 0, variations: [] },
})
const [passed, failed] = [outcome('AC'), outcome('WA')]

/** A session with these lines. */
const sessionOf = (lines: Answers, outputAt: (turn: number) => string, end: Script['end'] = cut) => ({
  turns: [...lines.map((answer, turn) => ({ output: outputAt(turn), answer })), { output: outputAt(lines.length) }],
  end,
})

type Free = ProgramReference & { readonly played: Answers[] }

/** A program with these sessions, and the lines of those that it has played. */
function programWith(session: (lines: Answers) => Session, looseness: Looseness = {}): Free {
  const played: Answers[] = []
  const play = async (script: Script) => {
    const lines = answersOf(script)
    played.push(lines)
    return session(lines)
  }
  const reference = new ProgramReference('any', { play, close() {} }, { milliseconds: 1000 }, looseness)
  return Object.assign(reference, { played })
}

/** A program that writes a text before each line, and at the end. */
const writing = (text: string, end: Script['end'] = cut, looseness: Looseness = {}) =>
  programWith((lines) => sessionOf(lines, () => text, end), looseness)

/** A program that writes another text once this was typed. */
const writingAfter = (line: string, text: string) =>
  programWith((lines) => {
    const at = lines.indexOf(line)
    return sessionOf(lines, (turn) => (at !== -1 && turn > at ? text : '> '))
  })

const { signal } = new AbortController()

/** The agreement of programs with these outcomes of sessions; by default, all failed. */
async function agreementOf(
  programs: readonly Free[],
  ...sessions: readonly (readonly [lines: string, ...outcomes: Outcome[]])[]
) {
  const agreement = new AgreementCounter(programs)
  for (const [lines, ...outcomes] of sessions) {
    const script = sessionOf(lines.split(' '), () => '> ')
    await agreement.note(script, outcomes.length > 0 ? outcomes : programs.map(() => failed))
  }
  return agreement
}

const disagreementsOf = ({ disagreements }: AgreementCounter) =>
  disagreements.map(({ programs, lines }) => `${programs.join(' ')}: ${lines.join(' ')}`)

/** The disagreements that occur twice. */
async function confirmed(agreement: AgreementCounter) {
  await agreement.confirm(signal)
  return disagreementsOf(agreement)
}

describe('agreement is counted', () => {
  test('for the reference and each program, also if two are wrong in the same way', async () => {
    const agreement = new AgreementCounter([writing('a'), writing('right'), writing('b'), writing('a')])
    expect([agreement.sessions, agreement.counts[4]]).toEqual([0, [0, 0, 0, 0, 0]])
    await agreement.note(
      sessionOf(['x'], () => '> '),
      [failed, passed, failed, failed],
    )
    expect(agreement.counts).toEqual([
      [1, 0, 1, 0, 0],
      [0, 1, 0, 0, 1],
      [1, 0, 1, 0, 0],
      [0, 0, 0, 1, 0],
      [0, 1, 0, 0, 1],
    ])
    await agreement.note(
      sessionOf(['y'], () => '> '),
      [passed, passed, failed, outcome('FLAKY')],
    )
    expect(agreement.sessions).toBe(2)
    expect([agreement.counts[0], agreement.counts[3]]).toEqual([
      [2, 1, 2, 0, 0],
      [0, 0, 0, 2, 0],
    ])
  })

  test('without playing programs that are right, or agree with a third, with each other', async () => {
    const alike = [writing('a'), writing('b'), writing('b'), writing('b')]
    const { counts } = await agreementOf(alike, ['x'])
    expect(counts.slice(2).flatMap((row) => row.slice(2))).toEqual(Array.from({ length: 9 }, () => 1))
    expect(alike.map(({ played }) => played.length)).toEqual([1, 2, 2, 2])
    const right = [writing('a'), writing('b'), writing('c')]
    await agreementOf(right, ['x', passed, failed, passed])
    expect(right.flatMap(({ played }) => played)).toEqual([])
  })

  test.each<[string, Free, Free, number]>([
    ['the exit status counts', writing('a', exit(0)), writing('a', exit(1)), 0],
    [
      'so does the turn of an output',
      programWith(() => ({ turns: [{ output: 'ab', answer: 'x' }, { output: 'c' }], end: cut })),
      programWith(() => ({ turns: [{ output: 'a', answer: 'x' }, { output: 'bc' }], end: cut })),
      0,
    ],
    ['white space does', writing('a  b'), writing('a b'), 0],
    ['unless it need not be matched', writing('a  b', cut, { compare: 'whitespace' }), writing('a b'), 1],
  ])('%s', async (_, first, second, count) => {
    expect((await agreementOf([first, second], ['x'])).counts[1]?.[2]).toBe(count)
  })
})

describe('a disagreement of two programs', () => {
  const two = () => [writing('a'), writing('b')]

  test('is reported if it occurs twice', async () => {
    const agreement = await agreementOf(two(), ['x y'])
    expect(agreement.disagreements).toEqual([])
    expect(await confirmed(agreement)).toEqual(['1 2: x y'])
    expect(agreement.disagreements[0]?.found).toMatchObject({
      script: sessionOf(['x', 'y'], () => 'a'),
      outcome: { verdict: 'WA', played: { turns: [{ output: 'b' }] } },
    })
    let times = 0
    const moody = programWith((lines) => sessionOf(lines, () => (times++ < 2 ? 'b' : 'a')))
    const once = await agreementOf([writing('a'), moody], ['x'])
    expect(once.counts[1]?.[2]).toBe(0)
    expect(await confirmed(once)).toEqual([])
  })

  test('is reported unless one of them is always right, however short the time to shorten is', async () => {
    const three = await agreementOf([...two(), writing('right')], ['x', failed, failed, passed])
    expect(await confirmed(three)).toEqual(['1 2: x'])
    await three.shorten([], AbortSignal.abort())
    expect(disagreementsOf(three)).toEqual(['1 2: x'])
    expect(await confirmed(await agreementOf(two(), ['x', failed, passed], ['y', passed, failed]))).toEqual(['1 2: x'])
  })

  test.each([['x y z'], ['y x z']])('is reported in the order of the programs: %s', async (order) => {
    const outcomes = new Map([
      ['x', [passed, failed, passed]],
      ['y', [passed, passed, failed]],
      ['z', [failed, passed, passed]],
    ])
    const sessions = order.split(' ').map((line) => [line, ...(outcomes.get(line) ?? [])] as const)
    const found = await confirmed(await agreementOf([...two(), writing('c')], ...sessions))
    expect(found.map((one) => one.slice(0, 3))).toEqual(['1 2', '1 3', '2 3'])
  })

  test('is reported with the first of the shortest sessions, without lines after its end', async () => {
    const sessions = [['x y'], ['1 2 3'], ['v'], ['w'], ['1 2']] as const
    expect(await confirmed(await agreementOf(two(), ...sessions))).toEqual(['1 2: v'])
    const ending = programWith((lines) => sessionOf(lines.slice(0, 1), () => '> ', exit(0)))
    const agreement = await agreementOf([ending, writing('b')], ['x y'])
    await agreement.confirm(signal)
    expect(agreement.disagreements[0]?.found.script).not.toHaveProperty('leftover')
  })

  test('is not reported once the search is ended', async () => {
    const [first, other] = [writing('a'), writing('b')]
    const agreement = await agreementOf([first, other], ['x'])
    await agreement.confirm(AbortSignal.abort())
    expect(other.played).toHaveLength(1)
    expect(agreement.disagreements).toEqual([])
    const ending = new AbortController()
    let times = 0
    const last = programWith((lines) => {
      if (++times === 2) ending.abort()
      return sessionOf(lines, () => 'b')
    })
    const killed = await agreementOf([writing('a'), last], ['x'])
    await killed.confirm(ending.signal)
    expect([times, killed.disagreements]).toEqual([2, []])
  })
})

describe('a session with a disagreement is shortened', () => {
  /** The disagreements after shortening, and the sessions of the second program meanwhile. */
  async function shortened(programs: readonly [Free, Free], lines: string, known: Answers[] = [], until = signal) {
    const agreement = await agreementOf(programs, [lines])
    await agreement.confirm(signal)
    const [, { played }] = programs
    played.length = 0
    await agreement.shorten(known, until)
    return { found: disagreementsOf(agreement), played }
  }
  const afterB = () => [writing('> '), writingAfter('b', '? ')] as const

  test('to few lines, unless the time is over', async () => {
    const always = () => [writing('a'), writing('b')] as const
    expect((await shortened(afterB(), 'a b c')).found).toEqual(['1 2: b'])
    expect((await shortened(always(), 'x y')).found).toEqual(['1 2: '])
    expect((await shortened(always(), 'x y', [['z']], AbortSignal.abort())).found).toEqual(['1 2: x y'])
  })

  test('from the shortest known failure, if they disagree there', async () => {
    const known = [['x', 'y', 'b'], ['u', 'v', 'w', 'b'], ['b', 'y'], ['z']]
    const { found, played } = await shortened(afterB(), 'a b c d', known)
    expect(found).toEqual(['1 2: b'])
    expect(played.slice(0, 2)).toEqual([['z'], ['b', 'y']])
    for (const line of 'axw') expect(played.flat()).not.toContain(line)
  })

  test('from its own lines, if they disagree in no shorter failure', async () => {
    const { found, played } = await shortened(afterB(), 'a b', [['c'], ['d', 'b']])
    expect(found).toEqual(['1 2: b'])
    expect(played[0]).toEqual(['c'])
    expect(played.flat()).not.toContain('d')
  })
})
