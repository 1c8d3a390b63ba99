import { expect, test } from 'vitest'
import { type Limits, verdictLimits } from '../session/limits.ts'
import { exactly } from '../session/script.ts'
import type { End, Script, Session } from '../session/session.ts'
import type { Child } from './conversation.ts'
import { play } from './play.ts'
import { never, quietMachine, type SimulatedProgram, start } from './test-data/simulated-machine.ts'

const limits: Limits = { milliseconds: 500 }
const exit: End = { how: 'exit', status: 0 }

const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C\n' }],
  end: exit,
}

/** A program that writes this and never ends. */
const saying = (output: string): Session => ({ turns: [{ output }], end: never })

interface Case {
  readonly program: Session & Partial<Omit<SimulatedProgram, 'session'>>
  readonly script?: Script
  readonly lockStep?: boolean
  readonly isPatient?: boolean
  readonly machine?: typeof quietMachine
  readonly limits?: Limits
  /** What the system tells of it, where that is not what it does. */
  readonly child?: Partial<Child>
}

async function played({ program, lockStep = true, isPatient = false, machine = quietMachine, ...rest }: Case) {
  const conversation = start({ session: program, thinks: 0, ...program }, machine, lockStep)
  Object.assign(conversation.child, rest.child)
  const session = await play(conversation, rest.script ?? script, { lockStep, isPatient }, rest.limits ?? limits)
  conversation.close()
  return { session, listened: conversation.listened }
}

const endOf = async (one: Case) => (await played(one)).session.end
const outputsOf = async (one: Case) => (await played(one)).session.turns.map(({ output }) => output)

test('a session has its turns: where all input is there at once, all output stands in the last one', async () => {
  expect((await played({ program: exactly(script) })).session).toEqual(exactly(script))
  const turns = [{ output: '', answer: '1' }, { output: '', answer: '2' }, { output: 'A> B> C\n' }]
  expect((await played({ program: exactly(script), lockStep: false })).session).toEqual({ turns, end: exit })
})

test.each<[number, End]>([
  [97, { how: 'silent', milliseconds: 500 }],
  [98, { how: 'flood', bytes: 100 }],
])('a program is stopped where it writes too much in all its turns: %i bytes and 3 of 100', async (length, end) => {
  const turns = [{ output: 'A> ', answer: '1' }, { output: 'B'.repeat(length) }]
  const anything: Script = { turns: [{ output: 'A> ', answer: '1' }, { output: null }], end: exit }
  const { session } = await played({
    program: { turns, end: never },
    script: anything,
    limits: { ...limits, bytes: 100 },
  })
  expect(session.turns.at(-1)?.output).toBe('B'.repeat(97))
  expect(session.end).toMatchObject(end)
})

/** How long replies of so many bytes take that come byte by byte, 200 milliseconds apart. */
test.each<[string, string[], boolean, End]>([
  ['ten times as long as a silence', ['A'.repeat(22)], true, exit],
  ['no longer', ['A'.repeat(28)], true, { how: 'slow', milliseconds: verdictLimits.replyFactor * 500 }],
  ['as long in each turn', ['A'.repeat(20), 'B'.repeat(20)], true, exit],
  [
    'as long as all turns with all input at once',
    ['A'.repeat(40), 'B'.repeat(40)],
    false,
    { how: 'slow', milliseconds: 2 * verdictLimits.replyFactor * 500 },
  ],
])('a reply that comes byte by byte may take %s', async (_, outputs, lockStep, end) => {
  const machine = { ...quietMachine, random: () => 1 - 2 ** -20, piece: 1, delay: 200 }
  const turns = outputs.map((output, index) => (index < outputs.length - 1 ? { output, answer: '1' } : { output }))
  const dripped: Script = { turns, end: exit }
  expect(await endOf({ program: exactly(dripped), script: dripped, machine, lockStep })).toEqual(end)
})

const silent = { how: 'silent', milliseconds: 500 } as const
const nothing: Script = { turns: [{ output: '' }], end: exit }
const late = { ...exactly(script), thinks: 700 }
// It reads before it writes its first prompt, and writes it when its input ends.
const buffering = { turns: [{ output: '', answer: '1' }, { output: 'A> ' }], end: exit } as const
const reads = { readsInput: () => true }
const newlines: Script = { turns: [{ output: [{ name: 'n', oneOf: ['\n'], times: '*' }] }], end: exit }
const mayEnd = { turns: [{ output: '', answer: '1' }, { output: '\n' }], end: never }

test.each<[string, Case, End]>([
  ['has closed its output', { program: saying(''), child: { isOutputClosed: () => true } }, { how: 'closed' }],
  [
    'has closed its output where it may end',
    { program: saying(''), script: nothing, child: { isOutputClosed: () => true } },
    silent,
  ],
  ['writes what was expected later', { program: late }, { ...silent, later: 'wrote' }],
  ['is not asked what it does later if it has all its input', { program: late, lockStep: false }, silent],
  ['ends later by itself', { program: { ...nothing, turns: [{ output: '' }], thinks: 700 }, script: nothing }, silent],
  ['writes when its input ends', { program: buffering }, { ...silent, later: 'flushed', waits: true }],
  [
    'writes when its input ends, on a system that does not tell',
    { program: buffering, child: { activity: () => undefined } },
    { ...silent, later: 'flushed' },
  ],
  ['sleeps, and does not read', { program: buffering, child: { readsInput: () => false } }, silent],
  ['is busy, and does not read', { program: { ...late, thinks: 1100 } }, { ...silent, later: 'wrote' }],
  [
    'writes long after its input has ended',
    { program: { ...late, thinks: 1201 }, child: reads },
    { ...silent, later: 'wrote' },
  ],
  [
    'writes soon after its input has ended',
    { program: { ...late, thinks: 1200 }, child: reads },
    { ...silent, later: 'flushed' },
  ],
  ['writes while its input is open', { program: late, child: reads }, { ...silent, later: 'wrote' }],
  ['writes something else later', { program: { ...saying('Z> '), thinks: 700 } }, silent],
  ['waits where it may end: no more is asked', { program: mayEnd, script: newlines }, { ...silent, waits: true }],
])('a silent program %s', async (_, one, end) => {
  expect(await endOf(one)).toEqual(end)
})

test('a silent program may complain when we close its input: that is no part of the session', async () => {
  const { session } = await played({ program: { ...buffering, stderr: 'EOFError' } })
  expect(session).not.toHaveProperty('stderr')
})

test.each([false, true])('only the second answer is delayed; patient: %s', async (isPatient) => {
  const withPause = (pause: number, newlineBehind?: number): Case => ({
    program: { ...exactly(script), ...(newlineBehind !== undefined && { newlineBehind }) },
    isPatient,
    limits: { ...limits, pause },
  })
  const [long, short] = [await played(withPause(300)), await played(withPause(100))]
  expect(long.listened - short.listened).toBe(200)
  expect(await outputsOf(withPause(100, 0))).toEqual(isPatient ? ['A> \n'] : ['A> ', '\nB> '])
  expect(await outputsOf(withPause(100, 1))).toEqual(['A> ', 'B> \n'])
})

test.each([
  ['visibly asks for it', () => true, 0],
  ['has been silent for long enough', () => false, verdictLimits.silenceThatAsks],
])('a line without a prompt is sent once the program %s', async (_, readsInput, listened) => {
  const turns = [{ output: 'n? ', answer: 'a' }, { output: '', answer: 'b' }, { output: 'ab\n' }]
  const right: Script & Session = { turns, end: exit }
  expect(await played({ program: right, script: right, child: { readsInput } })).toEqual({ session: right, listened })
})

test('a newline after the last prompt, in a write of its own, is a part of a session that is cut off', async () => {
  const cutOff: Script = { turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ' }], end: { how: 'cut' } }
  const says = (newlineBehind: number) => outputsOf({ program: { ...exactly(script), newlineBehind }, script: cutOff })
  expect(await says(1)).toEqual(['A> ', 'B> \n'])
  expect(await says(2)).toEqual(['A> ', 'B> '])
})
