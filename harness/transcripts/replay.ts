import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessContext } from '../base/host.ts'
import type { TranscriptReport } from '../report/report.ts'
import { betweenRuns, type Limits } from '../session/limits.ts'
import type { Way } from '../session/script.ts'
import { longestTimeout } from './record.ts'
import { type Transcript, withSettings } from './transcript.ts'
import { kindsThatDiffer, withoutVarying } from './varies.ts'
import type { Verifier } from './verify.ts'

/** How often a recording is replayed once the second has changed: a greeting that is chosen may be the same by luck. */
const laterReplays = 3

interface Replay {
  readonly transcript: Transcript
  readonly report: TranscriptReport
}

/**
 * Replays a session that was just recorded. If it fails, tries the settings that may help: a longer limit, standard error
 * shown, a terminal. Adds `input: interactive` if the output differs with all input at once. What holds is replayed again
 * once the second has changed: a time, or a greeting that is chosen, may be the same by luck.
 */
export async function replay(
  recorded: Transcript,
  {
    isJoined,
    isInTerminal,
    limits,
  }: { readonly isJoined: boolean; readonly isInTerminal: boolean; readonly limits?: Limits },
  verify: Verifier['verify'],
): Promise<Replay> {
  const { settings } = recorded
  let way: Way = settings.pty === 'only' ? 'pty' : 'interactive'
  const attempt = async (transcript: Transcript, by = way): Promise<Replay> => {
    const [report] = await verify(transcript, by, 0)
    if (report === undefined) throw new Error('a transcript is run')
    return { transcript, report }
  }
  let found = await attempt(recorded)
  const longest = limits === undefined ? 0 : longestTimeout(limits)
  if (found.report.verdict === 'TLE' && (settings.timeout ?? 0) < longest)
    found = await attempt(withSettings(recorded, { timeout: `${longest}` }))
  if (!found.report.ok && found.report.unseen !== undefined && isJoined)
    found = await attempt(withSettings(recorded, { stderr: 'shown' }))
  if (!found.report.ok && isInTerminal && way !== 'pty') {
    way = 'pty'
    found = await attempt(withSettings(recorded, { pty: 'only' }))
  }
  if (found.report.ok && way === 'interactive' && settings.input === undefined) {
    const atOnce = await attempt(found.transcript, 'stdin')
    if (!atOnce.report.ok) found = { ...found, transcript: withSettings(found.transcript, { input: 'interactive' }) }
  }
  if (found.report.ok) await sleep(betweenRuns)
  for (let times = 0; found.report.ok && times < laterReplays; times++) found = await attempt(found.transcript)
  return found
}

/**
 * Finds the built-in kinds of text that differ from run to run, or show the present time.
 * @param replayed the replay of a transcript
 * @param again replays it with more settings
 * @returns an example of each kind; empty if nothing does, or something else differs, too
 */
export async function whatVaries(
  { transcript, report }: Replay,
  again: (transcript: Transcript) => Promise<Replay>,
  now = new Date(),
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let last = report; !last.ok; ) {
    const { expected = '', actual = '' } = last.failure?.turns.findLast(({ actual }) => actual !== undefined) ?? {}
    const fresh = [...kindsThatDiffer(expected, actual)].filter(([kind]) => !found.has(kind))
    if (fresh.length === 0) return new Map()
    for (const [kind, example] of fresh) found.set(kind, example)
    const varying = [...found.keys()].reduce((one, kind) => withSettings(one, { varies: kind }), transcript)
    last = (await again(varying)).report
  }
  return new Map([...found, ...presentIn(transcript, now)])
}

/** A folder of this machine that a session shows outside its varying places: elsewhere, it would not replay. */
export function ownFolderIn({ session, settings }: Transcript, { cwd, env }: ProcessContext): string | undefined {
  const text = withoutVarying(session, settings.varies)
  return [cwd, env.HOME ?? '', tmpdir()].find((folder) => folder.length > 1 && text.includes(`${folder}/`))
}

/** The date and the time of now that a session shows outside its varying places, by their kinds. */
function presentIn({ session, settings }: Transcript, now: Date): Map<string, string> {
  const text = withoutVarying(session, settings.varies)
  const [, day = '', month, year] = /(\d+) (\w+) (\d+)/.exec(now.toUTCString()) ?? []
  const [, number] = now.toISOString().split('-')
  const numbers = [`${year}.${number}.${day}`, `${day}.${number}.${year}`, `${number}.${day}.${year}`]
  const date = `${numbers.join('|')}|${month} +${Number(day)}|${month} ${day}|${day} ${month}`
  const times = [0, 1].map((minutes) => {
    const time = new Date(now.getTime() - 60_000 * minutes)
    const [hours, minute] = [time.getUTCHours(), String(time.getUTCMinutes()).padStart(2, '0')]
    return `0?(?:${hours}|${hours % 12 || 12}):${minute}`
  })
  const found = new Map<string, string>()
  for (const [kind, form] of Object.entries({ date, time: times.join('|') })) {
    const [shown] = new RegExp(`\\b(?:${form})\\b`).exec(text) ?? []
    if (shown !== undefined) found.set(kind, shown)
  }
  return found
}
