import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../entries/entry.ts'
import { runtimes } from '../entries/runtimes.ts'
import type { EntryReport } from '../report/report.ts'
import { remarksOf } from '../report/words.ts'
import { testFolder } from '../run/test-helpers.ts'
import { openCache } from './cache.ts'
import type { JudgeOptions } from './judge.ts'
import type { Job } from './plan.ts'
import { entryPlanner } from './planner.ts'

const { folder } = testFolder()
const newFolder = () => mkdtempSync(join(folder, 'cache-'))

const runtime = runtimes.find(({ name }) => name === 'node') as Entry['runtime']
const about = { path: 'a.ts', game: 'tic-tac-toe', input: 'args', expected: 'AC', bytes: 1, chars: 1 } as const
const job = await entryPlanner({ quick: true })({ ...about, league: '', runtime, source: '1' })
const accepted: EntryReport = {
  ...{ ...about, kind: 'entry', runtime: 'node', ok: true, verdict: 'AC', failure: null },
  ...{ exact: true, variations: [], plan: [], milliseconds: 900 },
}
const options: JudgeOptions = { limits: { milliseconds: 2000 }, quick: true }
const changed = (change: Partial<Entry>): Job => ({ ...job, entry: { ...job.entry, ...change } })

test('what was accepted is remembered, and its row says so', async () => {
  const cwd = newFolder()
  await openCache(cwd, options).keep(job, accepted)
  const found = await openCache(cwd, options).find(job)
  expect(found).toEqual({ ...accepted, milliseconds: 0, before: true })
  expect(remarksOf(found as EntryReport)).toBe('exact; accepted before')
})

test.each<[string, Job, Partial<JudgeOptions>]>([
  ['bytes', changed({ source: '2' }), {}],
  ['options', job, { exact: true }],
  ['limits', job, { limits: { milliseconds: 3000 } }],
  ['sandbox', job, { sandbox: { name: 'bubblewrap 0.8.0' } }],
  ['recorded sessions', { ...job, plan: [{ by: 'worker', suite: { name: 'fixtures', sessions: [['1']] } }] }, {}],
])('other %s are judged', async (_, other, more) => {
  const cwd = newFolder()
  await openCache(cwd, options).keep(job, accepted)
  expect(await openCache(cwd, { ...options, ...more }).find(other)).toBeUndefined()
})

test.each<[string, Job, Partial<EntryReport>]>([
  ['a failure', job, { verdict: 'WA', ok: false }],
  ['a wrong entry that is rejected', job, { verdict: 'WA' }],
  ['a session that passed only when it was played again', job, { doubts: 1 }],
  ["a user's game", { ...job, isOurs: false }, {}],
  ["a user's runtime", changed({ runtime: { ...runtime } }), {}],
])('%s is not remembered', async (_, one, more) => {
  const cache = openCache(newFolder(), options)
  await cache.keep(one, { ...accepted, ...more })
  expect(await cache.find(one)).toBeUndefined()
})

test('a spoiled file, or no place for files, is no trouble', async () => {
  const cwd = newFolder()
  const cache = openCache(cwd, options)
  for (const spoiled of ['', '{"key":', 'null', '{"key":"","report":{}}']) {
    await cache.keep(job, accepted)
    const place = join(cwd, 'node_modules/.cache/ninehole')
    const [file = ''] = readdirSync(place)
    writeFileSync(join(place, file), spoiled)
    expect(await cache.find(job)).toBeUndefined()
  }
  const full = newFolder()
  writeFileSync(join(full, 'node_modules'), '')
  await openCache(full, options).keep(job, accepted)
  expect(await openCache(full, options).find(job)).toBeUndefined()
})
