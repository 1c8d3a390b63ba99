import type { Text, Variation } from '../../reference/game.ts'
import { type Bytes, toBytes } from './bytes.ts'
import { remembered } from './remembered.ts'

/**
 * Matches a `Text` against bytes as they arrive: a Thompson automaton whose set of live threads says at every byte
 * whether what has come is complete, can still become right, or never will be. Of several ways to read the same bytes
 * the one with the fewest variations goes first, so what `variations` names was really needed.
 */
export interface Matcher {
  /**
   * Hears bytes from `from` on.
   * @returns the offset at which it stopped: behind a complete text, at the first byte that cannot be right, or at the
   *   end of the bytes
   */
  feed(bytes: Bytes, from: number): number
  /** `complete`: what was heard is one of the texts; `wrong`: it is none and never will be; else it may become one. */
  readonly state: 'partial' | 'complete' | 'wrong'
  /** The names of the variations that what was heard makes use of. */
  readonly variations: ReadonlySet<string>
}

/**
 * @param text the texts that are right
 * @param whole whether the text ends only where the bytes do; otherwise it ends where a next byte would no longer leave
 *   it complete
 */
export function matcher(text: Text, whole: boolean): Matcher {
  let state = openingOf(text)

  return {
    feed(bytes, from) {
      let offset = from
      while (offset < bytes.length && state.state !== 'wrong') {
        const next = state.after(bytes.charCodeAt(offset))
        if (!whole && state.state === 'complete' && next.state !== 'complete') break
        state = next
        if (state.state === 'wrong') break
        offset++
      }
      return offset
    },
    get state() {
      return state.state
    },
    get variations() {
      return state.variations
    },
  }
}

const none: ReadonlySet<string> = new Set()

/** What is known after some bytes: a state of the deterministic automaton, made when it is first needed. */
interface State {
  readonly state: Matcher['state']
  readonly variations: ReadonlySet<string>
  after(byte: number): State
}

/** The automata of texts with variations: a game says the same ones again and again. */
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

/** A text without variations, of which so many bytes were heard. */
const literal = (bytes: Bytes, at: number): State => ({
  state: at === bytes.length ? 'complete' : 'partial',
  variations: none,
  after: (byte) => (byte === bytes.charCodeAt(at) ? literal(bytes, at + 1) : wrong),
})

const wrong: State = { state: 'wrong', variations: none, after: () => wrong }

function automaton(text: Text): State {
  const program = compile(text)
  const states = new Map<string, State>()

  function stateOf(threads: readonly Thread[]): State {
    const next = new Map<number, State>()
    const end = threads.find(({ at }) => at === program.length)
    return {
      state: end !== undefined ? 'complete' : threads.length === 0 ? 'wrong' : 'partial',
      variations: end?.variations ?? none,
      after: (byte) => remembered(next, byte, () => reached(follow(program, moved(program, threads, byte)))),
    }
  }
  const reached = (threads: readonly Thread[]) =>
    remembered(states, JSON.stringify(threads.map(({ at, variations }) => [at, ...variations])), () => stateOf(threads))

  return reached(follow(program, [{ at: 0, variations: none }]))
}

/** A byte to match, or where to go on without one, in order of preference. */
type Instruction = number | { readonly goTo: readonly number[]; readonly uses?: string }
type Program = readonly Instruction[]
interface Thread {
  readonly at: number
  readonly variations: ReadonlySet<string>
}

/** The threads that a byte lets live on. */
const moved = (program: Program, threads: readonly Thread[], byte: number): Thread[] =>
  threads.filter(({ at }) => program[at] === byte).map(({ at, variations }) => ({ at: at + 1, variations }))

/** Where the bytes matched so far lead without another byte; the best way to each place comes first and stays. */
function follow(program: Program, starts: readonly Thread[]): Thread[] {
  const seen = new Set<number>()
  const threads: Thread[] = []
  const visit = (at: number, variations: ReadonlySet<string>) => {
    if (seen.has(at)) return
    seen.add(at)
    const instruction = program[at]
    if (typeof instruction !== 'object') {
      threads.push({ at, variations })
      return
    }
    const used = instruction.uses === undefined ? variations : new Set(variations).add(instruction.uses)
    for (const next of instruction.goTo) visit(next, used)
  }
  for (const { at, variations } of starts) visit(at, variations)
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
  const addFreedom = ({ name, oneOf, times, exact = '' }: Variation) => {
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
