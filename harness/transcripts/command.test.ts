import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run as runHere } from '../cli/test-helpers.ts'
import { testFolder } from '../run/test-helpers.ts'

const { folder, write } = testFolder()
const run = (args: readonly string[], cwd = folder) => runHere(args, { cwd })
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

const game = `export const game = {
  name: 'guess',
  prompt: /^guess> /,
  open: () => ({ output: 'guess> ', state: 0 }),
  answer: (tries: number, line: string | null) =>
    line === '7' ? { output: 'yes\\n' } : line === null ? { output: '\\n' } : { output: 'no\\nguess> ', state: tries + 1 },
  legal: () => ['7'],
  illegal: () => ['1'],
  key: () => '',
}
`
write('games/guess.ts', game)

test('a transcript says where the file of its game is, and runs by itself', { tags: 'slow' }, async () => {
  mkdirSync(join(folder, 'saved'))
  const path = 'saved/recorded.transcript'
  await run(['record', path, '--game', './games/guess.ts', '--answers', '1 7'])
  expect(read(path)).toContain('\n# game: ../games/guess.ts\n$ guess\n')
  const { stdout } = await run(['verify', join('..', path), '--input', 'stdin'], join(folder, 'games'))
  expect(stdout).toBe('1 of 1 sessions as recorded\n')
})

test('an update plays the game that a transcript names', { tags: 'slow' }, async () => {
  write('games/old.transcript', '# game: ./guess.ts\n$ guess\nguess> 7\nold\n')
  await run(['verify', '--update', '--yes', 'games/old.transcript'])
  expect(read('games/old.transcript')).toBe('# game: ./guess.ts\n$ guess\nguess> 7\nyes\n')
})

test.each([
  ['# game: ./none.ts\n$ guess\n', /^games\/bad\.transcript:1: no such game: games\/none\.ts$/],
  [
    '# A.\n# game: ./guess.ts\n$ guesses\n',
    /^games\/bad\.transcript:2: the game is called 'guess', but the command is 'guesses'$/,
  ],
  ['# game: ./bad.transcript\n$ guess\n', /games\/bad\.transcript: no game, which is a \.ts or \.js file/],
])('a transcript that names its game wrongly is an error: %j', async (content, error) => {
  write('games/bad.transcript', content)
  const { stderr, status } = await run(['verify', 'games/bad.transcript'])
  expect(stderr.replace(/^ninehole: (.*)\n$/, '$1')).toMatch(error)
  expect(status).toBe(2)
})
