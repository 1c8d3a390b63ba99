import { below, read, statOf } from '../games/files.ts'
import { UsageError } from '../session/usage-error.ts'
import { parseTranscript, type Transcript } from './transcript.ts'

const extension = '.transcript'

export const isTranscriptName = (path: string) => path.endsWith(extension)

/**
 * Finds transcripts: each path is one, whatever its name, or a folder with some in it, at any depth.
 * @returns their paths
 * @throws UsageError if a path is not there, or holds none
 */
export function findTranscripts(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statOf(path).isDirectory() || isTranscriptName(path)) return [path]
    const files = below(path, isTranscriptName)
    if (files.length === 0) throw new UsageError(path, `no transcripts in it (*${extension})`)
    return files
  })
}

/** @throws UsageError if it is no regular file, cannot be read, or is no transcript */
export const readTranscript = (path: string): Transcript =>
  parseTranscript(path, read(path, 'a transcript').toString('latin1'))
