// @module-tag slow

import { expect, test } from 'vitest'
import { run } from './test-helpers.ts'

// Which lines a command is sent at a time makes no difference to our games: vitest.test.ts plays one fixture in both ways.
test('our commands play all fixtures, as processes, line by line', async () => {
  const { stdout, stderr } = await run(['verify', 'fixtures', '--input', 'interactive'])
  expect({ stdout, stderr }).toEqual({
    stdout: expect.stringMatching(/^(\d{3}) of \1 sessions as recorded\n$/),
    stderr: '',
  })
})
