import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { testFolder } from '../entries/test-helpers.ts'
import { below, makeFolder, read, writeWhole } from './files.ts'

const { folder } = testFolder()
const at = (name: string) => join(folder, name)

fs.symlinkSync('loop', at('loop'))
execFileSync('mkfifo', [at('fifo')])
fs.mkdirSync(at('folder'))
fs.writeFileSync(at('large'), '')
fs.truncateSync(at('large'), 2 ** 27)

describe('read', () => {
  test.each([
    ['missing', 'no such file or folder'],
    ['folder', 'a folder, where an entry should be a file'],
    ['fifo', 'not a regular file, as an entry must be'],
    ['large', 'larger than 67108864 bytes'],
    ['loop', 'too many symbolic links encountered'],
  ])('refuses %s', (name, why) => {
    expect(() => read(at(name), 'an entry')).toThrow(
      expect.objectContaining({ name: 'UsageError', message: `${at(name)}: ${why}` }),
    )
  })

  test('refuses a device that never ends', () => {
    expect(() => read('/dev/zero', 'a transcript')).toThrow('/dev/zero: not a regular file, as a transcript must be')
  })
})

test('hidden folders and node_modules are not searched', () => {
  for (const name of ['a', '.git', 'node_modules']) {
    fs.mkdirSync(join(folder, 'search', name), { recursive: true })
    fs.writeFileSync(join(folder, 'search', name, 'x'), '')
  }
  expect(below(at('search'), (path) => path.endsWith('x'))).toEqual([join(folder, 'search/a/x')])
})

describe('makeFolder', () => {
  test('makes a folder and those around it, once', () => {
    makeFolder(at('a/b/c'))
    makeFolder(at('a/b/c'))
    expect(fs.statSync(at('a/b/c')).isDirectory()).toBe(true)
  })

  test.each([
    ['a file', at('large'), 'is no folder'],
    ['a folder in a file', at('large/in'), /not a directory/],
    ['a place where none can be made', '/proc/ninehole/in', /^\/proc\/ninehole: cannot be made: /],
    ['a loop of links', at('loop'), 'too many symbolic links encountered'],
  ])('refuses %s', (_, path, why) => {
    expect(() => makeFolder(path)).toThrow(why)
  })
})

describe('writeWhole', () => {
  test('makes a file', () => {
    writeWhole(at('new'), '\xe9\n', false)
    expect(fs.readFileSync(at('new'))).toEqual(Buffer.from([0xe9, 0x0a]))
  })

  test('keeps the mode', () => {
    fs.writeFileSync(at('private'), 'old', { mode: 0o600 })
    writeWhole(at('private'), 'new', true)
    expect(fs.readFileSync(at('private'), 'utf8')).toBe('new')
    expect(fs.statSync(at('private')).mode & 0o777).toBe(0o600)
  })

  test('writes through a symbolic link', () => {
    fs.mkdirSync(at('elsewhere'))
    fs.writeFileSync(at('elsewhere/target'), 'old')
    fs.symlinkSync('elsewhere/target', at('link'))
    writeWhole(at('link'), 'new', true)
    expect(fs.lstatSync(at('link')).isSymbolicLink()).toBe(true)
    expect(fs.readFileSync(at('elsewhere/target'), 'utf8')).toBe('new')
  })

  test.each([
    ['fifo', true, 'is not a regular file, and is not replaced'],
    ['folder', true, 'is a folder'],
    ['loop', true, 'too many symbolic links encountered'],
    ['new', false, 'exists already (--force overwrites it)'],
    ['missing/file', true, 'no such folder'],
  ])('refuses %s', (name, force, why) => {
    expect(() => writeWhole(at(name), 'new', force)).toThrow(why)
    expect(fs.lstatSync(at('fifo')).isFIFO()).toBe(true)
  })
})

test.skipIf(!fs.existsSync('/proc/self/ns/pid'))(
  'folders of processes that are gone are removed, those of others not',
  async () => {
    const parent = at('temporary')
    const { pid: gone } = spawnSync('true')
    const [ours = ''] = /\d+/.exec(fs.readlinkSync('/proc/self/ns/pid')) ?? []
    const names = [
      `entry-${gone}.${ours}-x`,
      `entry-1.${ours}-x`,
      `pipes-${process.pid}.${ours}-x`,
      `entry-${gone}.1-x`,
    ]
    for (const name of [...names, 'entry-mine']) fs.mkdirSync(join(parent, name), { recursive: true })
    vi.stubEnv('TMPDIR', parent)
    vi.resetModules()
    const { temporaryFolder } = await import('./files.ts')
    const { path, remove } = temporaryFolder('entry')
    expect(fs.readdirSync(parent).sort()).toEqual(
      [...names.slice(1), 'entry-mine', path.slice(parent.length + 1)].sort(),
    )
    remove()
    expect(fs.existsSync(path)).toBe(false)
    vi.unstubAllEnvs()
  },
)
