import { groupsBy } from '../../base/groups.ts'
import { echoOf } from '../../session/session.ts'
import type { Case, EntryReport, FuzzReport, TranscriptReport } from '../report.ts'
import { clipped } from '../text.ts'
import {
  againOf,
  compilerOf,
  nameOfStep,
  originOf,
  profileOf,
  provenFor,
  remarksOf,
  verdictOf,
  whyBesidePath,
  whyFailed,
} from '../words.ts'
import { Conversation, Terminal } from './conversation.tsx'
import { anchorOfRule, isProfiled } from './rules.tsx'

/** How many characters of a transcript the page has to copy; `--save` writes all. */
const mostCopied = 10_000

export function Verdict({ one }: { readonly one: Case }) {
  return <span class={one.ok ? 'verdict good' : 'verdict bad'}>{verdictOf(one)}</span>
}

export interface FailureOnPage {
  readonly one: Case
  readonly id: string
}

/** Groups cases that failed in the same session in the same way. */
export const grouped = (failed: readonly FailureOnPage[]) =>
  groupsBy(failed, ({ one: { failure, verdict }, id }) =>
    failure === null
      ? id
      : JSON.stringify([verdict, failure.lines, failure.leftover, failure.difference, failure.expected, failure.again]),
  )

/**
 * A failed case: the session, standard error, and how to play it again.
 * @param others the cases that failed in the same way
 */
export function FailedCase({ one, id, others }: FailureOnPage & { readonly others: readonly FailureOnPage[] }) {
  const { path, failure, reproduce } = one
  const profile = profileOf(one)
  const [rule] = failure?.rules ?? []
  const again = failure === null ? undefined : againOf(failure)
  const texts = {
    'The compiler': compilerOf(one).join('\n'),
    'Standard error': failure?.stderr.join('\n'),
    'Run it again': reproduce,
  }
  return (
    <article id={id} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>
        <Verdict one={one} /> <bdi>{path}</bdi>
      </h3>
      <p class="why">{clipped(whyBesidePath(one))}</p>
      {failure?.rules?.map(({ id, sentence, at }) => (
        <p class="breaks">
          breaks: <q>{sentence}</q> <span class="muted">{at === undefined ? id : at}</span>
        </p>
      ))}
      {profile !== '' && (
        <p>{rule && isProfiled(one) ? <a href={`#${anchorOfRule(one.game, rule.id)}`}>{profile}</a> : profile}</p>
      )}
      <p class="muted">{originOf(one)}</p>
      {failure && <Conversation failure={failure} />}
      {again && <p>{again.sentence}</p>}
      {again && again.lines.length > 0 && <pre>{again.lines.join('\n')}</pre>}
      {Object.entries(texts).map(([title, text]) => text && [<h4>{title}</h4>, <pre class="copy">{text}</pre>])}
      <Source one={one} />
      {one.kind !== 'transcript' && failure && failure.leftover === undefined && (
        <details>
          <summary>The session as a transcript, with the expected output</summary>
          <pre class="copy">{clipped(transcriptOf(one), mostCopied)}</pre>
        </details>
      )}
      {others.length > 0 && (
        <>
          <h4>
            In the same session, {others.length === 1 ? 'one more writes' : `${others.length} more write`} the same
          </h4>
          <ul>
            {others.map(({ one, id }) => (
              <li id={id}>
                <code>{one.reproduce ?? one.path}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}

const mostOfSource = 20_000

function Source({ one }: { readonly one: Case }) {
  if (one.kind !== 'entry' || one.source === undefined) return null
  const counts = [`${one.bytes.toLocaleString('en')} bytes`]
  if (one.chars !== one.bytes) counts.push(`${one.chars.toLocaleString('en')} characters`)
  const lines = one.source.split('\n').length
  return (
    <details open={one.bytes <= 2000 && lines <= 40}>
      <summary>
        Its source <span class="muted">{counts.join(', ')}</span>
      </summary>
      <pre class="copy">{clipped(one.source, mostOfSource)}</pre>
    </details>
  )
}

/**
 * A failed session of a game as a transcript with the expected output. If the reference is a command, `verify` also needs
 * what only `--save` writes: the prompts, and which white space counts.
 */
function transcriptOf(one: EntryReport | FuzzReport): string {
  const session = one.failure?.turns.map(({ expected, answer }) => expected + echoOf(answer)) ?? []
  return `# ${one.path}: ${whyFailed(one)}.\n$ ${one.game}\n${session.join('')}`
}

export function PassedEntry({ one }: { readonly one: EntryReport }) {
  const { path, bytes, expected, plan, milliseconds } = one
  const remarks = [expected === 'AC' ? remarksOf(one) : whyFailed(one), `${(milliseconds / 1000).toFixed(1)} s`]
  return (
    <details>
      <summary>
        <Verdict one={one} /> <bdi>{path}</bdi> <strong>{bytes.toLocaleString('en')}</strong>{' '}
        <span class="muted">bytes · {expected === 'AC' ? provenFor(one) : 'rejected, as it must be'}</span>
      </summary>
      <ul>
        {plan.map((step) => (
          <li>
            {nameOfStep(step)}: {step.sessions.toLocaleString('en')} sessions{step.covers && `, ${step.covers}`}
          </li>
        ))}
      </ul>
      <p class="muted">{clipped(remarks.filter(Boolean).join(' · '))}</p>
    </details>
  )
}

export function Transcript({ ways }: { readonly ways: readonly TranscriptReport[] }) {
  const one = ways.find(({ ok }) => !ok) ?? ways[0]
  if (one === undefined) return null
  const { path, recorded } = one
  return (
    <details>
      <summary>
        <Verdict one={one} /> <bdi>{path}</bdi> <span class="muted">{ways.map(({ input }) => input).join(', ')}</span>
      </summary>
      {recorded === undefined ? <p>The report has no session of it.</p> : <Terminal {...recorded} />}
    </details>
  )
}
