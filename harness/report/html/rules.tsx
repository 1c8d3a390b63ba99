import { basename } from 'node:path'
import type { Case, EntryReport } from '../report.ts'
import { Conversation, shownAnswer } from './conversation.tsx'

/** An entry whose report says which rules it keeps. */
type Profiled = EntryReport & { readonly profile: NonNullable<EntryReport['profile']> }

export const isProfiled = (one: Case): one is Profiled => one.kind === 'entry' && one.profile !== undefined

/** The anchors of a rule, and of the session in which an entry breaks it. */
export const anchorOfRule = (game: string, id: string) => `rule-${asAnchor(game)}-${asAnchor(id)}`
const anchorOfCell = (game: string, index: number, id: string) =>
  `breaks-${asAnchor(game)}-${index + 1}-${asAnchor(id)}`

const asAnchor = (name: string) => name.replace(/[^\w-]/g, '_')

const signs = { holds: '✓', broken: '✗', unseen: '·' }
const words = { holds: 'holds', broken: 'broken', unseen: 'not seen' }

const cellOf = (one: Profiled, id: string) => one.profile.find((rule) => rule.id === id)

/** Rules × entries. Each cell links to a session that breaks the rule, or shows that it holds. */
export function RuleTable({ entries }: { readonly entries: readonly Profiled[] }) {
  const [first] = entries
  if (first === undefined) return null
  const rules = first.profile
  return (
    <>
      <p class="muted">
        Rules that wrong entries keep (✓) and break (✗), by a few short sessions for each; · is not seen, as the entry
        goes wrong before. Each mark leads to a session.
      </p>
      <ol class="columns">
        {entries.map((one) => (
          <li>
            <bdi>{one.path}</bdi>
          </li>
        ))}
      </ol>
      <section class="wide" aria-label={`Rules of ${first.game}, by entries`}>
        <table>
          <thead>
            <tr>
              <th scope="col">rule</th>
              {entries.map((one, index) => (
                <th scope="col" title={basename(one.path)}>
                  {index + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rules.map(({ id, sentence, at }) => (
              <tr id={anchorOfRule(first.game, id)}>
                <th scope="row">
                  {sentence} <span class="muted">{at}</span>
                </th>
                {entries.map((one, index) => {
                  const { result = 'unseen' } = cellOf(one, id) ?? {}
                  const label = `${words[result]}: ${id}, entry ${index + 1}`
                  if (result === 'unseen') return <td class="muted">{signs.unseen}</td>
                  const to =
                    result === 'broken' ? anchorOfCell(one.game, index, id) : `${anchorOfRule(one.game, id)}-session`
                  return (
                    <td class={result === 'broken' ? 'bad' : 'good'}>
                      <a href={`#${to}`} aria-label={label}>
                        {signs[result]}
                      </a>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <h3>The sessions</h3>
      {rules.map(({ id, sentence }) => (
        <RuleSessions id={id} sentence={sentence} entries={entries} />
      ))}
    </>
  )
}

/** The sessions of one rule: one that shows that it holds, and one for each entry that breaks it. */
function RuleSessions({ id, sentence, entries }: { id: string; sentence: string; entries: readonly Profiled[] }) {
  const cells = entries.map((one, index) => ({ one, index, cell: cellOf(one, id) }))
  const holding = cells.find(({ cell }) => cell?.result === 'holds')?.cell
  const broken = cells.filter(({ cell }) => cell?.failure !== undefined)
  if (holding === undefined && broken.length === 0) return null
  const anchor = anchorOfRule(entries[0]?.game ?? '', id)
  return (
    <details>
      <summary>
        <q>{sentence}</q> {broken.length > 0 && <span class="bad">{`✗\xa0${broken.length}`}</span>}
      </summary>
      {holding && (
        <p id={`${anchor}-session`}>
          <span class="good">✓</span> It was seen to hold in the session{' '}
          {holding.lines.map((line) => [<kbd>{shownAnswer(line)}</kbd>, ' '])}
          {holding.lines.length === 0 && '(no answer)'}
        </p>
      )}
      {broken.map(
        ({ one, index, cell }) =>
          cell?.failure && (
            <details>
              <summary>
                <span class="bad">✗</span> <bdi>{basename(one.path)}</bdi>
              </summary>
              <p id={anchorOfCell(one.game, index, id)}>{cell.failure.difference.sentence}</p>
              <Conversation failure={cell.failure} />
            </details>
          ),
      )}
    </details>
  )
}
