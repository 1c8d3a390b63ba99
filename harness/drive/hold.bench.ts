import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, bench, describe } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { findEntries } from '../find/entry.ts'
import { packageRoot } from '../package-root.ts'
import { scriptOf } from '../script.ts'
import { explore } from '../suites/explore.ts'
import { gamesSuite } from '../suites/games.ts'
import { openHolders } from './holders.ts'
import { sideBySide } from './side-by-side.ts'
import { stage } from './stage.ts'

/**
 * Lock-step sessions in real processes, as the judge holds them, with a program that starts in a millisecond or two,
 * beside expect's.
 */
const [entry] = findEntries([join(packageRoot, 'solutions/tic-tac-toe/perl-interactive/ends.pl')])
const staged = entry && (await stage(entry))
if (staged === undefined) throw new Error('no perl on this machine')
const { program, remove } = staged
afterAll(remove)

const all = [...(gamesSuite(explore(ticTacToe) ?? { nodes: [], moves: 0 })?.sessions ?? [])]
const sessions = Array.from({ length: 200 }, (_, index) => all[Math.floor((index * all.length) / 200)] ?? [])

const holders = openHolders()
afterAll(() => holders.close())

const folder = mkdtempSync(join(tmpdir(), 'ninehole-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * As its manual teaches, expect starts an `stty` a session to set the terminal up. That is not needed to find prompts,
 * and without it expect is half as fast again: who wants it fast writes that.
 */
const expectScript = (settings: string) => `log_user 0
foreach session {${sessions.map((lines) => `{${lines.join(' ')}}`).join(' ')}} {
  spawn -noecho ${settings} ${program.file} ${program.args.join(' ')}
  foreach line $session { expect -ex "> "; send "$line\\n" }
  expect eof
  wait
}
`
const scripts = { expect: expectScript('-nottycopy -nottyinit'), 'expect, as taught': expectScript('') }
const hasExpect = spawnSync('expect', ['-v']).status === 0
/** Node compiles in the first thousand or two sessions what it then runs; a judge holds many more. */
const few = { iterations: 15, time: 0, warmupIterations: 10, warmupTime: 0 }

const times = new Map<string, number[]>()
function median(name: string) {
  const sorted = (times.get(name) ?? []).slice(few.warmupIterations).sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** What the table tells are means, and those tell of what else the machine did. */
afterAll(() => {
  for (const name of times.keys()) {
    const speed = Math.round(sessions.length / (median(name) / 1000))
    const ratio = (median(name) / median('ninehole')).toFixed(2)
    console.log(`${name}: ${speed} sessions a second${name === 'ninehole' ? '' : `, ninehole ${ratio} times that`}`)
  }
})

async function timed(name: string, job: () => unknown) {
  const began = performance.now()
  await job()
  times.set(name, [...(times.get(name) ?? []), performance.now() - began])
}

describe('200 games in lock-step', () => {
  bench(
    'ninehole',
    () =>
      timed('ninehole', async () => {
        const hold = async (lines: readonly string[]) => {
          const script = scriptOf(ticTacToe, lines)
          const { verdict } = await holders.hold(program, script, 'interactive', { milliseconds: 5000 })
          if (verdict !== 'AC') throw new Error(verdict)
        }
        await sideBySide(sessions, hold, holders.places)
      }),
    few,
  )

  for (const [name, script] of Object.entries(scripts)) {
    const file = join(folder, `${name}.exp`)
    writeFileSync(file, script)
    const run = () => {
      if (spawnSync('expect', [file]).status !== 0) throw new Error('expect failed')
    }
    bench.skipIf(!hasExpect)(name, () => timed(name, run), few)
  }
})
