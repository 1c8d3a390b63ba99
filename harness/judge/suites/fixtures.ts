import { join } from 'node:path'
import type { Game } from '../../../reference/game.ts'
import { exists } from '../../base/files.ts'
import { packageRoot } from '../../base/package-root.ts'
import { ourGames } from '../../games/find.ts'
import { isJudged } from '../../games/rules.ts'
import { answersOf } from '../../session/session.ts'
import { gameOf, playedBy } from '../../transcripts/command.ts'
import { findTranscripts, readTranscript, turnsOf } from '../../transcripts/transcript.ts'
import { type Suite, type SuiteOptions, suiteWith } from './suite.ts'

/** A game's recorded sessions, without those in which the rules leave a reply open. */
export function fixturesSuite(wanted: Game<unknown>, { cwd = '' }: SuiteOptions): Suite {
  const here = join('fixtures', wanted.name)
  const folder = exists(here, cwd) ? here : join(packageRoot, here)
  const sessions = findTranscripts(exists(folder, cwd) ? [folder] : [], cwd).flatMap((path) => {
    const transcript = readTranscript(path, cwd)
    const { command } = transcript
    // `ordo -x` is the game `ordo-x`.
    const game = playedBy(command, gameOf(command, ourGames())) ?? (command === wanted.name ? wanted : undefined)
    if (game?.name !== wanted.name || startOf(game) !== startOf(wanted)) return []
    const lines = answersOf({ turns: turnsOf(transcript, game.prompt) })
    return isJudged(game, lines) ? [lines] : []
  })
  return suiteWith('fixtures', sessions)
}

/** What a game shows first, and its first position: a command may name another one. */
function startOf(game: Game<unknown>) {
  const { output, state } = game.open()
  return JSON.stringify([output, state === undefined ? null : game.key(state)])
}
