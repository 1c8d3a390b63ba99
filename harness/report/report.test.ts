import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { type Case, verdictOf } from './report.ts'
import { reportJsonSchema } from './schema.ts'
import { entry } from './test-data/reports.ts'

const transcript: Case = {
  kind: 'transcript',
  path: 'a.transcript',
  line: 1,
  input: 'stdin',
  ok: false,
  failure: null,
  milliseconds: 0,
}

test.each<[string, Case]>([
  ['AC', entry()],
  ['WA', entry({ verdict: 'WA', ok: false })],
  ['WA', entry({ verdict: 'WA', expected: 'WA' })],
  ['AC, expected WA', entry({ verdict: 'AC', expected: 'WA', ok: false })],
  ['RTE, expected WA', entry({ verdict: 'RTE', expected: 'WA', ok: false })],
  ['WA', { ...transcript, verdict: 'WA' }],
  ['error', { ...transcript, error: 'a.transcript:1: no command' }],
  ['skipped', { ...transcript, skipped: 'no ruby' }],
])('%s', (verdict, one) => {
  expect(verdictOf(one)).toBe(verdict)
})

test("report.schema.json is what the types say: else 'npm run build'", () => {
  const file = readFileSync(join(packageRoot, 'harness/report/report.schema.json'), 'utf8')
  expect(JSON.parse(file)).toEqual(reportJsonSchema())
})
