import { readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { findFiles } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'

/** The rooms as CONTRIBUTING.md orders them, from the top; those between commas do not import each other. */
const [order = ''] =
  /^ {4}cli → .*? → reference, base$/ms.exec(readFileSync(join(packageRoot, 'CONTRIBUTING.md'), 'utf8')) ?? []
const levels = order.split('→').map((level) => level.split(',').map((room) => room.trim()))
const levelOf = (room: string) => levels.findIndex((level) => level.includes(room))

/** The innermost room with a file: `run` for harness/run/worker/program.ts, `judge/fuzz` for harness/judge/fuzz/fuzz.ts. */
function roomOf(file: string): string {
  const path = relative(packageRoot, file).replace(/^harness\//, '')
  const around = levels.flat().filter((room) => path.startsWith(`${room}/`))
  return around.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** The files that a room offers to others. Rooms that are not listed offer all. */
const offered: Readonly<Record<string, string>> = {
  golf: 'golf',
  judge: 'judge plan',
  'judge/suites': 'cover fixtures habits suite',
  'judge/fuzz': 'fuzz reference',
  'judge/typing': 'choices sessions words',
}

const isCode = (path: string) => /\.ts$/.test(path) && !/\.(test|bench)\.ts$|\/test-helpers\.ts$/.test(path)
const data = /\/test-data\//
const files = ['harness', 'reference'].flatMap((folder) => findFiles(join(packageRoot, folder), isCode))
const arrows = files
  .filter((file) => !data.test(file))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']*)'/g)].map(([, path = '']) => ({
      file: relative(packageRoot, file),
      from: roomOf(file),
      to: roomOf(join(dirname(file), path)),
      name: basename(path, extname(path)),
    })),
  )

test('every file is in a room, and imports from its own or those below', () => {
  expect(arrows.length).toBeGreaterThan(200)
  const wrong = arrows.filter(
    ({ from, to }) => levelOf(from) < 0 || levelOf(to) < 0 || (from !== to && levelOf(from) >= levelOf(to)),
  )
  expect(wrong).toEqual([])
})

test('a room keeps to itself what it does not offer, and offers what others need', () => {
  const needed = (room: string) => arrows.filter(({ from, to }) => to === room && from !== room).map(({ name }) => name)
  const used = Object.keys(offered).map((room) => [room, [...new Set(needed(room))].sort().join(' ')])
  expect(Object.fromEntries(used)).toEqual(offered)
})

test('a file of slow tests has their tag, or no script would run it', () => {
  const slow = ['harness', 'reference'].flatMap((folder) =>
    findFiles(join(packageRoot, folder), (path) => path.endsWith('.slow.test.ts')),
  )
  expect(slow.filter((file) => !/^\/\/ @module-tag slow\n/.test(readFileSync(file, 'utf8')))).toEqual([])
})
