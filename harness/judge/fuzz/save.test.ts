import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { testFolder } from '../../entries/test-helpers.ts'
import { ourGames } from '../../games/find.ts'
import { scriptOf } from '../../session/script.ts'
import { Verifier } from '../../transcripts/verify.ts'
import { gameReference, type Reference } from '../reference.ts'
import { Collection, saveSession } from './save.ts'

const { folder } = testFolder()
const verifier = new Verifier({ limits: { milliseconds: 60_000 }, games: ourGames() })
afterAll(() => verifier.close())

/** Saves a session of a game under the name of ours. */
async function saved(file: string, game: typeof ticTacToe) {
  const path = join(folder, file)
  const reference = gameReference(game)
  const script = await reference.script(['4', 'x'])
  const why = await saveSession(path, ['# Shows a refusal.'], script, { reference, isCommand: false }, verifier.verify)
  return { why, text: existsSync(path) ? readFileSync(path, 'latin1') : undefined }
}

test('a session that replays with the reference is written', async () => {
  const { why, text } = await saved('right.transcript', ticTacToe)
  expect(why).toBeUndefined()
  expect(text).toMatch(/^# Shows a refusal\.\n\$ tic-tac-toe\n\.\.\.\n[\s\S]*\nO> x\ninvalid\.\nO> $/)
})

test('a session that the reference does not say again is not written', async () => {
  const answer: typeof ticTacToe.answer = (state, line) => {
    const reply = ticTacToe.answer(state, line)
    return line === 'x' ? { ...reply, output: 'no.\nO> ' } : reply
  }
  const { why, text } = await saved('wrong.transcript', { ...ticTacToe, answer })
  expect(why).toMatch(/^it does not replay with the reference \(wrong output, at byte \d+ .*'x'\)$/)
  expect(text).toBeUndefined()
})

test('a mistake of ours is no reason to leave a session out', async () => {
  const game = { ...ticTacToe, open: () => ({ ...ticTacToe.open(), output: 'hello\n' }) }
  const collection = new Collection()
  const reference: Reference = {
    ...gameReference(game),
    script(lines) {
      if (lines.includes(null)) throw new TypeError('oh')
      return scriptOf(game, lines)
    },
  }
  collection.note(scriptOf(game, []))
  const writing = collection.write(
    join(folder, 'all'),
    { reference, isCommand: true },
    verifier.verify,
    new AbortController().signal,
  )
  await expect(writing).rejects.toThrow(TypeError)
})

test('a transcript is named by the line that it shows, not by the one that was seen first', async () => {
  const counter: Game<number> = {
    ...{ name: 'counter', prompt: /^> /, legal: () => [], illegal: () => [], key: String },
    open: () => ({ output: '> ', state: 0 }),
    answer: (state, line) => (line === 'quit' ? { output: `bye ${state}\n` } : { output: '> ', state: state + 1 }),
  }
  const collection = new Collection()
  collection.note(scriptOf(counter, ['a', 'quit']))
  const origin = { reference: gameReference(counter), isCommand: false }
  await collection.write(join(folder, 'counted'), origin, async () => [], new AbortController().signal)
  expect(readdirSync(join(folder, 'counted'))).toContain('bye-0.transcript')
  expect(readFileSync(join(folder, 'counted/bye-0.transcript'), 'utf8')).toMatch(/^# Shows: bye 0\n/)
})
