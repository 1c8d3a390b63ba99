import { checkPlace, exists, read, writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { type FoundGame, ourGames } from '../games/find.ts'
import type { Reference } from '../judge/fuzz/reference.ts'
import { note, printError } from '../report/output.ts'
import { printable } from '../report/text.ts'
import { whyFailed } from '../report/words.ts'
import { userContext } from '../run/launcher.ts'
import type { Limits } from '../session/limits.ts'
import { exactly } from '../session/script.ts'
import { answersOf, type Script, shownOf } from '../session/session.ts'
import { settingFor } from '../transcripts/command.ts'
import { lastLine } from '../transcripts/prompt.ts'
import { replay, transcriptOf } from '../transcripts/record.ts'
import { formatTranscript, newTranscript } from '../transcripts/transcript.ts'
import { readVaries } from '../transcripts/varies.ts'
import { Verifier } from '../transcripts/verify.ts'

const savedBy = '# Saved by ninehole:'

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

/**
 * `--save FILE`: writes the failed session as the reference plays it, and says so, or why not.
 * @param what failed, and how
 */
export async function saveFailed(
  file: string,
  what: string,
  script: Script,
  origin: TranscriptOrigin,
  { limits, found }: { readonly limits: Limits; readonly found: FoundGame | undefined },
  host: Host,
) {
  const comments = [`${savedBy} ${what}.`, ...settingFor(found, file, host.cwd)]
  const games = [...(found === undefined ? [] : [found]), ...ourGames()]
  const verifier = new Verifier({ limits, games, context: userContext({}, host) })
  const why = await saveSession(file, comments, script, origin, verifier.verify, host.cwd).finally(verifier.close)
  if (why === undefined) printError(host, `saved as ${printable(file)}`)
  else note(host, `${file}: not written: ${why}`)
}

interface TranscriptOrigin {
  readonly reference: Reference
  readonly prompt?: string | undefined
  readonly compare?: string | undefined
  readonly varies?: readonly string[] | undefined
  readonly pty?: boolean | undefined
}

/** @throws UsageError if the transcript would be read as another session */
async function transcriptFor(path: string, comments: readonly string[], script: Script, origin: TranscriptOrigin) {
  const { reference, prompt, compare = 'exact', varies, pty } = origin
  const settings = [
    ...(compare === 'exact' ? [] : [`# compare: ${compare}`]),
    ...readVaries(varies).map(({ source }) => `# varies: ${source}`),
    ...(pty ? ['# pty: only'] : []),
  ]
  if (reference.game !== undefined) {
    const session = shownOf(exactly(script))
    return newTranscript(path, { comments: [...comments, ...settings], command: reference.name, session })
  }
  // The prompts of a command are not known without the transcript.
  const asked = [...settings, prompt === undefined ? '# unprompted:' : `# prompt: ${prompt}`]
  const head = newTranscript(path, { comments: [...comments, ...asked], command: reference.name, session: '' })
  const { turns, end } = exactly(await wholeOf(script, reference))
  return transcriptOf(head, undefined, { turns, end })
}

/**
 * Writes a transcript of a session of the reference, unless that is impossible or does not replay.
 * @returns why it was not written
 */
export async function saveSession(
  path: string,
  comments: readonly string[],
  script: Script,
  origin: TranscriptOrigin,
  verify: Verifier['verify'],
  cwd = '',
): Promise<string | undefined> {
  if (script.leftover !== undefined) return 'a transcript cannot hold lines that are sent after the end of a session'
  try {
    const recorded = await transcriptFor(path, comments, script, origin)
    const { transcript, report } = await replay(recorded, {}, verify)
    if (!report.ok) return `it does not replay with the reference (${whyFailed(report)})`
    writeWhole(path, formatTranscript(transcript), { cwd })
    return undefined
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return error.place === path ? error.why : error.message
  }
}

/** Adds the end of input to a session that is cut off without a prompt: a transcript could not show that. */
async function wholeOf(script: Script, reference: Reference): Promise<Script> {
  const isAtPrompt = lastLine(exactly(script).turns.at(-1)?.output ?? '') !== ''
  return script.end.how === 'exit' || isAtPrompt ? script : reference.script([...answersOf(script), null])
}
