import { describe, expect, test } from 'vitest'
import { exact, type Game } from '../../../reference/game.ts'
import { ordo } from '../../../reference/ordo/ordo.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { ourGames } from '../../games/find.ts'
import { testFolder } from '../../run/test-helpers.ts'
import { exactly, scriptOf } from '../../session/script.ts'
import { shownOf } from '../../session/session.ts'
import { gameOf, playedBy } from '../../transcripts/command.ts'
import { circular, shelf } from '../test-data/small-games.ts'
import { fixturesSuite } from './fixtures.ts'

const sessionsOf = (game: Game<unknown>, cwd?: string) => [...fixturesSuite(game, { cwd }).inputs()]

test('fixtures leave out what the rules leave open, and sessions that end the input', () => {
  const sessions = sessionsOf(ticTacToe).map((lines) => lines.join(' '))
  expect(sessions).toContain('4 2 8 0 1 7 3 5 6')
  expect(sessions).toContain('4 4 6')
  expect(sessions.join(' ')).not.toMatch(/4e0|\r/)
})

describe('a game of a user', () => {
  const { folder, write } = testFolder()
  const transcript = (command: string, ...answers: string[]) =>
    `$ ${command}\n${shownOf(exactly(scriptOf(shelf, answers)))}`

  test('a game of a user has the sessions in `fixtures` of the current folder, by its name', () => {
    write('fixtures/shelf/wins.transcript', transcript('shelf', '1', 'x', '0', '2'))
    write('fixtures/shelf/begun.transcript', transcript('shelf', '1'))
    write('fixtures/shelf/left-open.transcript', transcript('shelf', '1', '0.0', '0'))
    write('fixtures/shelf/other.transcript', transcript('rack', '2'))
    expect(sessionsOf(shelf, folder)).toEqual([['1'], ['1', 'x', '0', '2']])
  })

  test('states need not be JSON', () => {
    write('fixtures/big/one.transcript', '$ big\n> on\n> ')
    const big = { ...circular, name: 'big', open: () => ({ output: '> ', state: 1n }) }
    expect(sessionsOf(big, folder)).toEqual([['on']])
  })

  test('a game that is over before the first line has no state, and no key', () => {
    write('fixtures/over/one.transcript', '$ over\nbye\n')
    const over = { ...shelf, name: 'over', open: () => ({ output: 'bye\n' }), key: (state: string) => state.trim() }
    expect(sessionsOf(over, folder)).toEqual([[]])
  })

  test('a game of ours has the sessions from its first position', () => {
    for (const [index, command] of ['ordo -x', "ordo -x -p '10/10/4b5/4b5/w3b5/4b5/4b5/10 w'"].entries()) {
      const { output } = (playedBy(command, gameOf(command, ourGames())) as Game<unknown>).open()
      write(`fixtures/ordo-x/${index}.transcript`, `$ ${command}\n${exact(output)}`)
    }
    expect(sessionsOf(ordo('ordo-x'), folder)).toEqual([[]])
  })
})
