import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { asGithub } from './github.ts'
import { asMarkdown } from './markdown.ts'
import type { Case, Report } from './report.ts'
import { entry, failing, failureFor, sample } from './test-data/reports.ts'

const of = (...cases: Case[]): Report => ({ version: 2, ok: cases.every(({ ok }) => ok), cases })
const opening = '...\n...\n...\nX> '

test('has the leaderboard, and the failing sessions with the commands that run them again', () => {
  const text = asMarkdown(of(entry(), failing(failureFor(['4'], `${opening}...\n.O.\n...\nO> `))))
  expect(text).toBe(`## ✗ ninehole: 1 of 2 entries accepted

| game | league | entry | bytes | verdict | proven for | variations |
| --- | --- | --- | ---: | --- | --- | --- |
| tic-tac-toe | node-args | x/tic-tac-toe/node-args/a.ts | 100 | AC | all 16,167 moves | extra-newlines |
| tic-tac-toe | node-args | x/tic-tac-toe/node-args/a.ts | 100 | **WA** |  | extra-newlines |

<details><summary><b>WA</b> x/tic-tac-toe/node-args/a.ts: wrong output, at byte 20 (line 5), after answer 1 of 1, '4'</summary>

breaks: "The player called "X" starts by marking any "." position with an "X"." (reference/tic-tac-toe.md&#35;rules)

Expected (-) and actual (+) output:

\`\`\`diff
  ...
  ...
  ...
  X> 4
  ...
- .X.␊
+ .O.␊
   ^
  ...
  O> 
\`\`\`

Run it again:

\`\`\`sh
npx ninehole judge x/a.ts
\`\`\`

</details>
`)
})

test('what programs write stays in its code block, and paths are no markup', () => {
  const text = asMarkdown(
    of(failing(failureFor(['4'], `${opening}\`\`\`\`\n</details><img>`), { path: 'a|`<b>*@me.ts' })),
  )
  expect(text).toMatch(/\n`{5}diff\n.*\n`{5}\n/s)
  expect(text).toContain('<b>WA</b> a&#124;&#96;&lt;b>&#42;&#64;me.ts: ')
  expect(asMarkdown(sample)).not.toMatch(/[\p{Cf}]|(?!\n)\p{Cc}/u)
})

test('leaves failing sessions out where it would be too long', () => {
  const one = failing(failureFor(['4'], `${opening}?`))
  const report = of(...Array.from({ length: 100 }, () => one))
  const most = 20_000
  const text = asMarkdown(report, most)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
  const shown = text.split('<details>').length - 1
  expect(shown).toBeGreaterThan(5)
  expect(text).toContain(`… and ${100 - shown} more that failed.`)
  expect(asMarkdown(report)).not.toContain('more that failed')
})

describe('in a job of GitHub', () => {
  const { folder } = testFolder()
  afterEach(() => void vi.unstubAllEnvs())
  const summary = join(folder, 'summary.md')
  const inJob = { GITHUB_STEP_SUMMARY: summary }

  test('the summary is appended to', () => {
    writeFileSync(summary, 'before\n')
    expect(asGithub(of(entry()), inJob)).toContain('::notice')
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## ✓ ninehole: 1 of 1 entries accepted\n/)
  })

  test('the summary stays below 1 MiB', () => {
    writeFileSync(summary, 'x'.repeat(1024 * 1024 - 3000))
    const one = failing(failureFor(['4'], `${opening}?`))
    asGithub(of(one, one, one, one, one, one, one, one, one, one), inJob)
    const text = readFileSync(summary)
    expect(text.length).toBeLessThanOrEqual(1024 * 1024)
    expect(text.toString()).toContain('more that failed')
  })

  test('a summary that cannot be written costs no annotation', () => {
    const missing = join(folder, 'missing/summary.md')
    expect(asGithub(of(entry()), { GITHUB_STEP_SUMMARY: missing })).toMatch(
      /^::notice .*\n::warning title=The summary was not written::.*missing\/summary\.md: no such file or folder\n$/,
    )
  })

  test('elsewhere nothing is written', () => {
    writeFileSync(summary, '')
    asGithub(of(entry()), { GITHUB_STEP_SUMMARY: '' })
    expect(readFileSync(summary, 'utf8')).toBe('')
  })
})
