import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { type Entry, findEntries } from '../entries/entry.ts'
import { whyNoPty } from './pty.ts'
import type { Sandbox } from './sandbox.ts'

/** Makes a folder that is removed after the tests of a file, or of a `describe`. */
export function testFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'ninehole-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** @returns the whole path */
  function write(path: string, content: string | Buffer, encoding: BufferEncoding = 'utf8'): string {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, encoding)
    return file
  }

  /** Returns the path of a file that is not there yet, also where a test is tried again. */
  const newPath = () => join(mkdtempSync(join(folder, 'new-')), 'file')
  return { folder, write, newPath }
}

declare module 'vitest' {
  interface TaskMeta {
    skipped?: string
  }
}

/** @param why a test is skipped, which the run counts and prints; absent: it runs */
export const skippedFor = (why: string | undefined) => (why === undefined ? {} : { skip: true, meta: { skipped: why } })

/** Skips a test without these programs, such as `php`, or files of the system, such as `/proc`. */
export function needs(...names: readonly string[]) {
  const missing = names.find((name) => !isHere(name))
  return skippedFor(missing && `${missing} is not ${missing.startsWith('/') ? 'there' : 'installed'}`)
}

const isHere = (name: string) =>
  name.startsWith('/')
    ? existsSync(name)
    : process.env.PATH?.split(delimiter).some((folder) => existsSync(join(folder, name)))

export const onlyDeep = skippedFor(process.env.DEEP === undefined ? 'part of test:deep' : undefined)

export function needsTerminal() {
  const why = whyNoPty()
  return skippedFor(why && `no pseudo-terminal (${why})`)
}

/** Skips a test unless the system shows in which call a process waits, by name and by number. */
export function needsCalls() {
  // The shell may not wait yet when we look: only what is never shown is not shown.
  const asked =
    "cd /proc/self && for i in $(seq 50); do grep -q '^[0-9]* 0x' syscall && exec test -e wchan; done; exit 1"
  return skippedFor(spawnSync('/bin/sh', ['-c', asked]).status === 0 ? undefined : 'the system does not show calls')
}

export const needsSandbox = ({ name, wrap }: Sandbox) => skippedFor(wrap ? undefined : `no sandbox: ${name}`)

/** Progress may come now and then, on a slow machine in any test. */
export const withoutProgress = (stderr: string) => stderr.replace(/^[\d,]+\/[\d,]+ sessions.*(\n|$)/gm, '')

/**
 * Does something while the process can open only so many files more. It must do its work before it waits for anything.
 * @returns undefined if the limit cannot be set here
 */
export function withDescriptors<Result>(most: number, action: () => Result): Result | undefined {
  const limit = (soft: string) =>
    spawnSync('prlimit', ['--pid', `${process.pid}`, `--nofile=${soft}:`], { encoding: 'utf8' }).status === 0
  const asked = spawnSync('prlimit', ['--pid', `${process.pid}`, '--nofile', '--output', 'SOFT', '--noheadings'])
  const before = asked.stdout?.toString().trim()
  const highest = Math.max(...descriptors())
  if (!before || !limit(`${highest + 50}`)) return undefined
  const opened: number[] = []
  try {
    for (;;) opened.push(openSync('/dev/null', 'r'))
  } catch {
    // Now there are no more.
  }
  for (const fd of opened.splice(0, most)) closeSync(fd)
  try {
    return action()
  } finally {
    for (const fd of opened) closeSync(fd)
    limit(before)
  }
}

export const descriptors = () => readdirSync('/proc/self/fd').map(Number)

export const openPaths = () =>
  descriptors().flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      // It was open only to read the folder.
      return []
    }
  })

/** False for a zombie: where the first process is no init, as in many containers, an ended process without a parent stays one. */
export function isRunning(pid: number) {
  const status = `/proc/${pid}/status`
  try {
    return process.kill(pid, 0) && !(existsSync(status) && /^State:\tZ/m.test(readFileSync(status, 'latin1')))
  } catch {
    return false
  }
}

export function entryAt(path: string): Entry {
  const [entry] = findEntries([path])
  if (entry === undefined) throw new Error(`no entry: ${path}`)
  return entry
}
