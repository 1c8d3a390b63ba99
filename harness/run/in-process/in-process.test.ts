import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { completeGames, explore } from '../../games/explore.ts'
import { packageRoot } from '../../games/package-root.ts'
import { openPrograms } from '../programs.ts'
import { inProcess } from './in-process.ts'
import { runnerFile } from './worker.ts'

const games = (completeGames(explore(ticTacToe) ?? []) ?? []).slice(0, 8000)
const right = readFileSync(join(packageRoot, 'solutions/tic-tac-toe/bun-interactive/record.ts'), 'utf8')
/** Wrong in one of them only. */
const game = games[5002] ?? []
const wrong = right
  .replace('for(', `for(h='',`)
  .replace('m=prompt', 'h+=m=prompt')
  .replace('console.log(', `console.log(h=='${game.join('')}'?'':`)

const folder = mkdtempSync(join(tmpdir(), 'ninehole-in-process-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'entry.ts')
const bun = join(packageRoot, 'node_modules/.bin/bun')

test.each([
  ['right', right, undefined],
  ['wrong', wrong, game],
])('an entry that is %s is found to be so', async (_, source, lines) => {
  let count = 0
  const terms = {
    game: ticTacToe,
    input: 'interactive',
    exact: false,
    limits: { milliseconds: 5000 },
    onSession(more = 1) {
      count += more
    },
  } as const
  const program = {
    source,
    runtime: 'bun',
    input: 'interactive',
    command: [bun, '--no-install', runnerFile],
    file,
  } as const
  const programs = openPrograms({ cwd: folder, env: {} })
  const worker = inProcess(programs, program, terms)
  const { sessions, failed } = await worker.runAll(games)
  worker.close()
  programs.close()
  expect(failed?.lines).toEqual(lines)
  expect(count).toBe(sessions)
  if (lines === undefined) expect(sessions).toBe(games.length)
})
