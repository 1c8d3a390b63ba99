import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testHost } from '../base/test-helpers.ts'
import { isRunning, testFolder } from '../run/test-helpers.ts'
import { main } from './main.ts'
import { run } from './test-helpers.ts'
import { commandLine } from './verbs.ts'

const { folder, write } = testFolder()

const fixture = 'fixtures/tic-tac-toe/challenge-tie.transcript'

test('the command line is a function of words and a host, several at a time', async () => {
  const play = (input: string) => run(['play', 'tic-tac-toe'], { input })
  const [won, cut, wrong] = await Promise.all([play('0\n3\n1\n4\n2\n'), play('0\n'), run(['play', 'chess'])])
  expect(won).toMatchObject({ status: 0, stdout: expect.stringMatching(/X won\.\n$/), stderr: '' })
  expect(cut).toMatchObject({ status: 0, stdout: expect.stringMatching(/O> \n$/), stderr: '' })
  expect(wrong).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^ninehole: chess: no such game/),
  })
})

test('colours are for a terminal, unless NO_COLOR is set', async () => {
  const shown = async (env?: NodeJS.ProcessEnv) =>
    (await run(['verify', fixture, '--', 'echo', 'no'], env && { columns: 80, env })).stdout.includes('\x1b[31m')
  expect([await shown(), await shown({ TERM: 'xterm' })]).toEqual([false, true])
  expect([await shown({ TERM: 'xterm', NO_COLOR: '1' }), await shown({ TERM: 'dumb' })]).toEqual([false, false])
})

test('a terminal shows progress, and erases it before other output', async () => {
  const host = testHost({ columns: 80, env: { TERM: 'xterm' } })
  await main(['verify', fixture], { ...host, stderr: host.stdout })
  const screen = host.stdout.text()
  expect(screen).toContain('\r\x1b[K0/2 sessions')
  expect(screen.endsWith('\r\x1b[K2 of 2 sessions as recorded\n')).toBe(true)
})

test.each([
  ['SIGTERM', 143],
  [undefined, 130],
])('what was found is reported when a command is stopped (%s)', async (reason, status) => {
  const stop = new AbortController()
  const host = testHost({ signal: stop.signal })
  const done = main(['verify', fixture, '--timeout', '60', '--', 'sleep', '60'], host)
  setTimeout(() => stop.abort(reason), 500)
  expect(await done).toBe(status)
  expect(host.stdout.text()).toBe('stopped after 0 of 1 transcripts\n')
  expect(await run(['verify', fixture], { signal: stop.signal })).toMatchObject({ status })
})

test('a session that is recorded is given up when the command is stopped, and its program with it', async () => {
  const stop = new AbortController()
  const id = join(folder, 'id')
  const waits = write('waits.sh', 'echo $$ >"$1"; exec sleep 600')
  const options = ['--prompt', '^> ', '--answers', 'a', '--timeout', '600']
  const words = ['record', 'none.transcript', ...options, '--', 'sh', waits, id]
  const done = run(words, { cwd: folder, signal: stop.signal })
  await expect.poll(() => existsSync(id) && readFileSync(id, 'utf8'), { timeout: 100_000 }).toMatch(/\n/)
  stop.abort('SIGTERM')
  expect(await done).toMatchObject({ status: 143, stdout: '' })
  await expect.poll(() => isRunning(Number(readFileSync(id, 'utf8')))).toBe(false)
  expect(existsSync(join(folder, 'none.transcript'))).toBe(false)
})

test('a suite that one league lacks stops nobody: its entries are skipped', async () => {
  const paths = ['perl-args/exact.pl', 'perl-interactive'].map((path) => `solutions/tic-tac-toe/${path}`)
  const { status, stdout } = await run(['judge', ...paths, '--suite', 'leftover', '--sandbox', 'off'])
  expect(stdout).toMatch(/^1 of \d entries accepted, \d skipped: there are no such sessions with input interactive$/m)
  expect(status).toBe(0)
})

test('paths begin in the folder of the host, and programs run there, with its environment', async () => {
  write('one/ask.sh', 'printf "$GREETING? "; read name; echo "$name"')
  const cwd = join(folder, 'one')
  const env = { GREETING: 'Hi' }
  const record = ['record', 'hi.transcript', '--prompt', '^Hi\\? ', '--answers', 'Ann', '--', 'sh', 'ask.sh']
  expect(await run(record, { cwd, env })).toMatchObject({ stdout: 'hi.transcript: 1 answer, replays\n', stderr: '' })
  expect(await run(['verify'], { cwd, env })).toMatchObject({ stdout: '2 of 2 sessions as recorded\n' })
  const { status } = await run(['verify', 'one', '--reporter', 'json=one/report'], { cwd: folder, env })
  const merged = { status: 1, stdout: expect.stringContaining('RTE one/hi.transcript\n') }
  expect([status, await run(['merge', 'report'], { cwd })]).toMatchObject([1, merged])
})

test('whatever is typed is one line that a terminal and a log can show', async () => {
  for (const [words, shown] of [
    [['judge', '--\x1b[2J'], "unknown option '--␛[2J'"],
    [['judge', 'no\n::error::\x1b[2J'], 'no␊::error::␛[2J: no such file or folder'],
  ] as const)
    expect(await run(words)).toEqual({ status: 2, stdout: '', stderr: `ninehole: ${shown}\n` })
})

test('help is as wide as the terminal, or 80 columns', async () => {
  for (const columns of [60, 100, undefined]) {
    const { stdout } = await run(['judge', '--help'], columns === undefined ? {} : { columns })
    const widest = Math.max(...stdout.split('\n').map(({ length }) => length))
    expect([widest <= (columns ?? 80), widest > (columns ?? 80) - 20]).toEqual([true, true])
  }
})

test('there are at most 36 different options, --help aside: a new one needs one that goes', () => {
  const { commands } = commandLine([], testHost(), () => {})
  const options = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)))
  expect(options.size).toBeGreaterThan(20)
  expect([...options].sort().slice(36)).toEqual([])
})
