import type { EntryReport, Revision } from '../report.ts'

const width = 220
const height = 60

/** The bytes of each league's best entry over time, a small chart for each that has changed. */
export function Histories({ entries }: { readonly entries: readonly EntryReport[] }) {
  return (
    <ul class="histories">
      {bestOfLeagues(entries).map(({ runtime, input, path, history = [] }) => (
        <li>
          <strong>{`${runtime}-${input}`}</strong> <span class="muted">{path.split('/').at(-1)}</span>
          <Steps history={history} />
        </li>
      ))}
    </ul>
  )
}

/** The smallest accepted entry of each league, if its size has ever changed. */
export function bestOfLeagues(entries: readonly EntryReport[]): EntryReport[] {
  const best = new Map<string, EntryReport>()
  for (const entry of entries) {
    const league = `${entry.game} ${entry.runtime}-${entry.input}`
    const known = best.get(league)
    if (entry.verdict === 'AC' && (known === undefined || entry.bytes < known.bytes)) best.set(league, entry)
  }
  return [...best.values()].filter(({ history = [] }) => new Set(history.map(({ bytes }) => bytes)).size > 1)
}

function Steps({ history }: { readonly history: readonly Revision[] }) {
  const times = history.map(({ date }) => Date.parse(date))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const sizes = history.map(({ bytes }) => bytes)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  // The last size is held for a tenth of the width.
  const x = (time: number) => 4 + ((time - from) / (to - from || 1)) * (width - 28)
  const y = (bytes: number) => 6 + ((most - bytes) / (most - least)) * (height - 12)
  const path = history.map(({ date, bytes }, index) => {
    const place = x(Date.parse(date)).toFixed(1)
    return index === 0 ? `M${place} ${y(bytes).toFixed(1)}` : `H${place}V${y(bytes).toFixed(1)}`
  })
  const [first, last] = [history[0], history.at(-1)]
  const text = `${sizes[0]} → ${sizes.at(-1)} bytes`
  const dates = [...new Set([first?.date.slice(0, 10), last?.date.slice(0, 10)])].join(' to ')
  return (
    <>
      <svg class="steps" viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img">
        <title>{`${text}, ${dates}`}</title>
        <path d={`${path.join('')}H${width - 4}`} />
      </svg>
      <span>{text}</span>
      <span class="muted">{dates}</span>
    </>
  )
}
