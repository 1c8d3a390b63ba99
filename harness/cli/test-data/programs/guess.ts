import type { Command, Game } from 'ninehole/game'

const guess = (secret: string): Game<number> => ({
  name: 'guess',
  prompt: /^guess> /,
  open: () => ({ output: 'guess> ', state: 0 }),
  answer: (tries, line) => {
    if (line === secret) return { output: 'yes\n' }
    return line === null ? { output: 'bye\n' } : { output: 'no\nguess> ', state: tries + 1 }
  },
  legal: () => [secret],
  illegal: () => ['1', '99'],
  key: () => '',
})

const command: Command = {
  name: 'guess',
  usage: 'Usage: guess [--secret WORD]\n',
  parse: ([option, secret = '7']) =>
    option === undefined || option === '--secret'
      ? { game: guess(secret) }
      : { error: `guess: what is ${option}?`, status: 2 },
}
export default command
