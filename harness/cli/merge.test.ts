import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../entries/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

test('merged shards are in the order of the whole', async () => {
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
  const { stdout } = await run(['merge', ...shards, '--reporter', 'json'])
  expect(pathsIn(stdout)).toEqual(pathsIn(readFileSync(whole, 'utf8')))
})
