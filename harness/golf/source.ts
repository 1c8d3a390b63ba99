import type { AnyNode } from 'acorn'
import { childrenOf, type NodePath, parseJavaScript } from '../entries/syntax.ts'
import { toBytes } from '../session/bytes.ts'

/** A program; its syntax tree is a list, every node before its children. */
export interface Source {
  readonly text: string
  readonly nodes: readonly NodePath[]
}

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Edit extends Span {
  readonly text: string
}

/** Edits that make sense only together; they do not overlap. */
export type Change = readonly Edit[]

/** @returns undefined if the text is not JavaScript */
export function readSource(text: string): Source | undefined {
  const node = parseJavaScript(text)
  return node && { text, nodes: pathsBelow({ node, parent: undefined, list: undefined, key: '' }) }
}

const pathsBelow = (path: NodePath): NodePath[] => [path, ...childrenOf(path.node).flatMap(pathsBelow)]

export const isExpression = ({ type }: AnyNode) => /Expression$|^Identifier$|^Literal$|^TemplateLiteral$/.test(type)

export const textOf = ({ text }: Source, { start, end }: Span): string => text.slice(start, end)

/** In parentheses, unless it is a single token. */
export const operand = (source: Source, node: AnyNode): string =>
  /^(?:Identifier|Literal|TemplateLiteral)$/.test(node.type) ? textOf(source, node) : `(${textOf(source, node)})`

export const put = ({ start, end }: Span, text: string): Edit => ({ start, end, text })

/** Changes whole tokens. A space keeps apart words that would become one. */
export function changed(text: string, change: Change): string {
  const sorted = [...change].sort((a, b) => a.start - b.start)
  const pieces = sorted.flatMap((edit, i) => [text.slice(sorted[i - 1]?.end ?? 0, edit.start), edit.text])
  pieces.push(text.slice(sorted.at(-1)?.end ?? 0))
  const joins = (all: string, piece: string) => /[\w$]/.test(all.at(-1) ?? '') && /[\w$]/.test(piece[0] ?? '')
  return pieces.reduce((all, piece) => all + (joins(all, piece) ? ' ' : '') + piece, '')
}

/** Bytes. A program that is not UTF-8 has lone surrogates, each of which is one byte. */
export const sizeOf = (text: string) => toBytes(text).length
