import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, bench, describe } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../package-root.ts'
import { scriptOf } from '../script.ts'
import { explore } from '../suites/explore.ts'
import { gamesSuite } from '../suites/games.ts'
import { openHolders } from './holders.ts'
import { sideBySide } from './side-by-side.ts'

/** Lock-step sessions in real processes with a program that starts in a millisecond or two, beside expect's. */
const entry = join(packageRoot, 'solutions/tic-tac-toe/perl-interactive/ends.pl')
const all = [...(gamesSuite(explore(ticTacToe) ?? { nodes: [], moves: 0 })?.sessions ?? [])]
const sessions = Array.from({ length: 200 }, (_, index) => all[Math.floor((index * all.length) / 200)] ?? [])

const holders = openHolders()
afterAll(() => holders.close())

const folder = mkdtempSync(join(tmpdir(), 'ninehole-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

const script = join(folder, 'sessions.exp')
writeFileSync(
  script,
  `log_user 0
foreach session {${sessions.map((lines) => `{${lines.join(' ')}}`).join(' ')}} {
  spawn -noecho perl ${entry}
  stty -echo < $spawn_out(slave,name)
  foreach line $session { expect "> "; send "$line\\r" }
  expect { -re "won.|tie." { exp_continue } eof {} }
  wait
}
`,
)
const hasExpect = spawnSync('expect', ['-v']).status === 0
const few = { iterations: 5, time: 0, warmupIterations: 1, warmupTime: 0 }

describe('200 games in lock-step', () => {
  bench(
    'ninehole',
    async () => {
      const program = { file: 'perl', args: [entry], cwd: '.', env: process.env }
      const hold = async (lines: readonly string[]) => {
        const { verdict } = await holders.hold(program, scriptOf(ticTacToe, lines), 'interactive', {
          milliseconds: 5000,
        })
        if (verdict !== 'AC') throw new Error(verdict)
      }
      await sideBySide(sessions, hold, holders.places)
    },
    few,
  )

  bench.skipIf(!hasExpect)(
    'expect',
    () => {
      if (spawnSync('expect', [script]).status !== 0) throw new Error('expect failed')
    },
    few,
  )
})
