import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { commands } from '../../reference/games.ts'
import { orthoCommand } from '../../reference/ortho.ts'
import { ticTacToeCommand } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../base/package-root.ts'
import { testHost } from '../base/test-helpers.ts'
import { needs, testFolder } from '../run/test-helpers.ts'
import { runCommand } from './play.ts'

const { folder } = testFolder()

const dist = join(packageRoot, 'dist')

/** Runs a shell command, such as `node "$dist"/ortho.js`. */
const shell = (line: string, input = '') =>
  execa('sh', ['-c', line], {
    cwd: folder,
    env: { dist, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` },
    input,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 1e9,
  })

test.each<[title: string, line: string, input: string, stdout: RegExp, stderr: RegExp]>([
  [
    'output arrives completely at a reader that starts late',
    `{ node "$dist"/ordo.js; echo $? >&2; } | { sleep 0.3; grep -oE 'Legal moves|^Exiting' | uniq -c; }`,
    ...(['m\n'.repeat(500), /^ *500 Legal moves\n *1 Exiting\n$/, /^0\n$/] as const),
  ],
  [
    'output that is closed by its reader ends a game silently',
    '{ yes 9 | node "$dist"/tic-tac-toe.js; echo $? >&2; } | head -n 2',
    ...(['', /^\.\.\.\n\.\.\.\n$/, /^141\n$/] as const),
  ],
  [
    'output to a full device is an error',
    'node "$dist"/tic-tac-toe.js > /dev/full; echo $?',
    ...(['4\n', /^2\n$/, /^tic-tac-toe: standard output: ENOSPC[^\n]*\n$/] as const),
  ],
  [
    'output to a file that has no room for all of it is an error',
    '(ulimit -f 8; node "$dist"/ortho.js -n 50 -m 1 > small); echo $?; wc -c < small',
    ...(['q\n', /^2\n *4096\n$/, /^ortho: standard output: EFBIG[^\n]*\n$/] as const),
  ],
  [
    'input that cannot be read is an error',
    'node "$dist"/ninehole.js moves ordo - 0> write-only; echo $?',
    ...(['', /^2\n$/, /^ninehole: standard input: cannot be read \(EBADF\)\n$/] as const),
  ],
])('%s', needs('/dev/full'), async (_, line, input, stdout, stderr) => {
  expect(await shell(line, input)).toMatchObject({
    stdout: expect.stringMatching(stdout),
    stderr: expect.stringMatching(stderr),
  })
})

// 20,000 boards of 16 kB, in a heap with room for a tenth of them.
test('300 MB of output need no memory', { tags: 'slow' }, async () => {
  const line = `node --max-old-space-size=32 $dist/ortho.js -n 44 -m 1 | tail -c 14`
  expect(await shell(line, 'x\n'.repeat(20_000))).toMatchObject({ stdout: 'Exiting game.\n', stderr: '' })
})

test('an endless line of input is an error', async () => {
  const stdin = Readable.from(Array.from({ length: 65 }, () => Buffer.alloc(2 ** 20, 'x')))
  const played = runCommand(ticTacToeCommand, [], { ...testHost(), stdin })
  await expect(played).rejects.toThrow('standard input: a line is longer than 64 MiB')
})

test('input need not end when a game is over', async () => {
  const stdin = new PassThrough()
  stdin.write('0\n3\n1\n4\n2\n')
  expect(await runCommand(ticTacToeCommand, [], { ...testHost(), stdin })).toBe(0)
  expect(stdin.destroyed).toBe(true)
})

test('input may lack the last newline', async () => {
  const host = testHost({ input: '0\n3\n1\n4\n2' })
  await runCommand(ticTacToeCommand, [], host)
  expect(host.stdout.text()).toMatch(/X won\.\n$/)
})

/** The status of a command without input, and the first line of what it writes to both streams. */
async function outcomeOf(command: (typeof commands)[number], line: string) {
  const host = testHost()
  const status = await runCommand(command, line.split(' ').filter(Boolean), host)
  return [status, ...[host.stdout, host.stderr].map((stream) => stream.text().split('\n')[0])]
}

// The behaviour of clap 4 with the same options, which determines the exit status of the released ORTHO.
describe('ortho parses its arguments from the left', () => {
  const [usage] = orthoCommand.usage.split('\n')

  test.each(['-h', '--help', '-hn', '-hx', '-h=3', '-h --nonsense', '-n 5 -h', '-n5 -h', '-n 0 -h', '-h -- 5'])(
    'ortho %s prints help',
    async (line) => expect(await outcomeOf(orthoCommand, line)).toEqual([0, usage, '']),
  )

  test.each([
    ...['-x -h', '-xh', '--nonsense --help', '5 -h', '- -h', '-n -h', '-n --help', '-nh', '-n3h', '-n five -h'],
    ...['-- -h', '-- --help', '-n -- -h', '--help=3', '--hel', '---help', '--h', '-V', '-Vh', '--version'],
  ])('ortho %s is a usage error', async (line) =>
    expect(await outcomeOf(orthoCommand, line)).toEqual([2, '', expect.stringMatching(/./)]),
  )

  test('values that do not fit together have a status of their own', async () => {
    expect(await outcomeOf(orthoCommand, '-n 0')).toEqual([1, '', expect.stringMatching(/./)])
    expect(await outcomeOf(orthoCommand, '-n=3 -m=3 --')).toEqual([0, expect.stringMatching(/Ortho/), ''])
  })
})

test.each(commands)('$name writes help to standard output, and an error to standard error', async (command) => {
  expect(await outcomeOf(command, '-hn')).toEqual([0, command.usage.split('\n')[0], ''])
  expect(await outcomeOf(command, '--nonsense -h')).toEqual([2, '', expect.stringContaining('--nonsense')])
})
