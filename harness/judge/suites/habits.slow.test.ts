// @module-tag slow

import { expect, test } from 'vitest'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { entryAt, testFolder } from '../../run/test-helpers.ts'
import type { Input } from '../../session/script.ts'
import { gamePlanner } from '../plan.ts'
import { reading } from '../test-data/wrong-entries/programs.ts'
import { reportOn } from '../test-helpers.ts'
import type { SuiteName } from './suite.ts'

const { write } = testFolder()
let files = 0

const allSuites = ['fixtures', 'repetition', 'leftover', 'terminal', 'silence'] as const

/** Judges a program for Bun in real processes, by some of the suites that try habits. */
async function judged(source: string, input: Input, suites: readonly SuiteName[] = allSuites) {
  const entry = entryAt(write(`tic-tac-toe/bun-${input}/${++files}.ts`, source))
  const plan = await gamePlanner({ suites, seed: 1 })(ticTacToe, entry.input)
  const { verdict, failure } = await reportOn(entry, plan, { limits: { milliseconds: 3000 } })
  return verdict === 'AC' ? 'AC' : failure?.suite
}

const exit = 'process.exit()'
// Which sessions the suites have is in habits.test.ts: here each finds a habit that no other sees.
test.concurrent.each<[string, string, Input, string]>([
  ['a right program', reading(), 'interactive', 'AC'],
  ['a right program with all input at once', reading(), 'stdin', 'AC'],
  [
    'the third same refusal in a row ends it',
    reading({ refused: `if (lines.length > 2 && lines.slice(-3).every((one) => one === line)) ${exit}` }),
    'interactive',
    'repetition',
  ],
  [
    'an empty line after the end is answered',
    reading({ over: `if (require('node:fs').readFileSync(0, 'latin1') === '\\n') say('tie.')` }),
    'stdin',
    'leftover',
  ],
  [
    'it gets impatient',
    reading({
      first: `const hurry = () => require('node:child_process').spawn('sh', ['-c', 'sleep 1; printf Hurry'], { stdio: 'inherit' })
let child`,
      asked: 'child?.kill(); child = hurry()',
      over: 'child.kill()',
    }),
    'interactive',
    'silence',
  ],
  [
    'a cleared screen in a terminal',
    reading({ first: `if (process.stdout.isTTY) require('node:fs').writeSync(1, '\\x1b[2J')` }),
    'interactive',
    'terminal',
  ],
  [
    'a child that goes on after the end',
    reading({
      over: `require('node:child_process').spawn('sh', ['-c', 'sleep 0.3; printf "X> "'], { stdio: 'inherit' }).unref()`,
    }),
    'interactive',
    'fixtures',
  ],
])('%s', async (_, source, input, expected) => {
  const suites = allSuites.filter((name) => name === 'fixtures' || name === expected)
  expect(await judged(source, input, expected === 'AC' ? allSuites : suites)).toBe(expected)
})

test('a program that knows the judge by its environment or its folder is not right because of it', async () => {
  const tells = `/nine|judge/i.test(Object.keys(process.env) + __dirname + process.cwd()) || process.env.HOME === process.cwd()`
  expect(await judged(reading({ first: `if (!(${tells})) process.exit()` }), 'interactive')).not.toBe('AC')
})
