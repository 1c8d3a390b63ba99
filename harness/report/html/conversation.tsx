import { diffArrays } from 'diff'
import type { Failure, Turn } from '../report.ts'
import { withSpaces, withSymbols } from '../text.ts'
import { Board, boardsIn } from './board.tsx'
import { Answer, clipped } from './transcript.tsx'

/** How many right turns are shown before the wrong one; those before them are behind a line that opens. */
const turnsShown = 8
/** How many turns are behind that line. */
const turnsKept = 40
/** How many lines of a wrong turn are shown. */
const mostLines = 60

/** A failing session as a conversation: what was typed, what the program wrote, and what was expected where it went wrong. */
export function Conversation({ failure }: { readonly failure: Failure }) {
  const { turns, right = 0, difference } = failure
  const last = turns?.findLastIndex(({ actual }) => actual !== undefined) ?? -1
  const wrong = turns?.[last]
  if (turns === undefined || wrong === undefined) return <pre class="unified">{difference.lines.join('\n')}</pre>
  const answers = turns.map((_, index) => turns[index - 1]?.answer)
  const shown = turns.slice(0, last).map((turn, index) => ({ turn, answer: answers[index] }))
  const earlier = shown.slice(0, -turnsShown)
  const notReached = turns.slice(last).flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
  const list = (right: typeof shown) => (
    <ol class="turns">
      {right.map((one) => (
        <RightTurn {...one} />
      ))}
    </ol>
  )
  return (
    <div class="conversation">
      {earlier.length > 0 && (
        <details>
          <summary>
            {earlier.length} earlier {earlier.length === 1 ? 'answer' : 'answers'}, all with the right output
          </summary>
          {earlier.length > turnsKept && <p>… {earlier.length - turnsKept} more</p>}
          {list(earlier.slice(-turnsKept))}
        </details>
      )}
      {shown.length > 0 && list(shown.slice(-turnsShown))}
      <div class="wrong-turn">
        <p class="typed">
          <Typed answer={answers[last]} /> <strong>then it went wrong</strong>
        </p>
        <WrongTurn turn={wrong} right={right} />
      </div>
      {notReached.length > 0 && (
        <p class="muted">
          Not reached:{' '}
          {notReached.slice(0, turnsKept).map((answer) => (
            <span>
              <Answer answer={answer} />{' '}
            </span>
          ))}
          {notReached.length > turnsKept && `… ${notReached.length - turnsKept} more`}
        </p>
      )}
    </div>
  )
}

function Typed({ answer }: { readonly answer: string | null | undefined }) {
  if (answer === undefined) return <span class="muted">at the start</span>
  return (
    <>
      <span class="muted">typed</span> <Answer answer={answer} />
    </>
  )
}

function RightTurn({ turn, answer }: { readonly turn: Turn; readonly answer: string | null | undefined }) {
  const { expected, actual = '' } = turn
  return (
    <li>
      <p class="typed">
        <Typed answer={answer} /> {actual !== expected && <span class="muted">allowed variation</span>}
      </p>
      <div class="beside">
        <pre>{clipped(actual)}</pre>
        {boardsIn(actual).map((fields) => (
          <Board fields={fields} />
        ))}
      </div>
    </li>
  )
}

/** A line of one side of a difference; `wrongAt` is the place of the first wrong character. */
interface Line {
  readonly text: string
  readonly differs: boolean
  readonly wrongAt?: number
}

function WrongTurn({ turn, right }: { readonly turn: Turn; readonly right: number }) {
  const { expected, actual = '' } = turn
  const rows = sideBySide(expected, actual, right)
  const boards = { expected: boardsIn(expected), actual: boardsIn(actual) }
  return (
    <table class="difference">
      <thead>
        <tr>
          <th scope="col">expected</th>
          <th scope="col">the program wrote</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, mostLines).map(({ expected, actual }) => (
          <tr>
            <Side line={expected} kind="expected" />
            <Side line={actual} kind="actual" />
          </tr>
        ))}
        {boards.expected.length + boards.actual.length > 0 && (
          <tr class="boards">
            <td>
              {boards.expected.map((fields, index) => (
                <Board fields={fields} other={boards.actual[index]} />
              ))}
            </td>
            <td>
              {boards.actual.map((fields, index) => (
                <Board fields={fields} other={boards.expected[index]} />
              ))}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Side({ line, kind }: { readonly line: Line | undefined; readonly kind: 'expected' | 'actual' }) {
  if (line === undefined) return <td class="nothing" />
  const { text, differs, wrongAt } = line
  if (wrongAt === undefined)
    return (
      <td class={differs ? kind : 'same'}>
        <pre>{clipped(differs ? shown(text) : text.replace(/\n$/, ''))}</pre>
      </td>
    )
  const [first = ''] = text.slice(wrongAt)
  const from = Math.max(0, wrongAt - 200)
  return (
    <td class={kind}>
      <pre>
        {from > 0 && '… '}
        {shown(text.slice(from, wrongAt))}
        <mark>{first === '' ? '(ends here)' : shown(first)}</mark>
        {clipped(shown(text.slice(wrongAt + first.length)))}
      </pre>
    </td>
  )
}

/** Text that differs: what cannot be seen is made visible. */
const shown = (text: string) => withSpaces(withSymbols(text))

interface Row {
  expected?: Line
  actual?: Line
}

/**
 * Pairs the lines of two texts that belong together, and marks where they begin to differ.
 * @param right how many characters of `actual` are right
 */
function sideBySide(expected: string, actual: string, right: number): Row[] {
  const rows: Row[] = []
  let unpaired = 0
  for (const { value, added, removed } of diffArrays(linesOf(expected), linesOf(actual))) {
    const first = rows.length - unpaired
    for (const [index, text] of value.entries()) {
      const line = { text, differs: added || removed }
      if (!added) rows.push(removed ? { expected: line } : { expected: line, actual: line })
      else rows[first + index] = { ...rows[first + index], actual: line }
    }
    unpaired = removed ? value.length : 0
  }
  const isDifferent = ({ expected, actual }: Row) => expected !== actual
  let left = right
  const at = rows.findIndex((row) => {
    const length = row.actual?.text.length ?? 0
    if (isDifferent(row) && left <= length) return true
    left -= length
    return false
  })
  const row = rows[at]
  if (row === undefined) return rows
  const { text: wanted } = row.expected ?? {}
  const { text: found = '' } = row.actual ?? {}
  rows[at] = {
    ...(wanted !== undefined && { expected: { text: wanted, differs: true, wrongAt: commonLength(wanted, found) } }),
    actual: { text: found, differs: true, wrongAt: Math.max(0, left) },
  }
  return rows
}

/** How many characters two texts have in common at their beginning. */
function commonLength(one: string, other: string): number {
  const length = [...one].findIndex((_, at) => one[at] !== other[at])
  return length === -1 ? one.length : length
}

/** Each line with its newline, if it has one. */
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? []
