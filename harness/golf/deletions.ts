import type { Edit } from '../engine/edit.ts'
import { isExpression, isStatement, type Source, type Step, textOf } from './source.ts'

/**
 * Everything that can simply be left out: tokens and runs of them, single characters and short runs, and nodes of the
 * syntax tree, in whose place one of their children may stand.
 */
export function deletions(source: Source): Step[] {
  return [...ofNodes(source), ...ofTokens(source), ...ofCharacters(source)]
}

const longestRun = 14

function ofTokens({ tokens }: Source): Step[] {
  const steps: Step[] = []
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from; to < Math.min(tokens.length, from + longestRun); to++) {
      steps.push(leaveOut('tokens', tokens[from]?.start ?? 0, tokens[to]?.end ?? 0))
    }
  }
  return steps
}

function ofCharacters({ text }: Source): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < text.length; at++) {
    for (let length = 1; length <= 4 && at + length <= text.length; length++) {
      steps.push({ by: 'characters', edits: [{ start: at, end: at + length, text: '' }] })
    }
  }
  return steps
}

function ofNodes(source: Source): Step[] {
  const { nodes, text } = source
  return nodes.flatMap(({ node, parent, key }) => {
    const steps: Step[] = []
    const list = parent === undefined ? undefined : (parent as unknown as Record<string, unknown>)[key]
    if (Array.isArray(list)) steps.push(leaveOutOfList(text, node, list))
    if (isStatement(node)) {
      steps.push(leaveOut('statement', node.start, node.end), replace('statement', node, ';'))
    }
    if (!isExpression(node) && !isStatement(node)) return steps
    // What is in a node may do in its place, however deep it stands.
    for (const { node: inner } of nodes) {
      const fits = isStatement(node) ? isStatement(inner) || isExpression(inner) : isExpression(inner)
      if (!fits || inner === node || inner.start < node.start || inner.end > node.end) continue
      const part = textOf(source, inner)
      steps.push(replace('part', node, part))
      if (isExpression(node) && part.length + 2 < node.end - node.start && /[^\w$.]/.test(part)) {
        steps.push(replace('part', node, `(${part})`))
      }
    }
    return steps
  })
}

/** With the comma beside it. */
function leaveOutOfList(text: string, node: { start: number; end: number }, list: readonly { start: number }[]): Step {
  if (list[0] === node) {
    const next = list[1]
    return leaveOut('list', node.start, next?.start ?? node.end)
  }
  const before = text.slice(0, node.start).search(/,\s*$/)
  return leaveOut('list', before === -1 ? node.start : before, node.end)
}

const leaveOut = (by: string, start: number, end: number): Step => ({ by, edits: [{ start, end, text: '' }] })

const replace = (by: string, { start, end }: Omit<Edit, 'text'>, text: string): Step => ({
  by,
  edits: [{ start, end, text }],
})
