import { readFileSync, statSync } from 'node:fs'
import type { Bytes } from '../bytes.ts'
import { filesBelow } from './entry.ts'
import { parseTranscript, type Transcript } from './transcript.ts'
import { Unusable } from './unusable.ts'

/** The ending of a recorded session's name. */
const extension = '.transcript'

/**
 * Finds transcripts: each path is one, whatever its name, or a folder with some in it, at any depth.
 * @throws Unusable if a path is not there, holds none, or one cannot be read
 */
export function findTranscripts(paths: readonly string[]): Transcript[] {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) throw new Unusable(path, 'no such file or folder')
    if (!stats.isDirectory()) return [read(path)]
    if (path.endsWith(extension)) throw new Unusable(path, 'a folder, where a transcript should be a file')
    const files = filesBelow(path).filter((file) => file.endsWith(extension))
    if (files.length === 0) throw new Unusable(path, `no transcripts in it (*${extension})`)
    return files.map(read)
  })
}

function read(path: string): Transcript {
  let file: Bytes
  try {
    file = readFileSync(path, 'latin1')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Unusable(
      path,
      code === 'EISDIR' ? 'a folder, where a transcript should be a file' : `cannot be read (${code})`,
    )
  }
  return parseTranscript(path, file)
}
