import type { ComponentChildren } from 'preact'
import type { EntryReport } from '../report.ts'
import { markupOf } from './markup.ts'

/** An entry as the chart shows it. */
export interface Bar {
  readonly league: string
  readonly name: string
  readonly bytes: number
  /** A verdict, if it is not AC: the bar is then marked. */
  readonly wrong?: string | undefined
}

const rowHeight = 20
/** The width of a character. */
const characterWidth = 6.7

interface Props {
  readonly bars: readonly Bar[]
  /** How much of the width the longest bar takes, in percent; the label and the name need the rest. */
  readonly longestBar: number
  readonly width: string
  readonly children?: ComponentChildren
}

/**
 * The sizes of entries as bars, by league. The best accepted entry of a league is dark. Bars are a part of the width, so
 * that the chart fits a phone; text keeps its size.
 */
export function Leaderboard({ bars, longestBar, ...svg }: Props) {
  const longest = Math.max(...bars.map(({ bytes }) => bytes), 1)
  const best = new Map<string, number>()
  for (const { league, bytes, wrong } of bars)
    if (wrong === undefined) best.set(league, Math.min(bytes, best.get(league) ?? Number.POSITIVE_INFINITY))
  const height = bars.length * rowHeight
  const labelWidth = Math.max(...bars.map(({ league }) => league.length)) * characterWidth + 6
  return (
    <svg xmlns="http://www.w3.org/2000/svg" class="leaderboard" width={svg.width} height={height} role="img">
      <title>{`Bytes of ${bars.length} entries by league`}</title>
      {svg.children}
      {bars.map(({ league, name, bytes, wrong }, index) => {
        const isFirst = bars[index - 1]?.league !== league
        const y = index * rowHeight
        const kind = wrong !== undefined ? 'bar wrong' : bytes === best.get(league) ? 'bar best' : 'bar'
        const share = (bytes / longest) * longestBar
        return (
          <>
            {isFirst && (
              <text class="league" x="0" y={y + 14}>
                {league}
              </text>
            )}
            <g transform={`translate(${labelWidth.toFixed(0)} 0)`}>
              <rect class={kind} x="0" y={y + 3} width={`${share.toFixed(2)}%`} height={rowHeight - 6} rx="2" />
              <text x={`${share.toFixed(2)}%`} dx="6" y={y + 14}>
                <tspan class="bytes">{bytes.toLocaleString('en')}</tspan>
                <tspan dx="5">{wrong === undefined ? name : `${wrong} ${name}`}</tspan>
              </text>
            </g>
          </>
        )
      })}
    </svg>
  )
}

/** The colours of the chart, for a page and for a picture that stands alone. */
export const chartStyle = `
.leaderboard text { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: var(--muted, #57606a) }
.leaderboard .league { fill: var(--text, #1f2328) }
.leaderboard .bytes { fill: var(--text, #1f2328); font-weight: 600 }
.leaderboard .bar { fill: var(--bar, #9ec5f5) }
.leaderboard .best { fill: var(--best, #1f6feb) }
.leaderboard .wrong { fill: var(--bad, #cf222e) }
`

export const barOf = ({ runtime, input, path, bytes, ok, verdict }: EntryReport): Bar => ({
  league: `${runtime}-${input}`,
  name: path.split('/').at(-1) ?? path,
  bytes,
  wrong: ok ? undefined : verdict,
})

/** The chart as a picture of its own. */
export const asSvg = (bars: readonly Bar[]): string =>
  markupOf(
    <Leaderboard bars={bars} longestBar={58} width="720">
      <style>{`${chartStyle}${darkStyle}`}</style>
    </Leaderboard>,
  )

const darkStyle = `@media (prefers-color-scheme: dark) {
:root { --text: #e6edf3; --muted: #9aa4af; --bar: #2f4f7a; --best: #58a6ff; --bad: #ff8a82 }
}
`
