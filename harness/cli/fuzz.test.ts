import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { openSandbox } from '../run/sandbox.ts'
import { isRunning, needs, needsSandbox, needsTerminal, testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder, newPath, write } = testFolder()
const sandbox = await openSandbox('auto')

const program = (name: string) => join(packageRoot, 'harness/cli/test-data/programs', name)

const fuzz = (words: readonly string[], options = {}) =>
  run(['fuzz', '--seed', '1', ...words], { cwd: folder, ...options })

test('programs that read keys are compared in terminals', { ...needsTerminal(), tags: 'slow' }, async () => {
  const keys = program('reads-keys.mjs')
  const typed = ['--seed', '4', '--words', 'bo', '--runs', '1', '--max-lines', '2', '--save', 'keys.transcript']
  const { stderr, status } = await fuzz([
    '--pty',
    '--reference',
    `node '${keys}'`,
    ...typed,
    '--',
    'node',
    keys,
    'hello',
  ])
  expect(stderr).toMatch(/^seed 4, pty: bo .*\nwrong output,.*\n.*\n {2}name\? bo\n- hi·bo␍␊\n\+ hello·bo␍␊\n/m)
  expect(status).toBe(1)
  const saved = readFileSync(join(folder, 'keys.transcript'), 'utf8')
  expect(saved).toContain('\n# pty: only\n')
  expect(saved).toContain(`differs from node ${keys} hello: wrong output`)
})

test('a sandbox is for the new program: the reference runs outside', needsSandbox(sandbox), async () => {
  for (const name of ['reference', 'program'])
    write(`${name}.sh`, `printf '> '; echo x > of-${name}; read -r line; echo "$line"`)
  const options = ['--sandbox', 'require', '--runs', '1', '--words', 'a', '--prompt', '^> ']
  await fuzz([...options, '--reference', 'sh reference.sh', '--', 'sh', 'program.sh'])
  expect(['of-reference', 'of-program'].map((file) => existsSync(join(folder, file)))).toEqual([true, false])
})

describe('fuzz that is stopped', () => {
  /** A program that writes something wrong this many times, and then waits. */
  function waiting(count: number) {
    const place = dirname(newPath())
    const id = join(place, 'waits')
    /** 0 until the program has written it: the file may be there, and empty. */
    const pid = () => (existsSync(id) ? Number(readFileSync(id, 'utf8')) : 0)
    const started = () => expect.poll(pid, { timeout: 100_000 }).toBeGreaterThan(0)
    const isGone = () => expect.poll(() => isRunning(pid())).toBe(false)
    return { words: ['sh', program('wrong-until-it-waits.sh'), place, `${count}`], started, isGone }
  }
  /** Stops when the program waits. */
  async function stopped(count: number, ...words: readonly string[]) {
    const { words: command, started, isGone } = waiting(count)
    const stop = new AbortController()
    const done = fuzz([...words, '--timeout', '600', '--', ...command], { signal: stop.signal })
    await started()
    stop.abort('SIGTERM')
    const found = await done
    await isGone()
    return found
  }

  test('before a failure, it says how many sessions were played', async () => {
    const reference = ['--reference', `sh '${program('sum.sh')}'`, '--words', '0..20 foo quit', '--runs', '60']
    const stdout = expect.stringMatching(/stopped after 0 of 60 sessions\n$/)
    expect(await stopped(0, ...reference)).toEqual({ status: 143, stdout, stderr: '' })
  })

  test('while a session is shortened, it reports and saves that, although the programs are stopped', async () => {
    const { status, stdout, stderr } = await stopped(2, 'tic-tac-toe', '--save', 'kept.transcript')
    const failure = /^WA sh .*\nseed 1, interactive: .*\nwrong output, at line 1, column 1 /
    // The failure is there before it is shortened.
    expect(stderr).toMatch(failure)
    expect(stderr).not.toContain('not written')
    expect(stdout).toMatch(failure)
    expect(stdout).toMatch(/\nfound with seed 1 in 1 session\n/)
    expect(status).toBe(1)
    expect(readFileSync(join(folder, 'kept.transcript'), 'utf8')).toContain('$ tic-tac-toe\n')
  })

  test('while the reference is tried, it prints nothing, and leaves no process', { tags: 'slow' }, async () => {
    const { words, started, isGone } = waiting(0)
    const options = ['--reference', words.join(' '), '--words', '1 2', '--timeout', '600']
    const bin = join(packageRoot, 'dist/ninehole.js')
    const call = execa(process.execPath, [bin, 'fuzz', ...options, '--', 'true'], { reject: false })
    await started()
    call.kill('SIGINT')
    expect(await call).toMatchObject({ signal: 'SIGINT', stdout: '', stderr: '' })
    await isGone()
  })
})

test.each(['-n 4 -m 2', '-n 12 -m 4'])(
  'a second ORTHO, in Python, written from the protocol alone, is what ours is: %s',
  { ...needs('python3'), tags: 'slow' },
  async (options) => {
    const second = ['python3', join(packageRoot, 'harness/judge/fuzz/test-data/ortho.py')]
    const { stdout } = await fuzz(['ortho', ...options.split(' '), '--seed', '2', '--runs', '8', '--', ...second])
    expect(stdout).toMatch(/^8 random sessions match the reference, ortho /)
  },
)
