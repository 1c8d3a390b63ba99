import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { findEntries } from '../entries/entry.ts'
import { findGame } from '../games/find.ts'
import { judge } from '../judge/judge.ts'
import { planner } from '../judge/plan.ts'
import type { Case } from '../report/report.ts'
import { showCase } from '../report/table.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { findTranscripts, readTranscript } from '../transcripts/transcript.ts'
import { gamesWith, openVerifier, type Verifier } from '../transcripts/verify.ts'

interface CommonOptions {
  /** The file of a game of your own. */
  readonly game?: string
  /** How long a program may be silent, in seconds; 2 by default. */
  readonly timeout?: number
}

export interface EntryTests extends CommonOptions {
  /** Whether entries run in a sandbox; by default `auto`: if there is one. */
  readonly sandbox?: 'auto' | 'require' | 'off'
}

export interface TranscriptTests extends CommonOptions {
  /** The program to run in place of the first word of the recorded commands, and its first arguments. */
  readonly command?: readonly string[]
}

/** Sessions have limits of their own. */
const noTimeout = { timeout: 0 }

/**
 * Registers a Vitest test for each transcript below a folder, named by its path. The test runs the session again with the
 * input sent line by line and all at once (`# pty: only`: in a pseudo-terminal), and fails with the difference, or with
 * file and line where the transcript is malformed.
 * @param folder relative to the current folder
 * @throws if the folder is missing or has no transcripts
 */
export function transcripts(folder: string, { command = [], game, timeout = 2 }: TranscriptTests = {}): void {
  describe(folder, () => {
    let verifier: Verifier
    beforeAll(async () => {
      verifier = openVerifier({ command, games: await gamesWith(game), limits: { milliseconds: timeout * 1000 } })
    })
    afterAll(() => verifier.close())

    for (const path of findTranscripts([folder])) {
      test.concurrent(path, noTimeout, async () => {
        const failure = await verifier.firstFailure(readTranscript(path))
        if (failure !== undefined) mustBeOk(failure)
      })
    }
  })
}

/**
 * Registers a Vitest test for each entry below a folder, named by its path. An entry must get the verdict AC, or the one
 * that its folder in `rejected/` names. Entries for Node and Bun are held to all moves and refusals, others to fifty random
 * games, the same each time, and all to the game's fixtures; `ninehole judge` runs more. The test fails with the shortest
 * session that shows what is wrong, and is skipped if the runtime is not installed.
 * @param folder relative to the current folder
 * @throws if the folder is missing, has no entries, or one cannot be read
 */
export function entries(folder: string, { game: file, timeout = 2, sandbox: choice = 'auto' }: EntryTests = {}): void {
  const everyMove = planner({ suites: ['transitions', 'fixtures'], seed: 1, real: false })
  const someGames = planner({ suites: ['fixtures', 'random'], seed: 1, real: false })
  const limits = { milliseconds: timeout * 1000 }
  describe(folder, () => {
    let sandbox: Sandbox
    beforeAll(async () => {
      sandbox = await openSandbox(choice)
    })
    for (const entry of findEntries([folder], file === undefined ? {} : { game: file })) {
      test(entry.path, noTimeout, async ({ skip }) => {
        const game = await findGame(entry.game, [], entry.path)
        const planOf = entry.runtime.engine === undefined ? someGames : everyMove
        const named = { ...entry, game: game.name }
        const report = await judge(named, game, planOf(game, entry), { limits, exact: false, sandbox, onSession() {} })
        if (report.skipped !== undefined) skip(report.skipped)
        mustBeOk(report)
      })
    }
  })
}

function mustBeOk(report: Case) {
  if (!report.ok) throw new Error(stripVTControlCharacters(showCase(report)))
}
