import { basename } from 'node:path'
import type { VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { groupsBy, max, min } from '../../base/groups.ts'
import type { EntryReport } from '../report.ts'
import { markupWithoutCommands, markupWithSymbols } from '../text.ts'
import { leaderboardRow } from '../words.ts'
import { chartStyle, colours } from './style.ts'

export interface Bar {
  readonly league: string
  readonly name: string
  readonly bytes: number
  /** Why the entry has no bar: its verdict, or `skipped`; absent: it was accepted. */
  readonly out?: string | undefined
}

export function barOf(one: EntryReport): Bar {
  const [league, path, , verdict] = leaderboardRow(one)
  const out = one.verdict === 'AC' ? undefined : verdict
  return { league, name: basename(path), bytes: one.bytes, out }
}

function bestOf(bars: readonly Bar[]): ReadonlySet<Bar> {
  const right = bars.filter(({ out }) => out === undefined)
  const best = groupsBy(right, ({ league }) => league).flatMap((league) => {
    const smallest = min(league.map(({ bytes }) => bytes))
    return league.filter(({ bytes }) => bytes === smallest)
  })
  return new Set(best)
}

const rowHeight = 20
const characterWidth = 6.7

/**
 * The sizes of entries as bars, by league. The best accepted entry of a league is dark. Bars are a share of the width,
 * so that the chart fits a phone; text keeps its size.
 * @param style the style sheet, if the chart is a picture of its own
 */
export function Leaderboard({ bars, style }: { readonly bars: readonly Bar[]; readonly style?: string }) {
  // The longest bar is a share of the width, in percent: label and name need the rest.
  const [width, longestBar] = style === undefined ? ['100%', 32] : ['720', 58]
  const longest = max(
    bars.filter(({ out }) => out === undefined).map(({ bytes }) => bytes),
    1,
  )
  const height = bars.length * rowHeight
  const best = bestOf(bars)
  const labelWidth = max(bars.map(({ league }) => league.length)) * characterWidth + 6
  return (
    <svg xmlns="http://www.w3.org/2000/svg" class="leaderboard" width={width} height={height} role="img">
      <title>{`Bytes of ${bars.length} entries by league`}</title>
      {style && <style>{style}</style>}
      {bars.map((bar, index) => {
        const { league, name, bytes, out } = bar
        const y = index * rowHeight
        const share = out === undefined ? `${((bytes / longest) * longestBar).toFixed(2)}%` : '0'
        return (
          <>
            {bars[index - 1]?.league !== league && (
              <text class="league" x="0" y={y + 14}>
                {league}
              </text>
            )}
            <g transform={`translate(${labelWidth.toFixed(0)} 0)`}>
              {out === undefined && (
                <rect
                  class={best.has(bar) ? 'bar best' : 'bar'}
                  x="0"
                  y={y + 3}
                  width={share}
                  height={rowHeight - 6}
                  rx="2"
                />
              )}
              <text x={share} dx={out === undefined ? 6 : 0} y={y + 14}>
                {out === undefined ? (
                  <tspan class="bytes">{bytes.toLocaleString('en')}</tspan>
                ) : (
                  <tspan class={out === 'skipped' ? 'skipped' : 'wrong'}>{out}</tspan>
                )}
                <tspan dx="5">{name}</tspan>
              </text>
            </g>
          </>
        )
      })}
    </svg>
  )
}

export const asSvg = (bars: readonly Bar[]): string =>
  markupOf(<Leaderboard bars={bars} style={colours + chartStyle} />)

/** Markup without invisible characters, and without text that a CI log would take for a command. */
export const markupOf = (node: VNode): string => markupWithoutCommands(markupWithSymbols(renderToStaticMarkup(node)))
