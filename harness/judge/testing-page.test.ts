import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { blockIn, coverageTable, testingTables, withBlock } from './test-data/testing-page.ts'

const page = readFileSync(join(packageRoot, 'harness/judge/README.md'), 'utf8')

test("the numbers of how it is tested are those of today: else 'npm run testing-page -- --quick'", {
  tags: 'slow',
}, () => {
  expect(blockIn(page, 'testing')).toBe(testingTables())
})

test('every branch of reference/ and harness/session/ is reached, when it was last measured', () => {
  const rows = [...blockIn(page, 'coverage').matchAll(/^\| `.*` \| ([\d,]+) \| ([\d,]+) \|$/gm)]
  expect(rows).toHaveLength(2)
  for (const [, total, reached] of rows) expect(reached).toBe(total)
})

test('a part of a page is found by its name, and replaced', () => {
  const text = 'a\n<!-- one -->\nold\n<!-- /one -->\n<!-- two -->\n<!-- /two -->\n'
  expect(blockIn(text, 'one')).toBe('old\n')
  expect(withBlock(text, 'two', '$&new\n')).toBe(
    'a\n<!-- one -->\nold\n<!-- /one -->\n<!-- two -->\n$&new\n<!-- /two -->\n',
  )
})

test('branches are summed by room', () => {
  const file = (path: string, total: number, covered: number) => [
    join(packageRoot, path),
    { branches: { total, covered } },
  ]
  const summary = Object.fromEntries([
    file('reference/a.ts', 3, 2),
    file('reference/ordo/b.ts', 1000, 999),
    file('harness/session/c.ts', 4, 4),
    file('harness/run/d.ts', 5, 0),
  ])
  expect(coverageTable(summary)).toBe(`| room | branches | reached by tests |
| --- | ---: | ---: |
| \`reference/\` | 1,003 | 1,001 |
| \`harness/session/\` | 4 | 4 |
`)
})
