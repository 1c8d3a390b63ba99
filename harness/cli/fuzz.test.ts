import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder, withoutProgress } from '../entries/test-helpers.ts'

const { folder, write, newPath } = testFolder()

const fuzz = (args: readonly string[], cwd = folder) =>
  execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), 'fuzz', ...args], {
    cwd,
    reject: false,
    stdin: 'ignore',
    stripFinalNewline: false,
    // A test that sends a signal wants to know how the process ends by itself, however long a busy machine takes.
    forceKillAfterDelay: false,
  })

const fuzzConnectFour = (directions: number) =>
  fuzz(
    ['./game.ts', '--seed', '4', '--reporter', 'json', '--', 'perl', 'program.pl', `${directions}`],
    join(packageRoot, 'harness/cli/test-data/connect-four'),
  )

test('games are played to their end although there is a way to give up, and a line that is not seen is found', {
  tags: 'slow',
}, async () => {
  const right = JSON.parse((await fuzzConnectFour(4)).stdout).cases[0]
  expect(right).toMatchObject({ verdict: 'AC', sessions: 100 })
  expect(right.ended).toBeGreaterThan(30)
  expect(right.lines.most).toBeGreaterThan(30)
  const wrong = JSON.parse((await fuzzConnectFour(3)).stdout).cases[0]
  expect(wrong).toMatchObject({ verdict: 'WA', failure: { expected: expect.stringMatching(/[XO] won\n$/) } })
})

test('the shortest session of a program that is silent, or ends at once, has no answer', { tags: 'slow' }, async () => {
  for (const program of [['sleep', '60'], ['true']]) {
    const { stdout } = await fuzz(['tic-tac-toe', '--timeout', '0.2', '--seed', '1', '--', ...program])
    expect(stdout).toMatch(/\nseed 1, interactive: \n.*, before any answer\n/)
  }
})

function endsWell(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
  test('while it is shortened: the failed session is printed and kept', async () => {
    const [mark, again] = [newPath(), newPath()]
    // It hangs when the session has failed again.
    const program = write(
      `${signal}.sh`,
      `[ -e ${again} ] && sleep 600; [ -e ${mark} ] && touch ${again}; touch ${mark}; echo wrong`,
    )
    const save = `${signal}.transcript`
    const call = fuzz(['tic-tac-toe', '--seed', '1', '--save', save, '--timeout', '600', '--', 'sh', program])
    let stderr = ''
    call.stderr.on('data', (text) => {
      const isNew = !stderr.includes('being shortened')
      stderr += text
      if (isNew && stderr.includes('being shortened')) call.kill(signal)
    })
    const { exitCode, stdout } = await call
    // The failure is there before it is shortened.
    expect(withoutProgress(stderr)).toMatch(/^WA sh .*\nseed 1, interactive: .*\nwrong output, at byte 0 .*\n/)
    expect(stdout).toMatch(
      /^WA sh .*\nseed 1, interactive: .*\nwrong output, at byte 0 [\s\S]*\nfound with seed 1 in 1 sessions\n/,
    )
    expect(exitCode).toBe(1)
    expect(readFileSync(join(folder, save), 'utf8')).toContain('$ tic-tac-toe\n')
  })

  test('before anything is found', async () => {
    const mark = newPath()
    const program = write(`${signal}-silent.sh`, `touch ${mark}; sleep 600`)
    const call = fuzz(['tic-tac-toe', '--seed', '1', '--timeout', '600', '--', 'sh', program])
    await expect.poll(() => existsSync(mark), { timeout: 100_000 }).toBe(true)
    call.kill(signal)
    const { signal: endedBy, stdout, stderr } = await call
    expect({ endedBy, stderr: withoutProgress(stderr) }).toEqual({ endedBy: signal, stderr: '' })
    expect(stdout).toMatch(/stopped after 0 of 100 sessions\n$/)
  })
}
describe.each(['SIGINT'] as const)('%s', endsWell)
describe.each(['SIGTERM', 'SIGHUP'] as const)('%s', { tags: 'slow' }, endsWell)
