import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pMap from 'p-map'
import { afterAll, bench, describe } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { findEntries } from '../entries/entry.ts'
import { stage } from '../entries/stage.ts'
import { completeGames, explore } from '../games/explore.ts'
import { packageRoot } from '../games/package-root.ts'
import { atATime } from '../judge/player.ts'
import { compare } from '../session/compare.ts'
import { scriptOf } from '../session/script.ts'
import { processProgram } from './process.ts'
import { type Command, openPrograms, type Programs } from './programs.ts'
import { openSandbox } from './sandbox.ts'

/**
 * Lock-step sessions in real processes, as the judge holds them, with a program that starts in a millisecond or two,
 * beside expect's.
 */
const [entry] = findEntries([join(packageRoot, 'solutions/tic-tac-toe/perl-interactive/ends.pl')])
const staged = entry && (await stage(entry))
if (staged === undefined) throw new Error('no perl on this machine')
const { command, remove } = staged
const programs = openPrograms(staged)
const sandbox = await openSandbox('auto')
const kept = entry && (await stage(entry, sandbox.wrap))
const sandboxed = openPrograms({ ...kept, cwd: staged.cwd, env: staged.env })
afterAll(() => {
  programs.close()
  sandboxed.close()
  remove()
  kept?.remove()
})

const all = completeGames(explore(ticTacToe) ?? []) ?? []
const sessions = Array.from({ length: 200 }, (_, index) => all[Math.floor((index * all.length) / 200)] ?? [])

const folder = mkdtempSync(join(tmpdir(), 'ninehole-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * As its manual teaches, expect starts an `stty` a session to set the terminal up. Who knows that prompts are found
 * without it can do so half as fast again.
 */
const expectScript = (settings: string) => `log_user 0
foreach session {${sessions.map((lines) => `{${lines.join(' ')}}`).join(' ')}} {
  spawn -noecho ${settings} ${command.join(' ')}
  foreach line $session { expect -ex "> "; send "$line\\n" }
  expect eof
  wait
}
`
const hasExpect = spawnSync('expect', ['-v']).status === 0

function withExpect(name: string, settings: string) {
  const file = join(folder, `${name}.exp`)
  writeFileSync(file, expectScript(settings))
  return () => {
    if (spawnSync('expect', [file]).status !== 0) throw new Error('expect failed')
  }
}

const running = (programs: Programs, command: Command) => async () => {
  const run = async (lines: readonly string[]) => {
    const script = scriptOf(ticTacToe, lines)
    const session = await processProgram(programs, command, 'interactive').play(script, { milliseconds: 5000 })
    const { verdict } = compare(script, session, { lockStep: true })
    if (verdict !== 'AC') throw new Error(verdict)
  }
  await pMap(sessions, run, { concurrency: atATime() })
}
const withNinehole = running(programs, command)

// Node compiles in the first thousand or two sessions what it then runs; a judge holds many more.
for (let times = 0; times < 10; times++) await withNinehole()

const ways = {
  ninehole: withNinehole,
  ...(sandbox.wrap && kept ? { 'ninehole, in the sandbox': running(sandboxed, kept.command) } : {}),
  ...(hasExpect
    ? {
        expect: withExpect('expect', ''),
        'expect without stty': withExpect('expect without stty', '-nottycopy -nottyinit'),
      }
    : {}),
}
if (!hasExpect) console.log('expect is not installed')
const options = { iterations: 5, time: 0, warmupIterations: 0, warmupTime: 0, throws: true }
// In rounds, so that a machine that slows down does so for all of them.
describe.each([1, 2, 3])(`${sessions.length} games in lock-step, round %i`, () => {
  for (const [name, way] of Object.entries(ways)) bench(name, way, options)
})

/** The time for a long session grows with its length, not with its square: twice the refusals, half as many sessions a second. */
const refusals = (count: number) => async () => {
  const lines = Array.from({ length: count }, () => 'x')
  const script = scriptOf(ticTacToe, lines)
  const session = await processProgram(programs, command, 'interactive').play(script, { milliseconds: 5000 })
  const { verdict } = compare(script, session, { lockStep: true })
  if (verdict !== 'AC') throw new Error(verdict)
}
describe('one session with many refusals', () => {
  for (const count of [10_000, 20_000]) bench(`${count}`, refusals(count), options)
})
