import { type ComponentChildren, toChildArray } from 'preact'
import { countsOf, describeMachine, isInLeague, originOf, type Report, whyFailed } from '../report.ts'
import { clipped } from '../text.ts'
import { FailedCase, PassedEntry, Transcript, Verdict } from './case.tsx'
import { type Bar, barOf, History, Leaderboard, markupOf, recordsOf } from './leaderboard.tsx'
import { style } from './style.ts'

/**
 * A report as one HTML page. It has no script and fetches nothing. It contains what programs wrote, so a policy in its head
 * forbids scripts and requests.
 */
export function asHtml(report: Report): string {
  const head = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>ninehole: ${report.ok ? 'passed' : 'failed'}</title>
<style>${style}</style>`
  const body = markupOf(<Page report={report} />)
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`
}

function Page({ report: { ok, stopped, cases, machines = [] } }: { readonly report: Report }) {
  const seconds = cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  const failed = cases.flatMap((one, index) => (one.ok ? [] : [{ one, id: `case-${index + 1}` }]))
  const entries = cases.filter(isInLeague)
  const passed = cases.filter((one) => one.kind === 'entry').filter(({ ok }) => ok)
  const transcripts = cases.filter((one) => one.kind === 'transcript')
  return (
    <main>
      <header>
        <p class="muted">ninehole</p>
        <h1 class={ok ? 'good' : 'bad'}>{ok ? '✓ Passed' : '✗ Failed'}</h1>
        {[...countsOf(cases), ...(stopped === undefined ? [] : [stopped])].map((text) => (
          <p class="summary">{text}</p>
        ))}
        <p class="muted">{[...machines.map(describeMachine), `${seconds.toFixed(1)} s, all together`].join('\n')}</p>
      </header>
      <Section title={failed.length === 1 ? 'The failure' : `${failed.length} failures`}>
        {failed.length > 1 && (
          <ul>
            {failed.map(({ one, id }) => (
              <li>
                <Verdict one={one} />{' '}
                <a href={`#${id}`}>
                  <bdi>{one.path}</bdi>
                </a>{' '}
                <span class="muted">{[originOf(one), clipped(whyFailed(one))].filter(Boolean).join(': ')}</span>
              </li>
            ))}
          </ul>
        )}
        {failed.length > 0 && (
          <p class="muted">
            <mark>The first wrong character</mark> is marked. In its line, · is a space, ↵ a newline and ⇥ a tab.
          </p>
        )}
        {failed.map(({ one, id }) => (
          <FailedCase one={one} id={id} />
        ))}
      </Section>
      {[...new Set(entries.map(({ game }) => game))].map((game) => (
        <GameSections game={game} bars={entries.filter((one) => one.game === game).map(barOf)} />
      ))}
      <Section title="Entries that got their verdict">
        {passed.map((one) => (
          <PassedEntry one={one} />
        ))}
      </Section>
      <Section title="Recorded sessions">
        {[...new Set(transcripts.map(({ path }) => path))].map((path) => (
          <Transcript ways={transcripts.filter((one) => one.path === path)} />
        ))}
      </Section>
    </main>
  )
}

/** A part of the page, unless there is nothing in it. */
function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  if (toChildArray(children).length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The leaderboard of a game, and its records over time. */
function GameSections({ game, bars }: { readonly game: string; readonly bars: readonly Bar[] }) {
  return (
    <>
      <Section title={`Leaderboard of ${game}`}>
        <p class="muted">Bytes, the smaller the better. The dark bars are the best of their league.</p>
        <Leaderboard bars={bars} />
      </Section>
      <Section title="Bytes over time">
        {recordsOf(bars).map((bar) => (
          <History {...bar} />
        ))}
      </Section>
    </>
  )
}
