import type { Failure, ShownTurn } from '../report.ts'
import { clipped, visible } from '../text.ts'

const mostTurns = 200
/**
 * How many characters before the first wrong one are shown, from the start of a line if possible, and of the rest of
 * its line.
 */
const charactersAround = 400
const linesBefore = 10

function ending(text: string): string {
  const shown = text.split('\n').slice(-linesBefore).join('\n').slice(-charactersAround)
  const more = text.length - shown.length
  return more === 0 ? text : `… ${more.toLocaleString('en')} characters before\n${shown}`
}

/** An answer as shown: ⏎ for an empty line, ^D for the end of input. */
export const shownAnswer = (answer: string | null) => (answer === null ? '^D' : clipped(answer) || '⏎')

const Answer = ({ answer }: { readonly answer: string | null }) => <kbd>{shownAnswer(answer)}</kbd>

/** A session as a terminal shows it, with the answers set off. */
export function Terminal({ command, turns }: { readonly command?: string; readonly turns: readonly ShownTurn[] }) {
  return (
    <pre class="terminal">
      {command !== undefined && <span class="muted">{`$ ${clipped(command)}\n`}</span>}
      {turns
        .slice(0, mostTurns)
        .map(({ expected, actual = expected, answer }) => [
          clipped(actual),
          answer !== undefined && <Answer answer={answer} />,
          typeof answer === 'string' && '\n',
        ])}
      {turns.length > mostTurns && <span class="muted">… {turns.length - mostTurns} more answers</span>}
    </pre>
  )
}

/** A failed session; where it went wrong, the expected output is beside the actual one. */
export function Conversation({ failure: { turns, right, leftover = [] } }: { readonly failure: Failure }) {
  const last = turns.findLastIndex(({ actual }) => actual !== undefined)
  const wrong = turns[last]
  if (wrong === undefined) return null
  const { expected, actual = '' } = wrong
  const notReached = turns.slice(last).flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
  // The output may be right, and the end wrong.
  const wrongAt = expected === actual ? undefined : right
  // After a variation, offsets in the expected text are others.
  const isExactUntilThen = expected.startsWith(actual.slice(0, right))
  return (
    <div class="conversation">
      {last > 0 && <Terminal turns={turns.slice(0, last)} />}
      <div class="difference">
        <figure class="expected">
          <figcaption>expected</figcaption>
          <Marked text={expected} wrongAt={isExactUntilThen ? wrongAt : undefined} />
        </figure>
        <figure class="actual">
          <figcaption>the program wrote</figcaption>
          <Marked text={actual} wrongAt={wrongAt} />
        </figure>
      </div>
      {notReached.length > 0 && (
        <p class="muted">
          Not reached: {notReached.slice(0, mostTurns).map((answer) => [<code>{shownAnswer(answer)}</code>, ' '])}
        </p>
      )}
      {leftover.length > 0 && (
        <p class="muted">
          Sent after the end: {leftover.slice(0, mostTurns).map((line) => [<code>{shownAnswer(line)}</code>, ' '])}
        </p>
      )}
    </div>
  )
}

/** A text with its first wrong character marked, and white space visible in that line. */
function Marked({ text, wrongAt }: { readonly text: string; readonly wrongAt: number | undefined }) {
  if (wrongAt === undefined) return <pre>{clipped(text)}</pre>
  const before = ending(text.slice(0, wrongAt))
  const lineAt = before.lastIndexOf('\n') + 1
  const [restOfLine = ''] = /^[^\n]*\n?/.exec(text.slice(wrongAt)) ?? []
  const [wrong = ''] = restOfLine
  return (
    <pre>
      {before.slice(0, lineAt)}
      <span class="line">
        {withArrows(before.slice(lineAt))}
        <mark>{wrong === '' ? '(ends here)' : withArrows(wrong)}</mark>
        {clipped(withArrows(restOfLine.slice(wrong.length)), charactersAround)}
      </span>
      {clipped(text.slice(wrongAt + restOfLine.length))}
    </pre>
  )
}

/** Makes white space visible. More fonts have arrows than `␊` and `␉`. */
const withArrows = (text: string) => visible(text).replaceAll('␊', '↵').replaceAll('␉', '⇥')
