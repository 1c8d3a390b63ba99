import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { packageRoot } from '../../games/package-root.ts'
import { completeGames } from '../../judge/suites/games.ts'
import { inEngine, type Processors } from '../in-engine.ts'
import { inTurns } from '../in-turns.ts'

/**
 * What it costs to prove an entry for all games, beside running it for all games and looking at nothing. The looking takes
 * as long for every entry, so it weighs more where the entry itself is quick. As a judge does on an idle machine, with an
 * engine for each processor, and with one.
 */
const entries = ['exact', 'record']
const games = completeGames(ticTacToe)

for (const name of entries) {
  const entry = readFileSync(join(packageRoot, 'solutions/tic-tac-toe/bun-interactive', `${name}.ts`), 'utf8')
  inTurns(`all 255,168 games with bun-interactive/${name}`, games.length, {
    'a bare loop': () => runBare(entry),
    'an engine for each processor': () => prove(entry),
    'one engine': () => prove(entry, { idle: 0 }),
  })
}

async function prove(entry: string, processors?: Processors) {
  const terms = {
    game: ticTacToe,
    input: 'interactive',
    exact: false,
    limits: { milliseconds: 2000 },
    onSession() {},
  } as const
  const engine = inEngine({ code: entry, runtime: 'bun', input: 'interactive' }, terms, processors)
  const { sessions, failed } = await engine.holdAll(games)
  await engine.close()
  if (sessions !== games.length || failed !== undefined) throw new Error('not proven')
}

/** The same entry called for the same games, with nothing compared. */
function runBare(entry: string) {
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
}
