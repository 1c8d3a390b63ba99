import { expect, test } from 'vitest'
import { asHtml } from './html.ts'
import { cases, entry, failing, failureFor } from './test-data/reports.ts'

test('the page has no script, and nothing that a browser would fetch', () => {
  const html = asHtml({ version: 2, ok: false, cases })
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(html).not.toMatch(/<(script|img|a|iframe|link|object|embed|base)\b/i)
  expect(html).toContain('&lt;U+202E>evil&lt;U+2066>')
})

test('the page stays small, whatever programs write', () => {
  const many = Array.from({ length: 200 }, (_, index) => cases[index % 8] ?? entry())
  expect(Buffer.byteLength(asHtml({ version: 2, ok: false, cases: many }))).toBeLessThan(2_000_000)
})

test('a failing session is a conversation that ends in the difference, with its rule and the command that plays it again', () => {
  const one = failing(failureFor(['4'], '...\n...\n...\nX> ...\n.X.\n..?\nO> '))
  const page = asHtml({ version: 2, ok: false, cases: [one] })
  expect(page).toContain('<pre class="session">...\n...\n...\nX> <kbd>4</kbd>\n')
  expect(page).toContain('<span class="good">- ...↵\n</span><span class="bad">+ ..?↵\n</span>')
  expect(page).toContain('<p>breaks: &quot;In every turn')
  expect(page).toContain('<h3>Run it again</h3><pre>npx ninehole judge x/a.ts</pre>')
  expect(page).toMatch(/<h2>tic-tac-toe<\/h2><table>.*<td>node-args<\/td>/s)
})
