import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EnvironmentError } from '../base/usage-error.ts'
import { entryAt, needs, testFolder, withDescriptors } from '../run/test-helpers.ts'
import { stage } from './stage.ts'

const { folder, write } = testFolder()
const source = 'print "right\n"'
const entry = entryAt(write('tic-tac-toe/perl-stdin/right.pl', source))

async function staged() {
  const found = await stage(entry)
  if (found === undefined) throw new Error('no perl')
  onTestFinished(() => found.remove())
  return found
}

/** Puts something else into the place of a file. */
const inPlaceOf = (put: (file: string) => void) => (file: string) => {
  rmSync(file)
  put(file)
}

test.each<[string, (file: string) => void]>([
  ['changed', inPlaceOf((file) => writeFileSync(file, 'echo wrong\n'))],
  ['removed', rmSync],
  ['a folder', inPlaceOf((file) => mkdirSync(file))],
  ['a link to itself', inPlaceOf((file) => symlinkSync(file, file))],
  ['moved, with its folder', (file) => renameSync(dirname(file), `${dirname(file)}-moved`)],
])('a file that is %s is put back', async (_, change) => {
  const found = await staged()
  const { file } = found
  expect(found.restore()).toBe(false)
  change(file)
  expect(found.restore()).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(source)
  expect(found.restore()).toBe(false)
})

test('too many open files are no change, but trouble of the machine', needs('prlimit'), async () => {
  const found = await staged()
  const caught = withDescriptors(0, () => {
    try {
      return found.restore()
    } catch (error) {
      return error
    }
  })
  expect(caught).toBeInstanceOf(EnvironmentError)
  expect(String(caught)).toMatch(/right\.pl: its file cannot be restored \(too many open files\)$/)
})

test('our commands are hidden from entries, not what is beside them', async () => {
  for (const name of ['tic-tac-toe', 'mine']) chmodSync(write(`bin/${name}`, '#!/bin/sh\necho found\n'), 0o755)
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
  const found = await stage(entry, undefined, { PATH })
  onTestFinished(() => found?.remove())
  const words = ['-c', 'tic-tac-toe; echo $?; mine']
  expect(spawnSync('sh', words, { env: found?.env, encoding: 'utf8' }).stdout).toBe('127\nfound\n')
})

test.each([
  ['mawk 1.3.4 20200120', ['-W', 'interactive', '-f']],
  ['GNU Awk 5.2.1', ['-f']],
  ['awk: no such option\nmawk 1.3.4', ['-W', 'interactive', '-f']],
] as const)('%s is run with %j', needs('awk'), async (version, options) => {
  const awk = entryAt(write('tic-tac-toe/awk-interactive/any.awk', '1'))
  const found = await stage({ ...awk, runtime: { ...awk.runtime, version: ['echo', version] } })
  onTestFinished(() => found?.remove())
  expect(found?.command).toEqual([expect.stringMatching(/awk$/), ...options, found?.file, '--'])
})

const compiledBy = (...compile: [string, ...string[]]) =>
  stage({ ...entry, runtime: { name: 'k', extension: '.sh', compile, run: ['{program}'] } })

test.each([
  ['a link', 'ln -s "$1" "$0"'],
  ['nothing', ':'],
])('a compiler that leaves %s has made no program', async (_, code) => {
  const mine = write('mine', '')
  chmodSync(mine, 0o600)
  const ended = compiledBy('sh', '-c', code, '{program}', mine)
  await expect(ended).rejects.toThrow("right.pl: 'sh' did not write the file {program}")
  expect(statSync(mine).mode & 0o777).toBe(0o600)
})

test('a compiler without end is ended with all that it has started', needs('/proc'), async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pidFile = join(folder, 'pid')
  const code = 'sleep 1000 & echo $! > "$0.new"; mv "$0.new" "$0"; wait; : {file} {program}'
  const ended = compiledBy('sh', '-c', code, pidFile)
  await expect.poll(() => existsSync(pidFile), { interval: 20 }).toBe(true)
  vi.advanceTimersByTime(60_000)
  await expect(ended).rejects.toThrow('sh: took too long, or was killed')
  const commandLine = `/proc/${readFileSync(pidFile, 'utf8').trim()}/cmdline`
  await expect.poll(() => existsSync(commandLine) && readFileSync(commandLine, 'utf8')).toBeFalsy()
})

test('the memory of a compiler is limited', async () => {
  const ended = compiledBy('perl', '-e', '$a = "x" x 2e9; print STDERR length $a; exit 1')
  await expect(ended).rejects.toMatchObject({
    lines: expect.arrayContaining([expect.stringMatching(/Out of memory/i)]),
  })
})

test('import in an entry of node, which is CommonJS, is told from other errors, and right in a .mts', async () => {
  const source = "import { argv } from 'node:process'\nconsole.log(argv.length as number)\n"
  const asScript = entryAt(write('tic-tac-toe/node-args/import.ts', source))
  const why = `${asScript.path}: it is an ES module, but runs as CommonJS: use require, or name it import.mts`
  await expect(stage(asScript)).rejects.toMatchObject({ lines: [why] })
  const found = await stage(entryAt(write('tic-tac-toe/node-args/import.mts', source)))
  onTestFinished(() => found?.remove())
  const [program = '', ...args] = found?.command ?? []
  expect(spawnSync(program, args, { encoding: 'utf8' })).toMatchObject({ stdout: '2\n', stderr: '' })
})
