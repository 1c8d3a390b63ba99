import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, bench } from 'vitest'
import { packageRoot } from '../../base/package-root.ts'
import { locate, runtimes } from '../../entries/runtimes.ts'
import { here, Programs } from '../../run/programs.ts'
import { toBytes } from '../../session/bytes.ts'
import { exactly, scriptOf } from '../../session/script.ts'
import { shownOf } from '../../session/session.ts'
import { formatTranscript } from '../../transcripts/transcript.ts'
import { type ContestOptions, openContest } from './contest.ts'
import { Findings, fuzz } from './fuzz.ts'
import { stack } from './test-data/stack/game.ts'

/*
 * Counts the faults that random sessions find: twenty small programs in three languages, each wrong in one deep state, each
 * for so many seconds (SECONDS, 60), in four ways of choosing what is typed.
 */
const seconds = Number(process.env.SECONDS ?? 60)
const folder = mkdtempSync(join(tmpdir(), 'ninehole-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

const data = (file: string) => join(packageRoot, 'harness/judge/fuzz/test-data/stack', file)
const program = async (name: string) => {
  const runtime = runtimes.find((one) => one.name === name)
  return (runtime && (await locate(runtime))?.program) ?? name
}
const programs = [
  { command: [await program('perl'), data('stack.pl')], faults: [1, 2, 3, 4, 5, 6, 7] },
  { command: [await program('lua'), data('stack.lua')], faults: [8, 9, 10, 11, 12, 13, 14] },
  { command: ['sh', data('stack.sh')], faults: [15, 16, 17, 18, 19, 20] },
]

const words = stack.legal(undefined as never)
/** Sessions as somebody may have recorded them: thirty lines each, of no particular plan. */
for (const session of [1, 2, 3]) {
  const lines = Array.from(
    { length: 30 },
    (_, index) => words[(session * 7919 + index * index * 31 + index * 17) % words.length],
  )
  const typed = lines.filter((line) => line !== undefined && line !== 'quit').map((line) => toBytes(line as string))
  const shown = shownOf(exactly(scriptOf(stack, typed)))
  const text = formatTranscript({ comments: ['# prompt: ^> '], command: 'stack', session: shown })
  writeFileSync(join(folder, `${session}.transcript`), text, 'latin1')
}

const game = { game: stack, name: 'stack', start: [], options: [] }
const ways: Readonly<Record<string, Partial<ContestOptions> & { isPlain?: boolean }>> = {
  'a game': {},
  '--words': { words: words.join(' ') },
  '--like': { like: [folder] },
  'plain random choice of words': { words: words.join(' '), isPlain: true },
}

/** The time until a fault is found, in milliseconds; undefined if it is not. */
async function timeFor(
  command: readonly string[],
  { isPlain = false, ...way }: Partial<ContestOptions> & { isPlain?: boolean },
) {
  const running = new Programs(here())
  const competitors = [{ name: command.join(' '), words: command }]
  const contest = await openContest(running, { game, limits: { milliseconds: 2000 }, ...way, competitors })
  const findings = new Findings()
  const began = performance.now()
  const { reference, choices, lines, run } = contest
  const search = { reference, choices, lines, run, isPlain, seed: 1, runs: 1e9, milliseconds: seconds * 1000 }
  await fuzz(findings, { ...search, signal: new AbortController().signal, onSession() {} })
  running.close()
  return findings.failed[0] === undefined ? undefined : performance.now() - began
}

for (const [name, way] of Object.entries(ways)) {
  const found: string[] = []
  const run = async () => {
    for (const { command, faults } of programs) {
      for (const fault of faults) {
        const time = await timeFor([...command, String(fault)], way)
        if (time !== undefined) found.push(`${fault} (${(time / 1000).toFixed(1)} s)`)
      }
    }
  }
  const teardown = (_: unknown, mode: string) => {
    if (mode === 'run')
      process.stdout.write(`${found.length} of 20 faults found by ${name} in ${seconds} s each: ${found.join(', ')}\n`)
  }
  bench(name, run, { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0, throws: true, teardown })
}
