import { statSync, writeFileSync } from 'node:fs'
import { below, read } from '../games/read.ts'
import type { Bytes } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'
import { parseTranscript, type Transcript } from './transcript.ts'

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
    if (!stats.isDirectory() || path.endsWith(extension)) return [readTranscript(path)]
    const files = below(path, (file) => file.endsWith(extension))
    if (files.length === 0) throw new Unusable(path, `no transcripts in it (*${extension})`)
    return files.map(readTranscript)
  })
}

const readTranscript = (path: string): Transcript =>
  parseTranscript(path, read(path, 'a transcript').toString('latin1'))

/** @throws Unusable if it cannot be written */
export function writeTranscript(path: string, file: Bytes) {
  try {
    writeFileSync(path, file, 'latin1')
  } catch (error) {
    throw new Unusable(path, `cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
