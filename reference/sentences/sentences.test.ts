import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../harness/base/package-root.ts'
import type { Game } from '../game.ts'
import { ordo } from '../ordo/ordo.ts'
import { ortho } from '../ortho.ts'
import { ticTacToe } from '../tic-tac-toe.ts'

const games: Readonly<Record<string, Pick<Game<never>, 'rules'>>> = {
  'tic-tac-toe': ticTacToe,
  ortho: ortho(5, 4),
  ordo: ordo('ordo'),
  'ordo-x': ordo('ordo-x'),
}

const page = (path: string) => readFileSync(join(packageRoot, path), 'utf8')
const asLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The quotations of a source. */
function quotationsOf(source: string): string[] {
  const [section = ''] = page('reference/sentences/README.md').split(`\n## ${source}\n`)[1]?.split('\n## ') ?? []
  return [...section.matchAll(/^- (.*)$/gm)].map(([, quotation = '']) => asLine(quotation))
}

/** The text below a heading, without emphasis and code marks. */
function sectionOf(at: string): string {
  const [path = '', anchor] = at.split('#')
  const [, section = ''] =
    page(path)
      .split(/^(?=#+ )/m)
      .map((text) => /^#+ (.*)\n([\s\S]*)$/.exec(text)?.slice(1) ?? [])
      .find(
        ([heading = '']) =>
          heading
            .toLowerCase()
            .replaceAll(/[^\w _-]/g, '')
            .replaceAll(' ', '-') === anchor,
      ) ?? []
  return asLine(section.replace(/[*`|]|^- /gm, ''))
}

describe.each(Object.entries(games))('the sentences of %s', (_, { rules = [] }) => {
  const quoted = rules.flatMap(({ id, sentence, source, quote = '' }) =>
    source ? [{ id, sentence, source, quote }] : [],
  )

  test('are quoted word for word', () => {
    expect(quoted.length).toBeGreaterThan(10)
    const wrong = quoted.filter(
      ({ source, quote }) => !quotationsOf(source).some((text) => text.includes(asLine(quote))),
    )
    expect(wrong).toEqual([])
  })

  test('are all that the source says', () => {
    for (const source of new Set(quoted.map(({ source }) => source))) {
      const left = quotationsOf(source).map((text) => {
        const isQuoted = Array.from(text, () => false)
        for (const { quote } of quoted) {
          const at = text.indexOf(asLine(quote))
          if (at !== -1) isQuoted.fill(true, at, at + asLine(quote).length)
        }
        return [...text].filter((_, index) => !isQuoted[index]).join('')
      })
      // A word that joins two sentences may stay.
      expect(left.filter((rest) => rest.replace(/\W/g, '').length > 5)).toEqual([])
    }
  })

  test('stand on our page where they say, if the source does not have them', () => {
    const ours = rules.filter(({ sentence, quote }) => sentence !== quote)
    expect(ours.length).toBeGreaterThan(3)
    expect(
      ours.filter(({ sentence, at = '' }) => !sectionOf(at).includes(asLine(sentence))).map(({ id }) => id),
    ).toEqual([])
  })

  test('have a heading that is there', () => {
    expect(rules.filter(({ at = '' }) => sectionOf(at) === '').map(({ id }) => id)).toEqual([])
  })
})

const row = '  8 . . B B . . B B . . 8␊'

/** Wrong lines, in the form of `Rule.seen`, and all rules of the game that each may break. */
const seenIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'tic-tac-toe': {
    '...␊→..?␊': 'field',
    '...␊→X..␊': 'start numbers',
    '...␊→O> ': 'turn',
    '...␊→␊': 'turn newlines',
    '...␊→tie.␊': 'field not-full turn',
    '...␊→X won.␊': 'turn checks',
    'X..␊→O..␊': 'x-marks numbers',
    'O..␊→X..␊': 'o-marks numbers',
    'X> →O> ': 'x-marks alternate prompt same-player',
    'X> →X> ␊': 'prompt waits',
    'X> →not flushed': 'prompt waits',
    'X> →invalid.␊': 'prompt valid invalid',
    'X> →...␊': 'turn prompt board-after-invalid',
    'X won.␊→tie.␊': 'row column diagonal ninth-mark not-full message',
    'X won.␊→X won!␊': 'message',
    'X won.␊→XXX␊': 'row column diagonal message final-board',
    'tie.␊→X won.␊': 'tie checks message',
    'invalid.␊→...␊': 'no-number occupied invalid',
    '→X> ': 'ends',
    '→...␊': 'ends leftover',
  },
  ortho: {
    '=== Ortho ===  Board: 5x5  Win condition: 4 in a row␊→ORTHO␊': 'opening',
    'Player 1 (X) - Choose any row or column > →Player 2 (O) - Choose any row or column > ':
      'take-turns after-skip same-turn',
    'Player 1 (X) - Choose any row or column > →Player 1 (X) - Choose a row > ': 'free-choice after-skip',
    'Player 1 (X) - Choose a row > →Player 1 (X) - Choose a col > ': 'opposite-axis',
    'Player 1 (X) - Choose a row > →not flushed': 'prompt',
    'Player 1 (X) - Choose a row > →No valid placement available. Turn skipped, selection cleared.␊': 'skip',
    'Selected col 3 (first move, no stone placed)␊→Error: Expected a number␊': 'row-or-column no-stone',
    'Selected col 3 (first move, no stone placed)␊→Error: Invalid format␊':
      'row-or-column no-stone r-and-row c-and-col',
    'Selected col 3 (first move, no stone placed)␊→Placed stone at (1, 3)!␊': 'free-choice no-stone',
    'Placed stone at (1, 3)!␊→Error: (1, 3) is already occupied␊': 'occupied stone',
    'Error: row 1 has no empty cells. Pick a different row␊→Selected row 1␊': 'empty-cell',
    'Error: You must choose a row␊→Selected col 1␊': 'opposite-axis',
    'Error: (1, 3) is already occupied. Pick a different index␊→Placed stone at (1, 3)!␊': 'occupied',
    ' X  1 | X |   |␊→ X  1 |   |   |␊': 'no-stone stone locked row column diagonal more-than-m draw board same-turn',
    ' X  1 | X |   |␊→    1 | X |   |␊': 'no-stone stone locked markers closing-board board same-turn',
    '      X       ␊→              ␊': 'locked markers closing-board board same-turn',
    '      +---+---+␊→      +--+--+␊': 'board',
    'Player 1 (X) wins!␊→Draw!␊': 'row column diagonal more-than-m last-cell-wins',
    'Draw!␊→Player 1 (X) wins!␊': 'row column diagonal more-than-m draw',
    'Exiting game.␊→␊': 'quit',
    'Error: Invalid format. Examples: r3, c2, row 3, col 2␊→Error: Expected a number␊': 'format',
    "Error: Expected a number, got: 'x'␊→Error: Invalid format␊": 'whole-number',
    'Error: Must be in range 1-5␊→Error: Invalid format␊': 'range',
    '      1   2   3␊→␊': 'board one-newline',
    '␊→      1   2   3␊': 'board two-newlines',
    '→Player 1 (X) - Choose a row > ': 'ends',
  },
  ordo: {
    [`${row}→  8 . . B B . . B . . . 8␊`]: 'singleton-move capture board nothing-is-played setup ordo-move',
    [`${row}→  7 . . B B . . B . . . 7␊`]: 'board',
    [`${row}→  8 . . B B . . B . . . 8 ␊`]: 'board',
    '    a b c d e f g h i j␊→    A B C D E F G H I J␊': 'board',
    "=== Ordo ===  Board: 10x8  Goal: reach the opponent's home row␊→Ordo␊": 'opening',
    'White - Choose a move > →Black - Choose a move > ': 'take-turns prompt nothing-is-played',
    'White - Choose a move > →White - Reconnect your group > ': 'prompt',
    'White - Reconnect your group > →White - Choose a move > ': 'prompt reconnect',
    'Played a3-a4␊→Error: a4 is occupied␊': 'singleton-move capture canonical ordo-move',
    'Played a3-a4␊→Error: That would split your group␊':
      'connected singleton-move capture one-piece canonical ordo-move reconnect',
    'Played a3-a4␊→Error: a3 may not move to a4␊': 'singleton-move capture canonical ordo-move backward backward-ordo',
    'Played c4xc5␊→Played C4xC5␊': 'capture canonical',
    'Error: Invalid format. Examples: a3-a4, c4xc5, c2:d2-c3␊→Error: No square k1␊': 'format first-error',
    'Error: No square k1. Squares run from a1 to j8␊→Played a3-a4␊': 'squares nothing-is-played',
    'Error: a4 is empty␊→Error␊': 'start-empty',
    'Error: a7 is not yours␊→Error␊': 'own-piece',
    'Error: a3:c3 is not an ordo␊→Error␊': 'ordo',
    'Error: An ordo may not capture␊→Error␊': 'ordo-capture',
    'Error: a4 is occupied␊→Error␊': 'target',
    'Error: No enemy piece on a4␊→Error␊': 'target',
    'Error: a3 may not move to a2␊→Error␊': 'directions',
    'Error: a3:b3 may not move to c4␊→Error␊': 'ordo-ways',
    'Error: The way from a3 to a7 is blocked␊→Error␊': 'blocked',
    'Error: That would split your group␊→Error␊': 'connected',
    'Error: That does not reconnect your group␊→Error␊': 'reconnect',
    'Legal moves (2): a3-a4 b3-b4␊→Error␊': 'moves',
    'Exiting game.␊→Error␊': 'quit',
    'White wins!␊→Draw!␊': 'home-row-wins lost no-pieces',
    'White - Choose a move > →White wins!␊': 'home-row-wins one-piece prompt lost no-pieces',
    '→White - Choose a move > ': 'ends',
  },
  'ordo-x': {
    [`${row}→  8 . . B B . . B . . . 8␊`]: 'singleton-move capture board nothing-is-played setup ordo-move remove',
    'White - Now move forward > →White - Choose a move > ': 'prompt sideways',
    'White - Keep which group (c5, h7) > →White - Choose a move > ': 'prompt choose',
    'Played a3-a4␊→Error: a4 is occupied␊': 'singleton-move capture canonical ordo-move',
    'Played a3:b3-c4␊→Error: a3:b3 may not move to c4␊': 'singleton-move capture canonical ordo-move ordo-ways',
    'Played c3xc7=e5␊→Played c3xc7␊': 'capture canonical choose',
    'Played c3xc7, removed 3 pieces␊→Played c3xc7␊': 'capture canonical remove',
    'Error: a3:b3 may not move to a2␊→Error␊': 'directions',
    'Error: An ordo may not capture␊→Error␊': 'ordo-capture',
    'Error: The second move must go forward␊→Error␊': 'sideways',
    'Error: There is no group to choose␊→Error␊': 'choose',
    'Error: c3 is not in one of the largest groups␊→Error␊': 'largest',
    'Error: The turn is over after the first move␊→Error␊': 'turn-is-over',
    'White - Choose a move > →White wins!␊': 'home-row-wins one-piece prompt no-pieces',
  },
}

describe.each(Object.entries(games))('the rules of %s', (name, { rules = [] }) => {
  const table = Object.entries(seenIn[name] ?? {})

  test.each(table)('%s: %s', (line, ids) => {
    expect(rules.filter(({ seen }) => seen?.test(line)).map(({ id }) => id)).toEqual(ids.split(' '))
  })

  test('are each seen in some wrong line', () => {
    const lines = Object.values(seenIn).flatMap(Object.keys)
    expect(rules.filter(({ seen }) => seen && !lines.some((line) => seen.test(line))).map(({ id }) => id)).toEqual([])
  })
})
