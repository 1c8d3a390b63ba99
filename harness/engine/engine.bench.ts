import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { bench, describe } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { inEngine } from '../drive/engine.ts'
import { packageRoot } from '../package-root.ts'
import { explore } from '../suites/explore.ts'
import { gamesSuite } from '../suites/games.ts'

/**
 * What it costs to prove an entry for all games, beside running it for all games and looking at nothing. The looking takes
 * as long for every entry, so it weighs more where the entry itself is quick.
 */
const entries = ['exact', 'record']
const games = [...(gamesSuite(explore(ticTacToe) ?? { nodes: [], moves: 0 })?.sessions ?? [])]

const once = { iterations: 3, time: 0, warmupIterations: 0, warmupTime: 0 }

describe.each(entries)('all 255,168 games with bun-interactive/%s', (name) => {
  const entry = readFileSync(join(packageRoot, 'solutions/tic-tac-toe/bun-interactive', `${name}.ts`), 'utf8')

  bench(
    'proven by the engine',
    async () => {
      const terms = {
        game: ticTacToe,
        input: 'interactive',
        exact: false,
        limits: { milliseconds: 2000 },
        onSession() {},
      } as const
      const engine = inEngine({ code: entry, runtime: 'bun', input: 'interactive' }, terms)
      const { sessions, failed } = await engine.holdAll(games)
      await engine.close()
      if (sessions !== games.length || failed !== undefined) throw new Error('not proven')
    },
    once,
  )

  bench(
    'run in a bare loop',
    () => {
      let said = ''
      let lines: readonly string[] = []
      let next = 0
      const console = { log: (text: string) => (said += `${text}\n`) }
      const prompt = (text: string) => {
        said += `${text} `
        return lines[next++]
      }
      const run = new Script(`(function(console, prompt) {${entry}\n})`).runInThisContext()
      for (lines of games) {
        said = ''
        next = 0
        run.call({}, console, prompt)
      }
      if (!said.endsWith(' won.\n')) throw new Error(`said ${said}`)
    },
    once,
  )
})
