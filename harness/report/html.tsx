import { renderToStaticMarkup } from 'preact-render-to-string'
import { groupsBy } from '../base/collections.ts'
import type { Verdict } from '../session/compare.ts'
import { detailsOf, excerptOf } from './difference.ts'
import { type Case, type EntryReport, type Failure, isInLeague, type Report } from './report.ts'
import { clipped, printableMarkup } from './text.ts'
import {
  countsOf,
  describeMachine,
  leaderboardHead,
  leaderboardRow,
  originOf,
  partsOf,
  remarksIn,
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
  const head = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>ninehole: ${report.ok ? 'passed' : 'failed'}</title>
<style>${style}</style>`
  const body = printableMarkup(renderToStaticMarkup(<Page report={report} />))
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`
}

function Page({ report: { ok, stopped, cases, machines = [] } }: { readonly report: Report }) {
  const failed = cases.filter((one) => !one.ok).flatMap(partsOf)
  const found = Object.entries(verdictNames).filter(([verdict]) => cases.some((one) => one.verdict === verdict))
  return (
    <main>
      <h1 class={ok ? 'good' : 'bad'}>{ok ? '✓ Passed' : '✗ Failed'}</h1>
      {[...countsOf(cases), ...(stopped === undefined ? [] : [stopped])].map((text) => (
        <p class="summary">{text}</p>
      ))}
      {[...remarksIn(cases).flat(), ...machines.map(describeMachine)].map((text) => (
        <p class="muted">{text}</p>
      ))}
      <p class="muted">{found.map(([verdict, name]) => `${verdict}: ${name}`).join(' · ')}</p>
      {failed.map((one) => (
        <FailedCase one={one} />
      ))}
      {groupsBy(cases.filter(isInLeague), ({ game }) => game).map((entries) => (
        <Leaderboard entries={entries} />
      ))}
    </main>
  )
}

function FailedCase({ one }: { readonly one: Case }) {
  const { path, failure, reproduce } = one
  const { sentences, texts } = detailsOf(one)
  const all = reproduce === undefined ? texts : [...texts, ['Run it again', [reproduce]] as const]
  return (
    <article>
      <h2>
        <span class="bad">{verdictOf(one)}</span> <bdi>{path}</bdi>
      </h2>
      <p class="summary">{clipped(whyBesidePath(one))}</p>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
      <p class="muted">{originOf(one)}</p>
      {failure && failure.turns.length > 0 && <Conversation failure={failure} input={one.input} />}
      {all.map(([title, lines]) => [<h3>{title}</h3>, lines.length > 0 && <pre>{clipped(lines.join('\n'))}</pre>])}
    </article>
  )
}

/** A session as a terminal shows it, up to the turn that went wrong: what was expected there, and what came. */
function Conversation({ failure, input }: { readonly failure: Failure; readonly input: string }) {
  const last = failure.turns.findLastIndex(({ actual }) => actual !== undefined)
  const before = failure.turns.slice(0, Math.max(last, 0))
  const more = before.length - maxTurns
  return (
    <pre class="session">
      {more > 0 && <span class="muted">{`… ${more} turns before\n`}</span>}
      {before
        .slice(-maxTurns)
        .map(({ actual = '', answer = null }) => [
          clipped(actual),
          <kbd>{answer === null ? '^D' : clipped(answer) || '⏎'}</kbd>,
          '\n',
        ])}
      {excerptOf({ ...failure, turns: failure.turns.slice(Math.max(last, 0)) }, input).map((line) => {
        const kind = { '-': 'expected', '+': 'actual' }[line.slice(0, 1)]
        // More fonts have this arrow than `␊`.
        return <span class={kind}>{`${line.replaceAll('␊', '↵')}\n`}</span>
      })}
    </pre>
  )
}

function Leaderboard({ entries }: { readonly entries: readonly [EntryReport, ...EntryReport[]] }) {
  return (
    <section>
      <h2>{entries[0].game}</h2>
      <table>
        <thead>
          <tr>
            {leaderboardHead.map((title) => (
              <th>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((one) => (
            <tr class={one.ok ? undefined : 'bad'}>
              {leaderboardRow(one).map((cell) => (
                <td>{clipped(cell, 200)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const verdictNames: Readonly<Record<Verdict, string>> = {
  AC: 'accepted',
  WA: 'wrong answer',
  CE: 'compile error',
  TLE: 'time limit exceeded',
  ILE: 'idleness limit exceeded',
  RTE: 'run-time error',
  OLE: 'output limit exceeded',
  MLE: 'memory limit exceeded',
  FLAKY: 'the same sessions sometimes pass and sometimes fail',
}

const style = `
:root { color-scheme: light dark; --good: light-dark(#116329, #56d364); --bad: light-dark(#a40e26, #ff8a82);
  --muted: light-dark(#57606a, #9aa4af); --line: light-dark(#d0d7de, #3d444d); --back: light-dark(#f6f8fa, #161b22) }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h2 { font-size: 1.2rem; margin: .5rem 0 }
h3 { font-size: 1rem; margin: .75rem 0 .25rem }
p { margin: .25rem 0 }
pre, kbd, bdi, td { font: .85rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
pre { margin: 0; padding: .6rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; unicode-bidi: isolate }
kbd { padding: 0 .3em; border: 1px solid var(--line); border-radius: 4px; font-weight: 600 }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--back) }
table { border-collapse: collapse }
th, td { padding: .15rem .6rem .15rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
.summary { font-weight: 600 }
.muted { color: var(--muted) }
.good, .expected { color: var(--good) }
.bad, .actual { color: var(--bad) }
`.trim()
