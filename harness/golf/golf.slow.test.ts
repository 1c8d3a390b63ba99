// @module-tag slow

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../base/package-root.ts'
import { testHost } from '../base/test-helpers.ts'
import { main } from '../cli/main.ts'
import { run } from '../cli/test-helpers.ts'
import { findEntries } from '../entries/entry.ts'
import { byTerser } from '../entries/minify.ts'
import { stripTypes, versionOf } from '../entries/runtimes.ts'
import { explore } from '../games/explore.ts'
import type { Plan } from '../judge/plan.ts'
import { gameReference } from '../judge/reference/reference.ts'
import { transitionsSuite } from '../judge/suites/cover.ts'
import { leftoverSuite, randomSuite } from '../judge/suites/habits.ts'
import { reportOn } from '../judge/test-helpers.ts'
import { descendantsOf } from '../run/procfs.ts'
import { entryAt, needs, onlyDeep, testFolder } from '../run/test-helpers.ts'
import { type Golfed, type GolfOptions, type GolfProgress, golf } from './golf.ts'
import { minifier } from './search.ts'

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
while (process.argv[index++] !== 'a') {
  say('no\\n' + '> ')
}
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

const entryOf = (game: string, source: string, name?: string) => entryAt(write(game, source, name))

const quick = (game: Game<unknown>): Plan => [
  { suite: transitionsSuite(game, explore(game) ?? []), by: 'worker' },
  { suite: randomSuite(game, { seed: 1, runs: 2 }), by: 'processes' },
]

const golfed = (game: Game<unknown>, source: string, options: Partial<GolfOptions> = {}, plan = quick(game)) =>
  golf(
    { entry: entryOf(game.name, source), reference: gameReference(game), plan },
    {
      limits: { milliseconds: 2000 },
      stop: new AbortController().signal,
      ...options,
    },
  )

const options = { limits: { milliseconds: 2000 }, stop: new AbortController().signal }
const judgeOptions = { limits: { milliseconds: 2000 } }

const verdictOf = async (game: Game<unknown>, source: string) =>
  (await reportOn(entryOf(game.name, source), quick(game), judgeOptions, gameReference(game))).verdict

describe('golf', () => {
  test('keeps the refusals of a game', async () => {
    const stop = new AbortController()
    const onProgress = ({ by }: GolfProgress) => by && by !== minifier && stop.abort()
    const result = (await golfed(gate, longGate, { stop: stop.signal, onProgress })) as Golfed
    expect(result.bytes).toBeLessThan(result.minified)
    expect(result.bytes).toBe(Buffer.byteLength(result.source))
    expect(await verdictOf(gate, result.source)).toBe('AC')
  })

  test('takes a record that assigns to computed names', async () => {
    const record = readFileSync(join(packageRoot, 'solutions/tic-tac-toe/node-args/record.ts'), 'utf8')
    const stop = new AbortController()
    const onProgress = ({ by }: GolfProgress) => by && stop.abort()
    const plan: Plan = [{ suite: randomSuite(ticTacToe, { seed: 1, runs: 2 }), by: 'worker' }]
    const result = (await golfed(ticTacToe, `0;${record}`, { stop: stop.signal, onProgress }, plan)) as Golfed
    expect(result.bytes).toBeLessThan(Buffer.byteLength(record) + 2)
  })

  test('goes back to a program that the judge accepts, where the trials let wrong ones pass', async () => {
    // The trials know no session with a refusal; the judge has one.
    const game = { ...gate, name: 'lenient', illegal: () => [] }
    const refusals = { name: 'refusals', sessions: [['b', 'a']] }
    const stop = new AbortController()
    let proofs = 0
    const onProgress = ({ doing }: GolfProgress) => {
      if (doing !== 'proving') return
      proofs++
      stop.abort()
    }
    const source = "for(i=2,a='> ';process.argv[i++]!='a';)a+='no\\n> ';console.log(a+'bye')"
    const plan: Plan = [{ suite: refusals, by: 'worker' }]
    const result = (await golfed(game, source, { stop: stop.signal, onProgress }, plan)) as Golfed
    expect(proofs).toBeGreaterThan(1)
    expect(await verdictOf(gate, result.source)).toBe('AC')
  })

  test('tries lines behind the end of a game, too', async () => {
    const doing: string[] = []
    const onProgress = (progress: GolfProgress) => doing.push(progress.doing)
    const source = 'print "> ";\nwhile (<>) {\n  if (/^a$/) { print "bye\\n"; exit } else { print "no\\n> " }\n}\n'
    const plan: Plan = [{ suite: leftoverSuite(gate, { seed: 1 }), by: 'processes' }]
    const job = { entry: entryOf('gate', source, 'perl-stdin/a.pl'), reference: gameReference(gate), plan }
    const result = (await golf(job, { ...options, onProgress })) as Golfed
    expect(result.bytes).toBeLessThan(source.length)
    expect(doing.filter((name) => name === 'proving')).toHaveLength(1)
  })

  test(
    'a stop by Ctrl-C, which ends the service of esbuild, too, keeps the best so far, proven',
    needs('/proc'),
    async () => {
      const stop = new AbortController()
      const onProgress = ({ by }: GolfProgress) => {
        if (!by || stop.signal.aborted) return
        const isService = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--service')
        for (const pid of descendantsOf(process.pid).filter(isService)) process.kill(pid, 'SIGINT')
        stop.abort()
      }
      const result = (await golfed(farewell, longFarewell, { stop: stop.signal, onProgress })) as Golfed
      expect(result.stopped).toBe(true)
      expect(result.bytes).toBeLessThan(longFarewell.length)
      expect(await verdictOf(farewell, result.source)).toBe('AC')
    },
  )

  test('the first judgement counts as time, and can be stopped', async () => {
    const searching = { searched: false }
    const onProgress = ({ doing }: GolfProgress) => {
      searching.searched ||= doing === 'searching'
    }
    expect(await golfed(farewell, longFarewell, { seconds: 0.001, onProgress })).toBeUndefined()
    expect(await golfed(farewell, longFarewell, { stop: AbortSignal.abort(), onProgress })).toBeUndefined()
    expect(searching.searched).toBe(false)
  })
})

/** A readable farewell in each language, and the smallest. */
const farewells: [name: string, source: string, smallest: string][] = [
  ['perl-args/a.pl', '# Says it.\nuse strict;\n\nmy $end = "bye\\n";\nprint "> ";\nprint $end;\n', 'print"> bye\n"'],
  ['python-args/a.py', '# Says it.\nend = "bye"\n\nif end == "bye":\n    print("> " + end)\n', 'print("> bye")'],
  ['ruby-args/a.rb', '# Says it.\nanswer = "bye"\n\nputs("> " + answer)\n', 'puts"> bye"'],
  ['awk-args/a.awk', '# Says it.\nBEGIN {\n  answer = "bye"\n  print("> " answer)\n}\n', 'BEGIN{print"> bye"}'],
  ['php-args/a.php', '<?php\n// Says it.\n$end = "bye";\necho "> " . $end . "\\n";\n', '<?="> bye\n";'],
  ['lua-args/a.lua', '-- Says it.\nlocal answer = "bye"\n\nprint("> " .. answer)\n', 'print"> bye"'],
  ['bash-args/a.sh', '# Says it.\nanswer="bye"\n\necho "> "$answer\n', 'echo "> "bye'],
  ['c-args/a.c', '// Says it.\nint main() {\n  puts("> bye");\n}\n', 'main(){puts("> bye");}'],
]

test.for(farewells)('%s becomes smaller, and is judged', async ([name, source, smallest], { skip, expect }) => {
  const plan: Plan = [{ suite: randomSuite(farewell, { seed: 1, runs: 2 }), by: 'processes' }]
  const entry = entryOf('farewell', source, name)
  if ((await versionOf(entry.runtime)) === undefined) skip(`${entry.runtime.name} is not installed`)
  const result = (await golf({ entry, reference: gameReference(farewell), plan }, options)) as Golfed
  expect(result.stopped).toBe(false)
  expect(result.source).toBe(smallest)
  expect(result.minified).toBeGreaterThanOrEqual(result.bytes)
  const judged = { ...entry, source: result.source }
  expect(await reportOn(judged, plan, judgeOptions, gameReference(farewell))).toMatchObject({ verdict: 'AC' })
})

// Programs that anybody could have written, in different styles; runtimes.slow.test.ts shows that they are right.
const readable = findEntries([join(packageRoot, 'harness/golf/test-data')])
const inLanguage = (extension: string) => readable.filter(({ runtime }) => runtime.extension === extension)

test.each(inLanguage('.ts').map((entry) => [entry.path, entry] as const))(
  'golf makes %s smaller than terser does',
  { ...onlyDeep, timeout: 400_000 },
  async (_, entry) => {
    const options = {
      limits: judgeOptions.limits,
      seconds: 120,
      stop: new AbortController().signal,
    }
    const job = { entry, reference: gameReference(ticTacToe), plan: quick(ticTacToe) }
    const result = (await golf(job, options)) as Golfed
    expect(result.bytes).toBeLessThan(Buffer.byteLength((await byTerser(await stripTypes(entry.source))) ?? ''))
  },
)

describe('ninehole golf', () => {
  const ninehole = (...words: string[]) => run(['golf', ...words], { cwd: folder, env: process.env })
  writeFileSync(join(folder, 'farewell.ts'), farewellFile)
  const game = ['--game', join(folder, 'farewell.ts')]

  test('makes an entry smaller until nothing does; prints the source only, and sums up on standard error', async () => {
    const { stdout, stderr, status } = await ninehole(write('farewell', longFarewell), ...game)
    expect(status).toBe(0)
    expect(stdout).toMatch(shortFarewell)
    expect(stderr).toContain(`entry.ts: ${Buffer.byteLength(longFarewell)} bytes became 20, minifiers alone `)
    expect(stderr).toMatch(/; [\d,]+ programs tried; no deletion and no rewrite makes it smaller\n$/)
  })

  /** Runs `golf` in this process, and does something when its progress line shows a text. */
  async function golfedUntil(text: RegExp, action: () => void, words: readonly string[], signal?: AbortSignal) {
    const host = testHost({ columns: 100, ...(signal && { signal }) })
    const status = main(['golf', ...words], host)
    let said = ''
    await expect.poll(() => (said += host.stderr.text()), { timeout: 200_000, interval: 10 }).toMatch(text)
    action()
    return { status: await status, stdout: host.stdout.text(), stderr: said + host.stderr.text() }
  }

  test('a signal stops the search: the best so far is printed, not judged', async () => {
    const file = join(folder, 'gate.ts')
    const refusals = "illegal: () => ['b', '']"
    writeFileSync(file, farewellFile.replaceAll('farewell', 'gate').replace('illegal: () => []', refusals))
    const stop = new AbortController()
    const words = [write('gate', longGate), '--game', file, '--write']
    const { status, stdout, stderr } = await golfedUntil(/last by/, () => stop.abort('SIGTERM'), words, stop.signal)
    expect([status, readFileSync(words[0] ?? '', 'utf8')]).toEqual([143, longGate])
    expect(stdout.length).toBeLessThan(longGate.length)
    expect(stderr).toMatch(
      / bytes became [1-9]\d*; [\d,]+ programs tried; not judged: it has passed its trials only\n$/,
    )
  })

  test('a file that was changed meanwhile is not written: the source is printed', async () => {
    const path = write('farewell', `0;console.log('> bye')`)
    const { status, stdout, stderr } = await golfedUntil(/searching/, () => writeFileSync(path, 'edited'), [
      path,
      ...game,
      '--write',
    ])
    expect([status, readFileSync(path, 'utf8')]).toEqual([2, 'edited'])
    expect(stdout).toMatch(/console\.log/)
    expect(stderr).toMatch(/entry\.ts: changed meanwhile: not written\n$/)
  })

  test('where nothing was found, --output writes the entry, and --write nothing', async () => {
    const path = write('farewell', "console.log('> bye')")
    const output = join(dirname(path), 'small.ts')
    const { stdout, stderr } = await ninehole(path, ...game, '--write', '--output', output)
    expect(stderr).toContain('nothing smaller was found')
    expect([stdout, readFileSync(output, 'utf8')]).toEqual(['', readFileSync(path, 'utf8')])
  })

  test('an entry for which the time is too short is not judged, and not called correct', async () => {
    const path = write('farewell', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,1500)')
    const { stdout, stderr, status } = await ninehole(path, ...game, '--seconds', '1')
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toMatch(/entry\.ts: not judged within 1 s: it needs more time\n$/)
  })

  test('--write replaces the file, --output writes another; nothing is left beside them', async () => {
    const path = write('farewell', `0;console.log('> bye')`)
    const { stdout, status } = await ninehole(path, ...game, '--write', '--output', join(dirname(path), 'small.ts'))
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
    expect(readdirSync(dirname(path))).toEqual(['entry.ts', 'small.ts'])
    expect(readFileSync(path, 'utf8')).toMatch(shortFarewell)
    expect(readFileSync(path)).toEqual(readFileSync(join(dirname(path), 'small.ts')))
  })

  test.each([
    ['takes variations', [], 'print"> bye"'],
    ['keeps the exact form with --exact', ['--exact'], 'print"> bye\n"'],
  ])('%s', needs('perl'), async (_, options, smallest) => {
    const end = "['bye', { name: 'no-newline', oneOf: ['\\n'], times: '?', exact: '\\n' }]"
    const file = join(folder, 'newline.ts')
    writeFileSync(file, farewellFile.replaceAll('farewell', 'newline').replace("'bye\\n'", end))
    const path = write('newline', 'print "> bye\n";\n', 'perl-args/a.pl')
    expect((await ninehole(path, '--game', file, ...options)).stdout).toBe(smallest)
  })

  test('refuses a wrong entry with its verdict', async () => {
    const { stdout, stderr, status } = await ninehole(write('farewell', longFarewell.replace('bye', 'Bye')), ...game)
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toMatch(/^ninehole: .*entry\.ts: WA: .*golf takes a correct entry\n$/)
  })

  test('refuses an entry in a language that it does not know', async () => {
    const row = { name: 'copy', extension: '.txt', run: ['cat', '{file}'] }
    writeFileSync(join(folder, 'ninehole.runtimes.json'), JSON.stringify([row]))
    const path = write('farewell', '> bye', 'copy-args/entry.txt')
    const { stderr, status } = await ninehole(path, ...game)
    expect(status).toBe(2)
    expect(stderr).toMatch(/entry\.txt: golf does not know its language: .* as "like": "bash"\n$/)
  })

  test('takes one in a language of a project that is like one of ours', async () => {
    const row = { name: 'shell', extension: '.txt', run: ['sh', '{file}'], like: 'bash' }
    writeFileSync(join(folder, 'ninehole.runtimes.json'), JSON.stringify([row]))
    const path = write('farewell', "# Says it.\nprintf '> bye\\n'\n", 'shell-args/entry.txt')
    expect((await ninehole(path, ...game)).stdout).toBe("printf '> bye\n'")
  })
})
