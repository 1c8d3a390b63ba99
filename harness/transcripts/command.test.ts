import { expect, test } from 'vitest'
import { run } from '../cli/test-helpers.ts'
import { ourGames } from '../games/find.ts'
import { userContext } from '../run/launcher.ts'
import { testFolder } from '../run/test-helpers.ts'
import { gameIn, settingFor } from './command.ts'
import { parseTranscript } from './transcript.ts'

const { folder, write } = testFolder()

const game = `export const game = {
  name: 'guess',
  prompt: /^guess> /,
  open: () => ({ output: 'guess> ', state: 0 }),
  answer: () => ({ output: 'yes\\n' }),
  legal: () => ['7'],
  illegal: () => ['1'],
  key: () => '',
}
`
write('games/guess.ts', game)

/** The game of a transcript beside its file. */
const gameOfFile = (file: string) => {
  const transcript = parseTranscript('games/x.transcript', file)
  return gameIn(transcript, ourGames(), { ...userContext(), cwd: folder })
}

test('a transcript says where the file of its game is, from itself, and is played with it', async () => {
  const found = await gameOfFile('# game: ./guess.ts\n$ guess\n')
  expect(settingFor(found, 'saved/x.transcript', folder)).toEqual(['# game: ../games/guess.ts'])
  write('games/old.transcript', '# game: ./guess.ts\n$ guess\nguess> 7\nold\n')
  const { stdout } = await run(['verify', '--update', '--yes', 'games/old.transcript'], { cwd: folder })
  expect(stdout).toMatch(/\n-old\n\+yes\n/)
})

test.each([
  ['# game: ./none.ts\n$ guess\n', /^games\/x\.transcript:1: no such game: games\/none\.ts$/],
  ['# A.\n# game: ./guess.ts\n$ g\n', /^games\/x\.transcript:2: the game is called 'guess', but the command is 'g'$/],
])('a transcript that names its game wrongly is an error: %j', async (file, error) => {
  await expect(gameOfFile(file)).rejects.toThrow(error)
})
