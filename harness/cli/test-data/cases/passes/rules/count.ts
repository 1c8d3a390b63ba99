import type { Game } from 'ninehole/game'

/** A game that ends at the third `up`. */
export const count: Game<number> = {
  name: 'count',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer(ups, line) {
    if (line === null) return { output: 'bye\n' }
    if (line === 'up' && ups === 2) return { output: 'bye\n', rules: ['third'] }
    return line === 'up' ? { output: 'yes\n> ', state: ups + 1 } : { output: 'no\n> ', state: ups, rules: ['refused'] }
  },
  legal: () => ['up'],
  illegal: () => ['down', ''],
  key: String,
  rules: [
    {
      id: 'third',
      sentence: 'The third up ends the game, as it is said in a long sentence of more than seventy letters.',
    },
    { id: 'refused', sentence: 'Other lines change nothing.' },
    { id: 'fun', sentence: 'Have fun: see https://example.org/a/place/with/a/name/that/is/much/longer/than/a/line/may/be/here.', cannotBeTested: 'it is a wish' },
  ],
}
