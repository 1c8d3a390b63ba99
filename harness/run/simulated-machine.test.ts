import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { compare } from '../session/compare.ts'
import { linger, listeningTick } from '../session/limits.ts'
import { exactly, playedOn, scriptOf } from '../session/script.ts'
import type { Script, Session } from '../session/session.ts'
import {
  never,
  quietMachine,
  type SimulatedMachine,
  type SimulatedProgram,
  simulated,
  start,
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
    late: fc.constantFrom(0, 1, linger - 2 * listeningTick),
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

test('a wrong program that goes on for ever, a word at a time, is not listened to for long', async () => {
  const wrong = { ...behaviourOf(game, 'byte', 0, 0, false), isBusy: true }
  const { turns, ...rest } = wrong.session
  const drips = { ...wrong, session: { ...rest, turns: turns.slice(0, 1), end: never } }
  const machine = { ...quietMachine, piece: 1, delay: 400, random: numbersFrom(1) }
  const [last] = (await simulated(drips, machine).play(game, limits)).turns
  expect(last?.output.length).toBeLessThan(turns[0]?.output.length ?? 0)
})

test.each([600, 1050, 1350])(
  'a program that starts after %i ms is said to be slow, not to keep its prompt back',
  async (thinks) => {
    const slow = { session: exactly(game), thinks }
    const { end } = await simulated(slow, quietMachine).play(game, limits)
    expect(end).toEqual({ how: 'silent', milliseconds: 500, later: 'wrote' })
  },
)

test('a program that has all its input already is not asked why it is silent', async () => {
  const script: Script = { turns: [{ output: '> ', answer: '1' }, { output: '' }], end: { how: 'exit', status: 0 } }
  const slow = { session: exactly(script), thinks: 1350 }
  const { end } = await simulated(slow, quietMachine, false).play(script, limits)
  expect(end).toEqual({ how: 'silent', milliseconds: 500 })
})

test.each([
  ['is given a twentieth of a processor', { share: 0.05 }],
  ['is heard by nobody for 5 s, again and again', { stop: 5000 }],
])('a program that thinks for half as long as it may, and %s, is waited for', async (_, change) => {
  const thinking = { session: exactly(game), thinks: 250 }
  const { end } = await simulated(thinking, { ...quietMachine, ...change, random: numbersFrom(1) }).play(game, limits)
  expect(end).toEqual({ how: 'exit', status: 0 })
})

test('a program that has ended is not silent while its pipes are held open', async () => {
  const script: Script = { turns: [{ output: '> ', answer: '1' }, { output: '' }], end: { how: 'exit', status: 0 } }
  const machine = { ...quietMachine, random: () => 0.999, late: 2 * limits.milliseconds }
  const { end } = await simulated({ session: exactly(script), thinks: 0 }, machine).play(script, limits)
  expect(end).toEqual(script.end)
})

test('a program that ends when its input does is seen to do so, although we are stopped whenever we wait', async () => {
  const program = { session: exactly(scriptOf(ticTacToe, [null])), thinks: 5 }
  const talk = start(program, { ...quietMachine, stop: 5000, random: numbersFrom(1) }, true)
  expect(await talk.exitsWithoutInput()).toBe(true)
})

test('where all input is there at once, a program may take as long for all replies as for each one', async () => {
  const script = scriptOf(ticTacToe, [...Array<string>(15).fill('x'), '0', '3', '1', '4', '2'])
  const program = simulated({ session: exactly(script), thinks: 450 }, quietMachine, false)
  expect((await program.play(script, limits)).end).toEqual({ how: 'exit', status: 0 })
})

test('a program that is never given a processor is not waited for without end', async () => {
  const { end } = await simulated({ session: exactly(game), thinks: 1 }, { ...quietMachine, share: 0 }).play(
    game,
    limits,
  )
  expect(end).toEqual({ how: 'silent', milliseconds: 500 })
})

test('output that may be the beginning of an echo is let go when the program waits', async () => {
  const script: Script = {
    turns: [{ output: 'A\r', answer: '1' }, { output: 'B' }],
    end: { how: 'exit', status: 0 },
  }
  const played = await simulated({ session: exactly(script), thinks: 0, echoes: true }, quietMachine).play(
    script,
    limits,
  )
  expect(played).toEqual(exactly(script))
})

/** A script of three outputs, and a program that writes a newline after one of its two prompts, in a write of its own. */
const playedWith = async (outputs: readonly [string, string, string], newlineBehind: number, pause: number) => {
  const [first, second, last] = outputs
  const script: Script = {
    turns: [{ output: first, answer: '1' }, { output: second, answer: '2' }, { output: last }],
    end: { how: 'exit', status: 0 },
  }
  const right = exactly(script)
  const session = { ...right, turns: right.turns.map((turn) => ({ ...turn, output: turn.output.trimStart() })) }
  const played = await simulated({ session, thinks: 0, newlineBehind }, quietMachine).play(script, { ...limits, pause })
  return compare(script, played, { lockStep: true }).fault
}

test('only the second answer is held back: what is written meanwhile is too early', async () => {
  expect(await playedWith(['A> ', '\nB> ', 'C\n'], 0, 100)).toBe(undefined)
  expect(await playedWith(['A> ', 'B> ', '\nC\n'], 1, 0)).toBe(undefined)
  expect(await playedWith(['A> ', 'B> ', '\nC\n'], 1, 100)).toBe('early')
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
