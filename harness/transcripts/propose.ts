import { linesIn } from '../base/lines.ts'
import type { TranscriptReport } from '../report/report.ts'
import { toBytes } from '../session/bytes.ts'
import { type Transcript, withSetting } from './transcript.ts'
import { kinds, kindsThatDiffer, settingOf } from './varies.ts'

/**
 * Finds the built-in kinds of text that differ from run to run.
 * @param report the failed replay of the transcript
 * @param again replays it with more settings
 * @returns an example of each kind; empty if something else differs, too
 */
export async function whatVaries(
  transcript: Transcript,
  report: TranscriptReport,
  again: (transcript: Transcript) => Promise<TranscriptReport>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  let [changed, last] = [transcript, report]
  while (!last.ok && found.size < Object.keys(kinds).length) {
    const known = found.size
    for (const [kind, example] of differencesIn(last)) {
      if (found.has(kind)) continue
      found.set(kind, example)
      changed = withSetting(changed, settingOf(kind))
    }
    if (found.size === known) return new Map()
    last = await again(changed)
  }
  return last.ok ? found : new Map()
}

/** The kinds that differ in the wrong turn, with an example of each. */
function differencesIn({ failure }: TranscriptReport): (readonly [kind: string, example: string])[] {
  const { expected = '', actual = '' } = failure?.turns.findLast(({ actual }) => actual !== undefined) ?? {}
  const now = linesIn(actual)
  return linesIn(expected).flatMap((line, index) => [...kindsThatDiffer(toBytes(line), toBytes(now[index] ?? ''))])
}
