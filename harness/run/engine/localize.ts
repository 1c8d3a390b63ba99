import { bunGlobals } from './bun-names.ts'
import { closing, type Edit } from './edit.ts'
import type { Use, Uses } from './uses.ts'

/**
 * Golfed entries assign to names that they never declare, and each becomes a property of the global object. Removing
 * those after every session takes longer than the session. So they become variables of the entry's function, which are
 * new each time it is called. As long as one was not assigned, it holds a hole, and reading it is the error that it would
 * have been.
 */
export interface Local {
  readonly names: readonly string[]
  readonly edits: readonly Edit[]
}

/** Names through which a global can be had otherwise. */
const doors = ['globalThis', 'global', 'self', 'window', 'eval']

/** Names that are globals already, in one runtime or the other, or soon. */
const present = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...bunGlobals,
  ...'navigator EventSource Storage localStorage sessionStorage gc'.split(' '),
])

/**
 * @param own names that are variables already
 * @returns undefined if there is nothing to do, or if an entry could tell the difference
 */
export function localized(
  source: string,
  uses: Uses,
  own: ReadonlySet<string>,
  hole: string,
  miss: string,
): Local | undefined {
  const { free, notes, statements } = uses
  for (const note of ['with', 'eval', 'strict', 'class', 'inner this'] as const) if (notes.has(note)) return undefined
  if (free.some(({ name }) => doors.includes(name))) return undefined
  const names = new Set<string>()
  for (const { name, how } of free) {
    if ((how === 'write' || how === 'update') && !own.has(name) && !present.has(name)) names.add(name)
  }
  if (names.size === 0) return undefined

  const edits = free.filter(({ name }) => names.has(name)).flatMap((use) => editsOf(use, source, hole, miss))
  const starts = new Set(edits.map(({ start }) => start))
  const ends = new Set(edits.map(({ end }) => end))
  for (const { node, listed } of statements) {
    if (listed && node.type === 'ExpressionStatement' && starts.has(node.start)) {
      edits.push({ start: node.start, end: node.start, text: ';', order: 2 })
    }
    if (ends.has(node.end) && source[node.end - 1] !== ';') {
      edits.push({ start: node.end, end: node.end, text: ';', order: 1 })
    }
  }
  return { names: [...names], edits }
}

function editsOf({ name, how, node, shorthand }: Use, source: string, hole: string, miss: string): Edit[] {
  const { start, end } = node
  const replace = (text: string): Edit[] => [{ start, end, text, order: 4 }]
  switch (how) {
    case 'read':
      return replace(`${shorthand ? `${name}:` : ''}(${name}===${hole}?${miss}("${name}"):${name})`)
    case 'typeof':
      return replace(`(${name}===${hole}?"undefined":${source.slice(start, end)})`)
    case 'delete':
      return replace(`(${name}=${hole},true)`)
    case 'update':
      return [
        { start, end: start, text: `(${name}===${hole}&&${miss}("${name}"),`, order: 3 },
        { start: end, end, text: ')', order: closing(start) },
      ]
    case 'write':
      return []
  }
}
