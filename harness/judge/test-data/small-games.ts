import type { Game } from '../../../reference/game.ts'

/** Five things are picked one after another: 31 open positions, 80 moves, 120 games. */
export const picking: Game<string> = {
  name: 'picking',
  prompt: /^\w*> /,
  open: () => ({ output: '> ', state: '' }),
  answer(picked, line) {
    if (line === null || !/^[a-e]$/.test(line) || picked.includes(line))
      return { output: `no\n${picked}> `, state: picked }
    const state = [...picked, line].sort().join('')
    return state === 'abcde' ? { output: 'all\n' } : { output: `${state}> `, state }
  },
  legal: (picked) => [...'abcde'].filter((one) => !picked.includes(one)),
  illegal: (picked) => [...picked],
  nonsense: ['f', '0', '', '.'],
  key: String,
}

/** It comes back to its only position, or ends: its moves can be tried, and there is no end of games. */
export const circular: Game<unknown> = {
  ...picking,
  name: 'circular',
  open: () => ({ output: '> ', state: 0 }),
  answer: (state, line) => (line === 'off' ? { output: 'bye\n' } : { output: '> ', state }),
  legal: () => ['on', 'off'],
  illegal: () => [],
}

/** It never comes back to a position. */
export const endless: Game<unknown> = {
  ...circular,
  name: 'endless',
  answer: (state) => ({ output: '> ', state: Number(state) + 1 }),
  legal: () => ['on'],
}

/** A token goes round 0 → 1 → 2 → 0 for ever, or jumps off from 1. */
export const roundabout: Game<number> = {
  name: 'roundabout',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer: (state, line) => (line === 'off' ? { output: 'bye' } : { output: '> ', state: (state + 1) % 3 }),
  legal: (state) => (state === 1 ? ['on', 'off'] : ['on']),
  illegal: () => [],
  key: String,
}

/** Opens after this many right digits: 3, 0, 7, 4 and so on. A wrong one starts again; the replies do not count. */
export const lock = (length = Number.POSITIVE_INFINITY): Game<number> => ({
  name: 'lock',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer(state, line) {
    if (line === null) return { output: '\n' }
    if (line !== digitAt(state)) return { output: 'wrong\n> ', state: 0 }
    return state === length - 1 ? { output: 'open\n' } : { output: 'right\n> ', state: state + 1 }
  },
  legal: (state) => [digitAt(state)],
  illegal: () => [],
  key: String,
})
export const digitAt = (index: number) => String((index * 7 + 3) % 10)

/**
 * A and B take places 0 to 3 of a shelf in turn; who has two that are neighbours wins, and it is full after four.
 */
export const shelf: Game<string> = {
  name: 'shelf',
  prompt: /^[AB]> /,
  open: () => ({ output: '....\nA> ', state: '....' }),
  answer(places, line) {
    if (line === null) return { output: '\n' }
    if (places[Number(line)] !== '.' || line === '') return { output: `taken\n${playerIn(places)}> `, state: places }
    const after = put(places, line)
    if (pairsIn(places, line).length > 0) return { output: `${playerIn(places)} wins\n` }
    return after.includes('.') ? { output: `${after}\n${playerIn(after)}> `, state: after } : { output: 'full\n' }
  },
  legal: (places) => [...'0123'].filter((place) => places[Number(place)] === '.'),
  illegal: (places) => [...[...'0123'].filter((place) => places[Number(place)] !== '.'), 'x', '-1'],
  nonsense: ['y', '', '?'],
  completes: pairsIn,
  key: String,
}

const playerIn = (places: string) => ('AB'[places.replaceAll('.', '').length % 2] ?? '') as 'A' | 'B'
const put = (places: string, line: string) =>
  places.slice(0, Number(line)) + playerIn(places) + places.slice(Number(line) + 1)

/** The pairs of neighbouring places that a player has with this one. */
function pairsIn(places: string, line: string): string[][] {
  const after = put(places, line)
  return ['01', '12', '23']
    .filter((pair) => pair.includes(line) && [...pair].every((place) => after[Number(place)] === playerIn(places)))
    .map((pair) => [...pair])
}
