// @module-tag slow

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { jobOf } from '../judge/test-helpers.ts'
import { entryAt } from '../run/test-helpers.ts'
import { openTrials } from './trials.ts'

test('a program that is wrong in one position passes few sessions, not all; then it passes the few no more', async () => {
  const path = join(packageRoot, 'solutions/tic-tac-toe/node-args/record.ts')
  const right = readFileSync(path, 'utf8')
  const say = '((a,b)=>console.log(a,/O\\.X\\n\\.X\\.\\n\\.\\.O/.test(a)?b+a:b))('
  const wrong = right.replace('console.log(', say)
  const limits = { milliseconds: 1000 }
  const trials = await openTrials(jobOf(entryAt(path), []), true, { limits })
  try {
    expect(await trials.passes(right, true)).toBe(true)
    expect(await trials.passes(wrong)).toBe(true)
    expect(await trials.passes(wrong, true)).toBe(false)
    expect(await trials.passes(wrong)).toBe(false)
  } finally {
    trials.close()
  }
})
