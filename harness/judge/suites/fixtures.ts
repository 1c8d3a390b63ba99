import { join } from 'node:path'
import type { Game } from '../../../reference/game.ts'
import { exists } from '../../base/files.ts'
import { packageRoot } from '../../base/package-root.ts'
import { ourGames } from '../../games/find.ts'
import { isJudged } from '../../games/rules.ts'
import type { Bytes } from '../../session/bytes.ts'
import { answersOf } from '../../session/session.ts'
import { playedBy } from '../../transcripts/command.ts'
import { findTranscripts, readTranscript, turnsIn } from '../../transcripts/transcript.ts'
import { type Suite, type SuiteOptions, suiteWith } from './suite.ts'

/** A game's recorded sessions, without those in which the rules leave a reply open. */
export function fixturesSuite(game: Game<unknown>, { cwd = '' }: SuiteOptions): Suite {
  const sessions = fixturesOf(game, cwd)
    .filter((recorded) => isSame(recorded.game, game))
    .flatMap(({ lines }) => (isJudged(game, lines) ? [lines] : []))
  return suiteWith('fixtures', sessions)
}

/** A recorded session, and the game with its options. */
interface Fixture {
  readonly path: string
  readonly game: Game<unknown>
  readonly lines: readonly (Bytes | null)[]
}

/** The recorded sessions of a game, with any options. */
export function fixturesOf(wanted: Game<unknown>, cwd = ''): Fixture[] {
  const folders = [fixtureFolder(wanted.name, cwd)].filter((folder) => exists(folder, cwd))
  return findTranscripts(folders, cwd).flatMap((path) => {
    const { command, session, settings } = readTranscript(path, cwd)
    // `ordo -x` is the game `ordo-x`.
    const game = playedBy(command, ourGames()) ?? (command === wanted.name ? wanted : undefined)
    return game?.name === wanted.name
      ? [{ path, game, lines: answersOf({ turns: turnsIn(session, game.prompt, settings) }) }]
      : []
  })
}

/** The folder of a game in `fixtures/`, here or in our package. */
function fixtureFolder(game: string, cwd: string): string {
  const here = join('fixtures', game)
  return exists(here, cwd) ? here : join(packageRoot, 'fixtures', game)
}

/** True if two games of a name start alike: a command may name another position. */
const isSame = (one: Game<unknown>, other: Game<unknown>) => startOf(one) === startOf(other)

function startOf(game: Game<unknown>) {
  const { output, state } = game.open()
  return JSON.stringify([output, state === undefined ? null : game.key(state)])
}
