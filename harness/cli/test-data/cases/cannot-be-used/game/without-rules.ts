export const game = {
  name: 'without-rules',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer: () => ({ output: 'bye\n' }),
  legal: () => ['up'],
  illegal: () => [],
  key: String,
}
