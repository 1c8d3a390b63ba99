import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { toBytes } from '../session/bytes.ts'
import { verdicts } from '../session/compare.ts'
import { type EntryHints, filesWithoutRuntime, findEntries, type InvalidEntry, leaderboardOrder } from './entry.ts'
import { knownRuntimes, runtimes, stripTypes } from './runtimes.ts'

const { folder, write: writeFile } = testFolder()

const write = (path: string, source: string | Buffer = 'x') => writeFile(path, source)

test('a path determines what an entry is', () => {
  const [entry] = findEntries([write('a/tic-tac-toe/bun-interactive/mine.ts', 'é="😀"')])
  expect(entry).toMatchObject({ game: 'tic-tac-toe', input: 'interactive', expected: 'AC', bytes: 9, chars: 5 })
  expect(entry?.runtime.name).toBe('bun')
})

test('bytes are bytes: characters are counted where all of it is text', () => {
  const packed = Buffer.from([0x27, 0xe9, 0xc3, 0xa9, 0x00, 0x27])
  const [entry] = findEntries([write('a/tic-tac-toe/perl-stdin/packed.pl', packed)])
  expect(entry).toMatchObject({ bytes: 6, chars: 6 })
  expect(Buffer.from(toBytes(entry?.source ?? ''), 'latin1')).toEqual(packed)
})

test('the leaderboard has its leagues, in each the smallest first, then by path; wrong entries stand last', () => {
  const right = (league: string, bytes: number, path: string) => ({ league, expected: 'AC' as const, bytes, path })
  const wrong = { ...right('a', 1, 'wrong'), expected: 'WA' as const }
  const sorted = [right('a', 8, 'z'), right('a', 9, 'b'), right('a', 9, 'c'), right('b', 1, 'a'), wrong]
  expect(sorted.toReversed().sort(leaderboardOrder)).toEqual(sorted)
})

test('a symbolic link must not lead out of the folder', () => {
  const inside = write('g/tic-tac-toe/perl-stdin/a.pl')
  symlinkSync(inside, join(folder, 'g/tic-tac-toe/perl-stdin/b.pl'))
  const link = join(folder, 'g/tic-tac-toe/perl-stdin/c.pl')
  expect(findEntries([join(folder, 'g')]).map(({ path }) => basename(path))).toEqual(['a.pl', 'b.pl'])
  // What --keep has copied is judged where it is named.
  const kept = write('g/tic-tac-toe/perl-stdin/a.best.pl', '1')
  expect(findEntries([join(folder, 'g')])).toHaveLength(2)
  expect(findEntries([kept])).toHaveLength(1)
  const twice = findEntries([join(folder, 'g'), join(folder, 'g')])
  expect(twice.map(({ path }) => basename(path))).toEqual(['a.pl', 'b.pl'])
  symlinkSync(write('outside.pl'), link)
  for (const place of [join(folder, 'g'), link])
    expect(() => findEntries([place])).toThrow('c.pl: a symbolic link that leads out of ')
})

test('under rejected/, the folder names the verdict that it must get', () => {
  const [entry] = findEntries([write('b/tic-tac-toe/rejected/TLE/perl-stdin/slow.pl')])
  expect(entry).toMatchObject({ game: 'tic-tac-toe', input: 'stdin', expected: 'TLE' })
  expect(entry).not.toHaveProperty('breaks')
})

test('a folder below names the rule that it must break', () => {
  const [entry] = findEntries([write('b/tic-tac-toe/rejected/WA/tie/perl-stdin/wrong.pl')])
  expect(entry).toMatchObject({ game: 'tic-tac-toe', input: 'stdin', expected: 'WA', breaks: 'tie' })
})

test('a folder is searched to any depth, and other files in it are ignored', () => {
  const files = ['c/ortho/node-args/b.ts', 'c/ortho/node-args/a.ts', 'c/a/perl-args/z.pl'].map((path) => write(path))
  write('c/README.md')
  write('c/ortho/notes/script.ts')
  expect(findEntries([join(folder, 'c')]).map(({ path }) => path)).toEqual([files[2], files[1], files[0]])
})

test('where every program of a folder is an entry, files that no runtime runs are known by name', () => {
  const hints = { game: 'tic-tac-toe', input: 'stdin' }
  const place = join(folder, 'j')
  const others = ['j/mine.kt', 'j/noext'].map((path) => write(path))
  expect(() => findEntries([place], hints)).toThrow('no entries in it (no file has the extension of a runtime)')
  for (const path of ['j/README.md', 'j/.hidden.kt', 'j/below.kt/right.py', 'j/right.best.py']) write(path)
  expect(filesWithoutRuntime([place], hints)).toEqual(others)
  expect(filesWithoutRuntime([place], { game: 'tic-tac-toe' })).toEqual([])
  expect(filesWithoutRuntime(others, hints)).toEqual([])
})

test('hints take precedence over the path', () => {
  const file = write('d/mine.ts')
  const hints = { game: 'tic-tac-toe', runtime: 'node', input: 'args' }
  expect(findEntries([file], hints)[0]).toMatchObject({ game: 'tic-tac-toe', input: 'args' })
  expect(findEntries([write('d/tic-tac-toe/bun-args/x.ts')], { input: 'stdin' })[0]).toMatchObject({ input: 'stdin' })
})

/** What is said of a runtime that nobody has described. */
function unknown(name: string, extension: string) {
  const row = `{ "name": "${name}", "extension": "${extension}", "run": ["${name}", "{file}"] }`
  const ours = 'node, bun, perl, python, ruby, php, lua, bash, awk, c'
  return `no runtime '${name}' (${ours}): describe it in ninehole.runtimes.json, as [${row}]`
}

test.each([
  ['no/such/thing', undefined, 'no such file or folder'],
  ['e/nothing', 'folder', 'no entries in it (<game>/<runtime>-<input>/<name>.<ext>)'],
  ['e/tic-tac-toe/node-args/folder.ts', 'folder', 'a folder, where an entry should be a file'],
  [
    'e/mine.ts',
    'x',
    'its path does not say what it is (<game>/<runtime>-<input>/<name>.<ext>); say it with --game, --runtime and --input',
  ],
  ['e/tic-tac-toe/perl-args/big.pl', '#'.repeat(70_000), 'larger than 65536 bytes, so not a golfed program'],
  ['e/evil.ts/node-args/x.ts', 'x', "'evil.ts' is not one of our games; give the file of a game with --game"],
])('%s cannot be used', (path, source, message) => {
  const file = join(folder, path)
  if (source === 'folder') mkdirSync(file, { recursive: true })
  else if (source !== undefined) write(path, source)
  expect(() => findEntries([file])).toThrow(
    expect.objectContaining({ name: 'UsageError', message: `${file}: ${message}` }),
  )
})

test('a folder that cannot be read takes no entry away', () => {
  const place = join(folder, 'deep')
  const good = write('deep/tic-tac-toe/perl-stdin/good.pl')
  // No system call takes a path of more than 4,096 bytes.
  const levels = Array<string>(13).fill('x'.repeat(200))
  const [below, above] = [join(folder, 'below'), join(place, ...levels)]
  for (const path of [join(below, ...levels), above]) mkdirSync(path, { recursive: true })
  renameSync(below, join(above, 'below'))
  const bad: InvalidEntry[] = []
  expect(findEntries([place], {}, (one) => bad.push(one)).map(({ path }) => path)).toEqual([good])
  expect(bad.map(({ error }) => error.message.slice(-31))).toEqual([': cannot be read: name too long'])
  renameSync(join(above, 'below'), below)
})

test('what cannot be used may be reported: the other entries are found, and what the path of a bad one says is known', () => {
  const place = join(folder, 'h')
  const good = write('h/tic-tac-toe/perl-stdin/good.pl')
  mkdirSync(join(place, 'ortho/node-args/folder.ts'), { recursive: true })
  symlinkSync('nowhere.pl', join(place, 'tic-tac-toe/perl-stdin/dangling.pl'))
  symlinkSync(write('outside.pl'), join(place, 'tic-tac-toe/perl-stdin/link.pl'))
  write('h/tic-tac-toe/cobol-stdin/x.c')
  write('h/tic-tac-toe/rejected/NO/perl-stdin/x.pl')
  writeFileSync(Buffer.from(`${place}/tic-tac-toe/perl-stdin/\xff.pl`, 'latin1'), 'x')
  const bad: InvalidEntry[] = []
  expect(findEntries([place], {}, (one) => bad.push(one)).map(({ path }) => path)).toEqual([good])
  const [folder_, cobol, ...others] = bad
  expect(folder_).toMatchObject({ game: 'ortho', runtime: 'node', input: 'args', expected: 'AC' })
  expect(cobol).toMatchObject({ path: join(place, 'tic-tac-toe/cobol-stdin/x.c'), runtime: 'cobol' })
  expect(others.map(({ error }) => error.message.slice(place.length))).toEqual([
    '/tic-tac-toe/perl-stdin/dangling.pl: no such file or folder',
    `/tic-tac-toe/perl-stdin/link.pl: a symbolic link that leads out of ${place}`,
    '/tic-tac-toe/perl-stdin/\ufffd.pl: its name is not UTF-8',
    `/tic-tac-toe/rejected/NO/perl-stdin/x.pl: no verdict 'NO' (${verdicts.join(', ')})`,
  ])
})

test('a file in the folder of an unknown runtime is an error, whatever its extension; notes may stand there', () => {
  const file = write('i/tic-tac-toe/zsh-stdin/mine.zsh')
  for (const name of ['README.md', '.hidden.zsh', 'LICENSE']) write(`i/tic-tac-toe/zsh-stdin/${name}`)
  const bad: InvalidEntry[] = []
  expect(findEntries([join(folder, 'i')], {}, (one) => bad.push(one))).toEqual([])
  expect(bad.map(({ error }) => error.message)).toEqual([`${file}: ${unknown('zsh', '.zsh')}`])
})

test("a project's runtime may have other words for each input", () => {
  const cwd = join(folder, 'j')
  const run = { interactive: ['jq', '--unbuffered', '-jf', '{file}'], stdin: ['jq', '-jf', '{file}'] }
  write('j/ninehole.runtimes.json', JSON.stringify([{ name: 'jq', extension: '.jq', run }]))
  const find = (input: string) => {
    write(`j/tic-tac-toe/jq-${input}/a.jq`)
    return findEntries([`tic-tac-toe/jq-${input}/a.jq`], {}, undefined, cwd).map(({ runtime }) => runtime.run)
  }
  expect([find('interactive'), find('stdin')]).toEqual([[run.interactive], [run.stdin]])
  expect(() => find('args')).toThrow(`a.jq: the "run" of 'jq' in ninehole.runtimes.json has no words for args`)
})

test('only what the path and the options do not say is missing', () => {
  const find = (hints: EntryHints) => () => findEntries([write('d/mine.ts')], hints)
  expect(find({ runtime: 'node' })).toThrow('say it with --game and --input')
  expect(find({ game: 'ortho', input: 'args' })).toThrow(/say it with --runtime$/)
})

test('an ES module by its name is one, for runtimes of JavaScript; any extension of these is found', () => {
  for (const name of ['a.ts', 'b.mts', 'c.js', 'd.mjs', 'e.cjs']) write(`modules/tic-tac-toe/node-stdin/${name}`)
  const found = findEntries([join(folder, 'modules')]).map(({ runtime }) => [
    runtime.isModule,
    runtime.worker !== undefined,
  ])
  const [script, module] = [
    [undefined, true],
    [true, false],
  ]
  expect(found).toEqual([script, module, script, module, script])
})

test('the names of runtimes are unique', () => {
  expect(new Set(runtimes.map(({ name }) => name)).size).toBe(runtimes.length)
})

test('only types are removed from a golfed script', async () => {
  expect(await stripTypes('for(a=b=0;a<9;)b+=a++ as number')).toContain('b += a++')
  expect(await stripTypes('with(Math)x=max(1,2)')).toContain('with (Math)')
})

test("a project's runtime may be a program in the project, but not the entry itself", () => {
  const own = (...run: string[]) => {
    write(
      'own/ninehole.runtimes.json',
      JSON.stringify([{ name: 'mine', extension: '.mi', run, version: ['./mi', '-v'] }]),
    )
    return knownRuntimes(join(folder, 'own')).at(-1)
  }
  const program = join(folder, 'own/mi')
  expect(own('./mi', '{file}')).toMatchObject({ run: [program, '{file}'], version: [program, '-v'] })
  expect(own('env', '{file}')?.run).toEqual(['env', '{file}'])
  expect(() => own('{file}')).toThrow('0.run: it must begin with a program: env, if {file} has a #! line')
})
