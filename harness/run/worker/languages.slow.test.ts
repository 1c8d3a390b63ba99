// @module-tag slow

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { locate } from '../../entries/installed.ts'
import { type Runtime, runtimes } from '../../entries/runtimes.ts'
import { skippedFor, testFolder } from '../../run/test-helpers.ts'
import { type Lines, toBytes } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'
import type { Script, Session } from '../../session/session.ts'
import { unscriptedProgram } from '../../transcripts/converse.ts'
import { Launcher } from '../launcher.ts'
import { processProgram } from '../process.ts'
import { WorkerProcess } from './program.ts'
import { bun, node } from './test-data/javascript.ts'

/** A session in a worker shows what a real process shows, to the byte, or the worker says that it cannot tell. */

const { folder } = testFolder()
const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' }
const programs = new Launcher({ cwd: folder, env, isLimited: true })
afterAll(() => programs.close())
const limits = { milliseconds: 20_000 }
let files = 0

/** A session in which anything may be said; an interactive one is cut off where a line more is asked for. */
const scriptOf = (lines: Lines, input: Input): Script => ({
  turns: [...lines.map((answer) => ({ output: null, answer })), { output: null }],
  end: input === 'interactive' ? { how: 'cut' } : { how: 'exit', status: 0 },
})

/** The part of a session that is compared: a worker does not keep standard error. */
const shown = ({ turns, end, stderr }: Session) => ({ turns, end, stderr: stderr !== undefined })

/** Plays sessions in a worker, of which the first is a call of its own, and each different one in a real process. */
async function playBoth(runtime: Runtime, program: string, input: Input, source: string, sessions: readonly Lines[]) {
  const file = join(folder, `${++files}${runtime.isCommonJs ? '.cjs' : runtime.extension}`)
  writeFileSync(file, toBytes(source), 'latin1')
  const [, ...words] = runtime.run
  const command = (script: string) => [program, ...words.map((word) => (word === '{file}' ? script : word))]
  const worker = new WorkerProcess(programs, { runtime, input, file, command: command(runtime.worker ?? '') })
  const { playMany } = worker.programOf(source)
  const real =
    input === 'interactive'
      ? unscriptedProgram(programs, command(file))
      : processProgram(programs, command(file), input)
  const scripts = sessions.map((lines) => scriptOf(lines, input))
  const played: Session[] = []
  for (const some of [scripts.slice(0, 1), scripts.slice(1)]) played.push(...((await playMany?.(some, limits)) ?? []))
  worker.close()
  for (const { end } of played) if (end.how === 'unknown') return { played: 'unsupported', why: end.why } as const
  const truths = new Map<string, Promise<Session>>()
  const truth = scripts.map((script) => {
    const key = JSON.stringify(script)
    const playing = truths.get(key) ?? real.play(script, limits)
    truths.set(key, playing)
    return playing
  })
  return { played: played.map(shown), truth: (await Promise.all(truth)).map(shown) }
}

const sessions: readonly Lines[] = [
  ['1', '2'],
  ['3', '', 'x\r', 'a b\rc', '\xc3\xa9\xff'],
  ['1', '2'],
]

describe.each([
  ['node', node],
  ['bun', bun],
] as const)('%s', { concurrent: true }, async (name, programs) => {
  const runtime = runtimes.find((row) => row.name === name)
  if (runtime === undefined) throw new Error(name)
  const located = await locate(runtime)
  const installed = skippedFor(located ? undefined : `${name} is not installed`)
  const play = (input: Input, source: string) => playBoth(runtime, located?.program ?? '', input, source, sessions)

  for (const input of ['stdin', 'args', 'interactive'] as const)
    test.each(programs[input])(`${input}: %j`, installed, async (source) => {
      const { played, truth } = await play(input, source)
      expect(played).toEqual(truth)
    })

  test.each(programs.unsupported)('only real processes: %j', installed, async (source) => {
    expect(await play('stdin', source)).toEqual({ played: 'unsupported', why: expect.stringMatching(/^\S/) })
  })

  test.each(programs.carriedOver)('changes what outlives a session: %j', installed, async (source) => {
    const { played, truth } = await play('stdin', source)
    if (played !== 'unsupported') expect(played).toEqual(truth)
  })
})
