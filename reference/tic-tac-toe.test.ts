import { expect, test } from 'vitest'
import { exact } from './game.ts'
import { type TicTacToe, ticTacToe, ticTacToeCommand } from './tic-tac-toe.ts'

test('a carriage return is no part of a line, and the end of input ends the game', () => {
  const state: TicTacToe = { player: 'X', fields: '.........' }
  expect(exact(ticTacToe.answer(state, '4\r').output)).toBe('...\n.X.\n...\nO> ')
  expect(ticTacToe.answer(state, null)).toEqual({ output: '\n' })
})

test('every field is legal or refused', () => {
  const state: TicTacToe = { player: 'X', fields: 'O...X....' }
  expect(ticTacToe.legal(state)).toEqual(['1', '2', '3', '5', '6', '7', '8'])
  expect(ticTacToe.illegal(state)).toEqual(expect.arrayContaining(['0', '4', '9', '']))
  expect(ticTacToe.key(state)).toBe('O...X....')
})

test.each<[fields: string, field: string, rows: string[]]>([
  ['XX.OO....', '2', ['012']],
  ['XOXO.OXOX', '4', ['048', '246']],
  ['X........', '1', []],
])('in %s, a mark on %s completes %j', (fields, field, rows) => {
  expect(ticTacToe.completes?.({ player: 'X', fields }, field)).toEqual(rows.map((row) => [...row]))
})

test('the command takes no arguments', () => {
  expect(ticTacToeCommand.parse([])).toEqual({ game: ticTacToe })
  expect(ticTacToeCommand.parse(['4'])).toEqual({ error: "unexpected argument '4'", status: 2 })
})
