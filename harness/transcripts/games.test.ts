import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'

const { folder, write } = testFolder()
const run = (args: readonly string[], cwd = folder) =>
  execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], { cwd, reject: false, input: '' })
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

const game = (name: string, right: string) => `export const game = {
  name: '${name}',
  prompt: /^guess> /,
  open: () => ({ output: 'guess> ', state: 0 }),
  answer: (tries: number, line: string | null) =>
    line === '7' ? { output: '${right}\\n' } : line === null ? { output: '\\n' } : { output: 'no\\nguess> ', state: tries + 1 },
  legal: () => ['7'],
  illegal: () => ['1'],
  key: () => '',
}
`
write('games/guess.ts', game('guess', 'yes'))
write('games/other/guess.ts', game('guess', 'oh'))
write('wrong.pl', '$|=1;print"guess> ";while(<>){if(/^7$/){print"oh\\n";exit}print"no\\nguess> "}print"\\n"')
write('solutions/tic-tac-toe/perl-stdin/wrong.pl', read('wrong.pl'))
mkdirSync(join(folder, 'saved/deep'), { recursive: true })

describe('a transcript of a game in a file runs by itself', { concurrent: true }, () => {
  async function isWritten(verb: string, path: string, args: string[], setting: string) {
    const [before, after] = args.includes('--')
      ? [args.slice(0, args.indexOf('--')), args.slice(args.indexOf('--'))]
      : [args, []]
    const saved = verb === 'record' ? [path, ...args] : [...before, '--save', path, ...after]
    await run([verb, ...saved])
    expect(read(path)).toContain(`\n# game: ${setting}\n$ guess\n`)
    expect((await run(['verify', path])).stdout).toBe('2 of 2 sessions as recorded')
    expect((await run(['verify', join('..', path)], join(folder, 'games'))).stdout).toBe('2 of 2 sessions as recorded')
  }

  test.each([
    ['record', 'saved/recorded.transcript', ['--game', './games/guess.ts', '--lines', '1 7'], '../games/guess.ts'],
  ])('%s writes where the game is: %s', isWritten)

  test('--update and --review know the game, too', { tags: 'slow' }, async () => {
    write('games/old.transcript', '# game: ./guess.ts\n$ guess\nguess> 7\nold\n')
    const { stdout } = await run(['verify', '--review', 'games/old.transcript'])
    expect(JSON.parse(stdout).groups[0]).toMatchObject({ expected: 'old\n', actual: 'yes\n' })
    await run(['verify', '--update', '--yes', 'games/old.transcript'])
    expect(read('games/old.transcript')).toBe('# game: ./guess.ts\n$ guess\nguess> 7\nyes\n')
  })
})

test.each([
  ['# game: ./none.ts\n$ guess\n', 'games/bad.transcript:1: no such game: games/none.ts'],
  [
    '# A.\n# game: ./guess.ts\n$ guesses\n',
    "games/bad.transcript:2: the game is called 'guess', but the command is 'guesses'",
  ],
  ['# game: ./bad.transcript\n$ guess\n', /bad\.transcript.*(cannot be loaded|no such game|No loader)/],
])('%j is an error', async (content, error) => {
  write('games/bad.transcript', content)
  const { stderr, exitCode } = await run(['verify', 'games/bad.transcript'])
  if (typeof error === 'string') expect(stderr).toBe(`ninehole: ${error}`)
  else expect(stderr).toMatch(error)
  expect([exitCode, stderr.split('\n').length]).toEqual([2, 1])
})
