import { basename } from 'node:path'
import type { VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { greatest, groupsBy, least } from '../../base/groups.ts'
import type { EntryReport } from '../report.ts'
import { markupWithoutCommands, markupWithSymbols } from '../text.ts'
import { leaderboardRow } from '../words.ts'
import { chartStyle, colours } from './style.ts'

/** An entry as the charts show it. */
export interface Bar {
  readonly league: string
  readonly name: string
  readonly bytes: number
  /** The reason why it is not in the race and has no bar: another verdict than AC, or that it was skipped. */
  readonly out?: string | undefined
}

export function barOf(one: EntryReport): Bar {
  const [league, path, , verdict] = leaderboardRow(one)
  const out = one.verdict === 'AC' ? undefined : verdict
  return { league, name: basename(path), bytes: one.bytes, out }
}

/** Those that are right where no other of their league that is right is smaller. */
function bestOf(bars: readonly Bar[]): ReadonlySet<Bar> {
  const right = bars.filter(({ out }) => out === undefined)
  const best = groupsBy(right, ({ league }) => league).flatMap((league) => {
    const smallest = least(league.map(({ bytes }) => bytes))
    return league.filter(({ bytes }) => bytes === smallest)
  })
  return new Set(best)
}

const rowHeight = 20
/** The width of a character. */
const characterWidth = 6.7

/**
 * The sizes of entries as bars, by league. The best accepted entry of a league is dark. Bars are a part of the width, so
 * that the chart fits a phone; text keeps its size.
 * @param style the style sheet of a picture that stands alone
 */
export function Leaderboard({ bars, style }: { readonly bars: readonly Bar[]; readonly style?: string }) {
  // The longest bar takes a part of the width, in percent; the label and the name need the rest.
  const [width, longestBar] = style === undefined ? ['100%', 32] : ['720', 58]
  const longest = greatest(
    bars.filter(({ out }) => out === undefined).map(({ bytes }) => bytes),
    1,
  )
  const height = bars.length * rowHeight
  const best = bestOf(bars)
  const labelWidth = greatest(bars.map(({ league }) => league.length)) * characterWidth + 6
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

/** The chart as a picture of its own. */
export const asSvg = (bars: readonly Bar[]): string =>
  markupOf(<Leaderboard bars={bars} style={colours + chartStyle} />)

/** Markup without characters that cannot be seen, and without what a CI log would take for a command. */
export const markupOf = (node: VNode): string => markupWithoutCommands(markupWithSymbols(renderToStaticMarkup(node)))
