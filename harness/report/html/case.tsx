import { echoOf } from '../../session/script.ts'
import { type Case, type EntryReport, type Failure, provenFor, type TranscriptReport, whyFailed } from '../report.ts'
import { clipped } from '../text.ts'
import { Conversation, Terminal } from './conversation.tsx'

/** The verdict as a word with a colour; the word alone says it, too. */
export function Verdict({ one: { ok, verdict, error, skipped } }: { readonly one: Case }) {
  if (skipped !== undefined) return <span class="verdict">skipped</span>
  return <span class={ok ? 'verdict good' : 'verdict bad'}>{verdict ?? (error === undefined ? '–' : 'error')}</span>
}

/** A case that failed, whole: the session, what the program wrote to standard error, and how to see it again. */
export function FailedCase({ one, id }: { readonly one: Case; readonly id: string }) {
  const { path, failure, reproduce } = one
  return (
    <article id={id} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>
        <Verdict one={one} /> <bdi>{path}</bdi>
      </h3>
      <p class="why">{clipped(whyFailed(one))}</p>
      <p class="muted">{[...factsOf(one), failure?.suite].filter(Boolean).join(' · ')}</p>
      {failure !== null && <Conversation failure={failure} />}
      {failure !== null && failure.stderr.length > 0 && (
        <>
          <h4>Standard error</h4>
          <pre class="stderr">{clipped(failure.stderr.join('\n'))}</pre>
        </>
      )}
      {reproduce !== undefined && (
        <>
          <h4>Run it again</h4>
          <pre class="copy">{reproduce}</pre>
        </>
      )}
      {failure !== null && (
        <details>
          <summary>The session as a transcript, with the expected output</summary>
          <pre class="copy">{transcriptOf(one, failure)}</pre>
        </details>
      )}
    </article>
  )
}

/** How much of a transcript can be copied from the page; `--save` writes a longer one. */
const mostCopied = 10_000

/** The session with the expected output in the format of `verify`. */
function transcriptOf(one: Case, { turns }: Failure): string {
  const command = one.kind === 'transcript' ? (one.recorded?.command ?? '') : one.game
  const session = turns.map(({ expected, answer }) => expected + echoOf(answer)).join('')
  const text = `# ${one.path}: ${whyFailed(one)}.\n$ ${command}\n${session}`
  return text.length > mostCopied ? 'It is too long for this page; the option --save writes it to a file.' : text
}

/** What a case is, in a few words. */
function factsOf(one: Case): string[] {
  if (one.kind === 'transcript') return [one.input]
  if (one.kind === 'fuzz') return [one.game, `${one.sessions.toLocaleString('en')} sessions`]
  return [one.game, `${one.runtime}-${one.input}`, `${one.bytes.toLocaleString('en')} bytes`]
}

/** An entry that got its verdict: a line that opens. */
export function PassedEntry({ one }: { readonly one: EntryReport }) {
  const { path, bytes, chars, skipped, exact, variations, plan, note, milliseconds, expected, failure } = one
  const remarks = [...(exact ? ['exact form'] : []), ...variations]
  return (
    <details>
      <summary>
        <Verdict one={one} /> <bdi>{path}</bdi> <strong>{bytes.toLocaleString('en')}</strong>
        <span class="muted">
          {' '}
          bytes{chars === bytes ? '' : `, ${chars.toLocaleString('en')} characters`}
          {expected === 'AC' ? ` · ${skipped ?? provenFor(one)}` : ' · rejected, as it must be'}
        </span>
      </summary>
      {remarks.length > 0 && <p>Allowed variations from the exact form: {remarks.join(', ')}</p>}
      {note !== undefined && <p>Not run in one process: {clipped(note)}</p>}
      <ul>
        {plan.map(({ suite, runner, sessions, covers }) => (
          <li>
            {suite} ({runner}): {sessions.toLocaleString('en')} sessions{covers && `, ${covers}`}
          </li>
        ))}
      </ul>
      {failure !== null && <p class="why">{clipped(whyFailed(one))}</p>}
      {failure !== null && <Conversation failure={failure} />}
      <p class="muted">{(milliseconds / 1000).toFixed(1)} s</p>
    </details>
  )
}

/** A transcript in all the ways in which it was run: a line that opens, with the session as the terminal showed it. */
export function TranscriptLine({ ways }: { readonly ways: readonly TranscriptReport[] }) {
  const one = ways.find(({ ok }) => !ok) ?? ways[0]
  if (one === undefined) return null
  return (
    <details>
      <summary>
        <Verdict one={one} /> <bdi>{one.path}</bdi>
        <span class="muted"> {ways.map(({ input }) => input).join(', ')}</span>
      </summary>
      {one.recorded === undefined ? <p>The report has no session of it.</p> : <Terminal {...one.recorded} />}
    </details>
  )
}
