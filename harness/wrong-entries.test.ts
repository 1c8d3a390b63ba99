import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ticTacToe } from '../reference/tic-tac-toe.ts'
import { findEntries } from './find/entry.ts'
import { judge } from './judge.ts'
import { appetite } from './wrong-entries/appetite.ts'
import { builtins } from './wrong-entries/builtins.ts'
import { chance } from './wrong-entries/chance.ts'
import { endings } from './wrong-entries/endings.ts'
import type { WrongEntry } from './wrong-entries/entry.ts'
import { history } from './wrong-entries/history.ts'
import { outside } from './wrong-entries/outside.ts'
import { slowness } from './wrong-entries/slow.ts'
import { state } from './wrong-entries/state.ts'
import { wrongBytes } from './wrong-entries/wrong-bytes.ts'

const groups = { history, state, chance, builtins, endings, appetite, outside, slowness, wrongBytes }

/** Entries lie in one folder, and the judge's own files in another that nobody else writes to. */
const folder = mkdtempSync(join(tmpdir(), 'ninehole-wrong-'))
const temporary = join(folder, 'tmp')
const usualTemporary = process.env.TMPDIR
beforeAll(() => {
  mkdirSync(temporary)
  process.env.TMPDIR = temporary
})
afterAll(() => {
  if (usualTemporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usualTemporary
  rmSync(folder, { recursive: true })
})

const suite = (name: string, sessions: readonly string[] = []) => ({
  name,
  sessions: sessions.map((lines) => lines.split(' ')),
  size: sessions.length,
})

let count = 0
function write({ source, runtime = 'bun', input = 'interactive' }: WrongEntry) {
  const path = join(
    folder,
    'tic-tac-toe',
    `${runtime}-${input}`,
    `${count++}.${{ bun: 'ts', node: 'ts', perl: 'pl', bash: 'sh' }[runtime]}`,
  )
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
  return path
}

/** What the judge says of an entry: its verdict, and which of its two suites showed the fault. */
async function judged(wrong: WrongEntry) {
  const [entry] = findEntries([write(wrong)])
  if (entry === undefined) throw new Error('no entry')
  const milliseconds = wrong.milliseconds ?? (wrong.verdict === 'TLE' ? 400 : 3000)
  const suites = [suite('passes', wrong.passes), suite('fails', wrong.fails)]
  const report = await judge(entry, ticTacToe, suites, { limits: { milliseconds }, exact: false, onSession() {} })
  return { verdict: report.verdict, shownBy: report.failure?.suite, failure: report.failure, skipped: report.skipped }
}

const predicted = ({ verdict }: WrongEntry) => ({ verdict, shownBy: verdict === 'AC' ? undefined : 'fails' })

/** Processes that the judge, or a program that it held, has started. */
function processes(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`NINEHOLE_SESSION=${process.pid}-`)
      )
    } catch {
      return false
    }
  })
}

/** Where a program might leave a file that its name betrays. */
const places = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm', homedir(), '.', 'harness', folder]
const written = () => places.map((place) => join(place, 'ninehole-was-here')).filter(existsSync)

describe.each(Object.entries(groups))('%s', (_, entries) => {
  afterEach(async () => {
    await expect.poll(processes, { timeout: 3000 }).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
    expect(written()).toEqual([])
  })

  test.each(entries.map((entry) => [entry.name, entry] as const))('%s', async (_, entry) => {
    expect(await judged(entry)).toMatchObject(predicted(entry))
  })
})
