import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

const ninehole = (...words: string[]) => run(words, { cwd: folder })

test('JSON has what a script needs of each entry', async () => {
  write('tic-tac-toe/perl-stdin/wrong.pl', 'print "x"')
  const { stdout, stderr, status } = await ninehole('sizes', 'tic-tac-toe', '--reporter', 'json')
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const { entries } = JSON.parse(stdout)
  expect(entries).toMatchObject([{ league: 'tic-tac-toe perl-stdin', bytes: 9 }])
})

test('types are removed before terser, and the gap is that to the record of ninehole', async () => {
  const record = statSync(join(packageRoot, 'solutions/tic-tac-toe/node-stdin/record.ts')).size
  write('typed/tic-tac-toe/node-stdin/mine.ts', `const text: string = 'x'\nconsole.log(text)\n//${'.'.repeat(500)}\n`)
  const { entries } = JSON.parse((await ninehole('sizes', 'typed', '--reporter', 'json')).stdout)
  const [{ bytes, gap, terser, esbuild }] = entries
  expect(gap).toBe(bytes - record)
  expect([terser > 500, esbuild > 500]).toEqual([true, true])
})
