import type { AnyNode } from 'acorn'
import { childrenOf, parseJavaScript, type SyntaxPlace } from '../entries/syntax.ts'
import { toBytes } from '../session/bytes.ts'

/** A program's text, and its syntax tree as a list, every node before its children. */
export interface Source {
  readonly text: string
  readonly nodes: readonly SyntaxPlace[]
}

/** The text from `start` up to `end`. */
interface Place {
  readonly start: number
  readonly end: number
}

/** Replaces a place by a text. */
export interface Edit extends Place {
  readonly text: string
}

/** One change to a program, which may need several edits; they do not overlap. */
export type Change = readonly Edit[]

/** @returns undefined if the text is not JavaScript */
export function readSource(text: string): Source | undefined {
  const node = parseJavaScript(text)
  return node && { text, nodes: placesBelow({ node, parent: undefined, list: undefined, key: '' }) }
}

const placesBelow = (place: SyntaxPlace): SyntaxPlace[] => [place, ...childrenOf(place.node).flatMap(placesBelow)]

/** Tells whether a node has a value. */
export const isExpression = ({ type }: AnyNode) => /Expression$|^Identifier$|^Literal$|^TemplateLiteral$/.test(type)

export const isStatement = ({ type }: AnyNode) => /Statement$|^VariableDeclaration$|^FunctionDeclaration$/.test(type)

export const isInside = (inner: Place, outer: Place) => outer.start <= inner.start && inner.end <= outer.end

export const textOf = ({ text }: Source, { start, end }: Place): string => text.slice(start, end)

/** A node's text as an operand: in parentheses, unless it is a single token. */
export const operand = (source: Source, node: AnyNode): string =>
  /^(?:Identifier|Literal|TemplateLiteral)$/.test(node.type) ? textOf(source, node) : `(${textOf(source, node)})`

export const put = ({ start, end }: Place, text: string): Edit => ({ start, end, text })

/** Deletes an item of a list, with the comma beside it. */
export function withoutComma(node: AnyNode, list: readonly (AnyNode | null)[]): Edit {
  const at = list.indexOf(node)
  const [before, after] = [list[at - 1], list[at + 1]]
  if (before) return put({ start: before.end, end: node.end }, '')
  return put({ start: node.start, end: after?.start ?? node.end }, '')
}

/** The text after a change of whole tokens. A space keeps apart words that would become one. */
export function changed(text: string, change: Change): string {
  const sorted = [...change].sort((a, b) => a.start - b.start)
  const pieces = sorted.flatMap((edit, i) => [text.slice(sorted[i - 1]?.end ?? 0, edit.start), edit.text])
  pieces.push(text.slice(sorted.at(-1)?.end ?? 0))
  const joins = (all: string, piece: string) => /[\w$]/.test(all.at(-1) ?? '') && /[\w$]/.test(piece[0] ?? '')
  return pieces.reduce((all, piece) => all + (joins(all, piece) ? ' ' : '') + piece, '')
}

/** The text of a place after the edits inside it. */
export function changedInside(text: string, place: Place, edits: readonly Edit[]): string {
  const inner = edits.filter((edit) => isInside(edit, place))
  const moved = inner.map((edit) => put({ start: edit.start - place.start, end: edit.end - place.start }, edit.text))
  return changed(text.slice(place.start, place.end), moved)
}

/** Splits changes into lists of changes that do not overlap. */
export function disjoint(changes: readonly Change[]): Change[][] {
  const lists: Change[][] = []
  const isFree = (list: readonly Change[], change: Change) =>
    list.flat().every((other) => change.every(({ start, end }) => end <= other.start || other.end <= start))
  for (const change of changes) {
    const list = lists.find((list) => isFree(list, change))
    if (list === undefined) lists.push([change])
    else list.push(change)
  }
  return lists
}

/** The bytes of a program. One that is not UTF-8 has lone surrogates, each of which is one byte. */
export const sizeOf = (text: string) => toBytes(text).length
