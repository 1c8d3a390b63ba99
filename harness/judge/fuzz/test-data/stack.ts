import type { Game } from '../../../../reference/game.ts'

interface State {
  readonly stack: readonly number[]
  /** The lines so far. */
  readonly typed: readonly string[]
  /** How often the stack grew by a digit, was emptied, was full, and then had too few numbers. */
  readonly pushes: number
  readonly clears: number
  readonly full: number
  readonly few: number
}

export const words = [...'0123456789', 'add', 'clear', 'dup', 'pop', 'quit', 'swap']

/** A stack of up to 8 numbers. @param fault 0 for a right one; 1 to 20: it is wrong in one deep state */
export const stackMachine = (fault: number): Game<State> => ({
  name: 'stack',
  prompt: /^>+ /,
  open: () => ({ output: '> ', state: { stack: [], typed: [], pushes: 0, clears: 0, full: 0, few: 0 } }),
  answer(before, line) {
    if (line === null) return { output: '\n' }
    const typed = [...before.typed, line]
    if (line === 'quit') return { output: fault === 8 && typed.length > 30 ? 'Bye\n' : 'bye\n' }
    let [stack, why] = next(fault, { ...before, typed }, line)
    const pushes = before.pushes + Number(/^\d$/.test(line) && why === '')
    const clears = before.clears + Number(line === 'clear')
    const full = before.full + Number(why === 'full')
    const few = before.few + Number(why === 'too few' && full > 0)
    if (fault === 12 && stack.join() === '1,2,3,4') stack = [4, 3, 2, 1]
    if (fault === 18 && few === 2 && why === 'too few') why = 'too view'
    const isWrong = (fault === 16 && pushes === 25) || (fault === 20 && stack.length === 8 && (stack.at(-1) ?? 0) > 99)
    const said = why === '' ? [isWrong ? 'stak:' : 'stack:', ...stack].join(' ') : why
    const prompt = fault === 10 && clears >= 4 ? '>> ' : '> '
    return { output: `${said}\n${prompt}`, state: { stack, typed, pushes, clears, full, few } }
  },
  legal: () => words,
  illegal: () => [],
  key: (state) => JSON.stringify(state),
})

/** The stack after a line, and why the line was refused, or ''. */
function next(fault: number, { stack, typed }: State, line: string): [readonly number[], string] {
  const size = stack.length
  const [top = 0, below = 0, third = 0] = stack.toReversed()
  const isAfter = (...lines: string[]) => typed.slice(-1 - lines.length, -1).join() === lines.join()
  if (/^\d$/.test(line)) return size >= 8 + Number(fault === 1) ? [stack, 'full'] : [[...stack, Number(line)], '']
  if (line === 'clear') return [fault === 6 && size === 8 ? stack.slice(0, 1) : [], '']
  if (line === 'pop') {
    if (size === 0) return [stack, 'empty']
    if (fault === 15 && size === 8) return [stack.slice(1), '']
    const isTwice =
      (fault === 2 && isAfter('pop', 'pop', 'pop', 'pop')) ||
      (fault === 19 && size > 2 && top === below && top === third)
    return [stack.slice(0, isTwice ? -2 : -1), '']
  }
  if (line === 'dup') {
    if (size === 0 || size >= 8) return [stack, size === 0 ? 'empty' : 'full']
    if (fault === 17 && size === 4 && top === 0) return [stack, '']
    return [[...stack, fault === 3 && size === 7 ? (stack[0] ?? 0) : top], '']
  }
  if (line !== 'add' && line !== 'swap') return [stack, 'no such word']
  if (size < 2) return [stack, 'too few']
  const rest = stack.slice(0, -2)
  if (line === 'swap') {
    if (fault === 13 && isAfter('swap', 'swap') && typed.at(-4) !== 'swap') return [[...rest, top], '']
    return [fault === 4 && size === 6 ? stack : [...rest, top, below], '']
  }
  let sum = (top + below) % 1000
  if (fault === 5 && sum === 64) sum = 46
  if (fault === 7 && sum >= 500) sum = -sum
  if (fault === 9 && isAfter('dup', 'dup', 'dup') && typed.at(-5) !== 'dup') sum++
  if (fault === 11 && size === 5 && top === below) sum = 0
  if (fault === 14 && sum > 200) sum -= 200
  return [[...rest, sum], '']
}
