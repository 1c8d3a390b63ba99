import { expect, test } from 'vitest'
import { ReadWriteLock } from './read-write-lock.ts'

test('an exclusive task waits for the running ones, and later tasks wait for it, even if it fails', async () => {
  const tasks = new ReadWriteLock(60_000)
  const said: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => () => {
    said.push(`${name} begins`)
    return new Promise<void>((resolve) => {
      ends.set(name, () => {
        said.push(`${name} ends`)
        resolve()
      })
    })
  }
  const fails = async () => {
    said.push('fails')
    throw new Error('no')
  }
  const before = [tasks.run(task('a')), tasks.run(task('b'))]
  await expect.poll(() => ends.size).toBe(2)
  const alone = [tasks.runAlone(task('c')), expect(tasks.runAlone(fails)).rejects.toThrow('no')]
  const rest = [tasks.run(task('d')), tasks.run(task('e'))]
  for (const name of ['b', 'a', 'c', 'd', 'e']) {
    await expect.poll(() => ends.has(name)).toBe(true)
    ends.get(name)?.()
  }
  await Promise.all([...before, ...alone, ...rest])
  expect(said).toEqual([
    ...['a begins', 'b begins', 'b ends', 'a ends'],
    ...['c begins', 'c ends', 'fails'],
    ...['d begins', 'e begins', 'd ends', 'e ends'],
  ])
})

test('a task that hangs is not waited for', async () => {
  const tasks = new ReadWriteLock(10)
  void tasks.run(() => new Promise(() => {}))
  expect(await tasks.runAlone(async () => 'alone')).toBe('alone')
})
