import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { processesWith } from '../run/procfs.ts'
import { needs, testFolder } from '../run/test-helpers.ts'

// What only a process of its own shows: what is left of it when it is killed, and a machine on which something is missing.

const { folder, write } = testFolder()
const bin = join(packageRoot, 'dist/ninehole.js')
const ours = (path: string) => join(packageRoot, path)

/** Starts the command, with a folder for temporary files that is looked into later. */
function start(words: readonly string[], TMPDIR = mkdtempSync(join(folder, 'tmp-')), env = {}) {
  const options = { cwd: folder, reject: false, env: { TMPDIR, ...env } }
  return { child: execa(process.execPath, [bin, ...words], options), TMPDIR }
}

const soon = { timeout: 100_000, interval: 50 }

test('without a place for temporary files: one line and status 2', async () => {
  const TMPDIR = join(folder, 'nowhere')
  const message = `ninehole: ${TMPDIR}: no temporary folder can be made here: no such file or folder`
  const { child } = start(['verify', '--input', 'stdin', ours('fixtures/ortho/draw.transcript')], TMPDIR)
  expect(await child).toMatchObject({ stderr: message, exitCode: 2 })
})

const never = 'await new Promise(() => {})'
test.each([
  ['ends the process', 'process.exit(0)', /^ninehole: ended too early: .*$/],
  ['never loads', never, /^ninehole: ended too early: .*$/],
  ['throws later', `setTimeout(() => { throw Error('a\\nb') }); ${never}`, /^ninehole: a game, or .* throws .*: a$/],
  ['rejects a promise', `Promise.reject('b'); ${never}`, /^ninehole: a game, or .* throws .*: b$/],
])('a game that %s: one line and status 2', async (_, code, line) => {
  const { child } = start(['perft', write(`${code.length}.mjs`, code), '-d', '1'])
  expect(await child).toMatchObject({ stderr: expect.stringMatching(line), exitCode: 2 })
})

test('where Node cannot even load our code, with 24 open files: one line and status 2', needs('prlimit'), async () => {
  const words = ['--nofile=24', process.execPath, bin, 'judge', folder]
  const stderr = expect.stringMatching(/^ninehole: \/.*: too many open files$/)
  expect(await execa('prlimit', words, { reject: false })).toMatchObject({ stderr, exitCode: 2 })
})

test('killed while programs run, it leaves no process', needs('/proc', 'bash'), async () => {
  const loop = write('tic-tac-toe/bash-interactive/loop.sh', 'while :; do :; done')
  const words = ['judge', '--real', '--suite', 'fixtures', '--timeout', '60', '--sandbox', 'off', loop]
  const { child, TMPDIR } = start(words)
  const left = () => processesWith(`TMPDIR=${TMPDIR}`)
  const isLoop = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('loop')
  const started = () => left().filter((pid) => existsSync(`/proc/${pid}`) && isLoop(pid)).length
  await vi.waitFor(() => expect(started()).toBeGreaterThan(0), soon)
  child.kill('SIGKILL')
  await child
  await vi.waitFor(() => expect(left()).toEqual([]), soon)
})

test('Ctrl-C: what was found is reported, and nothing is left', needs('/proc', 'setsid', 'bash'), async () => {
  const stray = join(folder, 'stray')
  write('stopped/tic-tac-toe/bash-stdin/a.sh', 'echo wrong')
  // A process in a session of its own, which writes its id into a file, and waits.
  const waits = `setsid sh -c 'echo $$ > "$0"; exec sleep 60' ${stray} & sleep 60`
  write('stopped/tic-tac-toe/bash-stdin/b.sh', waits)
  const words = ['judge', '--sandbox', 'off', '--suite', 'fixtures', '--timeout', '60', '--jobs', '2']
  const { child, TMPDIR } = start([...words, '--reporter', 'table', '--reporter', 'json=stopped.json', 'stopped'])
  let shown = ''
  child.stdout.on('data', (data) => {
    shown += data
  })
  const pid = () => (existsSync(stray) ? readFileSync(stray, 'utf8').trim() : '')
  const isFound = () =>
    expect([shown, pid()]).toEqual([expect.stringMatching(/^bash-stdin .* WA$/m), expect.stringMatching(/\d/)])
  await vi.waitFor(isFound, soon)
  child.kill('SIGINT')
  const stopped = 'stopped after 1 of 2 entries'
  expect(await child).toMatchObject({ signal: 'SIGINT', stdout: expect.stringContaining(stopped) })
  const report = JSON.parse(readFileSync(join(folder, 'stopped.json'), 'utf8'))
  expect(report).toMatchObject({ ok: false, stopped, cases: [{ verdict: 'WA' }] })
  expect(readdirSync(TMPDIR)).toEqual([])
  await vi.waitFor(() => expect(existsSync(`/proc/${pid()}`)).toBe(false), soon)
})

test('a machine that has no room for pipes gives no verdict', { tags: 'slow' }, async () => {
  const right = ours('solutions/tic-tac-toe/perl-stdin/exact.pl')
  const found = new Set<string>()
  // The number of files that Node has open by itself differs from version to version.
  for (const files of [34, 38, 40, 42, 44, 100]) {
    const words = [bin, 'judge', '--sandbox', 'off', '--suite', 'fixtures', right]
    const inShell = ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, ...words]
    const { stdout } = await execa('sh', inShell, { reject: false })
    found.add(/\b(AC|WA|RTE|TLE|error)\b/.exec(stdout)?.[0] ?? '')
  }
  expect([...found].filter((verdict) => !['AC', 'error', ''].includes(verdict))).toEqual([])
  expect(found).toContain('AC')
})

test('esbuild without memory is trouble of the machine, in one line, and no verdict', async () => {
  const script = '#!/bin/sh\necho "fatal error: out of memory\n\ngoroutine 1 [running]:" >&2; exit 2\n'
  const env = { ESBUILD_BINARY_PATH: write('esbuild', script) }
  chmodSync(env.ESBUILD_BINARY_PATH, 0o755)
  const entry = ours('solutions/tic-tac-toe/node-args/record.ts')
  const words = ['judge', entry, '--sandbox', 'off', '--suite', 'fixtures', '--reporter', 'json']
  const { stdout, stderr, exitCode } = await start(words, undefined, env).child
  expect(stderr).toMatch(/^ninehole: esbuild: was ended by the system: is memory left\?$/)
  expect([JSON.parse(stdout).cases[0].verdict, exitCode]).toEqual([undefined, 2])
})
