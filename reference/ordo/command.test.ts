import { describe, expect, test } from 'vitest'
import { ordoCommand, ordoXCommand } from './command.ts'

/** Names the game for these arguments, or the error. */
const asked = (command: typeof ordoCommand, ...args: string[]) => {
  const parsed = command.parse(args)
  if ('game' in parsed) return parsed.game.name
  expect(parsed.status).toBe(2)
  expect(parsed.error).not.toContain('\n')
  return parsed.error
}

const position = '10/10/10/4bb4/3ww5/4ww4/10/10 w'

test.each([
  [[], 'ordo'],
  [['-x'], 'ordo-x'],
  [['-p', position], 'ordo'],
  [['-xp', position], 'ordo-x'],
])('%j is %s', (args, name) => expect(asked(ordoCommand, ...args)).toBe(name))

test.each([
  [['-p'], "option '-p' needs a value"],
  [['--ordo-x=yes'], "option '--ordo-x' takes no value"],
  [['-p', position, '--position', position], "option '--position' is given twice"],
  [['extra'], "unexpected argument 'extra'"],
  [['-'], "unexpected argument '-'"],
  [['--', '-x'], "unexpected argument '-x'"],
  [['two\nlines'], "unexpected argument 'two\\nlines'"],
  [['--__proto__'], "unknown option '--__proto__'"],
])('%j is refused: %s', (args, error) => expect(asked(ordoCommand, ...args)).toBe(error))

describe('a position is refused', () => {
  test.each([
    ['', 'malformed'],
    [position.toUpperCase(), 'malformed'],
    [`${position} `, 'malformed'],
    ['10/10/10/4bb4/3ww5/4ww4/10/55 w', 'malformed'],
    ['4w5/10/4b5/10/10/10/10/10 b', 'over: White has won'],
    ['4w5/10/4b5/10/10/10/10/10 w', 'over: White has won'],
    ['10/10/4w5/10/10/10/10/4b5 w', 'over: Black has won'],
    ['10/10/4w5/10/10/10/10/4b5 b', 'over: Black has won'],
    ['10/10/10/4bb4/10/10/10/10 w', 'over: Black has won'],
    ['10/10/10/4bb4/10/10/10/10 b', 'over: Black has won'],
    ['10/10/10/4ww4/10/10/10/10 b', 'over: White has won'],
    ['10/10/10/10/10/10/10/10 w', 'over: Black has won'],
    ['4b5/10/w9/10/10/10/9w/10 w', 'over: Black has won'],
    ['5b4/10/4w5/10/10/4w5/10/10 b', "impossible: White's group is split"],
    ['5b4/b9/4w5/10/10/10/10/10 w', "impossible: Black's group is split"],
  ])('in both games: %j is %s', (text, reason) => {
    for (const option of [[], ['-x']]) {
      expect(asked(ordoCommand, ...option, '-p', text)).toContain(`position '${text}' is ${reason}`)
    }
  })

  test('a position in which the side to move is split is refused in Ordo X, where nobody reconnects', () => {
    const split = '5b4/10/4w5/10/10/4w5/10/10 w'
    expect(asked(ordoCommand, '-p', split)).toBe('ordo')
    expect(asked(ordoXCommand, '-p', split)).toBe(`position '${split}' is impossible: White's group is split`)
  })
})

test('ordo-x is ordo -x, and has no such option', () => {
  expect(asked(ordoXCommand)).toBe('ordo-x')
  expect(asked(ordoXCommand, '-p', position)).toBe('ordo-x')
  expect(asked(ordoXCommand, '-x')).toBe("unknown option '-x'")
})
