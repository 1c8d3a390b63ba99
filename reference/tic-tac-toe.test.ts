import { expect, test } from 'vitest'
import { exact, type Reply } from './game.ts'
import { type TicTacToe, ticTacToe, ticTacToeCommand } from './tic-tac-toe.ts'

/** Returns the last reply to lines, parted by spaces. */
function play(lines: string): Reply<TicTacToe> {
  return lines
    .split(' ')
    .filter(Boolean)
    .reduce<Reply<TicTacToe>>(
      (reply, line) => (reply.state ? ticTacToe.answer(reply.state, line) : reply),
      ticTacToe.open(),
    )
}

test('a carriage return is no part of a line, and the end of input ends the game', () => {
  const { state = { player: 'X', fields: '' } } = ticTacToe.open()
  expect(exact(ticTacToe.answer(state, '4\r').output)).toBe('...\n.X.\n...\nO> ')
  expect(ticTacToe.answer(state, null)).toEqual({ output: '\n' })
})

test('every field is legal or refused', () => {
  const { state = { player: 'X', fields: '' } } = play('4 0')
  expect(ticTacToe.legal(state)).toEqual(['1', '2', '3', '5', '6', '7', '8'])
  expect(ticTacToe.illegal(state)).toEqual(expect.arrayContaining(['0', '4', '9', '']))
  expect(ticTacToe.key(state)).toBe('O...X....')
})

test('a mark completes one row, two, or none', () => {
  const completed = (lines: string, line: string) => {
    const { state } = play(lines)
    return state && ticTacToe.completes?.(state, line)
  }
  expect(completed('0 3 1 4', '2')).toEqual([['0', '1', '2']])
  expect(completed('0 1 2 3 6 5 8 7', '4')).toEqual([
    ['0', '4', '8'],
    ['2', '4', '6'],
  ])
  expect(completed('0', '1')).toEqual([])
})

test('the command takes no arguments', () => {
  expect(ticTacToeCommand.parse([])).toEqual({ game: ticTacToe })
  expect(ticTacToeCommand.parse(['4'])).toEqual({ error: "unexpected argument '4'", status: 2 })
})
