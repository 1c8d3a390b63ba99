import { type Bytes, type Lines, withoutEnd } from '../../session/bytes.ts'
import { exactly, type Way } from '../../session/script.ts'
import { answersOf, type Script } from '../../session/session.ts'
import type { Reference } from '../reference/reference.ts'
import { kindOfReply } from '../typing/corpus.ts'
import type { CommandSuiteName } from './names.ts'
import { eachFourTimes, type HowToPlay, manyTimes, type Suite, suiteInTerminal } from './suite.ts'

// Suites made of sessions of the reference. They need no game.

/** Sessions of the reference. */
export interface RecordedSessions {
  readonly reference: Reference
  /** Sessions that a user recorded. */
  readonly given: readonly Script[]
  readonly drawn: readonly Script[]
  readonly seed: number
  /** Lines to type, without those that end a session at once. */
  readonly words: readonly Bytes[]
}

const fixturesSuite = ({ given }: RecordedSessions): Suite => ({ name: 'fixtures', sessions: given.map(linesOf) })

function randomSuite({ drawn, seed }: RecordedSessions): Suite {
  const covers = `${drawn.length} random sessions (seed ${seed})`
  return { name: 'random', covers, sessions: drawn.map(linesOf) }
}

const mostRepeated = 20

/** Words four times in a row, and one of them 250 times. */
async function repetitionSuite({ reference, words }: RecordedSessions): Promise<Suite> {
  const [first = ''] = words
  const sessions = words.length === 0 ? [] : [eachFourTimes(words.slice(0, mostRepeated)), manyTimes(first)]
  const scripts = await Promise.all(sessions.map((lines) => reference.script(lines)))
  return { name: 'repetition', sessions: scripts.map(linesOf) }
}

/** Sessions that a line ends, with lines after it, which must change nothing: one, three, a session, a hundred. */
function leftoverSuite({ given, drawn, words }: RecordedSessions): Suite {
  const ended = byLength([...given, ...drawn].filter(isEndedByLine).map(linesOf))
  const again = ended[0] ?? []
  const hundred = Array.from({ length: 100 }, (_, index) => words[index % words.length] ?? '')
  const leftovers = [...words.slice(0, 3).map((word) => [word]), words.slice(0, 3), again, hundred]
  const sessions = leftovers.map((lines, index) => [...(ended[index % ended.length] ?? []), ...lines])
  return { name: 'leftover', sessions: ended.length === 0 ? [] : sessions }
}

/** The most lines of a session that is played for its kinds of replies. */
const mostLines = 20

/** The beginnings of one session: its input ends after none, one, two … of its lines. */
function endsSuite(recorded: RecordedSessions): Suite {
  const [lines = []] = byKinds(recorded)
  const sessions = Array.from({ length: lines.length + 1 }, (_, count) => lines.slice(0, count))
  return { name: 'ends', covers: `the end of input at ${sessions.length} points`, sessions }
}

/** A few sessions for a terminal. */
const terminalSuite = (recorded: RecordedSessions): Suite =>
  suiteInTerminal(() => byKinds(recorded).filter(isTypable).slice(0, 5))

/** A session whose second answer is late. */
const silenceSuite = (recorded: RecordedSessions): Suite => ({
  name: 'silence',
  sessions: byKinds(recorded)
    .filter(({ length }) => length > 1)
    .slice(0, 1),
})

export interface CommandSuiteRow extends HowToPlay {
  make(recorded: RecordedSessions): Suite | Promise<Suite>
  /** How the reference itself must pass the suite first. */
  readonly mustPass?: Way
}

export const commandSuites: Readonly<Record<CommandSuiteName, CommandSuiteRow>> = {
  fixtures: { make: fixturesSuite },
  random: { make: randomSuite },
  repetition: { make: repetitionSuite },
  leftover: { make: leftoverSuite, inputs: ['stdin', 'args'], mustPass: 'stdin' },
  ends: { make: endsSuite },
  terminal: { make: terminalSuite, by: 'terminal', inputs: ['interactive'], mustPass: 'pty' },
  silence: { make: silenceSuite, by: 'pauses', inputs: ['interactive'], mustPass: 'interactive' },
}

const linesOf = (script: Script): Lines => withoutEnd(answersOf(script))

const isEndedByLine = (script: Script) => script.end.how === 'exit' && (answersOf(script).at(-1) ?? null) !== null

const byLength = (sessions: readonly Lines[]) => sessions.toSorted((a, b) => a.length - b.length)

/** The beginnings of sessions: those with the most kinds of replies first; of these, the shortest. */
function byKinds({ given, drawn }: RecordedSessions): Lines[] {
  const begun = [...given, ...drawn].map((script) => {
    const turns = exactly(script).turns.slice(0, mostLines + 1)
    const kinds = new Set(turns.map(({ output }, index) => kindOfReply(output, turns[index - 1]?.answer ?? null)))
    return { lines: linesOf(script).slice(0, mostLines), kinds: kinds.size }
  })
  return begun.sort((a, b) => b.kinds - a.kinds || a.lines.length - b.lines.length).map(({ lines }) => lines)
}

/** True if a person can type the lines: no control characters, no very long line. */
const isTypable = (lines: Lines) => lines.every((line) => /^[ -~\x80-\xff]{0,200}$/.test(line))
