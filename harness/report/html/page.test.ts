import { HtmlValidate } from 'html-validate/node'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { reportSchema } from '../report.ts'
import { cases, entry, failing, failureFor, history, sample } from '../test-data/reports.ts'
import { placeOf, reachableBoards, upToSymmetry } from './map.tsx'
import { asHtml } from './page.tsx'

const html = asHtml(sample)
const opening = '...\n...\n...\nX> '

/** The page of one failing session, without the heading. */
const conversation = (...failure: Parameters<typeof failureFor>) =>
  /<div class="conversation">.*?<h4>/s.exec(
    asHtml({ version: 1, ok: false, cases: [failing(failureFor(...failure))] }),
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
  expect(Buffer.byteLength(asHtml({ version: 1, ok: false, cases: many }))).toBeLessThan(10_000_000)
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
    expect(shown).toMatch(/Not reached: <kbd>0<\/kbd> <kbd>\^D<\/kbd>/)
  })
})

describe('boards', () => {
  test('are the same up to rotation and reflection', () => {
    const corners = ['X........', '..X......', '......X..', '........X']
    expect(new Set(corners.map(upToSymmetry)).size).toBe(1)
    expect(upToSymmetry('XO.......')).toBe(upToSymmetry('.OX......'))
    expect(upToSymmetry('XO.......')).not.toBe(upToSymmetry('X.O......'))
  })
})

describe('the map of tic-tac-toe', () => {
  // Numbers of positions: https://oeis.org/A008907
  test('has all positions, up to symmetry', () => {
    const all = reachableBoards()
    expect(all.length).toBe(5478)
    const moves = [...new Set(all.map(upToSymmetry))].map((board) => board.replaceAll('.', '').length)
    const levels = [...'0123456789'].map((level) => moves.filter((count) => count === Number(level)).length)
    expect(levels).toEqual([1, 3, 12, 38, 108, 174, 204, 153, 57, 15])
  })

  test.each([
    [['4'], '?', '.........'],
    [['4'], `${opening}?`, '....X....'],
    [['9'], `${opening}?`, '.........'],
    [['0'], `${opening}?`, '........X'],
  ])('%j, %j: went wrong at %s', (lines, output, key) => {
    expect(placeOf(failureFor(lines, output))).toBe(key)
  })

  test('links a marked position to its session', () => {
    expect(html).toMatch(/<a href="#case-1" aria-label="failed here: [^"]*"/)
    expect(html).toContain('id="case-1"')
  })
})

test('a game that is not ours has no map, and no board where there is none', () => {
  const page = asHtml({ version: 1, ok: true, cases: [entry({ game: 'count' })] })
  expect(page).toContain('Leaderboard of count')
  expect(page).not.toContain('Map of')
})

test('bytes over time are those of the best entry of a league', () => {
  expect(html).toContain('120 → 100 bytes, 2026-01-01 to 2026-02-01')
  const two = [
    entry({ history, bytes: 100 }),
    entry({ history: history.map(({ date }, index) => ({ date, bytes: 300 - index })), bytes: 299 }),
  ]
  for (const entries of [two, two.toReversed()]) {
    const page = asHtml({ version: 1, ok: true, cases: entries })
    expect(page).toContain('120 → 100 bytes')
    expect(page).not.toContain('300 → 299 bytes')
  }
  expect(asHtml({ version: 1, ok: true, cases: [entry()] })).not.toContain('Bytes over time')
})
