import { rmSync, writeFileSync } from 'node:fs'
import type { Game } from '../../reference/game.ts'
import { runInSteps } from '../base/steps.ts'
import { Check } from '../check/check.ts'
import { stage } from '../entries/stage.ts'
import { explore } from '../games/explore.ts'
import type { JudgeOptions } from '../judge/judge.ts'
import type { Job } from '../judge/plan.ts'
import { sampleOf, transitionsSuite } from '../judge/suites/cover.ts'
import { leftoverSuite, randomSuite, repetitionSuite } from '../judge/suites/habits.ts'
import { Launcher, sessionsAtATime } from '../run/launcher.ts'
import { processProgram } from '../run/process.ts'
import { openWorker } from '../run/worker/program.ts'
import { type Lines, toBytes } from '../session/bytes.ts'
import type { Input } from '../session/script.ts'

/** Milliseconds of silence: if a right program is slower, golf misses a byte, no more. */
const maxSilence = 300
/** In a worker, where no program has to start, but a report comes every 20 ms only. */
const maxSilenceInWorker = 75

/**
 * Runs programs in some sessions; the judge decides in the end.
 * @param job an entry; its plan has the sessions if its oracle is no game
 * @param isInWorker allows the worker of the runtime, if there is one
 */
export async function openTrials({ entry, oracle, plan }: Job, isInWorker: boolean, { exact = false }: JudgeOptions) {
  const { game } = oracle
  const staged = await stage(entry)
  if (staged === undefined) throw new Error(`no ${entry.runtime.name}`)
  const programs = new Launcher({ ...staged, isLimited: true, forgetsFiles: true })
  const { runtime, input } = entry
  const command = isInWorker && runtime.worker !== undefined ? staged.commandFor(runtime.worker) : undefined
  const inWorker = command && openWorker(programs, { runtime, input, file: staged.file, command, isTrial: true })
  const inProcesses = (source: string) => {
    staged.restore()
    rmSync(staged.file, { force: true })
    writeFileSync(staged.file, toBytes(source), 'latin1')
    return processProgram(programs, staged.command, input)
  }
  const refused = new Set<string>()
  const { few, rest } =
    game === undefined
      ? { few: plan.flatMap(({ suite }) => [...suite.inputs()]), rest: [] }
      : await sessionsOf(game, input, inWorker !== undefined)
  /** Sessions to play first: those that refuted a program, the latest first; to begin with, one of `few`. */
  let known: readonly Lines[] = few.splice(0, 1)

  function refuse(source: string, lines?: Lines) {
    refused.add(source)
    if (lines !== undefined) known = [lines, ...known.filter((other) => other !== lines)]
  }

  /** Plays a few sessions that most wrong programs fail, or all of them. */
  async function passes(source: string, isAll = false) {
    const program = inWorker?.programOf(source) ?? inProcesses(source)
    const playing = {
      limits: { milliseconds: inWorker === undefined ? maxSilence : maxSilenceInWorker },
      demands: { exact, status: game === undefined },
      concurrency: sessionsAtATime(),
      replays: 0,
    }
    const check = new Check(oracle, program, input, playing)
    for (const sessions of [known.slice(0, 1), [...known.slice(1), ...few], isAll ? rest : []]) {
      // A program that cannot be run now, whatever the reason, counts as wrong, too.
      const failed = await check.runAll(sessions).catch(() => null)
      if (failed === undefined) continue
      refuse(source, failed?.input as Lines | undefined)
      return false
    }
    return true
  }

  return {
    refused,
    refuse,
    passes,
    close() {
      programs.close()
      staged.remove()
    },
  }
}

export type Trials = Awaited<ReturnType<typeof openTrials>>

/**
 * Chooses the sessions. `few`: random ones, a sample of all moves, and all lines that are refused; `rest`: all moves (many
 * random sessions if the game is too large) in a worker, lines after the end in real processes.
 */
async function sessionsOf(game: Game<unknown>, input: Input, isInWorker: boolean) {
  const positions = await runInSteps(explore(game))
  const all = positions
    ? await runInSteps(transitionsSuite(game, { quick: true, positions }))
    : randomSuite(game, { seed: 2, runs: isInWorker ? 1000 : 50 })
  const rest = [...all.inputs()]
  const leftover = input === 'interactive' ? [] : [...leftoverSuite(game, {}).inputs()]
  const few = [
    ...randomSuite(game, { runs: isInWorker ? 12 : 5 }).inputs(),
    ...(await runInSteps(sampleOf(game, rest, 20))),
    ...repetitionSuite(game).inputs(),
  ]
  return isInWorker ? { few: [...few, ...leftover], rest } : { few, rest: leftover }
}
