import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, test } from 'vitest'
import { writeWhole } from '../base/files.ts'
import { findEntries } from '../entries/entry.ts'
import { type JudgeOptions, judge } from '../judge/judge.ts'
import { planner } from '../judge/plan.ts'
import type { SuiteName } from '../judge/suites/suite.ts'
import type { Case } from '../report/report.ts'
import { showCase } from '../report/table.ts'
import { userContext } from '../run/launcher.ts'
import { openSandbox } from '../run/sandbox.ts'
import { gamesWith } from '../transcripts/command.ts'
import { recordAgain } from '../transcripts/record.ts'
import { findTranscripts, formatTranscript, readTranscript } from '../transcripts/transcript.ts'
import { Verifier } from '../transcripts/verify.ts'

interface TestOptions {
  /** The file of a game of your own. */
  readonly game?: string
  /** The longest silence of a program, in seconds; 2 by default. */
  readonly timeout?: number
  /** The sandbox: by default `auto` for entries, and `off` for transcripts. */
  readonly sandbox?: 'auto' | 'require' | 'off'
}

/** Sessions have limits of their own. */
const noTimeout = { timeout: 0 }

/**
 * Registers a Vitest test for each transcript below a folder, named by its path. The test runs the session again with the
 * input sent line by line and all at once (`# pty: only`: in a pseudo-terminal), and fails with the difference, or with
 * file and line where the transcript is malformed. `vitest -u` writes what the program says now.
 * @param folder relative to the current folder
 * @param options `command`: what to run in place of the recorded commands, as behind `--` of `ninehole verify`
 * @throws if the folder is missing or has no transcripts
 */
export function transcripts(
  folder: string,
  options: TestOptions & { readonly command?: readonly string[] } = {},
): void {
  const { command = [], game, timeout = 2, sandbox: choice = 'off' } = options
  describe(folder, async () => {
    const sandbox = await openSandbox(choice)
    const games = await gamesWith(game)
    const limits = { milliseconds: timeout * 1000 }
    const context = userContext(sandbox)
    const verifier = new Verifier({ ...(command.length > 0 && { command }), games, limits, context })
    afterAll(() => verifier.close())
    for (const path of findTranscripts([folder])) {
      test.concurrent(path, noTimeout, async ({ expect }) => {
        const transcript = readTranscript(path)
        const reports = await verifier.verify(transcript)
        const isUpdate = expect.getState().snapshotState.snapshotUpdateState === 'all' && command.length === 0
        if (!isUpdate || reports.every(({ ok }) => ok)) return reports.forEach(mustBeOk)
        const again = await recordAgain(transcript, games, limits, context)
        writeWhole(path, formatTranscript(again.transcript), { expected: formatTranscript(transcript) })
        console.log(`${path}: written, as its program has changed`)
      })
    }
  })
}

/**
 * Registers a Vitest test for each entry below a folder, named by its path; they run at the same time. An entry must
 * get the verdict AC, or the one that its folder in `rejected/` names, and break the rule that this names. The test fails
 * with the shortest session that shows what is wrong, and is skipped if the runtime is not installed.
 * @param folder relative to the current folder
 * @param options `suites`: those that entries are held to; by default those that take a few seconds
 * @throws if the folder is missing, has no entries, or one cannot be read
 */
export function entries(folder: string, options: TestOptions & { readonly suites?: readonly SuiteName[] } = {}): void {
  const { game, timeout = 2, sandbox: choice = 'auto', suites } = options
  const hints = game === undefined ? {} : { game }
  const withSuites = (...usual: SuiteName[]) => {
    const judging: JudgeOptions = { ...hints, limits: { milliseconds: timeout * 1000 }, suites: suites ?? usual }
    return { judging, planJob: planner(judging) }
  }
  const [everyMove, someGames] = [withSuites('transitions', 'fixtures'), withSuites('fixtures', 'random')]
  describe(folder, async () => {
    const sandbox = await openSandbox(choice)
    for (const found of findEntries([folder], hints)) {
      test.concurrent(found.path, noTimeout, async ({ skip }) => {
        const { judging, planJob } = found.runtime.worker === undefined ? someGames : everyMove
        const { report } = await judge(await planJob(found), { ...judging, sandbox })
        if (report.skipped !== undefined) skip(report.skipped)
        mustBeOk(report)
      })
    }
  })
}

function mustBeOk(report: Case) {
  if (!report.ok) throw new Error(stripVTControlCharacters(showCase(report)))
}
