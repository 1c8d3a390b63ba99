import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { commands } from '../../reference/games.ts'
import { orthoCommand } from '../../reference/ortho.ts'
import { packageRoot } from '../base/package-root.ts'
import { needs, testFolder } from '../run/test-helpers.ts'
import { readArguments } from './play.ts'

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

const play = (command: string, input = '') => shell(`node "$dist"/${command}`, input)

describe('standard output', () => {
  type Row = [command: string, input: string, length: number | undefined, end: string, status: number]
  async function arrives(...[command, input, length, end, status]: Row) {
    const line = `{ node "$dist"/${command}; echo $? >&2; } | { sleep 0.3; cat; }`
    const { stdout, stderr } = await shell(line, input)
    expect(stdout.slice(-end.length)).toBe(end)
    if (length !== undefined) expect(stdout.length).toBe(length)
    expect(stdout.match(/Legal moves/g)?.length).toBe(input.startsWith('m') ? 500 : undefined)
    expect(stderr).toBe(`${status}\n`)
  }
  const late = 'of %s arrives completely at a reader that starts late'
  test.each<Row>([
    ['ortho.js -n 100 -m 1', 'q\n', 83_395, 'Exiting game.\n', 0],
    ['ordo.js', 'm\n'.repeat(500), undefined, '\nExiting game.\n', 0],
  ])(late, arrives)

  // 20,000 boards of 16 kB, in a heap with room for a tenth of them.
  test('of 300 MB needs no memory', { tags: 'slow' }, async () => {
    const line = `node --max-old-space-size=32 $dist/ortho.js -n 44 -m 1 | tail -c 14`
    expect(await shell(line, 'x\n'.repeat(20_000))).toMatchObject({ stdout: 'Exiting game.\n', stderr: '' })
  })

  test('that is closed by its reader ends a game silently', async () => {
    const { stdout, stderr } = await shell('{ yes 9 | node "$dist"/tic-tac-toe.js; echo $? >&2; } | head -n 2')
    expect({ stdout, stderr }).toEqual({ stdout: '...\n...\n', stderr: '141\n' })
  })

  async function isError(command: string, name: string) {
    const { stderr, exitCode } = await shell(`node "$dist"/${command} > /dev/full`, '4\n')
    expect(stderr).toMatch(new RegExp(`^${name}: standard output: ENOSPC[^\n]*\n$`))
    expect(exitCode).toBe(2)
  }
  test.each([
    ['tic-tac-toe.js', 'tic-tac-toe'],
    ['ninehole.js --help', 'ninehole'],
  ])('on a full device is an error: %s', needs('/dev/full'), isError)

  test('to a file that has no room for all of it is an error', async () => {
    const { stderr, exitCode } = await shell('ulimit -f 8; node "$dist"/ortho.js -n 50 -m 1 > small', 'q\n')
    expect(readFileSync(join(folder, 'small'))).toHaveLength(4096)
    expect(stderr).toMatch(/^ortho: standard output: EFBIG[^\n]*\n$/)
    expect(exitCode).toBe(2)
  })
})

describe('standard input', () => {
  test.each(['tic-tac-toe.js', 'ninehole.js play ortho', 'ninehole.js moves ordo -'])(
    'that cannot be read is an error: %s',
    async (command) => {
      const { stderr, exitCode } = await shell(`node "$dist"/${command} 0> write-only`)
      expect(stderr).toMatch(/^[a-z-]+: standard input: cannot be read \(EBADF\)\n$/)
      expect(exitCode).toBe(2)
    },
  )

  test('an endless line is an error', async () => {
    const { stderr, exitCode } = await shell('head -c 100000000 /dev/zero | node "$dist"/ortho.js')
    expect(stderr).toBe('ortho: standard input: a line is longer than 64 MiB\n')
    expect(exitCode).toBe(2)
  })

  test('need not end when a game is over', async () => {
    const game = execa(process.execPath, [join(dist, 'tic-tac-toe.js')], { stdin: 'pipe' })
    game.stdin.write('0\n3\n1\n4\n2\n')
    expect((await game).stdout).toMatch(/X won\.$/)
  })

  test('may lack the last newline', async () => {
    expect((await play('tic-tac-toe.js', '0\n3\n1\n4\n2')).stdout).toMatch(/X won\.\n$/)
  })
})

// The behaviour of clap 4 with the same options, which determines the exit status of the released ORTHO.
describe('ortho parses its arguments from the left', () => {
  const read = (line: string) => readArguments(orthoCommand, line.split(' ').filter(Boolean))

  test.each([
    ...['-h', '--help', '-h -h', '-hh', '-hn', '-hV', '-hx', '-h=3', '-h3', '-h --nonsense', '--help -n five', '-h 5'],
    ...[
      '-n 5 -h',
      '-n5 -h',
      '-n=5 -h',
      '--size=5 -m 3 --help',
      '-n 3 -h',
      '-n 0 -h',
      '-m 0 --help',
      '-h --',
      '-h -- 5',
    ],
  ])('help: ortho %s', (line) => expect(read(line)).toEqual({ help: orthoCommand.usage }))

  test.each([
    ...['-x -h', '-xh', '--nonsense --help', '5 -h', '- -h', '--size -h', '-n -h', '-n --help', '-nh', '-n3h'],
    ...['-n five -h', '-n= -h', '-n -1 -h', '-n 5 -n 5 -h', '-n5 --size=5 --help', '-- -h', '-- --help', '-n -- -h'],
    ...[
      '--help=3',
      '--help=',
      '--hel',
      '---help',
      '--h',
      '-V',
      '-Vh',
      '--version',
      '--version -h',
      '-n 5 6 -h',
      '-n --',
    ],
  ])('usage error: ortho %s', (line) => expect(read(line)).toEqual({ error: expect.any(String), status: 2 }))

  test.each(['-n 0', '-n 3', '-m 0', '-n 0 --', '-n=3 -m=4'])('status 1: ortho %s', (line) =>
    expect(read(line)).toEqual({ error: expect.any(String), status: 1 }),
  )

  test.each(['', '--', '-n3 -m3', '-n=3 -m=3', '-n+3 -m +3'])('a game: ortho %s', (line) =>
    expect(read(line)).toHaveProperty('game'),
  )
})

test('help goes to standard output with status 0, a usage error to standard error with status 2', {
  tags: 'slow',
}, async () => {
  for (const { name, usage } of commands.filter(({ name }) => existsSync(join(dist, `${name}.js`)))) {
    expect(await play(`${name}.js -hn`)).toMatchObject({ stdout: usage, stderr: '', exitCode: 0 })
    expect(await play(`ninehole.js play ${name} --help`)).toMatchObject({ stdout: usage, stderr: '', exitCode: 0 })
    expect(await play(`${name}.js --nonsense -h`)).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*--nonsense[^\n]*\n$/),
      exitCode: 2,
    })
  }
})

test('play passes on the arguments after --', async () => {
  expect(await play('ninehole.js play ortho -- -h')).toMatchObject({ stdout: '', exitCode: 2 })
})

test('play --help prints the help of play', async () => {
  for (const option of ['--help', '-h']) {
    const { stdout, stderr, exitCode } = await play(`ninehole.js play ${option}`)
    expect(stdout).toMatch(/^Usage: ninehole play /)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  }
})
