/**
 * How a program is given its input: `interactive`, a line only after the prompt has arrived; `stdin`, all lines at once
 * and then the end of input; `args`, the answers as arguments.
 */
export const inputs = ['interactive', 'stdin', 'args'] as const
export type Input = (typeof inputs)[number]
