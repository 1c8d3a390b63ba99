import { renderToStaticMarkup } from 'preact-render-to-string'
import { excerptOf, sectionsOf } from './difference.ts'
import type { Case, EntryReport, Failure, Report } from './report.ts'
import { clipped, printableMarkup } from './text.ts'
import {
  countsOf,
  leaderboardHead,
  leaderboardRow,
  leaderboardsOf,
  notesOn,
  originOf,
  partsOf,
  verdictOf,
  whyBesidePath,
} from './words.ts'

/** How many turns of a session the page shows before the one that went wrong. */
const maxTurns = 200

/**
 * A report as one HTML page, without scripts or requests. It shows what programs wrote, so a policy in its head forbids
 * both.
 */
export function asHtml(report: Report): string {
  const body = printableMarkup(renderToStaticMarkup(<Page report={report} />))
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ninehole: ${report.ok ? 'passed' : 'failed'}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
}

function Page({ report }: { readonly report: Report }) {
  const { ok, cases } = report
  const failed = cases.filter((one) => !one.ok).flatMap(partsOf)
  return (
    <main>
      <h1 class={ok ? 'good' : 'bad'}>{ok ? '✓ Passed' : '✗ Failed'}</h1>
      {countsOf(cases).map((text) => (
        <p class="summary">{text}</p>
      ))}
      {notesOn(report).map((text) => (
        <p class="muted">{text}</p>
      ))}
      {failed.map((one) => (
        <FailedCase one={one} />
      ))}
      {leaderboardsOf(cases).map((entries) => (
        <Leaderboard entries={entries} />
      ))}
    </main>
  )
}

function FailedCase({ one }: { readonly one: Case }) {
  const { path, failure, reproduce } = one
  const sections = sectionsOf(one).filter(({ language }) => language !== 'diff')
  if (reproduce !== undefined) sections.push({ title: 'Run it again', lines: [reproduce] })
  return (
    <article>
      <h2>
        <span class="bad">{verdictOf(one)}</span> <bdi>{path}</bdi>
      </h2>
      <p class="summary">{clipped(whyBesidePath(one))}</p>
      <p class="muted">{originOf(one)}</p>
      {failure && failure.turns.length > 0 && <Conversation failure={failure} />}
      {sections.map(({ title, lines }) =>
        lines === undefined ? <p>{title}</p> : [<h3>{title}</h3>, <pre>{clipped(lines.join('\n'))}</pre>],
      )}
    </article>
  )
}

/** A session as a terminal shows it, up to the turn that went wrong: what was expected there, and what came. */
function Conversation({ failure: { turns } }: { readonly failure: Failure }) {
  const played = turns.filter(({ actual }) => actual !== undefined)
  const before = played.slice(0, -1)
  return (
    <pre class="session">
      {before.length > maxTurns && `… ${before.length - maxTurns} turns before\n`}
      {before
        .slice(-maxTurns)
        .map(({ actual = '', answer = null }) => [
          clipped(actual),
          <kbd>{answer === null ? '^D' : clipped(answer) || '⏎'}</kbd>,
          '\n',
        ])}
      {excerptOf({ turns: played.slice(-1) }).map((line) => {
        const kind = { '-': 'good', '+': 'bad' }[line.slice(0, 1)]
        // More fonts have this arrow than `␊`.
        return <span class={kind}>{`${line.replaceAll('␊', '↵')}\n`}</span>
      })}
    </pre>
  )
}

function Leaderboard({ entries }: { readonly entries: readonly [EntryReport, ...EntryReport[]] }) {
  const head = leaderboardHead.map((title) => <th>{title}</th>)
  const rows = entries.map((one) => (
    <tr class={one.ok ? undefined : 'bad'}>
      {leaderboardRow(one).map((cell) => (
        <td>{clipped(cell, 200)}</td>
      ))}
    </tr>
  ))
  return [
    <h2>{entries[0].game}</h2>,
    <table>
      <tr>{head}</tr>
      {rows}
    </table>,
  ]
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
