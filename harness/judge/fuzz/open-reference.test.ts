import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { Launcher, userContext } from '../../run/launcher.ts'
import { testFolder } from '../../run/test-helpers.ts'
import { toBytes } from '../../session/bytes.ts'
import { usualLength } from '../typing/sessions.ts'
import { openReference } from './open-reference.ts'
import type { checkReference } from './reference.ts'
import { ProgramReference } from './reference.ts'

/** In place of `checkReference`, which takes more than a second: the clock must have moved on between two runs. */
const check = vi.fn<typeof checkReference>(async () => {})
beforeEach(() => void check.mockClear())

const { write } = testFolder()
const programs = new Launcher(userContext())
afterAll(() => programs.close())

const limits = { milliseconds: 60_000 }
const open = (options: Partial<Parameters<typeof openReference>[1]>) =>
  openReference(programs, { limits, ...options }, check)

const game: Game<number> = {
  ...{ name: 'counter', prompt: /^> /, illegal: () => ['no'], key: String },
  open: () => ({ output: '> ', state: 0 }),
  answer: (state) => ({ output: '> ', ...(state < 50 && { state: state + 1 }) }),
  legal: (state) => Array.from({ length: 30 }, (_, at) => `é${state + at}`),
}
const counter = { game, name: 'counter -x' }

/** A recorded session with these answers, and the end of input. */
const recorded = (name: string, ...lines: string[]) =>
  write(name, `# prompt: ^> \n$ ./old\n${lines.map((line) => `> ${line}\n`).join('')}> ^D`)

test('a game is the reference, named with its options, and its lines are typed', async () => {
  const opened = await open({ game: counter })
  expect(opened).toMatchObject({ reference: { name: 'counter -x', game }, prompt: { source: '^> ' }, words: [] })
  expect(opened.choices.likely.slice(0, 2)).toEqual([toBytes('é0'), toBytes('é1')])
  expect(opened.choices.others).toEqual(['no'])
  expect(opened.lines).toBe(await usualLength(game))
  expect(opened.lines).not.toBe(60)
  expect(check).not.toHaveBeenCalled()
})

test('only words and recorded answers are typed if there are some', async () => {
  const like = [recorded('like/a.transcript', 'x', 'y')]
  const words = await open({ game: counter, words: 'a b' })
  expect(words).toMatchObject({ words: ['a', 'b'], lines: 60, choices: { likely: ['a', 'b'], others: [], last: [] } })
  const { choices } = await open({ game: counter, words: 'a b', like })
  expect(choices).toMatchObject({ likely: ['a', 'b', 'x'], others: ['x', 'y'] })
  expect(choices.after('x').likely).toEqual(['a', 'b', 'y'])
  expect(await open({ game: counter, like })).toMatchObject({ choices: { likely: ['x'] }, legal: ['x', 'y'] })
})

test('a command that is the reference is tried first, with all lines of the user', async () => {
  const like = [recorded('tried.transcript', 'c', 'a')]
  const opened = await open({ reference: './ref -x', prompt: '^\\? ', words: 'a b', like })
  expect(opened.reference).toBeInstanceOf(ProgramReference)
  expect(opened).toMatchObject({ prompt: { source: '^\\? ' }, lines: 60 })
  expect(check.mock.calls).toEqual([[opened.reference, ['a', 'b', 'c'], opened.prompt]])
})

test('a command that is the reference has the prompts and the lines of a game, unless others are given', async () => {
  const reference = './ref -x'
  const opened = await open({ reference, game: counter })
  expect(opened).toMatchObject({ prompt: { source: '^> ' }, reference: { name: reference } })
  expect(opened.choices.likely[0]).toBe(toBytes('é0'))
  expect(check.mock.calls[0]?.[1]).toEqual(game.legal(0).map(toBytes))
  expect(await open({ reference, game: counter, prompt: '^: ' })).toMatchObject({ prompt: { source: '^: ' } })
})

test.each([
  [undefined, 'string'],
  ['whitespace', 'object'],
] as const)('white space counts unless --compare says otherwise: %s', async (compare, type) => {
  const { reference } = await open({ reference: 'echo "a  b"', words: 'a', compare })
  expect(typeof (await reference.script([])).turns[0]?.output).toBe(type)
})

test.each<[Partial<Parameters<typeof openReference>[1]>, string]>([
  [{ words: 'a' }, 'fuzz: with what? Name a GAME, or give --reference COMMAND'],
  [
    { reference: './ref' },
    "--reference: what is typed? Give words (--words '0..8 quit') or recorded sessions (--like DIR)",
  ],
  [{ game: counter, compare: 'whitespace' }, '--compare: goes with --reference'],
  [{ game: counter, prompt: '^> ' }, '--prompt: goes with --reference'],
])('%j is refused: %s', async (options, why) => {
  await expect(open(options)).rejects.toThrow(why)
})
