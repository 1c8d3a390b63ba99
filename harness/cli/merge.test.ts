import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

test('merged shards are in the order of the whole, whichever is given first', async () => {
  // As they are given, not as they would be sorted.
  const paths = ['d', 'a', 'c', 'b', 'e'].map((name) => write(`${name}.transcript`, '# unprompted:\n$ echo hi\nhi\n'))
  const verify = async (name: string, ...shard: readonly string[]) => {
    const file = join(folder, `${name}.json`)
    await run(['verify', ...paths, ...shard, '--reporter', `json=${file}`])
    return file
  }
  const pathsIn = (json: string) => JSON.parse(json).cases.map(({ path }: { path: string }) => path)
  const whole = await verify('whole')
  const shards = [await verify('two', '--shard', '2/2'), await verify('one', '--shard', '1/2')]
  for (const given of [shards, shards.toReversed()]) {
    const { stdout } = await run(['merge', ...given, '--reporter', 'json'])
    expect(pathsIn(stdout)).toEqual(pathsIn(readFileSync(whole, 'utf8')))
  }
})

test('merge puts the entries of several machines in the order of one report', async () => {
  const about = { kind: 'entry', game: 'g', runtime: 'perl', chars: 1, milliseconds: 0, exact: false, variations: [] }
  const entry = (path: string, input: string, bytes: number, more = {}) => ({
    ...{ ...about, path, input, bytes, expected: 'AC', verdict: 'AC', ok: true, plan: [], failure: null },
    ...more,
  })
  const sorted = [
    entry('b/small', 'args', 9),
    entry('a/large', 'args', 10),
    entry('a/small', 'stdin', 9),
    entry('a/wrong', 'args', 1, { expected: 'WA', ok: false }),
    entry('a/bad', 'args', 0, { verdict: undefined, ok: false, error: 'a/bad: is no file' }),
  ]
  const [small, large, other, wrong, bad] = sorted
  const report = (name: string, cases: unknown) => write(name, JSON.stringify({ version: 2, ok: false, cases }))
  const reports = [report('1.json', [bad, large, wrong]), report('2.json', [other, small])]
  const { stdout } = await run(['merge', ...reports, '--reporter', 'json'])
  const { cases } = JSON.parse(stdout) as { cases: { path: string }[] }
  expect(cases.map(({ path }) => path)).toEqual(sorted.map(({ path }) => path))
})
