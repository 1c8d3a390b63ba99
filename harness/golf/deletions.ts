import type { AnyNode } from 'acorn'
import type { Edit } from '../run/engine/edit.ts'
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
  return nodes.flatMap(({ node, parent, key, children }) => {
    const steps: Step[] = []
    const list = parent === undefined ? undefined : (parent as unknown as Record<string, unknown>)[key]
    if (Array.isArray(list)) steps.push(leaveOutOfList(text, node, list))
    if (isStatement(node)) {
      steps.push(leaveOut('statement', node.start, node.end), replace('statement', node, ';'))
    }
    for (const child of children) if (fits(node, child)) steps.push(...inPlace(source, node, child))
    return steps
  })
}

/** What stands deeper within a node, in its place: so many that they are tried last. */
export function parts(source: Source): Step[] {
  const { nodes } = source
  return nodes.flatMap(({ node }, index) => {
    const steps: Step[] = []
    // What is within a node follows it in the list.
    for (let i = index + 1; i < nodes.length; i++) {
      const inner = nodes[i]?.node
      if (inner === undefined || inner.start >= node.end) break
      if (inner.end <= node.end && fits(node, inner)) steps.push(...inPlace(source, node, inner))
    }
    return steps
  })
}

const fits = (node: AnyNode, inner: AnyNode) =>
  (isExpression(node) || isStatement(node)) && (isExpression(inner) || (isStatement(node) && isStatement(inner)))

function inPlace(source: Source, node: AnyNode, inner: AnyNode): Step[] {
  const part = textOf(source, inner)
  const bare = replace('part', node, part)
  return isExpression(node) && /[^\w$.]/.test(part) ? [bare, replace('part', node, `(${part})`)] : [bare]
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
