import { checkPlace, exists, read } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { type FoundGame, ourGames } from '../games/find.ts'
import { saveSession, type TranscriptOrigin } from '../judge/fuzz/save.ts'
import { note, printError } from '../report/output.ts'
import { printable } from '../report/text.ts'
import type { Limits } from '../session/limits.ts'
import type { Script } from '../session/session.ts'
import { Verifier } from '../transcripts/verify.ts'

export const savedBy = '# Saved by ninehole:'

/**
 * Checks the file of `--save`, which replaces only what it wrote before.
 * @throws UsageError if the file cannot be written, or holds something else
 */
export function checkSavePlace(path: string, cwd: string) {
  checkPlace(path, true, cwd)
  const before = exists(path, cwd) ? read(path, 'a transcript', cwd).toString('latin1') : ''
  if (before !== '' && !before.startsWith(savedBy))
    throw new UsageError(path, 'exists already, and --save did not write it')
}

/** `--save FILE`: writes the failed session as the reference plays it, and says so, or why not. */
export async function saveFailed(
  file: string,
  comments: readonly string[],
  script: Script,
  origin: TranscriptOrigin,
  { limits, found }: { readonly limits: Limits; readonly found: FoundGame | undefined },
  host: Host,
) {
  const games = [...(found === undefined ? [] : [found]), ...ourGames()]
  const verifier = new Verifier({ limits, games, surroundings: host })
  const why = await saveSession(file, comments, script, origin, verifier.verify, host.cwd).finally(verifier.close)
  if (why === undefined) printError(host, `saved as ${printable(file)}`)
  else note(host, `${file}: not written: ${why}`)
}
