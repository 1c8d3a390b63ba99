import { describe, expect, test } from 'vitest'
import { type Limits, replyFactor, silenceThatAsks } from '../session/limits.ts'
import { exactly } from '../session/script.ts'
import type { End, Script, Session } from '../session/session.ts'
import type { Child } from './conversation.ts'
import { play } from './play.ts'
import {
  never,
  quietMachine,
  type SimulatedMachine,
  type SimulatedProgram,
  start,
} from './test-data/simulated-machine.ts'

/** Programs on a simulated machine whose clock is that of the test. */

const limits: Limits = { milliseconds: 500 }
const exit: End = { how: 'exit', status: 0 }

/** Two prompts, and an end. */
const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C\n' }],
  end: exit,
}
/** A script of one reply that is not judged. */
const anything: Script = { turns: [{ output: null }], end: exit }

/** A program that writes this and never ends. */
const saying = (output: string): Session => ({ turns: [{ output }], end: never })

/** A machine on which a program writes byte by byte, so many milliseconds apart. */
const dripping = (delay: number): SimulatedMachine => ({ ...quietMachine, random: () => 1 - 2 ** -20, piece: 1, delay })

interface Case {
  readonly program: Session & Partial<Omit<SimulatedProgram, 'session'>>
  readonly script?: Script
  readonly lockStep?: boolean
  readonly isPatient?: boolean
  readonly machine?: SimulatedMachine
  readonly limits?: Limits
  readonly closes?: boolean
  /** What the system tells of it, where that is not what it does. */
  readonly child?: Partial<Child>
}

async function played({ program, lockStep = true, isPatient = false, machine = quietMachine, ...rest }: Case) {
  const talk = start({ session: program, thinks: 0, ...program }, machine, lockStep)
  Object.assign(talk.child, rest.child)
  if (rest.closes) Object.assign(talk.child, { isOutputClosed: () => true })
  try {
    return await play(talk, rest.script ?? script, { lockStep, isPatient }, rest.limits ?? limits)
  } finally {
    talk.close()
  }
}

test('a session has its turns: where all input is there at once, all output stands in the last one', async () => {
  expect(await played({ program: exactly(script) })).toEqual(exactly(script))
  const turns = [{ output: '', answer: '1' }, { output: '', answer: '2' }, { output: 'A> B> C\n' }]
  expect(await played({ program: exactly(script), lockStep: false })).toEqual({ turns, end: exit })
})

describe('a program that writes too much', () => {
  test.each([
    [100, 'A', { how: 'silent', milliseconds: 500 }],
    [101, 'A', { how: 'flood', bytes: 100 }],
  ])('is stopped at the limit: it writes %i bytes of 100', async (length, letter, end) => {
    const one = { program: saying(letter.repeat(length)), script: anything, limits: { ...limits, bytes: 100 } }
    expect(await played(one)).toEqual({ turns: [{ output: letter.repeat(100) }], end })
  })

  test('is stopped at the limit also where it writes them in several turns', async () => {
    const two: Script = { turns: [{ output: 'A> ', answer: '1' }, { output: null }], end: exit }
    const program = { turns: [{ output: 'A> ', answer: '1' }, { output: 'B'.repeat(50) }], end: never }
    const { turns, end } = await played({ program, script: two, limits: { ...limits, bytes: 20 } })
    expect(end).toEqual({ how: 'flood', bytes: 20 })
    expect(turns).toEqual([{ output: 'A> ', answer: '1' }, { output: 'B'.repeat(17) }])
  })
})

describe('a reply that comes byte by byte', () => {
  const long = (length: number): Script => ({ turns: [{ output: 'A'.repeat(length) }], end: exit })
  const machine = dripping(200)

  test('may take ten times as long as a silence', async () => {
    const slow = { how: 'slow', milliseconds: replyFactor * limits.milliseconds }
    expect((await played({ program: exactly(long(28)), script: long(28), machine })).end).toEqual(slow)
    expect((await played({ program: exactly(long(22)), script: long(22), machine })).end).toEqual(exit)
  })

  test('may take as long in each turn, not longer in the last one', async () => {
    const last: Script = { ...long(28), turns: [{ output: 'A', answer: '1' }, ...long(28).turns] }
    expect((await played({ program: exactly(last), script: last, machine })).end).toMatchObject({ how: 'slow' })
    const [a, b] = ['A'.repeat(20), 'B'.repeat(20)]
    const two: Script = { turns: [{ output: a, answer: '1' }, { output: b }], end: exit }
    expect((await played({ program: exactly(two), script: two, machine })).end).toEqual(exit)
  })

  test('may take as long as all turns where all input is there at once', async () => {
    const two: Script = { turns: [{ output: 'A'.repeat(20), answer: '1' }, { output: 'B'.repeat(20) }], end: exit }
    expect((await played({ program: exactly(two), script: two, machine, lockStep: false })).end).toEqual(exit)
    const slow = { how: 'slow', milliseconds: 2 * replyFactor * limits.milliseconds }
    const one: Script = { turns: [{ output: 'A'.repeat(40), answer: '1' }, { output: 'B'.repeat(40) }], end: exit }
    expect((await played({ program: exactly(one), script: one, machine, lockStep: false })).end).toEqual(slow)
  })
})

describe('a program that is silent', () => {
  const silent = { how: 'silent', milliseconds: 500 } as const

  test('says nothing more if it has closed its output', async () => {
    expect((await played({ program: saying(''), closes: true })).end).toEqual({ how: 'closed' })
  })

  test('may close its output where it may end', async () => {
    const nothing: Script = { turns: [{ output: '' }], end: exit }
    expect((await played({ program: saying(''), script: nothing, closes: true })).end).toEqual(silent)
    expect((await played({ program: saying(''), script: nothing })).end).toEqual(silent)
  })

  test.each([
    ['writes what was expected later', true, script, { ...silent, later: 'wrote' }],
    ['is not asked what it does later if it has all its input', false, script, silent],
    ['ends later by itself', true, { turns: [{ output: '' }], end: exit }, silent],
  ] as const)('%s', async (_, lockStep, script, end) => {
    const program = { ...exactly(script), thinks: 700 }
    expect((await played({ program, script, lockStep })).end).toEqual(end)
  })

  // It reads before it writes its first prompt, and writes it when its input ends.
  const buffering = { turns: [{ output: '', answer: '1' }, { output: 'A> ' }], end: exit } as const
  test.each<[string, Case['program'], Partial<Child>, 'flushed' | 'wrote' | undefined, boolean?]>([
    ['writes when its input ends', buffering, {}, 'flushed', true],
    ['writes when its input ends, on a system that does not tell', buffering, { activity: () => undefined }, 'flushed'],
    ['sleeps, and does not read', buffering, { readsInput: () => false }, undefined],
    ['is busy, and does not read', { ...exactly(script), thinks: 1100 }, {}, 'wrote'],
    [
      'writes long after its input has ended',
      { ...exactly(script), thinks: 1201 },
      { readsInput: () => true },
      'wrote',
    ],
    [
      'writes soon after its input has ended',
      { ...exactly(script), thinks: 1200 },
      { readsInput: () => true },
      'flushed',
    ],
    ['writes while its input is open', { ...exactly(script), thinks: 700 }, { readsInput: () => true }, 'wrote'],
    ['writes something else later', { ...saying('Z> '), thinks: 700 }, {}, undefined],
    ['never writes', saying(''), {}, undefined],
  ])('is asked what it does later: it %s', async (_, program, child, later, waits) => {
    expect((await played({ program, child })).end).toEqual({
      ...silent,
      ...(later && { later }),
      ...(waits && { waits }),
    })
  })

  test('may complain when we close its input: that is no part of the session', async () => {
    expect(await played({ program: { ...buffering, stderr: 'EOFError' } })).not.toHaveProperty('stderr')
  })
})

test('what may come when the input ends is not waited for where the program may end without it', async () => {
  const newlines: Script = { turns: [{ output: [{ name: 'n', oneOf: ['\n'], times: '*' }] }], end: exit }
  const program = { turns: [{ output: '', answer: '1' }, { output: '\n' }], end: never }
  expect((await played({ program, script: newlines })).end).toEqual({ how: 'silent', milliseconds: 500, waits: true })
})

test.each([false, true])('only the second answer is delayed; patient: %s', async (isPatient) => {
  const listened = async (pause: number) => {
    const talk = start({ session: exactly(script), thinks: 0 }, quietMachine, true)
    await play(talk, script, { lockStep: true, isPatient }, { ...limits, pause })
    talk.close()
    return talk.listened
  }
  expect((await listened(300)) - (await listened(100))).toBe(200)
  const outputs = async (newlineBehind: number) => {
    const program = { ...exactly(script), newlineBehind }
    return (await played({ program, isPatient, limits: { ...limits, pause: 100 } })).turns.map(({ output }) => output)
  }
  expect(await outputs(0)).toEqual(!isPatient ? ['A> ', '\nB> '] : ['A> \n'])
  expect(await outputs(1)).toEqual(['A> ', 'B> \n'])
})

test.each([
  ['visibly asks for it', () => true, 0],
  ['has been silent for long enough', () => false, silenceThatAsks],
])('a line without a prompt is sent once the program %s', async (_, readsInput, listened) => {
  const turns = [{ output: 'n? ', answer: 'a' }, { output: '', answer: 'b' }, { output: 'ab\n' }]
  const talk = start({ session: { turns, end: exit }, thinks: 0 }, quietMachine, true)
  Object.assign(talk.child, { readsInput })
  expect(await play(talk, { turns, end: exit }, { lockStep: true, isPatient: false }, limits)).toEqual({
    turns,
    end: exit,
  })
  expect(talk.listened).toBe(listened)
  talk.close()
})

test('a newline after the last prompt, in a write of its own, is a part of a session that is cut off', async () => {
  const cutOff: Script = { turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ' }], end: { how: 'cut' } }
  const says = async (newlineBehind: number) =>
    (await played({ program: { ...exactly(script), newlineBehind }, script: cutOff })).turns
  expect(await says(1)).toEqual([{ output: 'A> ', answer: '1' }, { output: 'B> \n' }])
  expect(await says(2)).toEqual([{ output: 'A> ', answer: '1' }, { output: 'B> ' }])
})
