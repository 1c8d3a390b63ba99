import { rmSync, writeFileSync } from 'node:fs'
import type { Game } from '../../reference/game.ts'
import type { Entry } from '../entries/entry.ts'
import { type Staged, stage } from '../entries/stage.ts'
import { explore } from '../games/explore.ts'
import { sampleOf } from '../judge/plan.ts'
import { Runner, type Terms } from '../judge/runner.ts'
import { positionsSuite } from '../judge/suites/cover.ts'
import { leftoverSuite } from '../judge/suites/habits.ts'
import { randomSuite } from '../judge/suites/random.ts'
import { processProgram } from '../run/process.ts'
import { Programs } from '../run/programs.ts'
import { workerPrograms } from '../run/worker/program.ts'
import { type Lines, toBytes } from '../session/bytes.ts'
import { trialSilence, trialSilenceInWorker } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import type { Input } from '../session/script.ts'

/**
 * Runs programs in a few sessions, and, if they pass, in more. The judge is slower and decides in the end.
 * @param isInWorker set if they can be run in the worker of their runtime, if that has one
 */
export async function openTrials(entry: Entry, isInWorker: boolean, game: Game<unknown>, terms: Terms) {
  const staged = await stage(entry)
  if (staged === undefined) throw new Error(`no ${entry.runtime.name}`)
  const programs = new Programs({ ...staged, isLimited: true })
  const { runtime, input } = entry
  const command = isInWorker && runtime.worker !== undefined ? staged.ours(runtime.worker) : undefined
  const inWorker = command && workerPrograms(programs, { runtime, input, file: staged.file, command })
  const prepared = (source: string) => inWorker?.programOf(source) ?? inProcesses(entry, source, staged, programs)
  const refused = new Set<string>()
  let sessions = sessionsOf(game, input, inWorker !== undefined)

  /** @param lines a session that shows why: it is likely to refuse others, and comes first from now on */
  function refuse(source: string, lines?: Lines) {
    refused.add(source)
    if (lines !== undefined) sessions = [lines, ...sessions.filter((other) => other !== lines)]
  }

  return {
    refused,
    refuse,
    async passes(source: string) {
      // A program that a busy machine could not start, or a compiler rejects, costs a byte, not the search.
      const program = await Promise.resolve(prepared(source)).catch(() => undefined)
      if (program === undefined) return false
      const milliseconds = inWorker === undefined ? trialSilence : trialSilenceInWorker
      const player = new Runner(program, { ...terms, limits: { milliseconds } })
      // Most are refused by the first session: only those that pass it are worth several at a time.
      let isRight = true
      for (const some of [sessions.slice(0, 1), sessions.slice(1)]) {
        const result = await player.playAll(some.values()).catch(() => undefined)
        isRight &&= result?.failed.length === 0 && result.unknown === undefined
        if (isRight) continue
        refuse(source, result?.failed[0]?.lines)
        break
      }
      program.close()
      return isRight
    },
    close() {
      programs.close()
      staged.remove()
    },
  }
}

/** @see openTrials */
export type Trials = Awaited<ReturnType<typeof openTrials>>

/** A program that is ready to be tried, in real processes. */
async function inProcesses(entry: Entry, source: string, staged: Staged, programs: Programs): Promise<Program> {
  const { runtime, input } = entry
  const { file, command } = staged
  if (runtime.compile === undefined) {
    // Traces of the last one are gone.
    staged.restore()
    rmSync(file, { force: true })
    writeFileSync(file, toBytes(source), 'latin1')
    return processProgram(programs, command, input)
  }
  const compiled = await stage({ ...entry, source })
  if (compiled === undefined) throw new Error(`no ${runtime.name}`)
  const own = new Programs({ ...compiled, isLimited: true })
  return {
    play: processProgram(own, compiled.command, input).play,
    close() {
      own.close()
      compiled.remove()
    },
  }
}

/**
 * The sessions of the trials: a few random ones, then all positions; or many random ones if there are too many. In real
 * processes, it is a sample. Lines behind the end of a game come last, where they can be there.
 */
function sessionsOf(game: Game<unknown>, input: Input, isInWorker: boolean): Lines[] {
  const positions = explore(game)
  const runs = isInWorker ? 1000 : 50
  const all = positions === undefined ? randomSuite(game, { seed: 2, runs }) : positionsSuite(game, positions)
  const few = isInWorker
    ? [...randomSuite(game, { seed: 1, runs: 40 }).sessions, ...all.sessions]
    : [...sampleOf(game, all).sessions, ...randomSuite(game, { seed: 1, runs: 5 }).sessions]
  return input === 'interactive' ? few : [...few, ...leftoverSuite(game, { seed: 1 }).sessions]
}
