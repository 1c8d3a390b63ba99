import type { ComponentChildren } from 'preact'
import { ourGames } from '../../games/find.ts'
import { type Case, type EntryReport, type Report, type TranscriptReport, versionsOf } from '../report.ts'
import { FailedCase, PassedEntry, TranscriptLine, Verdict, whyFailed } from './case.tsx'
import { bestOfLeagues, Histories } from './history.tsx'
import { barOf, Leaderboard } from './leaderboard.tsx'
import { atlasOf, coversGame, GameMap, placeOf } from './map.tsx'
import { markupOf } from './markup.ts'
import { style } from './style.ts'

/**
 * A report as one HTML page. It has no script and fetches nothing, and a browser that obeys the policy in its head would
 * not let it: what programs wrote is in it.
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
  const contenders = entries.filter(({ expected }) => expected === 'AC')
  const transcripts = groupBy(
    cases.filter((one) => one.kind === 'transcript'),
    ({ path }) => path,
  )
  const passed = entries.filter(({ ok }) => ok)
  return (
    <main>
      <Summary report={report} />
      {failed.length > 0 && <Failures failed={failed} />}
      {[...groupBy(contenders, ({ game }) => game)].map(([game, entries]) => (
        <GameSection game={game} entries={entries} failed={failed} />
      ))}
      {passed.length > 0 && (
        <Section title="Entries that got their verdict">
          {passed.map((one) => (
            <PassedEntry one={one} />
          ))}
        </Section>
      )}
      {transcripts.size > 0 && (
        <Section title="Recorded sessions">
          {[...transcripts.values()].map((ways: TranscriptReport[]) => (
            <TranscriptLine ways={ways} />
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
  const facts = [
    ...counts(cases),
    ['time, all together', `${(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(1)} s`],
    ['ninehole', [...new Set(machines.map(({ ninehole }) => ninehole))].join(', ')],
    ['sandbox', [...new Set(machines.flatMap(({ sandbox }) => sandbox ?? []))].join(', ')],
    ['runtimes', [...new Set(machines.flatMap(versionsOf))].join(', ')],
  ]
  return (
    <header>
      <p class="name">ninehole</p>
      <h1>
        <span class={ok ? 'good' : 'bad'}>{ok ? '✓ Passed' : '✗ Failed'}</span>
      </h1>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </header>
  )
}

/** How many cases of each kind passed. */
function counts(cases: readonly Case[]): [name: string, value: string][] {
  const kinds: [string, (one: Case) => boolean][] = [
    ['entries accepted', (one) => one.kind === 'entry' && one.expected === 'AC'],
    ['wrong entries rejected', (one) => one.kind === 'entry' && one.expected !== 'AC'],
    ['sessions as recorded', ({ kind }) => kind === 'transcript'],
    ['programs that match the reference', ({ kind }) => kind === 'fuzz'],
  ]
  return kinds.flatMap(([name, isOfKind]): [string, string][] => {
    const those = cases.filter(isOfKind)
    if (those.length === 0) return []
    const skipped = those.filter((one) => one.skipped !== undefined).length
    const passed = those.filter(({ ok }) => ok).length - skipped
    return [[name, `${passed} of ${those.length}${skipped === 0 ? '' : ` (${skipped} skipped)`}`]]
  })
}

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
        Where output differs, · is a space, ↵ a newline and ⇥ a tab. <mark>The first wrong character</mark> is marked.
      </p>
      {failed.map(({ one, id }) => (
        <FailedCase one={one} id={id} />
      ))}
    </Section>
  )
}

/** The leaderboard of a game, its records over time, and the map of its positions. */
function GameSection({ game, entries, failed }: { game: string; entries: EntryReport[]; failed: readonly Failed[] }) {
  const command = ourGames()
    .find(({ name }) => name === game)
    ?.parse([])
  const found = command !== undefined && 'game' in command ? command.game : undefined
  const covering = entries.filter(coversGame)
  const isExplored = entries.some(({ plan }) =>
    plan.some(({ suite }) => suite === 'positions' || suite === 'transitions'),
  )
  const atlas = found !== undefined && isExplored ? atlasOf(found) : undefined
  const places = failed.flatMap(({ one, id }) => {
    if (found === undefined || atlas === undefined || one.kind !== 'entry' || one.game !== game) return []
    const key = one.failure === null ? undefined : placeOf(found, one.failure, atlas.isReduced)
    return key === undefined ? [] : [{ key, id, path: one.path }]
  })
  const cells = atlas?.levels.reduce((sum, keys) => sum + keys.length, 0) ?? 0
  return (
    <>
      <Section title={`Leaderboard of ${game}`}>
        <p class="muted">Bytes, the smaller the better. The dark bars are the best of their league.</p>
        <Leaderboard bars={entries.map(barOf)} longestBar={32} width="100%" />
      </Section>
      {bestOfLeagues(entries).length > 0 && (
        <Section title="Bytes over time">
          <p class="muted">The best entry of each league, as committed to git.</p>
          <Histories entries={entries} />
        </Section>
      )}
      {atlas !== undefined && (
        <Section title={`Map of ${game}`}>
          <p>
            All {atlas.size.toLocaleString('en')} positions by the number of moves
            {atlas.isReduced &&
              `, the ${cells.toLocaleString('en')} that are left when rotations and reflections count once`}
            .{' '}
            {covering.length > 0 &&
              `In every one of them, ${covering.length} ${covering.length === 1 ? 'entry' : 'entries'} gave the right reply. `}
            {places.length > 0 &&
              `${places.length} ${places.length === 1 ? 'entry' : 'entries'} failed in the ${new Set(places.map(({ key }) => key)).size} that are marked.`}
          </p>
          <GameMap atlas={atlas} places={places} isHeld={covering.length > 0} />
        </Section>
      )}
    </>
  )
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
