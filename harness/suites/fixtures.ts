import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exchanges } from '../find/transcript.ts'
import { findTranscripts } from '../find/transcripts.ts'
import { packageRoot } from '../package-root.ts'
import type { AnyGame, Suite } from './suite.ts'

/**
 * The lines of a game's recorded sessions, as far as an entry can be asked for them: those of the game as it starts
 * without options, that do not end the input early.
 */
export function fixturesSuite(game: AnyGame): Suite {
  const sessions = findTranscripts([fixturesOf(game.name)].filter(existsSync))
    .filter(({ command }) => command === game.name)
    .map(({ session }) =>
      exchanges(session, game.prompt).flatMap(({ answer }) => (answer === undefined ? [] : [answer])),
    )
    .filter((answers) => answers.every((answer) => answer !== null))
  return { name: 'fixtures', sessions, size: sessions.length }
}

/** A game's folder below `fixtures/`: here, or where ninehole is installed. */
function fixturesOf(game: string): string {
  const here = join('fixtures', game)
  return existsSync(here) ? here : join(packageRoot, 'fixtures', game)
}
