import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { changedSince, fileTimesIn } from './kept-files.ts'

const { folder, write } = testFolder()

test('changed and new files are named, not files in other folders', async () => {
  write('best', '0')
  write('same', '0')
  write('deep/best', '0')
  const before = fileTimesIn(folder)
  await new Promise((resolve) => setTimeout(resolve, 20))
  write('new', '')
  appendFileSync(join(folder, 'best'), '7')
  appendFileSync(join(folder, 'deep/best'), '7')
  expect(changedSince(before, fileTimesIn(folder)).sort()).toEqual(['best', 'new'])
  expect(fileTimesIn(join(folder, 'gone')).size).toBe(0)
})
