import { excerptOf, sectionsOf } from './difference.ts'
import type { Case, EntryReport, Failure, Report } from './report.ts'
import { clipped, printableMarkup } from './text.ts'
import {
  countsOf,
  failuresIn,
  leaderboardHead,
  leaderboardRow,
  leaderboardsOf,
  notesOn,
  originOf,
  verdictOf,
  whyBesidePath,
} from './words.ts'

/** How many turns before the one that went wrong are shown. */
const maxTurns = 200

/** A report as one HTML page, without scripts or requests: as it shows what programs wrote, its policy forbids both. */
export function asHtml(report: Report): string {
  const { ok, cases } = report
  const body = [
    `<h1 class="${ok ? 'good' : 'bad'}">${ok ? '✓ Passed' : '✗ Failed'}</h1>`,
    ...countsOf(cases).map((text) => `<p class="summary">${escaped(text)}</p>`),
    ...notesOn(report).map((text) => `<p class="muted">${escaped(text)}</p>`),
    ...failuresIn(cases).map(failedCase),
    ...leaderboardsOf(cases).map(leaderboard),
  ]
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ninehole: ${ok ? 'passed' : 'failed'}</title>
<style>${style}</style>
</head>
<body>
<main>${printableMarkup(body.join(''))}</main>
</body>
</html>
`
}

/** Each text of a report must pass through it. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const shortened = (text: string) => escaped(clipped(text, 2000))

function failedCase(result: Case): string {
  const { path, failure, reproduce } = result
  const sections = sectionsOf(result).filter(({ language }) => language !== 'diff')
  if (reproduce !== undefined) sections.push({ title: 'Run it again', lines: [reproduce] })
  return [
    `<article><h2><span class="bad">${escaped(verdictOf(result))}</span> <bdi>${escaped(path)}</bdi></h2>`,
    `<p class="summary">${shortened(whyBesidePath(result))}</p>`,
    `<p class="muted">${escaped(originOf(result))}</p>`,
    failure?.turns.length ? conversation(failure.turns) : '',
    ...sections.map(({ title, lines }) => {
      if (lines === undefined) return `<p>${escaped(title)}</p>`
      return `<h3>${escaped(title)}</h3><pre>${shortened(lines.join('\n'))}</pre>`
    }),
    '</article>',
  ].join('')
}

/** A session as a terminal shows it, up to the turn that went wrong, which is shown as a difference. */
function conversation(turns: Failure['turns']): string {
  const played = turns.filter(({ actual }) => actual !== undefined)
  const before = played.slice(0, -1)
  const typed = (answer: string | null) => (answer === null ? '^D' : shortened(answer) || '⏎')
  const shown = before
    .slice(-maxTurns)
    .map(({ actual = '', answer = null }) => `${shortened(actual)}<kbd>${typed(answer)}</kbd>\n`)
  const difference = excerptOf({ turns: played.slice(-1) }).map((line) => {
    const kind = { '-': ' class="good"', '+': ' class="bad"' }[line.slice(0, 1)] ?? ''
    // More fonts have this arrow than `␊`.
    return `<span${kind}>${escaped(line.replaceAll('␊', '↵'))}\n</span>`
  })
  const more = before.length - shown.length
  return `<pre class="session">${more > 0 ? `… ${more} turns before\n` : ''}${[...shown, ...difference].join('')}</pre>`
}

function leaderboard(entries: readonly [EntryReport, ...EntryReport[]]): string {
  const head = leaderboardHead.map((title) => `<th>${title}</th>`)
  const rows = entries.map((entry) => {
    const cells = leaderboardRow(entry).map((cell) => `<td>${escaped(clipped(cell))}</td>`)
    return `<tr${entry.ok ? '' : ' class="bad"'}>${cells.join('')}</tr>`
  })
  return `<h2>${escaped(entries[0].game)}</h2><table><tr>${head.join('')}</tr>${rows.join('')}</table>`
}

const style = `
:root { color-scheme: light dark; --good: light-dark(#116329, #56d364); --bad: light-dark(#a40e26, #ff8a82);
  --muted: light-dark(#57606a, #9aa4af); --line: light-dark(#d0d7de, #3d444d) }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h2, h3, p { font-size: 1rem; margin: .5rem 0 }
pre, kbd, bdi, td { font: .85rem/1.4 ui-monospace, Menlo, Consolas, monospace }
pre, article { margin: 1rem 0; padding: .6rem; border: 1px solid var(--line); border-radius: 6px }
pre { white-space: pre-wrap; unicode-bidi: isolate }
kbd, .summary { font-weight: 600 }
th, td { padding: .15rem .6rem .15rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
.muted { color: var(--muted) }
.good { color: var(--good) }
.bad { color: var(--bad) }
`.trim()
