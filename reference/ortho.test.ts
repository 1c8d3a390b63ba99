import { describe, expect, test } from 'vitest'
import { exact, type Game, type Reply } from './game.ts'
import { type Ortho, ortho, orthoCommand } from './ortho.ts'

/** Plays lines, separated by spaces, from the start. @returns the last reply */
function play(game: Game<Ortho>, lines: string): Reply<Ortho> {
  let reply = game.open()
  for (const line of lines.split(' ').filter(Boolean)) {
    if (!reply.state) throw new Error(`over before ${line}`)
    reply = game.answer(reply.state, line)
  }
  return reply
}

function position(game: Game<Ortho>, lines: string): Ortho {
  const { state } = play(game, lines)
  if (!state) throw new Error(`over after ${lines}`)
  return state
}

const outputOf = (game: Game<Ortho>, lines: string) => exact(play(game, lines).output)

/** The board and the prompt with which a reply ends. */
const promptOf = (game: Game<Ortho>, lines: string) => outputOf(game, lines).split('\n\n').slice(-2).join('\n\n')

/** The reply to one more line, which may contain spaces. */
const replyTo = (game: Game<Ortho>, lines: string, line: string | null) => {
  const reply = game.answer(position(game, lines), line)
  return { ...reply, output: exact(reply.output) }
}

/** Two rows are full in the end, and each player is locked on one of them. */
const bothSkipped = 'c2 c2 r2 r1 c3 c1 r1 r2'
/** The same with two columns. */
const bothSkippedCols = 'r2 r2 c2 c1 r3 r1 c1 c2'

// Outputs, skipped turns and all ways to end are in fixtures/ortho, which fixtures.test.ts plays.

test('the end of input and quit obey a rule', () => {
  const game = ortho(3, 3)
  expect(replyTo(game, 'c1', null)).toMatchObject({ output: '\nExiting game.\n', rules: ['end-of-input'] })
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

describe('input', () => {
  const game = ortho(5, 4)

  test.each([
    ...['r3', 'R3', 'row3', 'row 3', 'ROW 3', 'r 3', 'r03', 'r+3', `r${'0'.repeat(1000)}3`],
    ...[' \t r3 \r', 'r\u00853\u0085', '\u3000row\u00a0+003'],
  ])('%j is row 3', (line) => {
    expect(replyTo(game, '', line)).toEqual({ ...play(game, 'r3'), output: outputOf(game, 'r3') })
  })

  test.each(['c2', 'C2', 'col2', 'Col 2', 'c 2', 'c+2', 'c02'])('%j is column 2', (line) => {
    expect(replyTo(game, '', line)).toEqual({ ...play(game, 'c2'), output: outputOf(game, 'c2') })
  })

  test.each([
    [
      'Invalid format. Examples: r3, c2, row 3, col 2',
      ['', '   ', '3', 'exit', 'quit now', '\ufeffr3', 'r3\udcff', '\udce9'],
    ],
    ["Expected a number, got: ''", ['r', 'row']],
    ["Expected a number, got: 'o1'", ['ro1']],
    ["Expected a number, got: 'r1'", ['rr1']],
    ["Expected a number, got: 'umn 2'", ['Column 2']],
    ["Expected a number, got: 'a é'", ['c  A É ']],
    ["Expected a number, got: '\ufeff3'", ['r\ufeff3']],
    ["Expected a number, got: '-1'", ['r-1']],
    ["Expected a number, got: '++1'", ['r++1']],
    ["Expected a number, got: '+'", ['r+']],
    ["Expected a number, got: '+ 1'", ['r+ 1']],
    ["Expected a number, got: '1.0'", ['r1.0']],
    ["Expected a number, got: '３'", ['r３']],
    ["Expected a number, got: '18446744073709551616'", ['r18446744073709551616']],
    ["Expected a number, got: '100000000000000000000'", ['r100000000000000000000']],
    ['Must be in range 1-5', ['r18446744073709551615', 'r0', 'c6']],
  ])('%s, and one newline: %j', (message, refused) => {
    for (const lines of ['', 'r1 c1'])
      for (const line of refused) {
        const { state, output } = replyTo(game, lines, line)
        expect(state).toEqual(position(game, lines))
        expect(output).toBe(`Error: ${message}\n${promptOf(game, lines)}`)
      }
  })

  test.each([
    ['r1 c1', 'row1', 'You must choose a col'],
    ['c1 r1', 'col 01', 'You must choose a row'],
    ['r1 r1 c1', 'c1', '(1, 1) is already occupied. Pick a different index'],
    ['c2 c2 r1', 'r1', '(1, 2) is already occupied. Pick a different index'],
    // The axis is looked at first.
    ['r1 r1 c1', 'r1', 'You must choose a col'],
    [bothSkipped, 'r1', 'row 1 has no empty cells. Pick a different row'],
    [bothSkippedCols, 'col 2', 'col 2 has no empty cells. Pick a different col'],
  ])('after %j, %j is not allowed: two newlines', (lines, line, message) => {
    const small = ortho(3, 3)
    const { state, output } = replyTo(small, lines, line)
    expect(state).toEqual(position(small, lines))
    expect(output).toBe(`Error: ${message}\n\n${promptOf(small, lines)}`)
  })

  test('a line of a megabyte', () => {
    const blank = ' '.repeat(2 ** 20)
    expect(replyTo(game, '', `${blank}r${blank}3${blank}`)).toEqual(replyTo(game, '', 'r3'))
    expect(replyTo(game, '', `r${'9'.repeat(2 ** 20)}`).output).toContain("got: '999")
  })
})

describe('legal and illegal lines', () => {
  test('of a position', () => {
    const game = ortho(3, 3)
    expect(game.legal(position(game, ''))).toEqual(['r1', 'r2', 'r3', 'c1', 'c2', 'c3'])
    expect(game.legal(position(game, 'r1 r1 c2'))).toEqual(['c1', 'c3'])
    expect(game.legal(position(game, bothSkipped))).toEqual(['r3', 'c1', 'c2', 'c3'])
    expect(game.illegal(position(game, 'r1 r1 c2'))).toEqual(
      expect.arrayContaining(['', 'foo', 'r', 'r0', 'r4', 'c0', 'c4', 'r2', 'c2']),
    )
  })

  test('are accepted or refused in every position', () => {
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

  test('are recognized by the prompt', () => {
    const { prompt } = ortho(5, 4)
    expect('Player 1 (X) - Choose any row or column > c3'.replace(prompt, '')).toBe('c3')
    expect('Player 1 (X) - Choose a row > r3'.replace(prompt, '')).toBe('r3')
    expect('Player 2 (O) - Choose a col > c3'.replace(prompt, '')).toBe('c3')
    expect('Player 2 (O) - No valid placement available. Turn skipped, selection cleared.').not.toMatch(prompt)
    expect('Player 1 (O) - Choose a row > ').not.toMatch(prompt)
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
    ['-n+7 -m=+5', '7x7', 5],
    ['-n 7 -m 5 --', '7x7', 5],
    ['--size 7 --win-length 5', '7x7', 5],
    ['--win-length=5 --size=7', '7x7', 5],
    ['-m 1', '5x5', 1],
    ['-n 4', '4x4', 4],
    ['-n 1 -m 01', '1x1', 1],
    ['-n 100', '100x100', 4],
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
    [2, "unknown option '--depth'", ['--depth', '--depth=3']],
    [2, "unknown option '--toString'", ['--toString']],
    [2, "unknown option '--siz'", ['--siz 3']],
    [2, "unknown option '-V'", ['-V']],
    [2, "option '-n' needs a value", ['-n']],
    [2, "option '--win-length' needs a value", ['-n 3 --win-length']],
    [2, needsNumber('-n', 'five'), ['-n five']],
    [2, needsNumber('-n', '-1'), ['-n -1']],
    [2, needsNumber('-n', ''), ['-n=']],
    [2, needsNumber('-n', '=3'), ['-n==3', '-n =3']],
    [2, needsNumber('-n', '3m3'), ['-n3m3']],
    [2, needsNumber('--size', '=3'), ['--size==3']],
    [2, needsNumber('--size', ''), ['--size=']],
    [2, needsNumber('-m', '1.5'), ['-m 1.5']],
    [2, needsNumber('-m', '1e1'), ['-m 1e1']],
    [2, needsNumber('-m', '18446744073709551616'), ['-m 18446744073709551616']],
    [2, "option '--size' is given twice", ['-n 5 -n 5', '-n 5 --size=6']],
    [2, "unexpected argument '5'", ['5']],
    [2, "unexpected argument 'a\\nb'", ['a\nb']],
    [2, "unexpected argument '-'", ['-n 5 - 4']],
    [2, "unexpected argument '-n'", ['-- -n']],
  ])('status %i, %s: ortho %j', (status, error, lines) => {
    for (const args of lines) expect(header(args)).toEqual({ error: `Error: ${error}`, status })
  })
})
