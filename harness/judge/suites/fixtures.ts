import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Game } from '../../../reference/game.ts'
import { packageRoot } from '../../games/package-root.ts'
import { type Bytes, toText } from '../../session/bytes.ts'
import { exchanges, findTranscripts, readTranscript } from '../../transcripts/transcript.ts'
import type { Suite } from './suite.ts'

/** The lines of a game's recorded sessions, as far as an entry may be judged by them. */
export function fixturesSuite(game: Game<unknown>): Suite {
  const sessions = findTranscripts([fixturesOf(game.name)].filter(existsSync))
    .map(readTranscript)
    .filter(({ command }) => command === game.name)
    .map(({ session }) =>
      exchanges(session, game.prompt).flatMap(({ answer }) => (answer === undefined ? [] : [answer])),
    )
    .filter((answers) => isJudged(game, answers))
  return { name: 'fixtures', sessions, size: sessions.length }
}

/** Whether the rules say what is to come of these lines: the input goes on, and every line is a move or must be refused. */
export function isJudged(game: Game<unknown>, lines: readonly (Bytes | null)[]): lines is Bytes[] {
  let { state } = game.open()
  return lines.every((line) => {
    if (state === undefined) return true
    if (line === null) return false
    const text = toText(line)
    const judged = game.legal(state).includes(text) || game.illegal(state).includes(text)
    state = game.answer(state, text).state
    return judged
  })
}

/** A game's folder below `fixtures/`: here, or where ninehole is installed. */
function fixturesOf(game: string): string {
  const here = join('fixtures', game)
  return existsSync(here) ? here : join(packageRoot, 'fixtures', game)
}
