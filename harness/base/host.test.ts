import { expect, test } from 'vitest'
import { atEnd } from './host.ts'

test('signals are listened for also when nothing is left to do at the end', () => {
  const forget = atEnd(() => {})
  forget()
  expect(process.listenerCount('SIGHUP')).toBeGreaterThan(0)
})
