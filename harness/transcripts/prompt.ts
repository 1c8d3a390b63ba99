import { type Bytes, toBytes } from '../session/bytes.ts'
import type { Recording } from './record.ts'

/**
 * A regular expression as it can stand in a transcript: it meets bytes there, so what is not ASCII is written as its
 * bytes, and white space at its ends would be taken for the setting's.
 * @returns undefined if it is none
 */
export function promptFor(source: string): RegExp | undefined {
  const bytes = source.replace(/\P{ASCII}/gu, (character) => `(?:${hexadecimal(toBytes(character))})`)
  try {
    return new RegExp(/^\s|\s$/.test(bytes) ? `(?:${bytes})` : bytes)
  } catch {
    return undefined
  }
}

/**
 * What could tell the answers of a recording from everything else, the simplest first: the texts that stood before
 * them on their lines, and for a program that asks in silence, the answers themselves.
 */
export function possiblePrompts({ exchanges, last, status }: Recording): RegExp[] {
  const asked = exchanges.map(({ says, answer }) => ({ prompt: lastLine(says), answer: answer ?? '^D' }))
  const open = status === undefined ? [lastLine(last)] : []
  const shown = [...asked.map(({ prompt }) => prompt), ...open].filter((prompt) => prompt !== '')
  const unasked = asked.flatMap(({ prompt, answer }) => (prompt === '' ? [`(?=${literal(answer)}$)`] : []))
  const texts = [...new Set(shown)].sort((a, b) => b.length - a.length).map(literal)
  const numbered = [...new Set(texts.map((text) => text.replace(/\d+/g, '\\d+')))]
  return [texts, numbered].filter(unlike).map((texts) => oneOf([...texts, ...new Set(unasked)]))
}

const unlike = (texts: readonly string[], index: number, all: readonly (readonly string[])[]) =>
  index === 0 || texts.length < (all[0]?.length ?? 0)

function oneOf(sources: readonly string[]): RegExp {
  const [only = '(?!)', ...more] = sources
  const source = more.length > 0 ? `(?:${sources.join('|')})` : /\s$/.test(only) ? `(?:${only})` : only
  return new RegExp(`^${source}`)
}

const lastLine = (text: Bytes) => text.split('\n').at(-1) ?? ''

/** The text itself as a regular expression that is ASCII and can be read. */
const literal = (text: Bytes) =>
  text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/[^ -~]/g, (byte) => hexadecimal(byte))

const hexadecimal = (bytes: Bytes) =>
  bytes.replace(/./gs, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
