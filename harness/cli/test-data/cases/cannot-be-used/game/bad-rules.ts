export default {
  name: 'bad-rules',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer: () => ({ output: 'bye\n' }),
  legal: () => ['up'],
  illegal: () => [],
  key: String,
  rules: [{ id: 3 }],
}
