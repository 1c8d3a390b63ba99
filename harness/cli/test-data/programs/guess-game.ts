import type { Game } from '../../../../reference/game.ts'

/** Guess the number, which is 7. */
export const guess: Game<number> = {
  name: 'guess',
  prompt: /^guess> /,
  open: () => ({ output: 'guess> ', state: 0 }),
  answer(tries, line) {
    if (line === '7') return { output: 'yes\n' }
    return line === null ? { output: '\n' } : { output: 'no\nguess> ', state: tries + 1 }
  },
  legal: () => ['7'],
  illegal: () => ['1'],
  key: () => '',
}
