import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { randomFrom } from '../base/random.ts'
import { compare } from '../session/compare.ts'
import { verdictLimits } from '../session/limits.ts'
import { exactly, playedToEnd, scriptOf } from '../session/script.ts'
import type { End, Script, Session } from '../session/session.ts'
import {
  never,
  quietMachine,
  type SimulatedMachine,
  type SimulatedProgram,
  simulated,
} from './test-data/simulated-machine.ts'

/** Sessions on machines that delay, split and reorder what can be, stop us anywhere, and starve the program. */
const numRuns = process.env.DEEP === undefined ? 300 : 10_000

const limits = { milliseconds: 500, pause: 100 }

const machine: fc.Arbitrary<SimulatedMachine> = fc
  .record({
    seed: fc.nat(),
    share: fc.constantFrom(1, 0.5, 0.1, 0.05),
    piece: fc.constantFrom(1, 2, 5, 100_000),
    delay: fc.constantFrom(0, 1, 30),
    stop: fc.constantFrom(0, 1, 60, 700, 5000),
    late: fc.constantFrom(0, 1, verdictLimits.pipeHolderGraceMs - 2 * verdictLimits.listeningTick),
  })
  .map(({ seed, ...machine }) => ({ ...machine, random: numbersFrom(seed) }))

function numbersFrom(seed: number) {
  const random = randomFrom(seed)
  return () => random(2 ** 32) / 2 ** 32
}

interface Place {
  readonly session: Session
  readonly at: number
  /** The session with another output at this place, or up to the half of the output there. */
  readonly writes: (output: string) => { session: Session }
  readonly upToHere: (end: End) => { session: Session }
  readonly output: string
  readonly half: string
}

const ends = (session: Session, more: Partial<Session>) => ({
  session: session.end.how === 'exit' ? { ...session, ...more } : session,
})

/** Programs that are right, or wrong in one way at one place. */
const kinds: Readonly<Record<string, (place: Place) => Partial<SimulatedProgram>>> = {
  right: () => ({}),
  byte: ({ writes, output, half }) => writes(`${half}?${output.slice(half.length + 1)}`),
  cut: ({ upToHere }) => upToHere({ how: 'exit', status: 0 }),
  crash: ({ upToHere }) => upToHere({ how: 'exit', status: 255 }),
  silent: ({ upToHere }) => upToHere(never),
  busy: ({ upToHere }) => ({ ...upToHere(never), isBusy: true }),
  more: ({ writes, output }) => writes(output + output),
  newline: ({ writes, output }) => writes(`\n${output}`),
  early: ({ at }) => ({ newlineBehind: at }),
  status: ({ session }) => ends(session, { end: { how: 'exit', status: 1 } }),
  stderr: ({ session }) => ends(session, { stderr: 'oh' }),
}

function behaviourOf(script: Script, kind: string, place: number, thinks: number, echoes: boolean): SimulatedProgram {
  const right = exactly(script)
  // In a session that is cut off, the program waits for a line that does not come.
  const session: Session = right.end.how === 'cut' ? { ...right, end: never } : right
  const at = Math.floor(place * session.turns.length)
  const { output = '', ...rest } = session.turns[at] ?? {}
  const half = output.slice(0, output.length / 2)
  const writes = (output: string) => ({ session: { ...session, turns: session.turns.with(at, { output, ...rest }) } })
  const upToHere = (end: End) => ({ session: { turns: [...session.turns.slice(0, at), { output: half }], end } })
  return { session, thinks, echoes, ...kinds[kind]?.({ session, at, writes, upToHere, output, half }) }
}

/** Sessions that are cut off, and half of them played to the end of the game. */
const lines = fc
  .tuple(fc.array(fc.constantFrom(...'012345678', 'foo', '42'), { maxLength: 12 }), fc.boolean())
  .map(([lines, isToEnd]) => (isToEnd ? playedToEnd(ticTacToe, lines) : lines))

test(`no verdict depends on the machine: ${numRuns.toLocaleString('en')} of them, 0 other verdicts`, {
  timeout: 0,
}, async () => {
  const verdicts = new Set<string>()
  let ended = 0
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.constantFrom(...Object.keys(kinds)),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.constantFrom(0, 20, 200),
      fc.boolean(),
      fc.boolean(),
      machine,
      async (lines, kind, place, thinks, echoes, lockStep, machine) => {
        const script = scriptOf(ticTacToe, lines)
        if (script.end.how === 'exit') ended++
        const behaviour = behaviourOf(script, kind, place, thinks, echoes)
        const verdictOn = async (machine: SimulatedMachine) => {
          const session = await simulated(behaviour, machine, lockStep).play(script, limits)
          const { verdict, fault, variations } = compare(script, session, { lockStep, status: true })
          // Which of two wrong things is seen first depends on when it is seen.
          return verdict === 'WA' ? [verdict] : [verdict, fault, ...variations]
        }
        const quiet = await verdictOn(quietMachine)
        verdicts.add(`${quiet[0]}`)
        if (kind === 'right') expect(quiet).toEqual(['AC', undefined])
        expect(await verdictOn(machine)).toEqual(quiet)
      },
    ),
    { numRuns },
  )
  // Right and wrong programs, in every way in which they can be.
  expect([...verdicts].sort()).toEqual(['AC', 'RTE', 'TLE', 'WA'])
  expect(ended / numRuns).toBeGreaterThan(0.4)
})

const game = scriptOf(ticTacToe, ['0', '3', '1', '4', '2'])

test.each([1, 2, 5])('a wrong reply is shown whole, also if it comes in pieces of %i bytes', async (piece) => {
  const wrong = behaviourOf(game, 'byte', 0.5, 20, false)
  const played = async (machine: SimulatedMachine) => (await simulated(wrong, machine).play(game, limits)).turns.at(-1)
  const whole = await played(quietMachine)
  expect(whole?.output).toBe(wrong.session.turns[3]?.output)
  expect(await played({ ...quietMachine, piece })).toEqual(whole)
  expect(await played({ ...quietMachine, piece, share: 0.1, delay: 30, stop: 60, random: numbersFrom(1) })).toEqual(
    whole,
  )
})
