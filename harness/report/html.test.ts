import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { asHtml } from './html.tsx'
import { reportSchema } from './report.ts'
import { cases, entry, failing, failureFor, sample } from './test-data/reports.ts'

const html = asHtml(sample)
const opening = '...\n...\n...\nX> '

test('has no script, and nothing that a browser would fetch', () => {
  expect(html).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  )
  expect(html).not.toMatch(/<(script|img|a|iframe|link|object|embed|base)\b/i)
})

test('has no control, format or bidirectional character of a program', () => {
  expect(html.match(/[\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?!\n)\p{Cc}/gu)).toBe(null)
  expect(html).toContain('&lt;U+202E>evil&lt;U+2066>')
  expect(html).toContain('␛[31mred')
})

test('is made of plain data: a report that was written and read gives the same page', () => {
  expect(asHtml(v.parse(reportSchema, JSON.parse(JSON.stringify(sample))))).toBe(html)
})

test('stays small, whatever programs write', () => {
  const many = Array.from({ length: 200 }, (_, index) => cases[index % 8] ?? entry())
  expect(Buffer.byteLength(asHtml({ version: 2, ok: false, cases: many }))).toBeLessThan(2_000_000)
})

describe('a failing session', () => {
  const page = asHtml({ version: 2, ok: false, cases: [failing(failureFor(['4'], `${opening}...\n.X.\n..?\nO> `))] })

  test('is a conversation: what was typed, and what came', () => {
    expect(page).toContain('<pre class="session">...\n...\n...\nX&gt; <kbd>4</kbd>\n'.replace('&gt;', '>'))
  })

  test('ends in the difference, in colour', () => {
    expect(page).toContain('<span class="expected">- ...↵\n</span><span class="actual">+ ..?↵\n</span>')
  })

  test('has the rule that is broken, and the command that plays it again', () => {
    expect(page).toContain('<p>breaks: &quot;In every turn')
    expect(page).toContain('<h3>Run it again</h3><pre>npx ninehole judge x/a.ts</pre>')
  })
})

test('an entry has its row in the leaderboard of its game', () => {
  expect(html).toMatch(/<h2>tic-tac-toe<\/h2><table>.*<td>node-args<\/td>.*<td>all 16,167 moves<\/td>/s)
})
