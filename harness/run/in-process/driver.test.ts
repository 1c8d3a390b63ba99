import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../games/package-root.ts'
import { completeGames } from '../judge/suites/games.ts'
import { inEngine } from './in-engine.ts'

const games = completeGames(ticTacToe).slice(0, 8000)
const right = readFileSync(join(packageRoot, 'solutions/tic-tac-toe/bun-interactive/record.ts'), 'utf8')
/** Wrong in one of them only. */
const game = games[5002] ?? []
const wrong = right
  .replace('for(', `for(h='',`)
  .replace('m=prompt', 'h+=m=prompt')
  .replace('console.log(', `console.log(h=='${game.join('')}'?'':`)

test.each([
  ['right', right, undefined],
  ['wrong', wrong, game],
])('an entry that is %s is found to be so by one engine and by several', async (_, code, lines) => {
  for (const idle of [0, 2]) {
    let told = 0
    const terms = {
      game: ticTacToe,
      input: 'interactive',
      exact: false,
      limits: { milliseconds: 5000 },
      onSession(count = 1) {
        told += count
      },
    } as const
    const processors = { idle }
    const engine = inEngine({ code, runtime: 'bun', input: 'interactive' }, terms, processors)
    const { sessions, failed } = await engine.runAll(games)
    expect(processors.idle).toBe(0)
    await engine.close()
    expect(processors.idle).toBe(idle)
    expect(failed?.lines).toEqual(lines)
    expect(told).toBe(sessions)
    if (lines === undefined) expect(sessions).toBe(games.length)
  }
})
