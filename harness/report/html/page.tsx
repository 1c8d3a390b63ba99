import type { ComponentChildren } from 'preact'
import { ourGames } from '../../games/find.ts'
import { type Case, describeMachine, type EntryReport, isInLeague, type Report, whyFailed } from '../report.ts'
import { summaries } from '../table.ts'
import { FailedCase, PassedEntry, TranscriptLine, Verdict } from './case.tsx'
import { barOf, History, Leaderboard, markupOf, recordsOf } from './leaderboard.tsx'
import { BoardMap, boardsOf, placeOf, upToSymmetry } from './map.tsx'
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

function Page({ report }: { readonly report: Report }) {
  const { cases } = report
  const failed = cases.flatMap((one, index) => (one.ok ? [] : [{ one, id: `case-${index + 1}` }]))
  const entries = cases.filter((one) => one.kind === 'entry')
  const contenders = cases.filter(isInLeague)
  const passed = entries.filter(({ ok }) => ok)
  const transcripts = cases.filter((one) => one.kind === 'transcript')
  return (
    <main>
      <Summary report={report} />
      {failed.length > 0 && <Failures failed={failed} />}
      {[...new Set(contenders.map(({ game }) => game))].map((game) => (
        <GameSection game={game} entries={contenders.filter((one) => one.game === game)} failed={failed} />
      ))}
      {passed.length > 0 && (
        <Section title="Entries that got their verdict">
          {passed.map((one) => (
            <PassedEntry one={one} />
          ))}
        </Section>
      )}
      {transcripts.length > 0 && (
        <Section title="Recorded sessions">
          {[...new Set(transcripts.map(({ path }) => path))].map((path) => (
            <TranscriptLine ways={transcripts.filter((one) => one.path === path)} />
          ))}
        </Section>
      )}
    </main>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The verdict over all, and where and how it was reached. */
function Summary({ report: { ok, cases, machines = [] } }: { readonly report: Report }) {
  const seconds = cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  return (
    <header>
      <p class="muted">ninehole</p>
      <h1 class={ok ? 'good' : 'bad'}>{ok ? '✓ Passed' : '✗ Failed'}</h1>
      {summaries(cases).map((text) => (
        <p class="summary">{text.split('\n', 1)}</p>
      ))}
      <p class="muted">{[...machines.map(describeMachine), `${seconds.toFixed(1)} s, all together`].join('\n')}</p>
    </header>
  )
}

/** A case that failed, and the place of its session on the page. */
interface Failed {
  readonly one: Case
  readonly id: string
}

function Failures({ failed }: { readonly failed: readonly Failed[] }) {
  return (
    <Section title={failed.length === 1 ? 'The failure' : `${failed.length} failures`}>
      {failed.length > 1 && (
        <ul class="index">
          {failed.map(({ one, id }) => (
            <li>
              <Verdict one={one} />{' '}
              <a href={`#${id}`}>
                <bdi>{one.path}</bdi>
              </a>{' '}
              <span class="muted">{whyFailed(one).slice(0, 200)}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="muted">
        <mark>The first wrong character</mark> is marked. In its line, · is a space, ␊ a newline and ␉ a tab.
      </p>
      {failed.map(({ one, id }) => (
        <FailedCase one={one} id={id} />
      ))}
    </Section>
  )
}

interface GameProps {
  readonly game: string
  readonly entries: readonly EntryReport[]
  readonly failed: readonly Failed[]
}

/** The leaderboard of a game, its records over time, and the map of its positions. */
function GameSection({ game, entries, failed }: GameProps) {
  const bars = entries.map(barOf)
  const records = recordsOf(bars)
  return (
    <>
      <Section title={`Leaderboard of ${game}`}>
        <p class="muted">Bytes, the smaller the better. The dark bars are the best of their league.</p>
        <Leaderboard bars={bars} longestBar={32} width="100%" />
      </Section>
      {records.length > 0 && (
        <Section title="Bytes over time">
          <p class="muted">The best entry of each league, as committed to git.</p>
          <ul class="histories">
            {records.map((bar) => (
              <History {...bar} />
            ))}
          </ul>
        </Section>
      )}
      <MapSection game={game} entries={entries} failed={failed} />
    </>
  )
}

/** Whether an entry gave the right replies in all positions of its game. */
const coversGame = ({ verdict, plan }: EntryReport) =>
  verdict === 'AC' && plan.some(({ suite }) => ['positions', 'transitions', 'games'].includes(suite))

/** All positions of tic-tac-toe, with those in which entries failed; nothing for other games. */
function MapSection({ game, entries, failed }: GameProps) {
  const command = ourGames().find(({ name }) => name === game)
  const parsed = command?.parse([])
  const all = parsed !== undefined && 'game' in parsed ? boardsOf(parsed.game) : []
  const boards = [...new Set(all.map(upToSymmetry))]
  const covering = entries.filter(coversGame).length
  const places = failed.flatMap(({ one, id }) => {
    if (one.kind !== 'entry' || one.game !== game || one.failure === null) return []
    return [{ board: placeOf(one.failure), id, path: one.path }]
  })
  if (boards.length === 0 || covering + places.length === 0) return null
  const entriesOf = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`
  return (
    <Section title={`Map of ${game}`}>
      <p>
        All {all.length.toLocaleString('en')} positions by the number of moves, the {boards.length.toLocaleString('en')}{' '}
        that are left when rotations and reflections count once.{' '}
        {covering > 0 && `In every one of them, ${entriesOf(covering)} gave the right reply. `}
        {places.length > 0 && `${entriesOf(places.length)} failed in those that are marked.`}
      </p>
      <BoardMap boards={boards} places={places} isHeld={covering > 0} />
    </Section>
  )
}
