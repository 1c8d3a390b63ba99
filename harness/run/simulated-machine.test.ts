import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { compare } from '../session/compare.ts'
import { listeningTick, pipeHolderGraceMs } from '../session/limits.ts'
import { exactly, playedOn, scriptOf } from '../session/script.ts'
import type { Script, Session } from '../session/session.ts'
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
    late: fc.constantFrom(0, 1, pipeHolderGraceMs - 2 * listeningTick),
  })
  .map(({ seed, ...machine }) => ({ ...machine, random: numbersFrom(seed) }))

/** Numbers from 0 to 1, the same for each seed (mulberry32, by Tommy Ettinger, public domain). */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const kinds = [
  'right',
  'byte',
  'cut',
  'more',
  'newline',
  'early',
  'silent',
  'busy',
  'crash',
  'status',
  'stderr',
] as const
type SessionKind = (typeof kinds)[number]

/** A right program for a script, or one that is wrong in one way in one of its turns. */
function behaviourOf(
  script: Script,
  kind: SessionKind,
  place: number,
  thinks: number,
  echoes: boolean,
): SimulatedProgram {
  const right = exactly(script)
  // In a session that is cut off, the program waits for a line that does not come.
  const session: Session = right.end.how === 'cut' ? { ...right, end: never } : right
  const at = Math.floor(place * session.turns.length)
  const { output = '', ...rest } = session.turns[at] ?? {}
  const with_ = (output: string): Session => ({ ...session, turns: session.turns.with(at, { output, ...rest }) })
  const half = output.slice(0, output.length / 2)
  const upToHere = (end: Session['end']): Session => ({ turns: [...session.turns.slice(0, at), { output: half }], end })
  const about = { thinks, echoes }
  switch (kind) {
    case 'byte':
      return { ...about, session: with_(`${half}?${output.slice(half.length + 1)}`) }
    case 'cut':
      return { ...about, session: upToHere({ how: 'exit', status: 0 }) }
    case 'crash':
      return { ...about, session: upToHere({ how: 'exit', status: 255 }) }
    case 'silent':
      return { ...about, session: upToHere(never) }
    case 'busy':
      return { ...about, session: upToHere(never), isBusy: true }
    case 'more':
      return { ...about, session: with_(`${output}${output}`) }
    case 'newline':
      return { ...about, session: with_(`\n${output}`) }
    case 'early':
      return { ...about, session, newlineBehind: at }
    case 'status':
      return {
        ...about,
        session: session.end.how === 'exit' ? { ...session, end: { how: 'exit', status: 1 } } : session,
      }
    case 'stderr':
      return { ...about, session: session.end.how === 'exit' ? { ...session, stderr: 'oh' } : session }
    default:
      return { ...about, session }
  }
}

/** Sessions that are cut off, and half of them played to the end of the game. */
const lines = fc
  .tuple(fc.array(fc.constantFrom(...'012345678', 'foo', '42'), { maxLength: 12 }), fc.boolean())
  .map(([lines, isToEnd]) => (isToEnd ? playedOn(ticTacToe, lines) : lines))

test(`no verdict depends on the machine: ${numRuns.toLocaleString('en')} of them, 0 other verdicts`, {
  timeout: 0,
}, async () => {
  const verdicts = new Set<string>()
  let ended = 0
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.constantFrom(...kinds),
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

test.each([
  ['waits', false],
  ['is busy for ever', true],
])('a session that is cut off is over at its last prompt, where the program %s', async (_, isBusy) => {
  const script = scriptOf(ticTacToe, ['0'])
  const session = { ...exactly(script), end: never }
  expect((await simulated({ session, thinks: 0, isBusy }, quietMachine).play(script, limits)).end).toEqual({
    how: 'cut',
  })
})
