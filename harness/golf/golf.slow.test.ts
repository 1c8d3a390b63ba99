// @module-tag slow

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../base/package-root.ts'
import { atOnce, testHost } from '../base/test-helpers.ts'
import { gameOracle } from '../check/oracle.ts'
import { main } from '../cli/main.ts'
import { run } from '../cli/test-helpers.ts'
import { findEntries } from '../entries/entry.ts'
import { byTerser } from '../entries/minify.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { explore } from '../games/explore.ts'
import type { Plan } from '../judge/plan.ts'
import { transitionsSuite } from '../judge/suites/cover.ts'
import { randomSuite } from '../judge/suites/habits.ts'
import { suiteWith } from '../judge/suites/suite.ts'
import { jobOf, reportOn } from '../judge/test-helpers.ts'
import { descendantsOf } from '../run/procfs.ts'
import { entryAt, needs, onlyDeep, testFolder } from '../run/test-helpers.ts'
import { type Golfed, type GolfProgress, golf } from './golf.ts'

// A search starts a process for each program, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const { folder, write: writeFile } = testFolder()

/** A game of one line: `a` ends it, all else is refused. */
const gate: Game<number> = {
  name: 'gate',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer: (_, line) => (line === 'a' ? { output: 'bye\n' } : { output: 'no\n> ', state: 0 }),
  legal: () => ['a'],
  illegal: () => ['b', ''],
  key: String,
}

/** The same without refusals: every program says the same, and the smallest is known. */
const farewell: Game<number> = { ...gate, name: 'farewell', illegal: () => [] }

const farewellFile = `export const farewell = {
  name: 'farewell', prompt: /^> /, open: () => ({ output: '> ', state: 0 }),
  answer: (_, line) => line === 'a' ? { output: 'bye\\n' } : { output: 'no\\n> ', ...(line !== null && { state: 0 }) },
  legal: () => ['a'], illegal: () => [], key: String,
}`

const longGate = `
const say = (text: string) => process.stdout.write(text)
let index = 2
say('> ')
while (process.argv[index++] !== 'a') say('no\\n' + '> ')
say('bye\\n')
process.exit(0)
`

const longFarewell = `
function say(text: string) {
  process.stdout.write(text)
}
say('> ')
say('bye\\n')
`
/** The smallest farewell, with whatever quotes. */
const shortFarewell = /^console\.log\((['"`])> bye\1\)$/

let count = 0
const write = (game: string, source: string, name = 'node-args/entry.ts') =>
  writeFile(join(`${count++}`, game, name), source)

const entryOf = (game: string, source: string) => entryAt(write(game, source))

const judgeOptions = { limits: { milliseconds: 2000 } }

const quick = (game: Game<unknown>): Plan => [
  { suite: atOnce(transitionsSuite(game, { positions: atOnce(explore(game)) })), by: 'worker' },
  { suite: randomSuite(game, { seed: 1, runs: 2 }), by: 'processes' },
]

/** Golfs a program until its progress is enough. */
async function golfedUntil(
  game: Game<unknown>,
  source: string,
  isEnough: (progress: GolfProgress) => unknown,
  plan = quick(game),
) {
  const stop = new AbortController()
  const onProgress = (progress: GolfProgress) => isEnough(progress) && stop.abort()
  const job = jobOf(entryOf(game.name, source), plan, gameOracle(game))
  return (await golf(job, { ...judgeOptions, stop: stop.signal, onProgress })) as Golfed
}

const verdictOf = async (game: Game<unknown>, source: string) =>
  (await reportOn(entryOf(game.name, source), quick(game), judgeOptions, gameOracle(game))).verdict

test('golf keeps the refusals of a game', async () => {
  const result = await golfedUntil(gate, longGate, ({ by }) => by && by !== 'a minifier')
  expect(result.bytes).toBeLessThan(longGate.length)
  expect(result.bytes).toBe(Buffer.byteLength(result.source))
  expect(result.variations).toContain('exit-status')
  expect(await verdictOf(gate, result.source)).toBe('AC')
})

test('golf takes a record that assigns to computed names', async () => {
  const record = readFileSync(join(packageRoot, 'solutions/tic-tac-toe/node-args/record.ts'), 'utf8')
  const plan: Plan = [{ suite: randomSuite(ticTacToe, { seed: 1, runs: 2 }), by: 'worker' }]
  const result = await golfedUntil(ticTacToe, `0;${record}`, ({ by }) => by, plan)
  expect(result.bytes).toBeLessThan(Buffer.byteLength(record) + 2)
})

test('golf goes back to a program that the judge accepts, where the trials let wrong ones pass', async () => {
  // The trials know no session with a refusal; the judge has one.
  const game = { ...gate, name: 'lenient', illegal: () => [] }
  let proofs = 0
  const source = "for(i=2,a='> ';process.argv[i++]!='a';)a+='no\\n> ';console.log(a+'bye')"
  const plan: Plan = [{ suite: suiteWith('refusals', [['b', 'a']]), by: 'worker' }]
  const result = await golfedUntil(game, source, ({ doing }) => doing === 'proving' && ++proofs, plan)
  expect(proofs).toBeGreaterThan(1)
  expect(await verdictOf(gate, result.source)).toBe('AC')
})

test(
  'golf that is stopped by Ctrl-C, which ends the service of esbuild, too, keeps the best so far, proven',
  needs('/proc'),
  async () => {
    const isService = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--service')
    const result = await golfedUntil(farewell, longFarewell, ({ doing, by }) => {
      if (doing !== 'searching' || by === '') return false
      for (const pid of descendantsOf(process.pid).filter(isService)) process.kill(pid, 'SIGINT')
      return true
    })
    expect(result.stopped).toBe(true)
    expect(result.bytes).toBeLessThan(longFarewell.length)
    expect(await verdictOf(farewell, result.source)).toBe('AC')
  },
)

// Programs that anybody could have written, in different styles.
const readable = findEntries([join(packageRoot, 'harness/golf/test-data')])

test.each(readable.map((entry) => [entry.path, entry] as const))(
  'golf makes %s smaller than terser does',
  { ...onlyDeep, timeout: 400_000 },
  async (_, entry) => {
    const options = { ...judgeOptions, seconds: 120, stop: new AbortController().signal }
    const result = (await golf(jobOf(entry, quick(ticTacToe)), options)) as Golfed
    expect(result.bytes).toBeLessThan(Buffer.byteLength((await byTerser(await stripTypes(entry.source))) ?? ''))
  },
)

const ninehole = (...words: string[]) => run(['golf', ...words], { cwd: folder, env: process.env })

/** Writes the game `farewell` with some changes. @returns the options that name it */
function gameWith(name: string, replaced: Readonly<Record<string, string>> = {}) {
  const text = Object.entries(replaced).reduce((text, [from, to]) => text.replace(from, to), farewellFile)
  writeFileSync(join(folder, `${name}.ts`), text.replaceAll('farewell', name))
  return ['--game', join(folder, `${name}.ts`)]
}
const ofFarewell = gameWith('farewell')

test('golf makes an entry smaller until nothing does; it prints the source only, and sums up on standard error', async () => {
  const { stdout, stderr, status } = await ninehole(write('farewell', longFarewell), ...ofFarewell)
  expect(status).toBe(0)
  expect(stdout).toMatch(shortFarewell)
  expect(stderr).toContain(`entry.ts: ${Buffer.byteLength(longFarewell)} bytes became 20; `)
  expect(stderr).toMatch(/; [\d,]+ programs tried; no deletion and no rewrite makes it smaller\n$/)
})

/** Runs `golf` in this process, and does something when its progress line shows a text. */
async function runUntil(text: RegExp, action: () => void, words: readonly string[], signal?: AbortSignal) {
  const host = testHost({ columns: 100, ...(signal && { signal }) })
  const status = main(['golf', ...words], host)
  let said = ''
  await expect.poll(() => (said += host.stderr.text()), { timeout: 200_000, interval: 10 }).toMatch(text)
  action()
  return { status: await status, stdout: host.stdout.text(), stderr: said + host.stderr.text() }
}

test('a signal stops the search: the best so far is printed, not judged', async () => {
  const stop = new AbortController()
  const path = write('gate', longGate)
  const words = [path, ...gameWith('gate', { 'illegal: () => []': "illegal: () => ['b', '']" }), '--output', path]
  const { status, stdout, stderr } = await runUntil(/last by/, () => stop.abort('SIGTERM'), words, stop.signal)
  expect([status, readFileSync(path, 'utf8')]).toEqual([143, longGate])
  expect(stdout.length).toBeLessThan(longGate.length)
  expect(stderr).toMatch(/ bytes became [1-9]\d*; not judged, but has passed its trials; [\d,]+ programs? tried\n$/)
})

test('a file that was changed meanwhile is not written: the source is printed', async () => {
  const path = write('farewell', `0;console.log('> bye')`)
  const words = [path, ...ofFarewell, '--output', path]
  const { status, stdout, stderr } = await runUntil(/searching/, () => writeFileSync(path, 'edited'), words)
  expect([status, readFileSync(path, 'utf8')]).toEqual([2, 'edited'])
  expect(stdout).toMatch(/console\.log/)
  expect(stderr).toMatch(/entry\.ts: changed meanwhile: not written\n$/)
})

test('--output may be the entry, and nothing is left beside it', async () => {
  const path = write('farewell', `0;console.log('> bye')`)
  expect(await ninehole(path, ...ofFarewell, '--output', path)).toMatchObject({ stdout: '', status: 0 })
  expect(readdirSync(dirname(path))).toEqual(['entry.ts'])
  expect(readFileSync(path, 'utf8')).toMatch(shortFarewell)
})

test.each([
  ['golf takes variations', [], /^console\.log\((['"`])> bye\1\)$/],
  ['golf keeps the exact form with --exact', ['--exact'], /^console\.log\((['"`])> bye!\1\)$/],
])('%s', async (_, options, smallest) => {
  const end = "['bye', { name: 'mark', oneOf: ['!'], times: '?', exact: '!' }, '\\n']"
  const path = write('mark', "0;console.log('> bye!')")
  expect((await ninehole(path, ...gameWith('mark', { "'bye\\n'": end }), ...options)).stdout).toMatch(smallest)
})

const wrong = longFarewell.replace('bye', 'Bye')
const tooSlow = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,1500)'

test.each([
  ['a slow entry', write('farewell', tooSlow), ['--seconds', '1'], 'not judged within 1 s: it needs more time', 1],
  ['a wrong entry', write('farewell', wrong), [], 'WA: .*golf takes a correct entry', 1],
  ['an entry in Perl', write('farewell', '', 'perl-args/a.pl'), [], 'golf takes JavaScript and TypeScript only', 2],
])('golf refuses %s, and says why', async (_, path, options, why, status) => {
  const stderr = expect.stringMatching(new RegExp(`^ninehole: \\S+: ${why}\n$`))
  expect(await ninehole(path, ...ofFarewell, ...options)).toEqual({ stdout: '', stderr, status })
})

test('golf takes an entry for a runtime of a project, and tries it in processes', async () => {
  const row = { name: 'mine', extension: '.js', run: ['node', '{file}'] }
  writeFileSync(join(folder, 'ninehole.runtimes.json'), JSON.stringify([row]))
  const path = write('farewell', "0;console.log('> bye')", 'mine-args/entry.js')
  expect((await ninehole(path, ...ofFarewell)).stdout).toMatch(shortFarewell)
})
