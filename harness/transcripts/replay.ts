import type { TranscriptReport } from '../report/report.ts'
import type { Way } from '../session/script.ts'
import { type Transcript, withSetting } from './transcript.ts'

export const stderrIsShown = '# stderr: shown'
const lineByLine = '# input: interactive'
const inTerminalOnly = '# pty: only'

interface Replay {
  readonly transcript: Transcript
  readonly report: TranscriptReport
}

/**
 * Replays a session that was just recorded. If the output differs, tries again with standard error shown, then in a
 * terminal. Adds `input: interactive` if the output differs with all input at once.
 */
export async function replay(
  recorded: Transcript,
  { isJoined, isInTerminal }: { readonly isJoined: boolean; readonly isInTerminal: boolean },
  verify: (transcript: Transcript, way: Way) => Promise<TranscriptReport[]>,
): Promise<Replay> {
  const attempt = async (transcript: Transcript, way: Way): Promise<Replay> => {
    const [report] = await verify(transcript, way)
    if (report === undefined) throw new Error('a transcript is run')
    return { transcript, report }
  }
  if (recorded.settings.pty === 'only') return attempt(recorded, 'pty')
  let found = await attempt(recorded, 'interactive')
  const mayLackStderr = !found.report.ok && found.report.unseen !== undefined
  if (mayLackStderr && isJoined) found = await attempt(withSetting(recorded, stderrIsShown), 'interactive')
  if (found.report.ok) {
    const atOnce = await attempt(found.transcript, 'stdin')
    return atOnce.report.ok ? found : { ...found, transcript: withSetting(found.transcript, lineByLine) }
  }
  return isInTerminal ? attempt(withSetting(recorded, inTerminalOnly), 'pty') : found
}
