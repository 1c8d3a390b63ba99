import { type AnyNode, type Program, parse } from 'acorn'

export interface NodePath {
  readonly node: AnyNode
  readonly parent: AnyNode | undefined
  /** Contains the node, as statements of a block do. */
  readonly list: readonly (AnyNode | null)[] | undefined
  /** The parent holds the node, or its list, in this property. */
  readonly key: string
}

/** @returns undefined if the text is neither a script nor a module of JavaScript */
export function parseJavaScript(text: string): Program | undefined {
  for (const sourceType of ['script', 'module'] as const) {
    try {
      const outside = { allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true }
      return parse(text, { ecmaVersion: 'latest', sourceType, ...outside })
    } catch {
      // It may be the other type.
    }
  }
  return undefined
}

export function childrenOf(parent: AnyNode): NodePath[] {
  const children = Object.entries(parent).flatMap(([key, value]): NodePath[] => {
    const list: (AnyNode | null)[] | undefined = Array.isArray(value) ? value : undefined
    return (list ?? [value]).filter(isNode).map((node) => ({ node, parent, list, key }))
  })
  return children.sort((a, b) => a.node.start - b.node.start)
}

export const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
