import type { TranscriptReport } from '../report/report.ts'
import type { Way } from '../session/script.ts'
import type { RecordOptions } from './record.ts'
import { type Transcript, withSetting } from './transcript.ts'

/** The settings that may be needed so that a recorded session replays. */
export const stderrIsShown = '# stderr: shown'
const lineByLine = '# input: interactive'
const inTerminalOnly = '# pty: only'

interface Replay {
  /** The transcript, with the settings that it needs. */
  readonly transcript: Transcript
  /** Its last replay; `ok` if it replays. */
  readonly report: TranscriptReport
}

/**
 * Replays a session that was just recorded. Where that does not write the same, standard error is shown, and last it is run in a
 * terminal; what does not write the same with all input at once is replayed line by line only.
 */
export async function replay(
  recorded: Transcript,
  { isJoined, isInTerminal }: Pick<RecordOptions, 'isJoined' | 'isInTerminal'>,
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
