import { describe, expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { gameProgram } from '../games/test-helpers.ts'
import { pause } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import type { Input, Way } from '../session/script.ts'
import type { Script, Session } from '../session/session.ts'
import { chosenSuites, commandPlanner, recordSessions } from './command-plan.ts'
import type { OpenReference } from './fuzz/open-reference.ts'
import { ProgramReference } from './reference/reference.ts'
import type { CommandSuiteName } from './suites/names.ts'
import { titleOf } from './suites/suite.ts'
import { choicesOfWords } from './typing/choices.ts'

/** Counts lines up to `quit`. Its output at the end of its input is compared. */
const counter: Game<number> = {
  name: 'counter',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer(state, line) {
    if (line === null) return { output: `\n${state} lines\n` }
    return line === 'quit' ? { output: 'bye\n', status: 3 } : { output: `${line}?\n> `, state: state + 1 }
  },
  legal: () => ['a', 'quit'],
  illegal: () => [],
  key: String,
}
const limits = { milliseconds: 1000 }

/** The counter as the reference command. */
function openWith(
  asSubject: (way: Way) => Program = () => gameProgram(counter),
  given: readonly string[][] = [],
): OpenReference {
  const reference = new ProgramReference('counter', gameProgram(counter), limits)
  const choices = choicesOfWords(['a', 'b', 'quit'], ['quit'])
  return { reference, asSubject, sessions: given, words: [], legal: [], lines: 10, choices }
}

async function planOf(input: Input, opened = openWith(), suites?: readonly CommandSuiteName[]) {
  const options = { limits, quick: true, suites }
  return commandPlanner(await recordSessions(opened, options), opened, options)(input)
}

describe('the recorded sessions', () => {
  const drawn = async (options: Parameters<typeof recordSessions>[1]) =>
    (await recordSessions(openWith(), options)).drawn

  test('are 200, or 50 with --quick, of seed 1 or another', async () => {
    const usual = await drawn({})
    expect(usual).toHaveLength(200)
    expect(await drawn({ seed: 1 })).toEqual(usual)
    expect(await drawn({ quick: true })).toHaveLength(50)
    expect(await drawn({ seed: 2 })).not.toEqual(usual)
  })
})

test('a line with a NUL is no argument', async () => {
  const words = choicesOfWords(['a', 'b\0', 'quit'], ['quit'])
  const given = [
    ['b\0', 'quit'],
    ['a', 'quit'],
  ]
  const opened = { ...openWith(undefined, given), choices: words }
  const sessionsFor = async (input: Input) => (await planOf(input, opened)).map(({ suite }) => suite.sessions)
  expect((await sessionsFor('stdin')).every((sessions) => sessions.some((lines) => lines.includes('b\0')))).toBe(true)
  expect((await sessionsFor('args'))[0]).toEqual([['a', 'quit']])
  const lines = (await sessionsFor('args')).flat(2)
  expect(lines).toContain('a')
  expect(lines.filter((line) => line.includes('\0'))).toEqual([])
})

test('a terminal and a pause are for interactive entries', async () => {
  const suites = async (input: 'interactive' | 'stdin') =>
    (await planOf(input)).map(({ suite, by }) => `${suite.name} ${by}`)
  expect(await suites('stdin')).toEqual([
    'random processes',
    'repetition processes',
    'leftover processes',
    'ends processes',
  ])
  expect((await suites('interactive')).slice(-2)).toEqual(['terminal terminal', 'silence pauses'])
  await expect(planOf('stdin', openWith(), ['terminal'])).rejects.toThrow(
    /^--suite terminal: there are no such sessions of counter with input stdin$/,
  )
})

test.each<[Input, readonly CommandSuiteName[], string]>([
  ['stdin', ['terminal', 'silence'], 'terminal, silence'],
  ['interactive', ['fixtures'], 'fixtures'],
  ['interactive', ['fixtures', 'leftover', 'terminal'], 'fixtures, terminal (not run: the reference itself fails it)'],
])('suites without a session are an error that names them: %s %j', async (input, suites, named) => {
  const failing = unlike((way) => way === 'pty')
  await expect(planOf(input, failing, suites)).rejects.toThrow(
    `--suite ${named}: there are no such sessions of counter with input ${input}`,
  )
})

test('a suite of positions needs a game, and so does --memory', () => {
  expect(() => chosenSuites({ suites: ['positions'] })).toThrow(
    '--suite positions: needs a game; with --reference there are fixtures, random, repetition, leftover, ends, ',
  )
  expect(() => chosenSuites({ memory: 1 })).toThrow('--memory: needs a game')
  expect(chosenSuites({ suites: ['ends', 'fixtures', 'ends'] })).toEqual(['ends', 'fixtures'])
})

/** The counter, but other output in one way. */
function unlike(isOther: (way: Way, pause: number | undefined) => boolean) {
  return openWith((way) => ({
    async play(script: Script, limits): Promise<Session> {
      const session = await gameProgram(counter).play(script, limits)
      return isOther(way, limits.pause) ? { ...session, turns: [{ output: 'oh' }] } : session
    },
    close() {},
  }))
}

describe('a suite that the reference itself fails is not played, and the plan says so', () => {
  test.each([
    ['terminal', 'interactive', unlike((way) => way === 'pty')],
    ['silence', 'interactive', unlike((_, paused) => paused === pause)],
    ['leftover', 'stdin', unlike((way) => way === 'stdin')],
  ] as const)('%s', async (name, input, opened) => {
    const plan = await planOf(input, opened)
    const notRun = plan.filter(({ suite }) => suite.notRun !== undefined)
    expect(notRun.map(({ suite }) => suite)).toEqual([{ name, notRun: 'the reference itself fails it', sessions: [] }])
    expect(notRun.map(({ suite }) => titleOf(suite))).toEqual([`${name} (not run: the reference itself fails it)`])
  })
})
