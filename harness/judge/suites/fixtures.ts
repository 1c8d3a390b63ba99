import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Game } from '../../../reference/game.ts'
import { packageRoot } from '../../base/package-root.ts'
import { ourGames } from '../../games/find.ts'
import { answersOf } from '../../session/session.ts'
import { findTranscripts, readTranscript, turnsIn } from '../../transcripts/transcript.ts'
import { isJudged, type Suite } from './suite.ts'

/** The lines of a game's recorded sessions, as far as an entry may be judged by them. */
export function fixturesSuite(game: Game<unknown>): Suite {
  const sessions = findTranscripts([fixturesOf(game.name)].filter(existsSync))
    .map(readTranscript)
    .filter(({ command }) => plays(command, game))
    .map(({ session }) => answersOf({ turns: turnsIn(session, game.prompt) }))
    .filter((answers) => isJudged(game, answers))
  return { name: 'fixtures', sessions }
}

/** A game's folder below `fixtures/`: here, or where ninehole is installed. */
function fixturesOf(game: string): string {
  const here = join('fixtures', game)
  return existsSync(here) ? here : join(packageRoot, 'fixtures', game)
}

/** Tells whether a command plays this very game: `ordo-x`, or `ordo -x`, but not with another position. */
function plays(command: string, game: Game<unknown>): boolean {
  if (command === game.name) return true
  const [name, ...args] = command.split(' ')
  const parsed = ourGames()
    .find((ours) => ours.name === name)
    ?.parse(args)
  if (parsed === undefined || 'error' in parsed) return false
  return parsed.game.name === game.name && JSON.stringify(parsed.game.open()) === JSON.stringify(game.open())
}
