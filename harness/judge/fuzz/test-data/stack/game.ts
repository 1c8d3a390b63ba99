import type { Game } from '../../../../../reference/game.ts'

/** A stack of up to 8 numbers. The programs beside it say the same, but for one fault each, deep in it. */
interface State {
  readonly stack: readonly number[]
  readonly lines: number
}

const prompt = (said: string, stack: readonly number[], lines: number) => ({
  output: `${said}\n> `,
  state: { stack, lines: lines + 1 },
})

function next(stack: readonly number[], line: string): readonly number[] | string {
  const [a = 0, b = 0] = stack.toReversed()
  if (/^[0-9]$/.test(line)) return stack.length === 8 ? 'full' : [...stack, Number(line)]
  if (line === 'clear') return []
  if (line === 'pop') return stack.length === 0 ? 'empty' : stack.slice(0, -1)
  if (line === 'dup') return stack.length === 0 ? 'empty' : stack.length === 8 ? 'full' : [...stack, a]
  if (line !== 'add' && line !== 'swap') return 'no such word'
  if (stack.length < 2) return 'too few'
  return [...stack.slice(0, -2), ...(line === 'add' ? [(a + b) % 1000] : [a, b])]
}

export const stack: Game<State> = {
  name: 'stack',
  prompt: /^> /,
  open: () => ({ output: '> ', state: { stack: [], lines: 0 } }),
  answer({ stack, lines }, line) {
    if (line === null) return { output: '\n' }
    if (line === 'quit') return { output: 'bye\n' }
    const result = next(stack, line)
    return typeof result === 'string'
      ? prompt(result, stack, lines)
      : prompt(['stack:', ...result].join(' '), result, lines)
  },
  legal: () => [
    ...Array.from({ length: 10 }, (_, digit) => String(digit)),
    'add',
    'clear',
    'dup',
    'pop',
    'quit',
    'swap',
  ],
  illegal: () => ['', 'push', '10'],
  key: (state) => JSON.stringify(state),
}
