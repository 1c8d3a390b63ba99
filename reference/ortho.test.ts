import { describe, expect, test } from 'vitest'
import { exact, type Game, type Reply } from './game.ts'
import { type Ortho, ortho, orthoCommand } from './ortho.ts'

/** Plays lines, separated by spaces, from the start. @returns the last reply */
function play(game: Game<Ortho>, lines: string): Reply<Ortho> {
  let reply = game.open()
  for (const line of lines.split(' ').filter(Boolean)) reply = game.answer(reply.state as Ortho, line)
  return reply
}

const position = (game: Game<Ortho>, lines: string) => play(game, lines).state as Ortho

const outputOf = (game: Game<Ortho>, lines: string) => exact(play(game, lines).output)

/** Replies to one more line, which may contain spaces. */
const replyTo = (game: Game<Ortho>, lines: string, line: string | null) => {
  const reply = game.answer(position(game, lines), line)
  return { ...reply, output: exact(reply.output) }
}

/** Two rows are full in the end, and each player is locked on one of them. */
const bothSkipped = 'c2 c2 r2 r1 c3 c1 r1 r2'

// Outputs, spellings, messages, skipped turns and all ways to end are in fixtures/ortho, which fixtures.test.ts plays.

test('the end of input and quit obey a rule', () => {
  const game = ortho(3, 3)
  expect(replyTo(game, 'c1', null)).toMatchObject({ output: '\nExiting game.\n', rules: ['end-of-input', 'ends'] })
  for (const line of ['q', 'quit', 'Q', ' QuIt\t\r'])
    expect(replyTo(game, 'c1', line)).toEqual({ output: 'Exiting game.\n', rules: ['quit', 'ends'] })
})

test('the board does not cut numbers of four digits', () => {
  const lines = outputOf(ortho(1000, 4), 'r1000 c999').split('\n')
  expect(lines[2]).toHaveLength(9 + 4 * 1000)
  expect(lines[2]?.trimEnd()).toBe(`${' '.repeat(9 + 4 * 998)}  O`)
  expect(lines[3]).toMatch(/^ {9} {2}1 {3}2 .* 99 {2}100 101 .* 998 999 1000$/)
  expect(lines[5]).toMatch(/^ {7}1 \| {3}\|/)
  expect(lines.at(-4)).toMatch(/^ {2}X 1000 \| {3}\|/)
  expect(lines.at(-1)).toBe('Player 1 (X) - Choose a col > ')
})

test('a line of a megabyte', () => {
  const blank = ' '.repeat(2 ** 20)
  expect(replyTo(ortho(5, 4), '', `${blank}r${blank}3${blank}`)).toEqual(replyTo(ortho(5, 4), '', 'r3'))
  expect(replyTo(ortho(5, 4), '', `r${'9'.repeat(2 ** 20)}`).output).toContain("got: '999")
})

describe('legal and illegal lines', () => {
  test('a position has its lines', () => {
    const game = ortho(3, 3)
    expect(game.legal(position(game, ''))).toEqual(['r1', 'r2', 'r3', 'c1', 'c2', 'c3'])
    expect(game.legal(position(game, 'r1 r1 c2'))).toEqual(['c1', 'c3'])
    expect(game.legal(position(game, bothSkipped))).toEqual(['r3', 'c1', 'c2', 'c3'])
    expect(game.illegal(position(game, 'r1 r1 c2'))).toEqual(
      expect.arrayContaining(['', 'foo', 'r', 'r0', 'r4', 'c0', 'c4', 'r2', 'c2']),
    )
  })

  test('legal lines are accepted, and illegal ones refused, in every position', () => {
    const game = ortho(2, 2)
    const seen = new Set<string>()
    const visit = (state: Ortho): void => {
      const key = game.key(state)
      if (seen.has(key)) return
      seen.add(key)
      for (const line of game.illegal(state)) {
        const reply = game.answer(state, line)
        expect(reply.state && game.key(reply.state)).toBe(key)
        expect(exact(reply.output)).toMatch(/^Error: /)
      }
      for (const line of game.legal(state)) {
        const { output, state: next } = game.answer(state, line)
        expect(exact(output)).toMatch(/^(Selected|Placed) /)
        if (!next) continue
        expect(exact(output).split('\n').at(-1)).toMatch(game.prompt)
        visit(next)
      }
    }
    visit(position(game, ''))
  })
})

describe('the command', () => {
  const header = (args: string) => {
    const parsed = orthoCommand.parse(args.split(' ').filter(Boolean))
    return 'game' in parsed ? exact(parsed.game.open().output).split('\n')[0] : parsed
  }

  test.each([
    ['', '5x5', 4],
    ['-n 7 -m 5', '7x7', 5],
    ['-n7 -m5', '7x7', 5],
    ['-n=7 -m=5', '7x7', 5],
    ['-n 7 -m 5 --', '7x7', 5],
    ['--size 7 --win-length 5', '7x7', 5],
    ['-n 4', '4x4', 4],
    ['-n 1 -m 01', '1x1', 1],
  ])('ortho %s', (args, board, winLength) => {
    expect(header(args)).toBe(`=== Ortho ===  Board: ${board}  Win condition: ${winLength} in a row`)
  })

  const needsNumber = (option: string, value: string) =>
    `option '${option}' needs a whole number below 2^64, not '${value}'`
  test.each([
    [1, 'board size must be at least 1', ['-n 0', '-n 0 -m 0']],
    [1, 'board size must be at most 4000', ['-n 18446744073709551615']],
    [1, 'win length must be in range 1-3', ['-n 3', '-n 3 -m 4']],
    [1, 'win length must be in range 1-5', ['-m 0', '-m 18446744073709551615']],
    [2, "unknown option '--depth'", ['--depth']],
    [2, needsNumber('-n', 'five'), ['-n five']],
    [2, needsNumber('-n', ''), ['-n=']],
    [2, needsNumber('-n', '=3'), ['-n==3', '-n =3']],
    [2, needsNumber('-n', '3m3'), ['-n3m3']],
    [2, needsNumber('-m', '1.5'), ['-m 1.5']],
    [2, needsNumber('-m', '18446744073709551616'), ['-m 18446744073709551616']],
  ])('status %i, %s: ortho %j', (status, error, lines) => {
    for (const args of lines) expect(header(args)).toEqual({ error: `Error: ${error}`, status })
  })
})
