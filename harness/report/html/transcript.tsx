import { echoOf } from '../../session/script.ts'
import type { Turn } from '../report.ts'

/** How much of one text is shown: a program can write a hundred megabytes. */
const mostCharacters = 2000

/** The beginning of a text. */
export function clipped(text: string, most = mostCharacters): string {
  const kept = text.slice(0, most)
  const more = text.length - kept.length
  return more === 0 ? kept : `${kept}\n… ${more.toLocaleString('en')} more characters`
}

/** What was typed; `null` is the end of input. */
export function Answer({ answer }: { readonly answer: string | null }) {
  if (answer === '') return <kbd title="an empty line">⏎</kbd>
  return <kbd>{answer === null ? '^D' : clipped(answer)}</kbd>
}

/** How much of a session is shown. */
const mostTurns = 200

/** A session as the terminal showed it, what was typed set off from the output. */
export function Transcript({ command, turns }: { readonly command: string; readonly turns: readonly Turn[] }) {
  return (
    <pre class="terminal">
      <span class="muted">$ </span>
      {`${clipped(command)}\n`}
      {turns.slice(0, mostTurns).map(({ expected, answer }) => (
        <>
          {clipped(expected)}
          {answer !== undefined && <kbd>{answer === null ? '^D' : clipped(answer)}</kbd>}
          {typeof answer === 'string' && '\n'}
        </>
      ))}
      {turns.length > mostTurns && <span class="muted">… {turns.length - mostTurns} more answers</span>}
    </pre>
  )
}

/** How much of a transcript can be copied from the page; `--save` writes a longer one. */
const mostCopied = 10_000

/** The session with the expected output in the format of `verify`; undefined if it is too long for the page. */
export function transcriptOf(comment: string, command: string, turns: readonly Turn[]): string | undefined {
  const session = turns.map(({ expected, answer }) => expected + echoOf(answer))
  const text = [`# ${comment}`, `$ ${command}`, session.join('')].join('\n')
  return text.length > mostCopied ? undefined : text
}
