import type { Freedom, Text } from '../../reference/game.ts'
import { type Bytes, toBytes } from './bytes.ts'
import { remembered } from './remembered.ts'

/**
 * Matches a `Text` against bytes as they arrive: a Thompson automaton whose set of live threads says at every byte
 * whether what has come is complete, can still become right, or never will be. Of several ways to read the same bytes
 * the one with the fewest freedoms goes first, so what `freedoms` names was really needed.
 */
export interface Matcher {
  /**
   * Hears bytes from `from` on.
   * @returns the offset at which it stopped: behind a complete text, at the first byte that cannot be right, or at the
   *   end of the bytes
   */
  hear(bytes: Bytes, from: number): number
  /** `complete`: what was heard is one of the texts; `wrong`: it is none and never will be; else it may become one. */
  readonly heard: 'partial' | 'complete' | 'wrong'
  /** The names of the freedoms that what was heard makes use of. */
  readonly freedoms: ReadonlySet<string>
}

/**
 * @param text the texts that are right
 * @param whole whether the text ends only where the bytes do; otherwise it ends where a next byte would no longer leave
 *   it complete
 */
export function matcher(text: Text, whole: boolean): Matcher {
  let state = openingOf(text)

  return {
    hear(bytes, from) {
      let offset = from
      while (offset < bytes.length && state.heard !== 'wrong') {
        const next = state.after(bytes.charCodeAt(offset))
        if (!whole && state.heard === 'complete' && next.heard !== 'complete') break
        state = next
        if (state.heard === 'wrong') break
        offset++
      }
      return offset
    },
    get heard() {
      return state.heard
    },
    get freedoms() {
      return state.freedoms
    },
  }
}

const none: ReadonlySet<string> = new Set()

/** What is known after some bytes: a state of the deterministic automaton, made when it is first needed. */
interface State {
  readonly heard: Matcher['heard']
  readonly freedoms: ReadonlySet<string>
  after(byte: number): State
}

/** The automata of texts with freedoms: a game says the same ones again and again. */
const automata = new Map<string, State>()

/** How much text they are of, and how much of it is kept, in characters of JSON. */
let size = 0
const mostText = 2_000_000

function openingOf(text: Text): State {
  if (typeof text === 'string') return literal(toBytes(text), 0)
  const key = JSON.stringify(text)
  return remembered(automata, key, () => {
    if (size > mostText) {
      automata.clear()
      size = 0
    }
    size += key.length
    return automaton(text)
  })
}

/** A text without freedoms, of which so many bytes were heard. */
const literal = (bytes: Bytes, at: number): State => ({
  heard: at === bytes.length ? 'complete' : 'partial',
  freedoms: none,
  after: (byte) => (byte === bytes.charCodeAt(at) ? literal(bytes, at + 1) : wrong),
})

const wrong: State = { heard: 'wrong', freedoms: none, after: () => wrong }

function automaton(text: Text): State {
  const program = compile(text)
  const states = new Map<string, State>()

  function stateOf(threads: readonly Thread[]): State {
    const next = new Map<number, State>()
    const end = threads.find(({ at }) => at === program.length)
    return {
      heard: end !== undefined ? 'complete' : threads.length === 0 ? 'wrong' : 'partial',
      freedoms: end?.freedoms ?? none,
      after: (byte) => remembered(next, byte, () => reached(follow(program, moved(program, threads, byte)))),
    }
  }
  const reached = (threads: readonly Thread[]) =>
    remembered(states, JSON.stringify(threads.map(({ at, freedoms }) => [at, ...freedoms])), () => stateOf(threads))

  return reached(follow(program, [{ at: 0, freedoms: none }]))
}

/** A byte to match, or where to go on without one, in order of preference. */
type Instruction = number | { readonly goTo: readonly number[]; readonly uses?: string }
type Program = readonly Instruction[]
interface Thread {
  readonly at: number
  readonly freedoms: ReadonlySet<string>
}

/** The threads that a byte lets live on. */
const moved = (program: Program, threads: readonly Thread[], byte: number): Thread[] =>
  threads.filter(({ at }) => program[at] === byte).map(({ at, freedoms }) => ({ at: at + 1, freedoms }))

/** Where the bytes matched so far lead without another byte; the best way to each place comes first and stays. */
function follow(program: Program, starts: readonly Thread[]): Thread[] {
  const seen = new Set<number>()
  const threads: Thread[] = []
  const visit = (at: number, freedoms: ReadonlySet<string>) => {
    if (seen.has(at)) return
    seen.add(at)
    const instruction = program[at]
    if (typeof instruction !== 'object') {
      threads.push({ at, freedoms })
      return
    }
    const used = instruction.uses === undefined ? freedoms : new Set(freedoms).add(instruction.uses)
    for (const next of instruction.goTo) visit(next, used)
  }
  for (const { at, freedoms } of starts) visit(at, freedoms)
  return threads
}

function compile(text: Text): Program {
  const program: Instruction[] = []

  const add = (text: Text) => {
    for (const part of typeof text === 'string' ? [text] : text) {
      if (typeof part === 'string') for (const byte of toBytes(part)) program.push(byte.charCodeAt(0))
      else addFreedom(part)
    }
  }

  // The exact form first; then, marked as used, what else may stand here.
  const addFreedom = ({ name, oneOf, times, exact = '' }: Freedom) => {
    const choice = program.push({ goTo: [] }) - 1
    add(exact)
    const exactEnd = program.push({ goTo: [] }) - 1

    const mark = program.push({ goTo: [program.length + 1], uses: name }) - 1
    const start = program.push({ goTo: [] }) - 1
    const starts: number[] = []
    const ends: number[] = []
    for (const one of oneOf) {
      starts.push(program.length)
      add(one)
      ends.push(program.push({ goTo: [] }) - 1)
    }
    const after = program.length
    program[choice] = { goTo: [choice + 1, mark] }
    program[exactEnd] = { goTo: [after] }
    program[start] = { goTo: times === '+' ? starts : [...starts, after] }
    for (const end of ends) program[end] = { goTo: times === '?' ? [after] : [start, after] }
  }

  add(text)
  return program
}
