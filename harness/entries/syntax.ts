import type { AnyNode } from 'acorn'

/** A node of a syntax tree and its position in the tree. */
export interface SyntaxPlace {
  readonly node: AnyNode
  readonly parent: AnyNode | undefined
  /** The list of nodes that it is an item of, if it is one. */
  readonly list: readonly (AnyNode | null)[] | undefined
  /** The property of its parent that has it, or has the list. */
  readonly key: string
}

/** The nodes of which a node is made, in the order of the text. */
export function childrenOf(parent: AnyNode): SyntaxPlace[] {
  const children = Object.entries(parent).flatMap(([key, value]): SyntaxPlace[] => {
    const list: (AnyNode | null)[] | undefined = Array.isArray(value) ? value : undefined
    return (list ?? [value]).filter(isNode).map((node) => ({ node, parent, list, key }))
  })
  return children.sort((a, b) => a.node.start - b.node.start)
}

export const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
