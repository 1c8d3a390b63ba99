import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withDescriptors } from '../run/test-helpers.ts'
import { start } from './start.ts'
import { EnvironmentError } from './usage-error.ts'

test('too many open files are trouble of the machine, and end no process of ours', async () => {
  const caught = withDescriptors(0, () => {
    try {
      return start('sh', ['-c', ':'], {})
    } catch (error) {
      return error
    }
  })
  // The child tells of its error a turn later.
  await setImmediate()
  if (caught === undefined) return
  expect(caught).toBeInstanceOf(EnvironmentError)
  expect(String(caught)).toMatch(/sh: cannot be started \(too many open files\)$/)
})
