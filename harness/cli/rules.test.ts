import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../reference/games.ts'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder } = testFolder()

test('without a game, each of ours with the page of its rules, as it can be opened here', async () => {
  const rules = async (...words: string[]) => (await run(['rules', ...words], { cwd: folder })).stdout.trimEnd()
  const [head = '', ...rows] = (await rules()).split('\n')
  expect(head).toMatch(/^game +rules +sentences$/)
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual(
    commands.map(({ name }) => [name, expect.any(String), `npx ninehole rules ${name}`]),
  )
  const pages = rows.map((row) => row.split(/ {2,}/)[1] ?? '')
  expect(pages.filter((page) => !existsSync(join(folder, page)))).toEqual([])

  const small = ['ortho', '-n', '2', '-m', '2']
  const [page] = (await rules(...small)).split('\n')
  expect(page).toBe(relative(folder, join(packageRoot, 'reference/ortho.md')))
  // Three fixtures are named, and the others counted.
  const table = await rules(...small, '--reporter', 'markdown')
  expect(table).toMatch(/(?:[\w-]+, ){3}… and \d+ more \|$/m)
  expect(table).not.toContain('and 0 more')
  expect(JSON.parse(await rules('--reporter', 'json'))).toMatchObject([{}, { game: 'ortho', page }, {}, {}])
})
