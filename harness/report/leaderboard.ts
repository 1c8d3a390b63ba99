import { basename } from 'node:path'
import { colors as pc } from './colors.ts'
import type { EntryReport } from './report.ts'

/**
 * The columns have fixed widths, so that a row can be printed as soon as its entry is judged. They fit into 80 columns;
 * an entry's variations follow on the same line where there is room for them, else on a line of their own.
 */
const widths = [18, 10, 5, 7, 30]
const roomy = () => (process.stdout.columns ?? Number.POSITIVE_INFINITY) >= 120

/** The lines above a game's rows. */
export const leaderboardHead = (game: string): string =>
  `${pc.bold(game)}\n${line(['league', 'entry', 'bytes', 'verdict', 'proven for'], 'variations')}`

/** An entry's row, without a newline at its end. */
export function leaderboardRow(entry: EntryReport): string {
  const { path, bytes, runtime, input, verdict, skipped } = entry
  const cells = [`${runtime}-${input}`, basename(path), bytes.toLocaleString('en')]
  return line(
    [...cells, verdict ?? 'skipped', skipped ?? provenFor(entry)],
    remarksOf(entry),
    entry.ok ? pc.green : pc.red,
  )
}

function line(cells: readonly string[], remarks: string, color = (text: string) => text): string {
  const [league, entry, bytes, verdict, proof] = cells.map((cell, column) => {
    const width = widths[column] ?? 0
    return column === 2 ? cell.padStart(width) : cell.padEnd(width)
  })
  const row = [league, entry, bytes, color(verdict ?? ''), proof].join('  ')
  if (roomy()) return `${row}  ${remarks}`.trimEnd()
  return [row.trimEnd(), ...(remarks === '' ? [] : [pc.dim(`    ${remarks}`)])].join('\n')
}

/** The suites that prove most, the strongest first. */
const proofs = ['games', 'transitions', 'positions']

/** What an accepted entry was proven for. */
function provenFor({ verdict, plan }: EntryReport): string {
  const steps = [...proofs.map((name) => plan.find(({ suite }) => suite === name)), ...plan]
  return verdict === 'AC' ? (steps.find((step) => step?.covers !== undefined)?.covers ?? '') : ''
}

function remarksOf({ exact, variations, bytes, chars, note }: EntryReport): string {
  return [
    [...(exact ? ['exact'] : []), ...variations].join(' '),
    ...(chars === bytes ? [] : [`${chars} characters`]),
    ...(note === undefined ? [] : [`not in-process: ${note}`]),
  ]
    .filter((remark) => remark !== '')
    .join('; ')
}
