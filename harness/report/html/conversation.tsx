import { diffArrays } from 'diff'
import type { Failure, Turn } from '../report.ts'
import { withSpaces, withSymbols } from '../text.ts'
import { Board, boardsIn, type Fields } from './board.tsx'
import { Answer, clipped } from './transcript.tsx'

/** How many right turns are shown before the wrong one; those before them are behind a line that opens. */
const turnsShown = 8
/** How many turns are behind that line. */
const turnsKept = 40
/** How many lines of a wrong turn are shown before the first wrong one, and how many in all. */
const linesBefore = 10
const mostLines = 60
/** How many characters of a line are shown before the first wrong one, and how many from there on. */
const mostBefore = 100
const mostAfter = 300
const mostBoards = 4

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
          <Typed answer={answers[last]} /> <strong class="bad">wrong</strong>
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
  const { actual = '' } = turn
  return (
    <li>
      <p class="typed">
        <Typed answer={answer} />
      </p>
      <div class="beside">
        <pre>{clipped(actual)}</pre>
        {boardsIn(actual)
          .slice(0, mostBoards)
          .map((fields) => (
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
  const { skipped, ...around } = aroundDifference(linesOf(expected), linesOf(actual), right)
  const rows = sideBySide(around.expected, around.actual, around.right)
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
        {skipped > 0 && (
          <tr>
            <td colSpan={2} class="muted">
              … {skipped.toLocaleString('en')} lines that are the same
            </td>
          </tr>
        )}
        {rows.map(({ expected, actual }) => (
          <tr>
            <Side line={expected} kind="expected" />
            <Side line={actual} kind="actual" />
          </tr>
        ))}
        {boards.expected.length + boards.actual.length > 0 && (
          <tr class="boards">
            <Boards boards={boards.expected} others={boards.actual} />
            <Boards boards={boards.actual} others={boards.expected} />
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Boards({ boards, others }: { readonly boards: readonly Fields[]; readonly others: readonly Fields[] }) {
  return (
    <td>
      <div class="beside">
        {boards.slice(0, mostBoards).map((fields, index) => (
          <Board fields={fields} other={others[index]} />
        ))}
      </div>
    </td>
  )
}

function Side({ line, kind }: { readonly line: Line | undefined; readonly kind: 'expected' | 'actual' }) {
  if (line === undefined) return <td class="nothing" />
  const { text, differs, wrongAt } = line
  if (wrongAt === undefined)
    return (
      <td class={differs ? kind : 'same'}>
        <pre>{clipped(differs ? shown(text) : text.replace(/\n$/, ''), mostAfter)}</pre>
      </td>
    )
  const [first = ''] = text.slice(wrongAt)
  const from = Math.max(0, wrongAt - mostBefore)
  return (
    <td class={kind}>
      <pre>
        {from > 0 && '… '}
        {shown(text.slice(from, wrongAt))}
        <mark>{first === '' ? '(ends here)' : shown(first)}</mark>
        {clipped(shown(text.slice(wrongAt + first.length)), mostAfter)}
      </pre>
    </td>
  )
}

/** Text that differs: what cannot be seen is made visible, with arrows where more fonts have them. */
const shown = (text: string) => withSpaces(withSymbols(text)).replaceAll('␊', '↵').replaceAll('␉', '⇥')

interface Row {
  expected?: Line
  actual?: Line
}

/**
 * Takes out the lines around the first difference.
 * @param right how many characters of `actual` are right
 * @returns also how many lines were left out at the beginning, as both texts have them
 */
function aroundDifference(expected: readonly string[], actual: readonly string[], right: number) {
  const common = expected.findIndex((line, index) => line !== actual[index])
  const skipped = Math.max(0, (common === -1 ? expected.length : common) - linesBefore)
  const lines = actual.slice(skipped)
  let left = right - actual.slice(0, skipped).join('').length
  // Lines may be right though they are not expected, such as newlines without end.
  const wrong = lines.join('').slice(0, left).split('\n').length - 1
  if (wrong > 3 * linesBefore) {
    const allowed = lines.splice(linesBefore, wrong - 2 * linesBefore)
    const note = `… ${allowed.length.toLocaleString('en')} lines …\n`
    lines.splice(linesBefore, 0, note)
    left += note.length - allowed.join('').length
  }
  return {
    skipped,
    expected: expected.slice(skipped, skipped + mostLines),
    actual: lines.slice(0, mostLines),
    right: left,
  }
}

/**
 * Pairs the lines of two texts that belong together, and marks where they begin to differ.
 * @param right how many characters of `actual` are right: lines in them may be allowed though they are not expected
 */
function sideBySide(expected: readonly string[], actual: readonly string[], right: number): Row[] {
  const rows: Row[] = []
  let removedLines: string[] = []
  let read = 0
  const pair = (wanted: readonly string[], found: readonly string[]) => {
    for (let index = 0; index < Math.max(wanted.length, found.length); index++) {
      const row: Row = {}
      const [one, other] = [wanted[index], found[index]]
      if (one !== undefined) row.expected = { text: one, differs: true }
      if (other !== undefined) row.actual = { text: other, differs: true }
      rows.push(row)
    }
  }
  const isRight = (line: string) => {
    read += line.length
    return read <= right
  }
  for (const { value, added, removed } of diffArrays([...expected], [...actual])) {
    if (removed) {
      removedLines = value
      continue
    }
    const allowed = value.filter(isRight).length
    if (added) {
      for (const text of value.slice(0, allowed))
        rows.push({ actual: { text: text.replace(/^\n$/, '↵'), differs: false } })
      pair(removedLines, value.slice(allowed))
    } else {
      pair(removedLines, [])
      for (const text of value) rows.push({ expected: { text, differs: false }, actual: { text, differs: false } })
    }
    removedLines = []
  }
  pair(removedLines, [])
  const wrong = rows.find(({ expected, actual }) => expected?.differs || actual?.differs)
  if (wrong === undefined) return rows
  const before = rows.slice(0, rows.indexOf(wrong)).reduce((sum, { actual }) => sum + (actual?.text.length ?? 0), 0)
  const { expected: wanted, actual: found = { text: '', differs: true } } = wrong
  if (wanted !== undefined) wrong.expected = { ...wanted, wrongAt: commonLength(wanted.text, found.text) }
  wrong.actual = { ...found, wrongAt: Math.max(0, Math.min(right - before, found.text.length)) }
  return rows
}

/** How many characters two texts have in common at their beginning. */
function commonLength(one: string, other: string): number {
  const length = [...one].findIndex((_, at) => one[at] !== other[at])
  return length === -1 ? one.length : length
}

/** Each line with its newline, if it has one. */
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? []
