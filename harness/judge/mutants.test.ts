import { beforeAll, describe, expect, test } from 'vitest'
import { exact, type Game } from '../../reference/game.ts'
import { ortho } from '../../reference/ortho.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { atOnce } from '../base/steps.ts'
import { completeGames, explore, remembering } from '../games/explore.ts'
import { type Lines, toText } from '../session/bytes.ts'
import { findMutants, suitesFor } from './mutants.ts'
import { type CaseKind, casesIn, rowAndLastMark, rowAndOrder, withMemory } from './suites/cases.ts'
import { transitionsSuite } from './suites/cover.ts'
import { endless, roundabout, shelf } from './test-data/small-games.ts'

/** The cases of a kind in sessions. */
const casesOf = (...about: Parameters<typeof casesIn>) => atOnce(casesIn(...about))

describe('the mutants of tic-tac-toe', { tags: 'slow' }, () => {
  const suites = () => suitesFor(ticTacToe).filter(({ name }) => /^endings$|--memory/.test(name))
  let rows: ReturnType<typeof findMutants>
  beforeAll(() => {
    rows = findMutants(ticTacToe, suites())
  })

  // Each player completes each of eight rows, with each mark last, in six orders, as the fifth mark to the ninth.
  const all = [16_167, 2 * 8 * 3, 2 * 8 * 6, 8 * 6 * 5, 2862]

  test('--memory 1 finds all that depend on the move before', () => {
    expect(rows.map(({ found }) => found[1])).toEqual([...all, 43_653])
  })

  test('--quick finds all that depend on the order of a row', () => {
    expect(rows.map(({ found }) => found[0]).slice(1, 3)).toEqual(all.slice(1, 3))
    expect(suites()[0]?.sessions.length).toBeLessThan(100)
  })
})

type Playable<State> = Pick<Game<State>, 'open' | 'answer'>

/** The game, but each reply in a case has another output. */
function mutant(game: Game<unknown>, kind: CaseKind, name: string): Playable<readonly string[]> {
  const played = (lines: readonly string[]) =>
    lines.reduce((state, line) => game.answer(state, line).state, game.open().state)
  return {
    open: () => ({ ...game.open(), state: [] }),
    answer(lines, line) {
      const state = played(lines)
      const { state: next, ...reply } = game.answer(state, line)
      const isMove = line !== null && game.legal(state).includes(line)
      const after = isMove ? [...lines, line] : lines
      const completed = isMove ? (game.completes?.(state, line) ?? []) : []
      const made = { lines: after, before: game.key(state), reply: { ...reply, state: next }, completed }
      const isWrong = isMove && kind(made).includes(name)
      const output = isWrong ? `${exact(reply.output)}!` : reply.output
      return next === undefined ? { output } : { output, state: after }
    },
  }
}

test('a session finds a mutant if the mutant differs in it', () => {
  const outputs = <State>(game: Playable<State>, lines: Lines) => {
    let { state } = game.open()
    return lines.map((line) => {
      if (state === undefined) return ''
      const reply = game.answer(state, toText(line))
      state = reply.state
      return exact(reply.output)
    })
  }
  const sessions = ['x 4 4 0 8 1 3 7 2', '0 3 1 4 9 9 2', '2 0 4 1 6', '6 0 2 1 4 3'].map((lines) => lines.split(' '))
  const names = (kind: CaseKind) => sessions.flatMap((session) => [...casesOf(ticTacToe, [session], kind).keys()])
  for (const kind of [rowAndLastMark, rowAndOrder, withMemory(0), withMemory(2)]) {
    for (const name of names(kind)) {
      const wrong = mutant(ticTacToe, kind, name)
      for (const session of sessions) {
        const differs = `${outputs(wrong, session)}` !== `${outputs(ticTacToe, session)}`
        expect([name, session, differs]).toEqual([name, session, casesOf(ticTacToe, [session], kind).has(name)])
      }
    }
  }
})

test('all games find all mutants of any game; without rows, it has fewer kinds', () => {
  const game = ortho(3, 2)
  const sessions = atOnce(completeGames(explore(game) ?? []))
  const found = findMutants(game, [
    { name: 'all', sessions },
    { name: 'one', sessions: sessions.slice(0, 1) },
  ])
  expect(found.map(({ kind, all, found: [first] }) => [kind, all, first])).toEqual([
    ['position × answer', 1758, 1758],
    ['final position × last move', expect.any(Number), found[1]?.all],
    ['position × answer × move before', expect.any(Number), found[2]?.all],
  ])
  expect(found[0]?.found[1]).toBe(sessions[0]?.length)
})

test('a game with rows has mutants of each kind', () => {
  const found = findMutants(shelf, [{ name: 'none', sessions: [] }])
  // A can complete each of three pairs with either place, as its second mark; B only the one in the middle.
  expect(found.map(({ kind, all }) => [kind, all])).toEqual([
    ['position × answer', 46],
    ['row × its last mark', 8],
    ['row × order of its marks', 8],
    ['row × order × number of moves', 8],
    ['final position × last move', expect.any(Number)],
    ['position × answer × move before', expect.any(Number)],
  ])
  expect(found.flatMap(({ found }) => found)).toEqual([0, 0, 0, 0, 0, 0])
})

test('random games are played where all are too many', () => {
  const [moves] = findMutants(roundabout, [{ name: 'short', sessions: [['on', 'off']] }])
  expect(moves).toEqual({ kind: 'position × answer', all: 4, found: [2] })
})

describe('the suites', () => {
  const namesOf = (suites: ReturnType<typeof suitesFor>) => suites.map(({ name }) => name)

  test('are those of --quick that are not usual, the usual ones, and all moves with one move before', () => {
    /** A counter goes up by 1 or 2, up to 5. */
    const counter: Game<number> = {
      name: 'counter',
      prompt: /^> /,
      open: () => ({ output: '> ', state: 0 }),
      answer: (state, line) =>
        state + Number(line) >= 5 ? { output: 'over' } : { output: '> ', state: state + Number(line) },
      legal: () => ['1', '2'],
      illegal: () => ['3'],
      key: String,
    }
    const suites = suitesFor(counter)
    expect(namesOf(suites)).toEqual([
      'positions',
      'fixtures',
      'random',
      'repetition',
      'leftover',
      'transitions',
      'transitions --memory 1',
    ])
    const found = findMutants(counter, suites).find(({ kind }) => kind === 'position × answer × move before')
    const [, , , , , moves = 0, more] = found?.found ?? []
    expect(more).toBe(found?.all)
    const remembered = transitionsSuite(counter, explore(remembering(counter, 1)) ?? [], { memory: 1 })
    expect(suites.at(-1)?.sessions).toEqual(remembered.sessions)
    expect(moves).toBeLessThan(found?.all ?? 0)
  })

  test('have none with all moves if these are too many', () => {
    expect(namesOf(suitesFor(endless))).toEqual(['fixtures', 'random', 'repetition', 'leftover'])
  })
})
