import { rmSync, writeFileSync } from 'node:fs'
import type { Game } from '../../reference/game.ts'
import type { Entry } from '../entries/entry.ts'
import { stage } from '../entries/stage.ts'
import type { Reference } from '../judge/reference/reference.ts'
import { Runner, type RunnerOptions } from '../judge/runner.ts'
import { sampleOf, suiteOf } from '../judge/suites/of-game.ts'
import { processProgram } from '../run/process.ts'
import { Programs } from '../run/programs.ts'
import { WorkerProcess } from '../run/worker/program.ts'
import { type Lines, toBytes } from '../session/bytes.ts'
import { trialSilence, trialSilenceInWorker } from '../session/limits.ts'
import type { Input } from '../session/script.ts'

/**
 * Runs programs in some sessions. The judge is slower and decides in the end.
 * @param isInWorker set if they can be run in the worker of their runtime, if that has one
 */
export async function openTrials(
  entry: Entry,
  isInWorker: boolean,
  game: Game<unknown>,
  reference: Reference,
  options: RunnerOptions,
) {
  const staged = await stage(entry)
  if (staged === undefined) throw new Error(`no ${entry.runtime.name}`)
  const programs = new Programs({ ...staged, isLimited: true })
  const { runtime, input } = entry
  const command = isInWorker && runtime.worker !== undefined ? staged.commandFor(runtime.worker) : undefined
  const inWorker = command && new WorkerProcess(programs, { runtime, input, file: staged.file, command, isTrial: true })
  const inProcesses = (source: string) => {
    // The last program may have left files.
    programs.forgetFiles()
    staged.restore()
    rmSync(staged.file, { force: true })
    writeFileSync(staged.file, toBytes(source), 'latin1')
    return processProgram(programs, staged.command, input)
  }
  const refused = new Set<string>()
  const { few, rest } = sessionsOf(game, input, inWorker !== undefined)
  /**
   * The sessions to play first: those that refuted a program, the latest first, as they are likely to refute others. To
   * begin with, one of `few`.
   */
  let known: readonly Lines[] = few.splice(0, 1)

  /** @param lines a session that shows why */
  function refuse(source: string, lines?: Lines) {
    refused.add(source)
    if (lines !== undefined) known = [lines, ...known.filter((other) => other !== lines)]
  }

  /** @param groups sessions; a group is played if the one before has passed */
  async function passesGroups(source: string, groups: readonly (readonly Lines[])[]) {
    const program = inWorker?.programOf(source) ?? inProcesses(source)
    const milliseconds = inWorker === undefined ? trialSilence : trialSilenceInWorker
    const runner = new Runner(program, reference, input, { ...options, limits: { milliseconds } })
    for (const sessions of groups) {
      // One that cannot be run now, whatever the reason, counts as wrong, too.
      const result = await runner.playAll(sessions.values()).catch(() => undefined)
      if (result?.failed.length === 0 && result.unknown === undefined) continue
      refuse(source, result?.failed[0]?.lines)
      return false
    }
    return true
  }

  return {
    refused,
    refuse,
    /** Tells whether a program passes a few sessions that most wrong programs fail. */
    passes: (source: string) => passesGroups(source, [known.slice(0, 1), [...known.slice(1), ...few]]),
    /** Tells whether a program passes all sessions: whether the judge is likely to accept it. */
    passesAll: (source: string) => passesGroups(source, [known, few, rest]),
    close() {
      programs.close()
      staged.remove()
    },
  }
}

/** @see openTrials */
export type Trials = Awaited<ReturnType<typeof openTrials>>

/**
 * The sessions of the trials: `few` are random sessions, a sample of the positions with each way to end, and all lines
 * that are refused. In a worker, they include lines after the end of a game, and `rest` is all positions (many random
 * sessions if the game is too large). In real processes, `rest` is the lines after the end. With interactive input, no
 * lines come after the end.
 */
function sessionsOf(game: Game<unknown>, input: Input, isInWorker: boolean): { few: Lines[]; rest: readonly Lines[] } {
  const all = suiteOf(game, 'positions') ?? suiteOf(game, 'random', { seed: 2, runs: isInWorker ? 1000 : 50 })
  const leftover = input === 'interactive' ? [] : suiteOf(game, 'leftover').sessions
  const random = suiteOf(game, 'random', { runs: isInWorker ? 12 : 5 })
  const few = [random, sampleOf(game, all), suiteOf(game, 'repetition')].flatMap(({ sessions }) => [...sessions])
  return isInWorker ? { few: [...few, ...leftover], rest: [...all.sessions] } : { few, rest: leftover }
}
