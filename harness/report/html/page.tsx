import type { ComponentChildren } from 'preact'
import { groupsBy } from '../../base/groups.ts'
import { type Case, isInLeague, type Report } from '../report.ts'
import { clipped } from '../text.ts'
import { countsOf, describeMachine, originOf, remarksIn, verdictNames, whyBesidePath } from '../words.ts'
import { FailedCase, type FailureOnPage, grouped, PassedEntry, Transcript, Verdict } from './case.tsx'
import { type Bar, barOf, Leaderboard, markupOf } from './leaderboard.tsx'
import { isProfiled, RuleTable } from './rules.tsx'
import { style } from './style.ts'

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
  const body = markupOf(<Page report={report} />)
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`
}

function Page({ report }: { readonly report: Report }) {
  const { ok, stopped, cases, machines = [] } = report
  const seconds = cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  const sections = sectionsOf(cases)
  return (
    <main>
      <header>
        <p class="muted">ninehole</p>
        <h1 class={ok ? 'good' : 'bad'}>{ok ? '✓ Passed' : '✗ Failed'}</h1>
        {[...countsOf(cases), ...(stopped === undefined ? [] : [stopped])].map((text) => (
          <p class="summary">{text}</p>
        ))}
        <p class="muted">
          {[
            ...remarksIn(cases).flat(),
            ...machines.map(describeMachine),
            `all sessions together: ${seconds.toFixed(1)} s`,
          ].join('\n')}
        </p>
      </header>
      {sections.length > 1 && (
        <nav>
          {sections.map(({ title, id }) => (
            <a href={`#${id}`}>{title}</a>
          ))}
        </nav>
      )}
      <Legend cases={cases} />
      {sections.map(({ title, id, isFolded, content }) =>
        isFolded ? (
          <details id={id}>
            <summary>
              <h2>{title}</h2>
            </summary>
            {content}
          </details>
        ) : (
          <section id={id}>
            <h2>{title}</h2>
            {content}
          </section>
        ),
      )}
    </main>
  )
}

function Legend({ cases }: { readonly cases: readonly Case[] }) {
  const found = cases.flatMap((one) => [one.verdict, ...(one.kind === 'entry' ? [one.expected] : [])])
  const names = Object.entries(verdictNames).filter(([verdict]) => found.some((other) => other === verdict))
  return (
    <p class="legend muted">
      {names.map(([verdict, name]) => (
        <span>{`${verdict}: ${name}`}</span>
      ))}
    </p>
  )
}

interface SectionOfPage {
  readonly title: string
  readonly id: string
  readonly content: ComponentChildren
  readonly isFolded?: boolean
}

/** The sections of the page, failures first; empty ones are left out. */
function sectionsOf(cases: readonly Case[]): SectionOfPage[] {
  const failed = cases.flatMap((one, index) => (one.ok ? [] : [{ one, id: `case-${index + 1}` }]))
  const entries = cases.filter(isInLeague)
  const passed = cases.filter((one) => one.kind === 'entry').filter(({ ok }) => ok)
  const transcripts = cases.filter((one) => one.kind === 'transcript').filter(({ error }) => error === undefined)
  const boards = groupsBy(entries, ({ game }) => game).map((ofGame, index) => ({
    title: `Leaderboard of ${ofGame[0].game}`,
    id: `leaderboard-${index + 1}`,
    content: <GameSection bars={inOrder(ofGame.map(barOf))} />,
  }))
  const profiled = cases.filter(isProfiled)
  const ruleTables = groupsBy(profiled, ({ game }) => game).map((ofGame, index) => ({
    title: `Rules of ${ofGame[0].game}`,
    id: `rules-${index + 1}`,
    content: <RuleTable entries={ofGame} />,
    isFolded: true,
  }))
  const sections: readonly (SectionOfPage | false)[] = [
    failed.length > 0 && { title: titleOf(failed), id: 'failures', content: <Failures failed={failed} /> },
    ...boards,
    ...ruleTables,
    passed.length > 0 && {
      title: 'Entries that got their verdict',
      id: 'entries',
      content: passed.map((one) => <PassedEntry one={one} />),
      isFolded: true,
    },
    transcripts.length > 0 && {
      title: 'Recorded sessions',
      id: 'sessions',
      content: groupsBy(transcripts, ({ path }) => path).map((ways) => <Transcript ways={ways} />),
      isFolded: true,
    },
  ]
  return sections.filter((section) => section !== false)
}

/** Sorts the accepted entries of each league first. */
const inOrder = (bars: readonly Bar[]): Bar[] =>
  groupsBy(bars, ({ league }) => league).flatMap((league) => [
    ...league.filter(({ out }) => out === undefined),
    ...league.filter(({ out }) => out !== undefined),
  ])

function titleOf(failed: readonly FailureOnPage[]): string {
  const broken = failed.filter(({ one }) => one.error !== undefined).length
  const count = failed.length - broken
  const parts = [
    ...(count === 0 ? [] : [count === 1 ? '1 failure' : `${count} failures`]),
    ...(broken === 0 ? [] : [`${broken} that could not be run`]),
  ]
  return parts.join(', ')
}

/** A list of the failures, if there are several, then each; equal ones together. */
function Failures({ failed }: { readonly failed: readonly FailureOnPage[] }) {
  const groups = grouped(failed)
  return (
    <>
      {groups.length > 1 && (
        <ul class="failures">
          {groupsBy(groups, ([{ one }]) => inShort(one)).map((alike) => (
            <li>
              {inShort(alike[0][0].one)}
              <ul>
                {alike.map(([{ one, id }, ...others]) => (
                  <li>
                    <Verdict one={one} />{' '}
                    <a href={`#${id}`}>
                      <bdi>{one.path}</bdi>
                    </a>{' '}
                    {others.length > 0 && `and ${others.length} more`}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <p class="muted">
        <mark>The first wrong character</mark> is marked. In its line, · is a space, ↵ a newline and ⇥ a tab.
      </p>
      {groups.map(([{ one, id }, ...others]) => (
        <FailedCase one={one} id={id} others={others} />
      ))}
    </>
  )
}

/** The rule that a case breaks, or how it failed. */
function inShort(one: Case): string {
  const [rule] = one.failure?.rules ?? []
  if (rule !== undefined) return `breaks: ${rule.sentence}`
  return [originOf(one), clipped(whyBesidePath(one))].filter(Boolean).join(': ')
}

function GameSection({ bars }: { readonly bars: readonly Bar[] }) {
  return (
    <>
      <p class="muted">
        Bytes, the smaller the better. A league is one game, one runtime and one input; entries compete within their
        league. The bar of the best has the stronger colour.
      </p>
      <Leaderboard bars={bars} />
    </>
  )
}
