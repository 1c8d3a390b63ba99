import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withoutProgress } from '../entries/test-helpers.ts'
import { folder, fuzz, ninehole, reference, sum, words, write } from './test-data/sum.ts'

/** Any program as the reference: `fuzz --reference`. `judge`, signals and several programs take longer: reference.slow.test.ts. */
test('a program that is right matches any command; what was tried is told', async () => {
  const { stdout, exitCode } = await fuzz(...reference, '--runs', '20', '--', 'perl', 'sum.pl')
  expect(stdout).toMatch(
    /^20 random sessions of perl sum.pl match the reference \(seed 1\)\nup to \d+ lines, .*; \d+ different replies\n/,
  )
  expect(exitCode).toBe(0)
})

test('a program that is wrong from 100 on is found, and the shortest session is saved as one of the reference', async () => {
  const { stdout, exitCode } = await fuzz(...reference, '--save', 'wrong.transcript', '--', 'perl', 'wrong.pl')
  expect(stdout).toMatch(/^WA perl wrong.pl\nseed 1, interactive: .*\nwrong output, /)
  expect(exitCode).toBe(1)
  expect(readFileSync(join(folder, 'wrong.transcript'), 'utf8')).toMatch(/\n\$ perl sum.pl\n\? /)
  expect((await ninehole('verify', 'wrong.transcript')).stdout).toBe('2 of 2 sessions as recorded\n')
  const other = await ninehole('verify', 'wrong.transcript', '--input', 'interactive', '--', 'perl', 'wrong.pl')
  expect(other.exitCode).toBe(1)
})

test('a session that would be read as another one is not written, and the report comes all the same', {
  tags: 'slow',
}, async () => {
  const odd = [['no number', '? is no number']] as const
  write('odd.pl', sum(odd))
  write('wrong-and-odd.pl', sum([...odd, ['is no', 'is not a']]))
  const save = ['--words', 'foo', '--save', 'odd.transcript']
  const { stdout, stderr, exitCode } = await fuzz(
    '--reference',
    'perl odd.pl',
    ...save,
    '--',
    'perl',
    'wrong-and-odd.pl',
  )
  expect(stderr).toMatch(/^ninehole: odd\.transcript: not written: .*the answers would read as .*\n$/m)
  expect(stdout).toMatch(/\nfound with seed 1 in \d+ sessions\n/)
  expect(exitCode).toBe(1)
  expect(existsSync(join(folder, 'odd.transcript'))).toBe(false)
})

test('the exit status counts', { tags: 'slow' }, async () => {
  const { stdout } = await fuzz(...reference, '--', 'perl', 'status.pl')
  expect(stdout).toMatch(/^RTE perl status.pl\nseed 1, interactive: quit\nended with exit status 4, not 3/)
})

test('white space counts unless --compare says otherwise', { tags: 'slow' }, async () => {
  const few = [...reference, '--runs', '10']
  const exact = await fuzz(...few, '--', 'perl', 'spaces.pl')
  expect(exact.stdout).toContain('output differs in white space only')
  expect((await fuzz(...few, '--compare', 'whitespace', '--', 'perl', 'spaces.pl')).exitCode).toBe(0)
})

test('recorded sessions say what is typed', async () => {
  write('like/one.transcript', '# prompt: ^\\? \n$ perl sum.pl\n? 50\nsum 50\n? 49\nsum 99\n? 1\nsum 100\n? ')
  const { stdout, exitCode } = await fuzz('--reference', 'perl sum.pl', '--like', 'like', '--', 'perl', 'wrong.pl')
  expect(stdout).toContain('- sum·1')
  expect(exitCode).toBe(1)
})

test('a game says what is typed, and a command what is right', { tags: 'slow' }, async () => {
  write(
    'count.ts',
    `export const count = { name: 'count', prompt: /^\\? /, open: () => ({ output: '? ', state: 0 }),
    answer: (state, line) => (line === null ? { output: '' } : { output: '? ', state: line === 'x' ? state : state + 1 }), legal: () => ['99', '1'],
    illegal: () => ['x'], key: String }`,
  )
  const { stdout } = await fuzz('./count.ts', '--reference', 'perl sum.pl', '--', 'perl', 'wrong.pl')
  expect(stdout).toMatch(/^WA perl wrong.pl\n/)
})

test('--save-all makes fixtures for a program that has none', { tags: 'slow' }, async () => {
  const { stdout, exitCode } = await fuzz(...reference, '--save-all', 'made/fixtures')
  expect(stdout).toMatch(/\n\d transcripts written\n$/)
  expect(exitCode).toBe(0)
  const names = readdirSync(join(folder, 'made/fixtures'))
  expect(names).toEqual(expect.arrayContaining(['bye.transcript', 'no-number.transcript']))
  expect((await ninehole('verify', 'made/fixtures')).exitCode).toBe(0)
})

describe('bad input', () => {
  async function isRefused(_: string, args: readonly string[], why: string) {
    const { stdout, stderr, exitCode } = await fuzz(...args, '--', 'perl', 'sum.pl')
    expect(stderr).toContain(why)
    expect(withoutProgress(stderr)).toMatch(/^ninehole: [^\n]*\n$/)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  }

  test.each([
    ['no such command', ['--reference', './none', ...words], '--reference ./none: cannot be started'],
    ['it ends at once', ['--reference', 'echo hello', ...words], 'ends before it asks for a line (exit status 0)'],
    [
      'it never prompts',
      ['--reference', 'perl sum.pl', '--prompt', '^> ', '--timeout', '0.2', ...words],
      'never prompts: no output for 0.2 s: "? " does not match the prompt ^> ; say',
    ],
    ['nothing is typed', ['--reference', 'perl sum.pl'], 'what is typed? Give words'],
  ])('%s', isRefused)

  test.each([
    ['a range that goes down', ['--reference', 'perl sum.pl', '--words', '9..1'], '9..1 is no range'],
    [
      'a witness of nothing',
      ['--witness', 'perl sum.pl', ...words],
      "--witness: compared with what? Name a game, or give --reference 'COMMAND'",
    ],
    ['it reads nothing', ['--reference', 'sleep 60', '--timeout', '0.2', ...words], 'reads nothing and says nothing'],
    [
      'it says something and reads nothing',
      ['--reference', "sh -c 'echo hi; sleep 60'", '--timeout', '0.2', ...words],
      "says 'hi' and reads nothing",
    ],
    [
      'it kills its shell',
      ['--reference', 'kill -9 0', ...words],
      "--reference 'kill -9 0': kills the shell that runs it",
    ],
    ['it writes for ever', ['--reference', 'yes', ...words], 'never prompts: wrote more than'],
    ['a quote is not closed', ['--reference', "perl 'sum.pl", ...words], 'a quote is not closed'],
    ['no words', ['--reference', 'perl sum.pl', '--words', ''], "no words: give some, as in --words '0..8 quit'"],
    ['nothing to be like', ['--reference', 'perl sum.pl', '--like', 'nowhere'], 'nowhere: no such file or folder'],
    ['a word with a newline', ['--reference', 'perl sum.pl', '--words', "'a\nb'"], 'a line ends at a newline'],
    [
      'a prompt that is none',
      ['--reference', 'perl sum.pl', ...words, '--prompt', '('],
      '--prompt: is no regular expression',
    ],
    [
      'white space of a game',
      ['tic-tac-toe', '--compare', 'trailing-space'],
      '--compare: goes with --reference, which is not there',
    ],
  ])('%s', { tags: 'slow' }, isRefused)

  test('no program to compare', async () => {
    const { stderr, exitCode } = await fuzz(...reference)
    expect(stderr).toContain('which program is compared with the reference? Give it after --')
    expect(exitCode).toBe(2)
  })
})

test('a program that cannot be started leaves no file', { tags: 'slow' }, async () => {
  const { stderr, exitCode } = await fuzz(...reference, '--save', 'none.transcript', '--', './none')
  expect(withoutProgress(stderr)).toBe('ninehole: ./none: cannot be started\n')
  expect(exitCode).toBe(2)
  expect(existsSync(join(folder, 'none.transcript'))).toBe(false)
})
