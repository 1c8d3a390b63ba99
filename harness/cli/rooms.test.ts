import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { below } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'

/** The rooms as CONTRIBUTING.md orders them, from the top; those between commas do not import each other. */
const [order = ''] =
  /^ {4}cli → .* → reference, base$/m.exec(readFileSync(join(packageRoot, 'CONTRIBUTING.md'), 'utf8')) ?? []
const levels = order.split('→').map((level) => level.split(',').map((room) => room.trim()))
const levelOf = (room: string) => levels.findIndex((level) => level.includes(room))

/** `run` for a file in harness/run/, `reference` for one in reference/. */
const roomOf = (file: string) => /^(?:harness\/)?([^/]+)\//.exec(relative(packageRoot, file))?.[1] ?? ''

const isCode = (path: string) => /\.tsx?$/.test(path) && !/\.(test|bench)\.ts$|\/test-helpers\.ts$/.test(path)
const data = /\/test-data\//
const files = ['harness', 'reference'].flatMap((folder) => below(join(packageRoot, folder), isCode))
const arrows = files
  .filter((file) => !data.test(file))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']*)'/g)].map(([, path = '']) => ({
      file: relative(packageRoot, file),
      from: roomOf(file),
      to: roomOf(join(dirname(file), path)),
    })),
  )

test('every file is in a room, and imports from its own or those below', () => {
  expect(arrows.length).toBeGreaterThan(200)
  const wrong = arrows.filter(
    ({ from, to }) => levelOf(from) < 0 || levelOf(to) < 0 || (from !== to && levelOf(from) >= levelOf(to)),
  )
  expect(wrong).toEqual([])
})
