// @module-tag slow

import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../base/package-root.ts'
import { run } from '../cli/test-helpers.ts'
import { type Entry, findEntries } from '../entries/entry.ts'
import { versionOf } from '../entries/installed.ts'
import { type Runtime, runtimes } from '../entries/runtimes.ts'
import type { Report } from '../report/report.ts'
import { openSandbox } from '../run/sandbox.ts'
import { entryAt, needsSandbox, testFolder } from '../run/test-helpers.ts'
import { type Input, inputs } from '../session/script.ts'
import type { JudgeOptions } from './judge.ts'
import { gamePlanner, type Plan } from './plan.ts'
import { suiteWith } from './suites/suite.ts'
import { reportOn } from './test-helpers.ts'

const { folder, write } = testFolder()
const sandbox = await openSandbox('auto')
/** Right programs: for each runtime one that is given its answers as arguments, and one that reads lines. */
const programs = findEntries([join(packageRoot, 'solutions')]).filter(({ expected }) => expected === 'AC')
function programFor({ name }: Runtime, ...among: readonly Input[]): Entry {
  const found = among.flatMap((input) => programs.find((entry) => entry.runtime.name === name && entry.input === input))
  const [first] = found.filter((entry) => entry !== undefined)
  if (first === undefined) throw new Error(`no right program for ${name}`)
  return first
}

/** What reads lines does so whether they come one by one or at once. */
const fit = { args: ['args'], interactive: ['interactive', 'stdin'], stdin: ['stdin', 'interactive'] } as const

const rightOnes = runtimes.flatMap((runtime) =>
  inputs.map((input): [name: string, Entry] => [
    `${runtime.name}-${input}`,
    { ...programFor(runtime, ...fit[input]), input },
  ]),
)

/** First answers that a runtime could take for options of its own. */
const options = ['', ...'- -- --- -1 -c -e -f -h -i -v -W --help --version x=1 @'.split(' ')]
const asOptions = suiteWith(
  'options',
  options.map((option) => [option, '4', option, '--', '-v', '0']),
)
const usual = gamePlanner({ suites: ['fixtures', 'repetition'], seed: 1 })
const planOf = async (entry: Entry): Promise<Plan> => [
  ...(entry.input === 'args' ? [{ suite: asOptions, by: 'processes' } as const] : []),
  ...(await usual(ticTacToe, entry.input)),
]

const judged = async (entry: Entry, options: Partial<JudgeOptions> = {}) =>
  reportOn(entry, await planOf(entry), { limits: { milliseconds: 10_000 }, ...options })

test.for(
  rightOnes.flatMap(([name, entry]) => [
    [name, 'without a sandbox', entry, {}] as const,
    ...(entry.input === 'args' ? [[name, sandbox.name, entry, { sandbox }] as const] : []),
  ]),
)('%s, %s: a right program is accepted', async ([, , entry, options], { skip, expect }) => {
  const { verdict, skipped, failure } = await judged(entry, options)
  if (skipped !== undefined) skip(skipped)
  expect([verdict, failure]).toEqual(['AC', null])
})

describe.for(runtimes)('$name', (runtime) => {
  test('a program with another message is rejected', async ({ skip, expect }) => {
    const right = programFor(runtime, 'args')
    const { verdict, skipped } = await judged({ ...right, source: right.source.replace('tie.', 'tie') }, { sandbox })
    if (skipped !== undefined) skip(skipped)
    expect(verdict).toBe('WA')
  })

  test('the runtime tells its version', async ({ skip, expect }) => {
    const version = await versionOf(runtime)
    if (version === undefined) skip(`${runtime.name} is not installed`)
    expect(version).toMatch(/^\d+\.\d/)
  })
})

test('what does not compile gets CE, with the line', async ({ skip }) => {
  const entry = entryAt(write('bad/tic-tac-toe/c-stdin/bad.c', 'int main() {\n  return x;\n}\n'))
  if ((await versionOf(entry.runtime)) === undefined) skip('c is not installed')
  for (const options of [{}, { sandbox }]) {
    const { verdict, compiler = [] } = await judged(entry, options)
    expect([verdict, compiler[0]]).toEqual(['CE', expect.stringMatching(/bad\.c:2:\d+: error: .*x/)])
  }
})

describe('a project with a runtime of its own', () => {
  const described = (text: string) => write('project/ninehole.runtimes.json', text)
  const ninehole = (...words: string[]) => run(words, { cwd: join(folder, 'project') })
  const right = `${join(packageRoot, 'solutions/tic-tac-toe/bash-stdin/record.sh')}`

  test('entries of a runtime of the project are judged', async () => {
    described(`[
  // Comments are allowed.
  { "name": "bourne", "extension": ".bourne", "run": ["bash", "{file}"], "version": ["bash", "--version"] }
]`)
    write('project/solutions/tic-tac-toe/bourne-stdin/mine.bourne', `. ${right}`)
    const { stdout, stderr } = await ninehole('judge', '--sandbox', 'off', '--suite', 'fixtures', '--reporter', 'json')
    const { cases, machines } = JSON.parse(stdout) as Report
    expect([cases[0], stderr]).toEqual([expect.objectContaining({ runtime: 'bourne', verdict: 'AC' }), ''])
    expect(machines?.[0]?.runtimes.bourne).toMatch(/^\d/)
  })

  test('a runtime may be a program of the project, which a sandbox shows', needsSandbox(sandbox), async () => {
    chmodSync(write('project/mine', '#!/bin/bash\n. "$1"\n'), 0o755)
    described('[{ "name": "own", "extension": ".own", "run": ["./mine", "{file}"] }]')
    write('project/own/tic-tac-toe/own-stdin/mine.own', readFileSync(right, 'latin1'))
    const { stdout } = await ninehole('judge', 'own', '--sandbox', 'require', '--suite', 'fixtures')
    expect(stdout).toContain('1 of 1 entries accepted')
  })

  const a = '"name": "a", "extension": ".a"'
  test.each([
    [`[\n  { ${a} }\n]`, '2: not a list of runtimes: 0.run: it is missing'],
    [
      '[\n  { "name": "a",\n    "extension": "a", "run": ["a", "{file}"] }\n]',
      '3: not a list of runtimes: 0.extension: it must be like .tcl',
    ],
    ...[
      ['["a"]', ': the word {file} is missing, or {program} if there is a "compile"'],
      ['{}', ': it names no input'],
      ['{ "pipe": ["a", "{file}"] }', '.pipe: there is no such key'],
      ['["a\\u0000", "{file}"]', '.0: it has a NUL byte'],
    ].map(([words, message]): [string, string] => [
      `[{ ${a},\n "run": ${words} }]`,
      `2: not a list of runtimes: 0.run${message}`,
    ]),
    [
      '[\n  { "name": "perl", "extension": ".a", "run": ["a", "{file}"] }\n]',
      '2: not a list of runtimes: 0: there is a runtime of this name already',
    ],
  ])('a project is told what is wrong with %j', async (text, message) => {
    described(text)
    expect(await ninehole('judge')).toMatchObject({
      status: 2,
      stderr: `ninehole: ninehole.runtimes.json:${message}\n`,
    })
  })
})
