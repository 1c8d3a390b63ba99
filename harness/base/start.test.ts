import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { needs, withDescriptors } from '../run/test-helpers.ts'
import { runToEnd, start } from './start.ts'
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

test('a helper is not waited for longer if a process out of its group holds its output', needs('setsid'), async () => {
  const code = "(setsid sh -c 'echo $$; exec sleep 1000 >&2' &) | head -n 1"
  const { exitCode, stdout } = await runToEnd(['sh', '-c', code], 2000, {})
  expect([exitCode, process.kill(Number.parseInt(String(stdout), 10))]).toEqual([0, true])
})
