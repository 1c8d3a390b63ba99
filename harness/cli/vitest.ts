import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, test } from 'vitest'
import { findEntries } from '../entries/entry.ts'
import { jobPlanner } from '../judge/job.ts'
import { type JudgeOptions, judge } from '../judge/judge.ts'
import type { SuiteName } from '../judge/suites/suite.ts'
import type { Case } from '../report/report.ts'
import { showCase } from '../report/table.ts'
import { openSandbox } from '../run/sandbox.ts'
import { findTranscripts, readTranscript } from '../transcripts/transcript.ts'
import { gamesWith, openVerifier } from '../transcripts/verify.ts'

interface TestOptions {
  /** The file of a game of your own. */
  readonly game?: string
  /** The longest silence of a program, in seconds; 2 by default. */
  readonly timeout?: number
  /** The program to run in place of the first word of recorded commands, and its first arguments. */
  readonly command?: readonly string[]
  /** A sandbox for entries; by default `auto`: if there is one. */
  readonly sandbox?: 'auto' | 'require' | 'off'
}

export type TranscriptTests = Omit<TestOptions, 'sandbox'>
export type EntryTests = Omit<TestOptions, 'command'>

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
  describe(folder, async () => {
    const verifier = openVerifier({ command, games: await gamesWith(game), limits: { milliseconds: timeout * 1000 } })
    afterAll(() => verifier.close())
    for (const path of findTranscripts([folder])) {
      test.concurrent(path, noTimeout, async () => {
        for (const report of await verifier.verify(readTranscript(path))) mustBeOk(report)
      })
    }
  })
}

/**
 * Registers a Vitest test for each entry below a folder, named by its path. An entry must get the verdict AC, or the one
 * that its folder in `rejected/` names, and break the rule that this names. Entries for Node and Bun are held to all moves and refusals, others to fifty random
 * games, the same each time, and all to the game's fixtures; `ninehole judge` runs more. The test fails with the shortest
 * session that shows what is wrong, and is skipped if the runtime is not installed.
 * @param folder relative to the current folder
 * @throws if the folder is missing, has no entries, or one cannot be read
 */
export function entries(folder: string, { game, timeout = 2, sandbox: choice = 'auto' }: EntryTests = {}): void {
  const options = { limits: { milliseconds: timeout * 1000 }, ...(game !== undefined && { game }) }
  const withSuites = (...suites: SuiteName[]) => {
    const judging: JudgeOptions = { ...options, suites }
    return { judging, planJob: jobPlanner(judging) }
  }
  const everyMove = withSuites('transitions', 'fixtures')
  const someGames = withSuites('fixtures', 'random')
  describe(folder, async () => {
    const sandbox = await openSandbox(choice)
    for (const found of findEntries([folder], options)) {
      test(found.path, noTimeout, async ({ skip }) => {
        const { judging, planJob } = found.runtime.worker === undefined ? someGames : everyMove
        const { entry, game, plan } = await planJob(found)
        const report = await judge(entry, game, plan, { ...judging, sandbox })
        if (report.skipped !== undefined) skip(report.skipped)
        mustBeOk(report)
      })
    }
  })
}

function mustBeOk(report: Case) {
  if (!report.ok) throw new Error(stripVTControlCharacters(showCase(report)))
}
