import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { findFiles, read, temporaryFolder, writeWhole } from './files.ts'

const { folder } = testFolder()
const at = (name: string) => join(folder, name)

fs.symlinkSync('loop', at('loop'))
execFileSync('mkfifo', [at('fifo')])
fs.mkdirSync(at('folder'))
fs.writeFileSync(at('large'), '')
fs.truncateSync(at('large'), 2 ** 27)

test.each([
  [at('missing'), 'no such file or folder'],
  [at('folder'), 'a folder, where an entry should be a file'],
  [at('fifo'), 'not a regular file, as an entry must be'],
  ['/dev/zero', 'not a regular file, as an entry must be'],
  [at('large'), 'larger than 67108864 bytes'],
  [at('loop'), 'too many symbolic links encountered'],
])('%s is not read', (path, why) => {
  expect(() => read(path, 'an entry')).toThrow(
    expect.objectContaining({ name: 'UsageError', message: `${path}: ${why}` }),
  )
})

test('hidden folders and node_modules are not searched', () => {
  for (const name of ['a', '.git', 'node_modules']) {
    fs.mkdirSync(join(folder, 'search', name), { recursive: true })
    fs.writeFileSync(join(folder, 'search', name, 'x'), '')
  }
  expect(findFiles(at('search'), (path) => path.endsWith('x'))).toEqual([join(folder, 'search/a/x')])
})

describe('writeWhole', () => {
  test('a file is made, byte by byte, and its name may be as long as names can be', () => {
    const longest = at('x'.repeat(255))
    writeWhole(longest, '\xe9\n', { expected: null })
    expect(fs.readFileSync(longest)).toEqual(Buffer.from([0xe9, 0x0a]))
  })

  test('the mode stays, and a new file takes the place of the old one, which a reader may still read', () => {
    fs.writeFileSync(at('private'), 'old', { mode: 0o600 })
    const reader = fs.openSync(at('private'), 'r')
    writeWhole(at('private'), 'new')
    expect([fs.readFileSync(reader, 'utf8'), fs.readFileSync(at('private'), 'utf8')]).toEqual(['old', 'new'])
    fs.closeSync(reader)
    expect(fs.statSync(at('private')).mode & 0o777).toBe(0o600)
  })

  test.runIf(process.getuid?.() === 0)("another user's file that everybody may write is replaced", () => {
    fs.mkdirSync(at('shared'))
    fs.chmodSync(folder, 0o755)
    fs.chmodSync(at('shared'), 0o777)
    fs.writeFileSync(at('shared/file'), 'old')
    fs.chmodSync(at('shared/file'), 0o666)
    try {
      process.seteuid?.(65534)
      writeWhole(at('shared/file'), 'new')
    } finally {
      process.seteuid?.(0)
    }
    const { mode, uid } = fs.statSync(at('shared/file'))
    expect([fs.readFileSync(at('shared/file'), 'utf8'), mode & 0o777, uid]).toEqual(['new', 0o666, 65534])
  })

  test('a symbolic link stays, and its target is replaced', () => {
    fs.mkdirSync(at('elsewhere'))
    fs.writeFileSync(at('elsewhere/target'), 'old')
    fs.symlinkSync('elsewhere/target', at('link'))
    writeWhole(at('link'), 'new', { expected: 'old' })
    expect(fs.lstatSync(at('link')).isSymbolicLink()).toBe(true)
    expect(fs.readFileSync(at('elsewhere/target'), 'utf8')).toBe('new')
  })

  test.each([
    ['has other bytes than were read', 'as many'],
    ['has more bytes than were read', 'as read, and more'],
    ['is gone', null],
  ])('a file that %s is left alone', (name, now) => {
    fs.mkdirSync(at(name))
    const path = join(at(name), 'x')
    if (now !== null) fs.writeFileSync(path, now)
    expect(() => writeWhole(path, 'ours', { expected: 'as read' })).toThrow(`${path}: changed meanwhile: not written`)
    const found = fs.readdirSync(at(name)).map((file) => fs.readFileSync(join(at(name), file), 'utf8'))
    expect(found).toEqual(now === null ? [] : [now])
  })

  test.each([
    ['fifo', {}, 'is not a regular file, and is not replaced'],
    ['fifo', { expected: 'as read' }, 'is not a regular file, and is not replaced'],
    ['folder', {}, 'is a folder'],
    ['loop', {}, 'too many symbolic links encountered'],
    ['private', { expected: null }, 'exists already (--force overwrites it)'],
    ['missing/file', {}, 'no such folder'],
  ])('%s is not written with %j', (name, before, why) => {
    expect(() => writeWhole(at(name), 'new', before)).toThrow(why)
    expect(fs.lstatSync(at('fifo')).isFIFO()).toBe(true)
  })
})

test('a temporary folder has an absolute path, also where TMPDIR has none: programs run elsewhere', () => {
  vi.stubEnv('TMPDIR', relative(process.cwd(), folder))
  const { path, remove } = temporaryFolder('entry')
  vi.unstubAllEnvs()
  remove()
  expect(dirname(path)).toBe(folder)
})
