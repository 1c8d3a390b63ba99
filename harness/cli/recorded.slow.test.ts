// @module-tag slow

import { copyFileSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import type { EntryReport } from '../report/report.ts'
import { openSandbox } from '../run/sandbox.ts'
import { needs, needsSandbox, testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

/**
 * Submissions of an exercise, held to four recorded sessions. Their paths say the verdict that a fair teacher gives; where
 * that could be milder, this says what is all that differs.
 */
const little: Readonly<Record<string, string>> = {
  'blank-missing.py': 'white space',
  'cr-lf.py': 'CR LF',
  'extra-newline.py': 'white space',
  'no-last-newline.py': 'last newline',
  'other-capitals.py': 'capitals',
  'prompt-without-blank.py': 'white space',
  'status-1.py': 'exit status',
}

const { folder } = testFolder()
const sandbox = await openSandbox('auto')

describe('submissions of an exercise', needs('python3', 'cc'), () => {
  const getFairVerdicts = async (choice: string) => {
    const cwd = join(folder, choice)
    cpSync(join(packageRoot, 'harness/cli/test-data/cash'), cwd, { recursive: true })
    mkdirSync(join(cwd, 'model'))
    copyFileSync(join(cwd, 'cash/python-interactive/model.py'), join(cwd, 'model/atm.py'))
    const before = readdirSync(cwd, { recursive: true })
    const { stdout, status } = await run(['judge', 'cash', '--sandbox', choice, '--reporter', 'json'], { cwd })
    const cases: EntryReport[] = JSON.parse(stdout).cases
    expect(cases.filter(({ ok }) => !ok).map(({ path, verdict }) => `${path}: ${verdict}`)).toEqual([])
    const only = cases.flatMap(({ path, only }) => (only === undefined ? [] : [[basename(path), only]]))
    expect(Object.fromEntries(only)).toEqual(little)
    const slow = cases.find(({ path }) => path.endsWith('half-a-minute-a-command.py'))
    expect(new Set(slow?.sessions?.flatMap(({ fault }) => fault ?? []))).toEqual(new Set([1]))
    expect([cases.length, status]).toEqual([26, 0])
    expect(readdirSync(cwd, { recursive: true })).toEqual(before)
  }

  test('the verdicts are fair, and no submission reaches another file', () => getFairVerdicts('off'))

  test('a sandbox changes no verdict', needsSandbox(sandbox), () => getFairVerdicts('require'))
})

test('an entry that is held to recorded sessions is golfed, and stays right by them', async () => {
  const cwd = join(folder, 'golf')
  cpSync(join(packageRoot, 'harness/cli/test-data/fizz'), cwd, { recursive: true })
  const entry = 'fizz/node-interactive/mine.ts'
  const golfed = await run(['golf', entry, '--seconds', '10', '--output', 'golfed.ts'], { cwd })
  expect(golfed.stderr).toMatch(/523 bytes became \d+; accepted/)
  expect(statSync(join(cwd, 'golfed.ts')).size).toBeLessThan(300)
  const words = ['judge', 'golfed.ts', '--game', 'fizz', '--runtime', 'node', '--input', 'interactive']
  expect((await run(words, { cwd })).stdout).toMatch(/\bAC +2 sessions\b/)
  expect((await run(['sizes', 'fizz'], { cwd })).stdout).toContain('fizz node-interactive  mine.ts    523')
})
