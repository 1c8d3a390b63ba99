import { type Case, type EntryReport, provenFor, type TranscriptReport } from '../report.ts'
import { Conversation } from './conversation.tsx'
import { clipped, Transcript, transcriptOf } from './transcript.tsx'

/** What went wrong, in one line. */
export function whyFailed(one: Case): string {
  if (one.error !== undefined) return one.error
  if (one.failure !== null) return one.failure.difference.sentence
  return one.kind === 'entry' ? `accepted, but it must get ${one.expected}` : 'failed'
}

/** The verdict as a word with a colour; the word alone says it, too. */
export function Verdict({ one }: { readonly one: Case }) {
  const { ok, verdict, error, skipped } = one
  if (skipped !== undefined) return <span class="verdict">skipped</span>
  return <span class={ok ? 'verdict good' : 'verdict bad'}>{verdict ?? (error === undefined ? '–' : 'error')}</span>
}

/** A case that failed, whole. */
export function FailedCase({ one, id }: { readonly one: Case; readonly id: string }) {
  return (
    <article id={id} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>
        <Verdict one={one} /> <bdi>{one.path}</bdi>
      </h3>
      <p class="why">{clipped(whyFailed(one))}</p>
      <p class="muted">{originOf(one)}</p>
      <Session one={one} />
    </article>
  )
}

/** Where a failing session comes from. */
function originOf(one: Case): string {
  const { failure } = one
  const suite = failure?.suite || undefined
  const where =
    one.kind === 'entry'
      ? [one.game, `${one.runtime}-${one.input}`, `${one.bytes.toLocaleString('en')} bytes`]
      : one.kind === 'fuzz'
        ? [one.game, `${one.sessions.toLocaleString('en')} sessions`]
        : [one.input]
  const words = [...where, suite !== undefined && one.kind === 'entry' ? `found by the suite “${suite}”` : suite]
  return words.filter(Boolean).join(' · ')
}

/** The failing session, what the program wrote to standard error, and how to see it again. */
export function Session({ one }: { readonly one: Case }) {
  const { failure, reproduce } = one
  return (
    <>
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
      {failure?.turns !== undefined && <ToCopy one={one} turns={failure.turns} />}
    </>
  )
}

function ToCopy({ one, turns }: { readonly one: Case; readonly turns: NonNullable<Case['failure']>['turns'] & {} }) {
  const command = one.kind === 'transcript' ? (one.recorded?.command ?? '') : one.game
  const text = transcriptOf(`${one.path}: ${whyFailed(one)}.`, command, turns)
  return (
    <details>
      <summary>The session as a transcript, with the expected output</summary>
      {text === undefined ? (
        <p>It is too long for this page; the option --save writes it to a file.</p>
      ) : (
        <pre class="copy">{text}</pre>
      )}
    </details>
  )
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
      {plan.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">suite</th>
              <th scope="col">run in</th>
              <th scope="col">sessions</th>
              <th scope="col">covers</th>
            </tr>
          </thead>
          <tbody>
            {plan.map(({ suite, runner, sessions, covers }) => (
              <tr>
                <td>{suite}</td>
                <td>{howRun[runner]}</td>
                <td class="number">{sessions.toLocaleString('en')}</td>
                <td>{covers}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {failure !== null && <p class="why">{clipped(whyFailed(one))}</p>}
      {failure !== null && <Conversation failure={failure} />}
      <p class="muted">{(milliseconds / 1000).toFixed(1)} s</p>
    </details>
  )
}

const howRun = {
  processes: 'real processes',
  terminal: 'a terminal',
  pauses: 'real processes, with pauses',
  'in-process': 'one process',
}

/** A transcript in all the ways in which it was run: a line that opens, with the session as the terminal showed it. */
export function TranscriptLine({ ways }: { readonly ways: readonly TranscriptReport[] }) {
  const [first] = ways
  if (first === undefined) return null
  const failed = ways.find(({ ok }) => !ok)
  return (
    <details>
      <summary>
        <Verdict one={failed ?? first} /> <bdi>{first.path}</bdi>
        <span class="muted"> {ways.map(({ input }) => input).join(', ')}</span>
      </summary>
      {first.recorded === undefined ? <p>The report has no session of it.</p> : <Transcript {...first.recorded} />}
    </details>
  )
}
