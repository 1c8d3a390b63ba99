import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from '../base/usage-error.ts'
import { testFolder } from '../run/test-helpers.ts'
import { toBytes } from '../session/bytes.ts'
import { verdicts } from '../session/compare.ts'
import { type Entry, type EntryHints, filesWithoutRuntime, findEntries, leaderboardOrder } from './entry.ts'
import { knownRuntimes, runtimes, stripTypes } from './runtimes.ts'

const { folder, write: writeFile } = testFolder()

const write = (path: string, source: string | Buffer = 'x') => writeFile(path, source)
const namesIn = (...places: string[]) => findEntries(places).map(({ path }) => relative(folder, path))

const packed = Buffer.from([0x27, 0xe9, 0xc3, 0xa9, 0x00, 0x27])

test.each<[path: string, source: string | Buffer, EntryHints, Partial<Entry>]>([
  ['tic-tac-toe/bun-interactive/mine.ts', 'é="😀"', {}, { input: 'interactive', expected: 'AC', bytes: 9, chars: 5 }],
  // Characters are counted where all of it is text.
  ['tic-tac-toe/perl-stdin/packed.pl', packed, {}, { bytes: 6, chars: 6 }],
  ['tic-tac-toe/rejected/TLE/perl-stdin/slow.pl', 'x', {}, { input: 'stdin', expected: 'TLE' }],
  ['tic-tac-toe/rejected/WA/tie/perl-stdin/wrong.pl', 'x', {}, { expected: 'WA', breaks: 'tie' }],
  ['mine.ts', 'x', { game: 'tic-tac-toe', runtime: 'node', input: 'args' }, { input: 'args' }],
  ['tic-tac-toe/bun-args/x.ts', 'x', { input: 'stdin' }, { input: 'stdin', league: 'tic-tac-toe bun-stdin' }],
])('the path says what an entry is, unless an option does: %s', (path, source, hints, expected) => {
  const [entry] = findEntries([write(`a/${path}`, source)], hints)
  expect(entry).toMatchObject({ game: 'tic-tac-toe', ...expected })
  expect(Buffer.from(toBytes(entry?.source ?? ''), 'latin1')).toEqual(Buffer.from(source))
  expect(entry?.breaks).toBe(expected.breaks)
})

test('the leaderboard has its leagues, in each the smallest first, then by path; wrong entries stand last', () => {
  const right = (league: string, bytes: number, path: string) => ({ league, expected: 'AC' as const, bytes, path })
  const wrong = { ...right('a', 1, 'wrong'), expected: 'WA' as const }
  const sorted = [right('a', 8, 'z'), right('a', 9, 'b'), right('a', 9, 'c'), right('b', 1, 'a'), wrong]
  expect(sorted.toReversed().sort(leaderboardOrder)).toEqual(sorted)
})

test('a folder is searched to any depth; other files, and what --keep has copied, are ignored', () => {
  for (const path of ['ortho/node-args/b.ts', 'ortho/node-args/a.ts', 'a/perl-args/z.pl']) write(`c/${path}`)
  for (const path of ['README.md', 'ortho/notes/script.ts', 'a/perl-args/z.best.pl']) write(`c/${path}`)
  const names = ['c/a/perl-args/z.pl', 'c/ortho/node-args/a.ts', 'c/ortho/node-args/b.ts']
  expect(namesIn(join(folder, 'c'), join(folder, 'c'))).toEqual(names)
  expect(namesIn(join(folder, 'c/a/perl-args/z.best.pl'))).toHaveLength(1)
})

test('a symbolic link must not lead out of the folder', () => {
  const inside = write('g/tic-tac-toe/perl-stdin/a.pl')
  symlinkSync(inside, join(folder, 'g/tic-tac-toe/perl-stdin/b.pl'))
  expect(namesIn(join(folder, 'g')).map((path) => basename(path))).toEqual(['a.pl', 'b.pl'])
  const link = join(folder, 'g/tic-tac-toe/perl-stdin/c.pl')
  symlinkSync(write('outside.pl'), link)
  for (const place of [join(folder, 'g'), link])
    expect(() => findEntries([place])).toThrow('c.pl: a symbolic link that leads out of ')
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

const shape = '<game>/<runtime>-<input>/<name>.<ext>'
const unsaid = `its path does not say what it is (${shape}); say it with`

test.each<[path: string, source: string, EntryHints, message: string]>([
  ['e/mine.ts', 'x', {}, `${unsaid} --game --runtime --input interactive|stdin|args`],
  ['e/mine.ts', 'x', { runtime: 'node' }, `${unsaid} --game --input interactive|stdin|args`],
  ['e/mine.ts', 'x', { game: 'ortho', input: 'args' }, `${unsaid} --runtime`],
  ['e/tic-tac-toe/perl-args/big.pl', '#'.repeat(70_000), {}, 'larger than 65536 bytes, so not a golfed program'],
  ['e/evil.ts/node-args/x.ts', 'x', {}, "'evil.ts' is not one of our games; give the file of a game with --game"],
])('%s cannot be used', (path, source, hints, message) => {
  const file = write(path, source)
  expect(() => findEntries([file], hints)).toThrow(new UsageError(file, message))
})

test('a folder that cannot be read takes no entry away', () => {
  const place = join(folder, 'deep')
  const good = write('deep/tic-tac-toe/perl-stdin/good.pl')
  // No system call takes a path of more than 4,096 bytes.
  const levels = Array<string>(13).fill('x'.repeat(200))
  const [below, above] = [join(folder, 'below'), join(place, ...levels)]
  for (const path of [join(below, ...levels), above]) mkdirSync(path, { recursive: true })
  renameSync(below, join(above, 'below'))
  const errors: string[] = []
  expect(findEntries([place], {}, ({ error }) => errors.push(error.message)).map(({ path }) => path)).toEqual([good])
  expect(errors.map((message) => message.slice(-31))).toEqual([': cannot be read: name too long'])
  renameSync(join(above, 'below'), below)
})

test('what cannot be used is reported with what its path says, and the other entries are found; notes may stand there', () => {
  const place = join(folder, 'h')
  const good = write('h/tic-tac-toe/perl-stdin/good.pl')
  mkdirSync(join(place, 'ortho/node-args/folder.ts'), { recursive: true })
  symlinkSync(write('outside.pl'), join(place, 'tic-tac-toe/perl-stdin/link.pl'))
  write('h/tic-tac-toe/rejected/NO/perl-stdin/x.pl')
  for (const name of ['mine.zsh', 'README.md', '.hidden.zsh', 'LICENSE']) write(`h/tic-tac-toe/zsh-stdin/${name}`)
  writeFileSync(Buffer.from(`${place}/tic-tac-toe/perl-stdin/\xff.pl`, 'latin1'), 'x')
  const bad: Parameters<NonNullable<Parameters<typeof findEntries>[2]>>[0][] = []
  expect(findEntries([place], {}, (one) => bad.push(one)).map(({ path }) => path)).toEqual([good])
  expect(bad[0]).toMatchObject({ game: 'ortho', runtime: 'node', input: 'args', expected: 'AC' })
  expect(bad.at(-1)).toMatchObject({ path: join(place, 'tic-tac-toe/zsh-stdin/mine.zsh'), runtime: 'zsh' })
  expect(bad.map(({ error }) => error.message.slice(place.length))).toEqual([
    '/ortho/node-args/folder.ts: a folder, where an entry should be a file',
    `/tic-tac-toe/perl-stdin/link.pl: a symbolic link that leads out of ${place}`,
    '/tic-tac-toe/perl-stdin/\ufffd.pl: its name is not UTF-8',
    `/tic-tac-toe/rejected/NO/perl-stdin/x.pl: no verdict 'NO' (${verdicts.join(', ')})`,
    `/tic-tac-toe/zsh-stdin/mine.zsh: no runtime 'zsh' (${runtimes.map(({ name }) => name).join(', ')}): describe it in ninehole.runtimes.json, as [{ "name": "zsh", "extension": ".zsh", "run": ["zsh", "{file}"] }]`,
  ])
})

test("a project's runtime may have other words for each input", () => {
  const cwd = join(folder, 'jq')
  const run = { interactive: ['jq', '--unbuffered', '-jf', '{file}'], stdin: ['jq', '-jf', '{file}'] }
  write('jq/ninehole.runtimes.json', JSON.stringify([{ name: 'jq', extension: '.jq', run }]))
  const find = (input: string) => {
    write(`jq/tic-tac-toe/jq-${input}/a.jq`)
    return findEntries([`tic-tac-toe/jq-${input}/a.jq`], {}, undefined, cwd).map(({ runtime }) => runtime.run)
  }
  expect([find('interactive'), find('stdin')]).toEqual([[run.interactive], [run.stdin]])
  expect(() => find('args')).toThrow(`a.jq: the "run" of 'jq' in ninehole.runtimes.json has no words for args`)
})

test("a project's runtime may be a program in the project, but not the entry itself", () => {
  const own = (...run: string[]) => {
    const row = { name: 'mine', extension: '.mi', run, version: ['./mi', '-v'] }
    write('own/ninehole.runtimes.json', JSON.stringify([row]))
    return knownRuntimes(join(folder, 'own')).runtimeFor('mine', 'stdin', 'a.mi')
  }
  const program = join(folder, 'own/mi')
  expect(own('./mi', '{file}')).toMatchObject({ run: [program, '{file}'], version: [program, '-v'] })
  expect(own('env', '{file}').run).toEqual(['env', '{file}'])
  expect(() => own('{file}')).toThrow('0.run: it must begin with a program: env, if {file} has a #! line')
})

test('an ES module by its name is one, for runtimes of JavaScript; any extension of these is found', () => {
  for (const name of ['a.ts', 'b.mts', 'c.js', 'd.mjs', 'e.cjs']) write(`modules/tic-tac-toe/node-stdin/${name}`)
  const found = findEntries([join(folder, 'modules')]).map(({ runtime }) => [runtime.isModule, 'worker' in runtime])
  const [script, module] = [
    [undefined, true],
    [true, false],
  ]
  expect(found).toEqual([script, module, script, module, script])
})

test('only types are removed from a golfed script', async () => {
  expect(await stripTypes('for(a=b=0;a<9;)b+=a++ as number')).toContain('b += a++')
  expect(await stripTypes('with(Math)x=max(1,2)')).toContain('with (Math)')
})
