import { describe, expect, test } from 'vitest'
import type { Answers } from '../../session/bytes.ts'
import type { Outcome } from '../../session/compare.ts'
import type { Program } from '../../session/program.ts'
import { answersOf, type Script, type Session } from '../../session/session.ts'
import type { Looseness } from '../../transcripts/loosen.ts'
import { ProgramReference } from '../reference/reference.ts'
import { Agreement } from './agreement.ts'

const cut = { how: 'cut' } as const
const outcome = (verdict: Outcome['verdict']): Outcome => ({
  ...{ verdict, played: { turns: [{ output: '' }], end: cut }, right: 0, variations: [] },
})
const [passed, failed] = [outcome('AC'), outcome('WA')]

/** A session with these lines, as the reference has it. */
const scriptOf = (...lines: (string | null)[]): Script => ({
  turns: [...lines.map((answer) => ({ output: '> ', answer })), { output: '> ' }],
  end: cut,
})

type Free = ProgramReference & { readonly played: Answers[] }

/** A program with these sessions, and the lines of those that it has played. */
function programWith(session: (lines: Answers) => Session, looseness?: Looseness): Free {
  const played: Answers[] = []
  const program: Program = {
    async play(script) {
      const lines = answersOf(script)
      played.push(lines)
      return session(lines)
    },
    close() {},
  }
  return Object.assign(new ProgramReference('any', program, { milliseconds: 1000 }, looseness), { played })
}

/** A program that writes a text before each line, and at the end. */
const saying = (text: string, end: Session['end'] = cut, looseness: Looseness = {}) =>
  programWith(
    (lines) => ({ turns: [...lines.map((answer) => ({ output: text, answer })), { output: text }], end }),
    looseness,
  )

/** A program that writes another text once this was typed. */
const sayingAfter = (line: string, text: string) =>
  programWith((lines) => {
    const at = lines.indexOf(line)
    const textAt = (index: number) => (at !== -1 && index > at ? text : '> ')
    return {
      turns: [...lines.map((answer, index) => ({ output: textAt(index), answer })), { output: textAt(lines.length) }],
      end: cut,
    }
  })

const { signal } = new AbortController()
const disagreementsOf = ({ disagreements }: Agreement) =>
  disagreements.map(({ programs, lines }) => [...programs, ...lines])

/** The agreement of programs that all failed in a session with these lines. */
async function agreementOf(programs: readonly Free[], ...lines: (string | null)[]) {
  const agreement = new Agreement(programs)
  await agreement.note(
    scriptOf(...lines),
    programs.map(() => failed),
  )
  return agreement
}

describe('agreement is counted', () => {
  test('for the reference and each program, also if two are wrong in the same way', async () => {
    const agreement = new Agreement([saying('a'), saying('right'), saying('b'), saying('a')])
    expect([agreement.sessions, agreement.counts[4]]).toEqual([0, [0, 0, 0, 0, 0]])
    await agreement.note(scriptOf('x'), [failed, passed, failed, failed])
    expect(agreement.counts).toEqual([
      [1, 0, 1, 0, 0],
      [0, 1, 0, 0, 1],
      [1, 0, 1, 0, 0],
      [0, 0, 0, 1, 0],
      [0, 1, 0, 0, 1],
    ])
    await agreement.note(scriptOf('y'), [passed, passed, failed, outcome('FLAKY')])
    expect(agreement.sessions).toBe(2)
    expect(agreement.counts[0]).toEqual([2, 1, 2, 0, 0])
    expect(agreement.counts[3]).toEqual([0, 0, 0, 2, 0])
  })

  test('for two programs that agree with a third without playing them with each other', async () => {
    const programs = [saying('a'), saying('b'), saying('b'), saying('b')]
    const agreement = await agreementOf(programs, 'x')
    expect(agreement.counts.slice(2).map((counts) => counts.slice(2))).toEqual([
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ])
    // With the first, and with the second.
    expect(programs.map(({ played }) => played.length)).toEqual([1, 2, 2, 2])
  })

  test('without playing programs that are right again', async () => {
    const programs = [saying('a'), saying('b'), saying('c')]
    await new Agreement(programs).note(scriptOf('x'), [passed, failed, passed])
    expect(programs.flatMap(({ played }) => played)).toEqual([])
  })

  test.each<[string, Free, Free, number]>([
    ['the exit status counts', saying('a', { how: 'exit', status: 0 }), saying('a', { how: 'exit', status: 1 }), 0],
    [
      'so does the turn of an output',
      programWith(() => ({ turns: [{ output: 'ab', answer: 'x' }, { output: 'c' }], end: cut })),
      programWith(() => ({ turns: [{ output: 'a', answer: 'x' }, { output: 'bc' }], end: cut })),
      0,
    ],
    ['white space does', saying('a  b'), saying('a b'), 0],
    ['but where it need not be matched', saying('a  b', cut, { compare: 'whitespace' }), saying('a b'), 1],
  ])('%s', async (_, one, other, count) => {
    expect((await agreementOf([one, other], 'x')).counts[1]?.[2]).toBe(count)
  })
})

describe('a disagreement of two programs', () => {
  test('is reported if it occurs twice', async () => {
    const agreement = await agreementOf([saying('a'), saying('b')], 'x', 'y')
    expect(agreement.disagreements).toEqual([])
    await agreement.confirm(signal)
    expect(disagreementsOf(agreement)).toEqual([[1, 2, 'x', 'y']])
    expect(agreement.disagreements[0]?.found).toMatchObject({
      script: { turns: [{ output: 'a', answer: 'x' }, { output: 'a', answer: 'y' }, { output: 'a' }], end: cut },
      outcome: { verdict: 'WA', played: { turns: [{ output: 'b' }] } },
    })
  })

  test('is not reported if it occurs once', async () => {
    let times = 0
    const moody = programWith((lines) => ({
      turns: [...lines.map((answer) => ({ output: times === 0 ? 'b' : 'a', answer })), { output: times++ ? 'a' : 'b' }],
      end: cut,
    }))
    const agreement = await agreementOf([saying('a'), moody], 'x')
    await agreement.confirm(signal)
    expect(agreement.counts[1]?.[2]).toBe(0)
    expect(agreement.disagreements).toEqual([])
  })

  test('is reported, however short the time is, unless one of them is always right', async () => {
    const agreement = new Agreement([saying('a'), saying('b'), saying('right')])
    await agreement.note(scriptOf('x'), [failed, failed, passed])
    await agreement.confirm(signal)
    await agreement.shorten([], AbortSignal.abort())
    expect(disagreementsOf(agreement)).toEqual([[1, 2, 'x']])
  })

  test('is reported if each was right once', async () => {
    const agreement = new Agreement([saying('a'), saying('b')])
    await agreement.note(scriptOf('x'), [failed, passed])
    await agreement.note(scriptOf('y'), [passed, failed])
    await agreement.confirm(signal)
    expect(disagreementsOf(agreement)).toEqual([[1, 2, 'x']])
  })

  test.each([[['x', 'y', 'z']], [['y', 'x', 'z']]])('is reported in the order of the programs: %j', async (order) => {
    const agreement = new Agreement([saying('a'), saying('b'), saying('c')])
    const outcomes = { x: [passed, failed, passed], y: [passed, passed, failed], z: [failed, passed, passed] }
    for (const line of order) await agreement.note(scriptOf(line), outcomes[line as keyof typeof outcomes])
    await agreement.confirm(signal)
    expect(disagreementsOf(agreement).map((disagreement) => disagreement.slice(0, 2))).toEqual([
      [1, 2],
      [1, 3],
      [2, 3],
    ])
  })

  test('is reported with the first of the shortest sessions', async () => {
    const agreement = await agreementOf([saying('a'), saying('b')], 'x', 'y')
    for (const lines of [['1', '2', '3'], ['v'], ['w'], ['1', '2']])
      await agreement.note(scriptOf(...lines), [failed, failed])
    await agreement.confirm(signal)
    expect(disagreementsOf(agreement)).toEqual([[1, 2, 'v']])
  })

  test('is reported without lines after the end of a session', async () => {
    const ending = programWith(([answer = null]) => ({
      turns: [{ output: '> ', answer }, { output: 'bye\n' }],
      end: { how: 'exit', status: 0 },
    }))
    const agreement = await agreementOf([ending, saying('b')], 'x', 'y')
    await agreement.confirm(signal)
    expect(agreement.disagreements[0]?.found?.script).not.toHaveProperty('leftover')
  })

  test('is not reported once the search is ended', async () => {
    const other = saying('b')
    const agreement = await agreementOf([saying('a'), other], 'x')
    await agreement.confirm(AbortSignal.abort())
    expect(other.played).toHaveLength(1)
    expect(agreement.disagreements).toEqual([])
    const ending = new AbortController()
    let times = 0
    const last = programWith(() => {
      if (++times === 2) ending.abort()
      return { turns: [{ output: 'b' }], end: cut }
    })
    const killed = await agreementOf([saying('a'), last], 'x')
    await killed.confirm(ending.signal)
    expect(times).toBe(2)
    expect(killed.disagreements).toEqual([])
  })
})

describe('a session in which two programs disagree is shortened', () => {
  const confirmed = async (programs: readonly Free[], ...lines: (string | null)[]) => {
    const agreement = await agreementOf(programs, ...lines)
    await agreement.confirm(signal)
    return agreement
  }

  test('to few lines', async () => {
    const agreement = await confirmed([saying('> '), sayingAfter('b', '? ')], 'a', 'b', 'c')
    await agreement.shorten([], signal)
    expect(disagreementsOf(agreement)).toEqual([[1, 2, 'b']])
    const never = await confirmed([saying('a'), saying('b')], 'x', 'y')
    await never.shorten([], signal)
    expect(disagreementsOf(never)).toEqual([[1, 2]])
  })

  test('unless the time is over', async () => {
    const agreement = await confirmed([saying('a'), saying('b')], 'x', 'y')
    await agreement.shorten([['z']], AbortSignal.abort())
    expect(disagreementsOf(agreement)).toEqual([[1, 2, 'x', 'y']])
  })

  test('from the shortest known failure, if they disagree there', async () => {
    const other = sayingAfter('b', '? ')
    const agreement = await confirmed([saying('> '), other], 'a', 'b', 'c', 'd')
    other.played.length = 0
    await agreement.shorten([['x', 'y', 'b'], ['u', 'v', 'w', 'b'], ['b', 'y'], ['z']], signal)
    expect(disagreementsOf(agreement)).toEqual([[1, 2, 'b']])
    expect(other.played.slice(0, 2)).toEqual([['z'], ['b', 'y']])
    for (const line of 'axw') expect(other.played.flat()).not.toContain(line)
  })

  test('from its own lines, if they disagree in no shorter failure', async () => {
    const other = sayingAfter('b', '? ')
    const agreement = await confirmed([saying('> '), other], 'a', 'b')
    other.played.length = 0
    await agreement.shorten([['c'], ['d', 'b']], signal)
    expect(other.played[0]).toEqual(['c'])
    expect(other.played.flat()).not.toContain('d')
    expect(disagreementsOf(agreement)).toEqual([[1, 2, 'b']])
  })
})
