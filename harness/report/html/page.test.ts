import { HtmlValidate } from 'html-validate/node'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type Case, reportSchema } from '../report.ts'
import { cases, entry, failing, failureFor, profiled, sample } from '../test-data/reports.ts'
import { asHtml } from './page.tsx'

const html = asHtml(sample)
const opening = '...\n...\n...\nX> '

/** The page of one failing session, without the heading. */
const conversation = (...failure: Parameters<typeof failureFor>) =>
  /<div class="conversation">.*?<h4>/s.exec(
    asHtml({ version: 2, ok: false, cases: [failing(failureFor(...failure))] }),
  )?.[0]

test('is valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    // These are matters of style; an inline style sheet is what makes it one file.
    rules: { 'long-title': 'off', 'require-sri': 'off', 'doctype-style': 'off', 'void-style': 'off' },
  })
  const { results } = await validator.validateString(html)
  const messages = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} ${message} ${line}:${column}`),
  )
  expect(messages).toEqual([])
})

test('has no script, and nothing that a browser would fetch', () => {
  expect(html).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  )
  expect(html).not.toMatch(/<(script|img|iframe|link|object|embed|base)\b/i)
  expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].filter(([, target]) => !target?.startsWith('#'))).toEqual([])
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
  expect(Buffer.byteLength(html)).toBeLessThan(300_000)
  const many = Array.from({ length: 200 }, (_, index) => cases[index % 8] ?? entry())
  expect(Buffer.byteLength(asHtml({ version: 2, ok: false, cases: many }))).toBeLessThan(10_000_000)
})

describe('a failing session', () => {
  test('marks the first wrong character on both sides', () => {
    const shown = conversation(['4'], `${opening}...\n.X.\n..?\nO> `)
    expect(shown).toContain('expected</figcaption><pre>...\n.X.\n<span class="line">..<mark>.</mark>↵</span>O> </pre>')
    expect(shown).toContain('wrote</figcaption><pre>...\n.X.\n<span class="line">..<mark>?</mark>↵</span>O> </pre>')
  })

  test('shows what was typed, and the right output before it', () => {
    const shown = conversation(['4'], `${opening}?`)
    expect(shown).toContain('<pre class="terminal">...\n...\n...\nX> <kbd>4</kbd>\n</pre>')
  })

  test('says where the output ends', () => {
    expect(conversation(['4'], `${opening}...\n.X.\n`, { end: { how: 'silent', milliseconds: 2000 } })).toContain(
      '<mark>(ends here)</mark>',
    )
  })

  test('marks nothing where all output is right', () => {
    const shown = conversation(['4'], `${opening}...\n.X.\n...\nO> `, { end: { how: 'exit', status: 1 } })
    expect(shown).toContain('wrote</figcaption><pre>...\n.X.\n...\nO> </pre>')
  })

  test('shows all right answers before the wrong one', () => {
    const lines = Array.from({ length: 12 }, () => 'x')
    const shown = conversation(lines, `${opening}${'invalid.\nX> '.repeat(11)}?`)
    expect(shown?.split('<kbd>x</kbd>').length).toBe(13)
  })

  test('shows allowed lines as right', () => {
    const shown = conversation(['4', '9'], `${opening}...\n.X.\n...\nO> invalid.\n...\n.X.\n...\nX> `)
    expect(shown).toContain('expected</figcaption><pre>invalid.\nO> </pre>')
    expect(shown).toContain('<pre>invalid.\n...\n.X.\n...\n<span class="line"><mark>X</mark>>·</span></pre>')
  })

  test('leaves out what goes on and on', () => {
    const shown = conversation(['4'], `${opening}${'\n'.repeat(50_000)}`)
    expect(shown).toMatch(/<pre>… 49,[89]\d\d characters before\n/)
    expect(shown).toContain('expected</figcaption><pre>')
    expect(shown?.length).toBeLessThan(5_000)
  })

  test('tells the answers that were not reached', () => {
    const shown = conversation(['4', '0', null], `${opening}?`)
    expect(shown).toMatch(/Not reached: <code>0<\/code> <code>\^D<\/code>/)
  })
})

test('parts are linked at the top, failures first, and counted as in other reports', () => {
  const links = [...(/<nav>.*<\/nav>/s.exec(html)?.[0].matchAll(/<a href="#([^"]*)">([^<]*)</g) ?? [])]
  expect(links.map(([, , title]) => title)).toEqual([
    '11 failures, 1 that could not be run',
    'Leaderboard of tic-tac-toe',
    'Rules of tic-tac-toe',
    'Entries that got their verdict',
    'Recorded sessions',
  ])
  for (const [, id] of links) expect(html).toContain(` id="${id}"`)
})

test('the verdicts in it are explained', () => {
  const page = asHtml({ version: 2, ok: false, cases: [failing(failureFor(['4'], '?'), { verdict: 'TLE' })] })
  expect(page).toContain('<span>AC: accepted</span><span>TLE: time limit exceeded</span></p>')
})

test('a failed session of a game is a transcript to copy; one of a transcript, which has settings, is not', () => {
  const one = failing(failureFor(['4'], '?'))
  const base = { input: '', ok: false, failure: one.failure, milliseconds: 0 } as const
  const page = (...cases: Case[]) => asHtml({ version: 2, ok: false, cases })
  expect(page(one)).toContain('\n$ tic-tac-toe\n...\n...\n...\nX> 4\n...\n.X.\n...\nO> </pre></details>')
  expect(page({ ...base, kind: 'transcript', path: 'a', line: 1, verdict: 'WA' })).not.toContain('as a transcript')
})

test('equal failures are shown once', () => {
  const failure = failureFor(['4'], `${opening}?`)
  const many = ['a.ts', 'b.ts', 'c.ts'].map((path) => failing(failure, { path, reproduce: `judge ${path}` }))
  const page = asHtml({
    version: 2,
    ok: false,
    cases: [...many, failing(failureFor(['0'], `${opening}?`), { path: 'd.ts' })],
  })
  expect(page.match(/<article /g)?.length).toBe(2)
  expect(page).toContain('<h4>In the same session, 2 more write the same</h4>')
  expect(page).toContain('<li id="case-3"><code>judge c.ts</code></li>')
  expect(page).toContain('<bdi>a.ts</bdi></a> and 2 more</li>')
  // Both break the same rule, which is named once.
  expect(page).toMatch(
    /<ul class="failures"><li>breaks: [^<]*<ul><li>.*a\.ts.*d\.ts<\/bdi><\/a> <\/li><\/ul><\/li><\/ul>/s,
  )
})

test('an error names its path once in each place', () => {
  const [broken] = cases.filter(({ error }) => error !== undefined)
  const page = asHtml({ version: 2, ok: false, cases: broken === undefined ? [] : [broken] })
  expect(page.match(/fixtures\/b\.transcript/g)?.length).toBe(1)
  expect(page).toContain('<p class="why">line 1: &lt;b>oh&lt;/b></p>')
})

test('what is not accepted has no bar, and is not the best', () => {
  const { verdict: _, ...skipped } = entry({ path: 'a.ts', bytes: 50, skipped: 'no node' })
  const page = asHtml({
    version: 2,
    ok: false,
    cases: [skipped, failing(failureFor(['4'], '?'), { path: 'b.ts', bytes: 60 }), entry({ path: 'c.ts' })],
  })
  expect(page.match(/<rect [^>]*>/g)).toHaveLength(1)
  expect(page).toMatch(/<rect class="bar best".*>100<.*>c\.ts</)
  // Those in the race come first.
  expect(page).toMatch(/>c\.ts<.*class="skipped">skipped<.*>a\.ts<.*class="wrong">WA<.*>b\.ts</)
})

describe('of a wrong entry that was profiled', () => {
  const page = asHtml({ version: 2, ok: false, cases: [profiled(), entry(), profiled()] })

  test('it says which rule is broken, and how many hold', () => {
    expect(page).toContain(
      'breaks: <q>The player called &quot;X&quot; starts by marking any &quot;.&quot; position with an',
    )
    expect(page).toMatch(
      /<p><a href="#rule-tic-tac-toe-x-marks">\d+ of \d+ rules hold; breaks x-marks; the other \d rules could not be tested<\/a><\/p>/,
    )
  })

  test('its source is shown with its bytes, as text', () => {
    expect(page).toContain('Its source <span class="muted">19 bytes, 17 characters</span>')
    expect(page).toContain('print(&quot;&lt;b>&lt;U+202E>&quot;)')
  })

  test('each mark in the table of rules leads to a session on the page', () => {
    const [table = ''] = /<table>.*<\/table>/s.exec(page) ?? []
    const links = [...table.matchAll(/<td class="(?:good|bad)"><a href="#([^"]+)"/g)].map(([, id = '']) => id)
    const rules = profiled().profile ?? []
    expect(links).toHaveLength(2 * rules.filter(({ result }) => result !== 'unseen').length)
    expect(links.filter((id) => page.split(` id="${id}"`).length !== 2)).toEqual([])
    expect(table.match(/<td class="muted">·/g)).toHaveLength(
      2 * rules.filter(({ result }) => result === 'unseen').length,
    )
    expect(page).toContain('<p id="breaks-tic-tac-toe-2-x-marks">wrong output, at byte')
    expect(page).toContain('position with an &quot;X&quot;.</q> <span class="bad">✗\xa02</span></summary>')
  })

  test('each mark leads to a session of its own game, though games share names of rules', () => {
    const page = asHtml({ version: 2, ok: false, cases: [profiled(), { ...profiled(), game: 'ortho' }] })
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
    const marks = [...page.matchAll(/<td class="bad"><a href="#([^"]+)"/g)].map(([, id]) => id)
    expect(marks).toEqual(['breaks-tic-tac-toe-1-x-marks', 'breaks-ortho-1-x-marks'])
    expect(ids).toEqual(expect.arrayContaining(marks))
  })
})
