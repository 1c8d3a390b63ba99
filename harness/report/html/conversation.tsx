import type { Failure, ShownTurn } from '../report.ts'
import { clipped, visible } from '../text.ts'

/** The part of a session that is shown. */
const mostTurns = 200
/** The part before the first wrong character, in whole lines if they are not longer, and the rest of its line. */
const charactersAround = 400
const linesBefore = 10

/** The end of a text. */
function ending(text: string): string {
  const shown = text.split('\n').slice(-linesBefore).join('\n').slice(-charactersAround)
  const more = text.length - shown.length
  return more === 0 ? text : `… ${more.toLocaleString('en')} characters before\n${shown}`
}

/** An answer as it is shown: an empty line as ⏎, `null`, the end of input, as ^D. */
export const nameOf = (answer: string | null) => (answer === null ? '^D' : clipped(answer) || '⏎')

/** An answer that was typed. */
const Answer = ({ answer }: { readonly answer: string | null }) => <kbd>{nameOf(answer)}</kbd>

/** A session as its terminal showed it, what was typed set off from the output. */
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

/** A failing session: what was typed, what the program wrote, and beside it what was expected where it went wrong. */
export function Conversation({ failure: { turns, right, leftover = [] } }: { readonly failure: Failure }) {
  const last = turns.findLastIndex(({ actual }) => actual !== undefined)
  const wrong = turns[last]
  if (wrong === undefined) return null
  const { expected, actual = '' } = wrong
  const notReached = turns.slice(last).flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
  // All output can be right where a program ended in a wrong way.
  const wrongAt = expected === actual ? undefined : right
  // After an allowed variation, the same offset is another place in the expected text.
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
          Not reached: {notReached.slice(0, mostTurns).map((answer) => [<code>{nameOf(answer)}</code>, ' '])}
        </p>
      )}
      {leftover.length > 0 && (
        <p class="muted">
          Sent after the end: {leftover.slice(0, mostTurns).map((line) => [<code>{nameOf(line)}</code>, ' '])}
        </p>
      )}
    </div>
  )
}

/** A text with its first wrong character marked, and what cannot be seen in that line made visible. */
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

/** White space made visible, with arrows, which more fonts have. */
const withArrows = (text: string) => visible(text).replaceAll('␊', '↵').replaceAll('␉', '⇥')
