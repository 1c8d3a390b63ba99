import { type AnyNode, type Options, type Program, parse, type Token } from 'acorn'
import { type Edit, edited } from '../run/engine/edit.ts'

/** A program as golf looks at it: its text, its tokens, and its syntax tree as a list, every node before its children. */
export interface Source {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly nodes: readonly Place[]
}

/** A node, where it stands. */
export interface Place {
  readonly node: AnyNode
  readonly parent: AnyNode | undefined
  /** The property of its parent that it is, or is in a list of. */
  readonly key: string
  readonly children: readonly AnyNode[]
}

/** A step to another program. */
export interface Step {
  readonly edits: readonly Edit[]
  /** The name of the row that it comes from. */
  readonly by: string
}

const options: Options = {
  ecmaVersion: 'latest',
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
}

/** @returns undefined for what is no program */
export function readSource(text: string): Source | undefined {
  for (const sourceType of ['script', 'module'] as const) {
    try {
      const tokens: Token[] = []
      const program = parse(text, { ...options, sourceType, onToken: tokens })
      return { text, tokens: tokens.filter(({ start, end }) => end > start), nodes: placesOf(program) }
    } catch {
      // It may be the other kind.
    }
  }
  return undefined
}

function placesOf(program: Program): Place[] {
  const places: Place[] = []
  const visit = (node: AnyNode, parent: AnyNode | undefined, key: string) => {
    const children = childrenOf(node)
    places.push({ node, parent, key, children: children.map(([child]) => child) })
    for (const [child, key] of children) visit(child, node, key)
  }
  visit(program, undefined, '')
  return places
}

function childrenOf(node: AnyNode): [AnyNode, string][] {
  return Object.entries(node)
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).filter(isNode).map((child): [AnyNode, string] => [child, key]),
    )
    .sort(([a], [b]) => a.start - b.start)
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

export const isExpression = ({ type }: AnyNode) =>
  /Expression$|^Identifier$|^Literal$|^TemplateLiteral$/.test(type) && type !== 'ParenthesizedExpression'

export const isStatement = ({ type }: AnyNode) => /Statement$|^VariableDeclaration$|^FunctionDeclaration$/.test(type)

/** The text of a node. */
export const textOf = ({ text }: Source, node: AnyNode): string => text.slice(node.start, node.end)

/** The text that a step leads to; a space is put between words that would grow together. */
export function taken({ text }: Source, { edits }: Step): string {
  const spaced = edits.map((edit) => {
    const before = text[edit.start - 1] ?? ''
    const after = text[edit.end] ?? ''
    const { text: put } = edit
    if (put === '') {
      const touches = word.test(before) && word.test(after) && edit.end > edit.start
      return touches && !word.test(text.slice(edit.start, edit.end)[0] ?? '') ? { ...edit, text: ' ' } : edit
    }
    const left = word.test(before) && word.test(put[0] ?? '') ? ' ' : ''
    const right = word.test(after) && word.test(put.at(-1) ?? '') ? ' ' : ''
    return { ...edit, text: left + put + right }
  })
  return edited(text, spaced)
}

const word = /[\w$]/

export const sizeOf = (text: string) => Buffer.byteLength(text)
