import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { below, read } from './read.ts'

const folder = mkdtempSync(join(tmpdir(), 'ninehole-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
mkdirSync(path('folder'))
writeFileSync(path('folder/file'), 'text')
symlinkSync(path('folder/file'), path('link'))
symlinkSync(path('loop'), path('loop'))
execFileSync('mkfifo', [path('pipe')])

test('a file is read, through links', () => {
  expect(read(path('folder/file'), 'an entry').toString()).toBe('text')
  expect(read(path('link'), 'an entry').toString()).toBe('text')
})

test.each([
  ['missing', 'no such file or folder'],
  ['folder', 'a folder, where an entry should be a file'],
  ['pipe', 'not a regular file, as an entry should be'],
  ['loop', 'cannot be read (ELOOP)'],
])('%s: %s', (name, message) => {
  expect(() => read(path(name), 'an entry')).toThrow(`${path(name)}: ${message}`)
})

test('a device is not read', () => {
  expect(() => read('/dev/zero', 'an entry')).toThrow('/dev/zero: not a regular file, as an entry should be')
})

test('a folder is searched, but not node_modules', () => {
  mkdirSync(path('folder/node_modules'))
  writeFileSync(path('folder/node_modules/file'), '')
  expect(below(folder, (path) => path.endsWith('file'))).toEqual([path('folder/file')])
  expect(() => below(path('missing'), () => true)).toThrow('missing: no such file or folder')
})
