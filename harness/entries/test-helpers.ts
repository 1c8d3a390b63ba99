import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { type Entry, findEntries } from './entry.ts'

/** Makes a folder for the tests of a file, or of a `describe`. It is removed when they are over. */
export function testFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'ninehole-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Writes a file in it, and the folders that the path names. @returns the whole path */
  function write(path: string, content: string | Buffer, encoding: BufferEncoding = 'utf8'): string {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, encoding)
    return file
  }
  return { folder, write }
}

/** The entry of a file. */
export function entryAt(path: string): Entry {
  const [entry] = findEntries([path])
  if (entry === undefined) throw new Error(`no entry: ${path}`)
  return entry
}
