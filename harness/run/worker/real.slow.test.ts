// @module-tag slow

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { packageRoot } from '../../base/package-root.ts'
import { type Entry, findEntries } from '../../entries/entry.ts'
import { runtimes } from '../../entries/runtimes.ts'
import { stage } from '../../entries/stage.ts'
import { gameReference } from '../../judge/reference/reference.ts'
import { Runner } from '../../judge/runner.ts'
import { games, type WrongEntry } from '../../judge/test-data/wrong-entries/entry.ts'
import { reading } from '../../judge/test-data/wrong-entries/programs.ts'
import { outputOf } from '../../session/session.ts'
import { processProgram } from '../process.ts'
import { Programs } from '../programs.ts'
import { workerProgram } from './program.ts'

type PlayedSource = Pick<Entry, 'source' | 'runtime' | 'input' | 'path'>

/** Plays sessions in process and in real processes; sessions as lines parted by spaces. */
async function compare({ source, runtime, input, path }: PlayedSource, sessions: readonly string[]) {
  const staged = await stage({ source, runtime, input, path } as Entry)
  if (staged === undefined || runtime.worker === undefined) throw new Error(`cannot run ${path}`)
  const options = { limits: { milliseconds: 20_000 } }
  const reference = gameReference(ticTacToe)
  const programs = new Programs(staged)
  const worker = workerProgram(programs, {
    source,
    runtime,
    input,
    command: staged.ours(runtime.worker),
    file: staged.file,
  })
  const real = processProgram(programs, staged.command, input)
  const players = [worker, real].map((program) => new Runner(program, reference, input, options))
  try {
    const compared = []
    for (const session of sessions) {
      const lines = session.split(' ')
      const [inProcess, inReal] = await Promise.all(players.map((player) => player.outcome(lines)))
      const written = outputOf(inReal?.played ?? { turns: [] })
      // A real session is stopped where its verdict is certain.
      const output = outputOf(inProcess?.played ?? { turns: [] }).slice(0, written.length)
      const isUnsupported = inProcess?.played.end.how === 'unknown'
      const isRight = isUnsupported ? 'unsupported' : inProcess?.verdict === 'AC'
      compared.push({ output, real: written, verdict: inReal?.verdict, isRight })
      if (isUnsupported) break
    }
    return compared
  } finally {
    worker.close()
    programs.close()
    staged.remove()
  }
}

const runtimeOf = (name: string) => {
  const found = runtimes.find((runtime) => runtime.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

const asSource = ({
  source,
  runtime = 'bun',
  input = 'interactive',
}: Omit<WrongEntry, 'name' | 'verdict'>): PlayedSource => ({
  source,
  runtime: runtimeOf(runtime),
  input,
  path: 'entry.ts',
})

async function sayTheSame(entry: PlayedSource, sessions: readonly string[]) {
  for (const { output, real, verdict, isRight } of await compare(entry, sessions)) {
    expect(output).toBe(real)
    expect(isRight).toBe(verdict === 'AC')
  }
}

const accepted = findEntries([join(packageRoot, 'solutions/tic-tac-toe')]).filter(
  ({ runtime, path }) => runtime.worker !== undefined && !path.includes('rejected'),
)

test.each(accepted.map((entry) => [entry.path, entry] as const))('the same bytes in process: %s', async (_, entry) => {
  await sayTheSame(entry, [games.refused, games.tie])
})

/** Code that is true in a real process only. */
const real: readonly (readonly ['node' | 'bun', string])[] = [
  ['node', `__filename === process.argv[1] && __filename.endsWith('/entry.cjs')`],
  ['bun', `__filename === process.argv[1] && __filename.endsWith('/entry.ts')`],
  ['node', `__dirname === process.cwd() && require('node:path').dirname(__dirname) === process.env.HOME`],
  ['node', `module.id`],
  ['bun', `module.id`],
  ['node', `require.main === module && process.mainModule === module`],
  ['bun', `require.main === module && module.filename === __filename`],
  ['node', `process.ppid`],
  ['bun', `process.ppid`],
  ['node', `new Error().stack.split('\\n').length > 5`],
  ['bun', `/^Error\\n.*at/.test(new Error().stack)`],
  ['node', `process.argv0 === ${JSON.stringify(process.execPath)}`],
  ['node', `process.execPath === process.argv[0] && process.execPath === ${JSON.stringify(process.execPath)}`],
  ['bun', `/bun/.test(process.execPath) && process.argv[0] === process.execPath`],
  ['bun', `(() => { try { null.x } catch (e) { return !/Cannot read/.test(e.message) } })()`],
  ['node', `(() => { try { null.x } catch (e) { return /Cannot read/.test(e.message) } })()`],
  ['node', `new Date().getFullYear() > 2000 && Date.now() > performance.timeOrigin`],
  ['bun', `new Date().getFullYear() > 2000 && performance.now() > 0`],
]

test.each(real)('%s: a program that is wrong where %s is not right in process', async (runtime, condition) => {
  const entry = asSource({ runtime, source: reading({ first: `if (${condition}) process.exit(1)` }) })
  for (const { verdict, isRight } of await compare(entry, [games.xWins, games.tie])) {
    expect(verdict).not.toBe('AC')
    expect(isRight).not.toBe(true)
  }
})
