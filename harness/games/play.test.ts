import { readFileSync } from 'node:fs'
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
import { readArguments, runCommand } from './play.ts'

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

describe('standard output', () => {
  test('arrives completely at a reader that starts late', async () => {
    const line = '{ node "$dist"/ordo.js; echo $? >&2; } | { sleep 0.3; cat; }'
    const { stdout, stderr } = await shell(line, 'm\n'.repeat(500))
    expect(stdout.match(/Legal moves/g)?.length).toBe(500)
    expect(stdout).toMatch(/\nExiting game\.\n$/)
    expect(stderr).toBe('0\n')
  })

  // 20,000 boards of 16 kB, in a heap with room for a tenth of them.
  test('of 300 MB needs no memory', { tags: 'slow' }, async () => {
    const line = `node --max-old-space-size=32 $dist/ortho.js -n 44 -m 1 | tail -c 14`
    expect(await shell(line, 'x\n'.repeat(20_000))).toMatchObject({ stdout: 'Exiting game.\n', stderr: '' })
  })

  test('that is closed by its reader ends a game silently', async () => {
    const { stdout, stderr } = await shell('{ yes 9 | node "$dist"/tic-tac-toe.js; echo $? >&2; } | head -n 2')
    expect({ stdout, stderr }).toEqual({ stdout: '...\n...\n', stderr: '141\n' })
  })

  test('on a full device is an error', needs('/dev/full'), async () => {
    const { stderr, exitCode } = await shell('node "$dist"/tic-tac-toe.js > /dev/full', '4\n')
    expect(stderr).toMatch(/^tic-tac-toe: standard output: ENOSPC[^\n]*\n$/)
    expect(exitCode).toBe(2)
  })

  test('to a file that has no room for all of it is an error', async () => {
    const { stderr, exitCode } = await shell('ulimit -f 8; node "$dist"/ortho.js -n 50 -m 1 > small', 'q\n')
    expect(readFileSync(join(folder, 'small'))).toHaveLength(4096)
    expect(stderr).toMatch(/^ortho: standard output: EFBIG[^\n]*\n$/)
    expect(exitCode).toBe(2)
  })
})

describe('standard input', () => {
  test('that cannot be read is an error', async () => {
    const { stderr, exitCode } = await shell('node "$dist"/ninehole.js moves ordo - 0> write-only')
    expect(stderr).toBe('ninehole: standard input: cannot be read (EBADF)\n')
    expect(exitCode).toBe(2)
  })

  test('with an endless line is an error', async () => {
    const stdin = Readable.from(Array.from({ length: 65 }, () => Buffer.alloc(2 ** 20, 'x')))
    const played = runCommand(ticTacToeCommand, [], { ...testHost(), stdin })
    await expect(played).rejects.toThrow('standard input: a line is longer than 64 MiB')
  })

  test('need not end when a game is over', async () => {
    const stdin = new PassThrough()
    stdin.write('0\n3\n1\n4\n2\n')
    expect(await runCommand(ticTacToeCommand, [], { ...testHost(), stdin })).toBe(0)
    expect(stdin.destroyed).toBe(true)
  })

  test('may lack the last newline', async () => {
    const host = testHost({ input: '0\n3\n1\n4\n2' })
    await runCommand(ticTacToeCommand, [], host)
    expect(host.stdout.text()).toMatch(/X won\.\n$/)
  })
})

// The behaviour of clap 4 with the same options, which determines the exit status of the released ORTHO.
describe('ortho parses its arguments from the left', () => {
  const read = (line: string) => readArguments(orthoCommand, line.split(' ').filter(Boolean))

  test.each(['-h', '--help', '-hn', '-hx', '-h=3', '-h --nonsense', '-n 5 -h', '-n5 -h', '-n 0 -h', '-h -- 5'])(
    'help: ortho %s',
    (line) => expect(read(line)).toEqual({ help: orthoCommand.usage }),
  )

  test.each([
    ...['-x -h', '-xh', '--nonsense --help', '5 -h', '- -h', '-n -h', '-n --help', '-nh', '-n3h', '-n five -h'],
    ...['-- -h', '-- --help', '-n -- -h', '--help=3', '--hel', '---help', '--h', '-V', '-Vh', '--version'],
  ])('usage error: ortho %s', (line) => expect(read(line)).toEqual({ error: expect.any(String), status: 2 }))

  test('without -h, it is for the command', () => {
    for (const line of ['', '-n=3 -m=3 --']) expect(read(line)).toHaveProperty('game')
    expect(read('-n 0')).toEqual({ error: expect.any(String), status: 1 })
  })
})

test.each(commands)(
  '$name: help goes to standard output, status 0; an error to standard error, status 2',
  async (command) => {
    const host = testHost()
    expect(await runCommand(command, ['-hn'], host)).toBe(0)
    expect([host.stdout.text(), host.stderr.text()]).toEqual([command.usage, ''])
    expect(await runCommand(command, ['--nonsense', '-h'], host)).toBe(2)
    expect([host.stdout.text(), host.stderr.text()]).toEqual(['', expect.stringMatching(/^[^\n]*--nonsense[^\n]*\n$/)])
  },
)
