import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Surroundings } from '../base/host.ts'
import { linesIn } from '../base/lines.ts'
import type { TranscriptReport } from '../report/report.ts'
import { toBytes } from '../session/bytes.ts'
import { betweenRuns, type Limits } from '../session/limits.ts'
import type { Way } from '../session/script.ts'
import { longestTimeout } from './record.ts'
import { type Transcript, withSetting } from './transcript.ts'
import { kindsThatDiffer, settingOf, withoutVarying } from './varies.ts'
import type { Verifier } from './verify.ts'

/** How often a recording is replayed once the second has changed: a greeting that is chosen may be the same by luck. */
const laterReplays = 3

const stderrIsShown = '# stderr: shown'
const lineByLine = '# input: interactive'
const inTerminalOnly = '# pty: only'

interface Replay {
  readonly transcript: Transcript
  readonly report: TranscriptReport
}

/**
 * Replays a session that was just recorded. If it takes too long, tries again with a longer limit; if the output differs, with
 * standard error shown, then in a terminal. Adds `input: interactive` if the output differs with all input at once. What holds is replayed again once the
 * second has changed: a time, or a greeting that is chosen, may be the same by luck.
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
  const attempt = async (transcript: Transcript, way: Way): Promise<Replay> => {
    const [report] = await verify(transcript, way, false)
    if (report === undefined) throw new Error('a transcript is run')
    return { transcript, report }
  }
  let way: Way = recorded.settings.pty === 'only' ? 'pty' : 'interactive'
  let found = await attempt(recorded, way)
  const longest = limits === undefined ? 0 : longestTimeout(limits)
  if (found.report.verdict === 'TLE' && (recorded.settings.timeout ?? 0) < longest) {
    const comments = recorded.comments.filter((comment) => !comment.startsWith('# timeout:'))
    const patient = await attempt(withSetting({ ...recorded, comments }, `# timeout: ${longest}`), way)
    if (patient.report.ok) found = patient
  }
  const mayLackStderr = !found.report.ok && found.report.unseen !== undefined
  if (mayLackStderr && isJoined) found = await attempt(withSetting(recorded, stderrIsShown), way)
  if (!found.report.ok && isInTerminal && way !== 'pty') {
    way = 'pty'
    found = await attempt(withSetting(recorded, inTerminalOnly), way)
  }
  if (found.report.ok && way === 'interactive' && recorded.settings.input === undefined) {
    const atOnce = await attempt(found.transcript, 'stdin')
    if (!atOnce.report.ok) found = { ...found, transcript: withSetting(found.transcript, lineByLine) }
  }
  if (found.report.ok) await sleep(betweenRuns)
  for (let times = 0; found.report.ok && times < laterReplays; times++) found = await attempt(found.transcript, way)
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
  for (let last = report; ; ) {
    if (last.ok) return new Map([...found, ...presentIn(transcript, now)])
    const fresh = [...differencesIn(last)].filter(([kind]) => !found.has(kind))
    if (fresh.length === 0) return new Map()
    for (const [kind, example] of fresh) found.set(kind, example)
    last = (await again([...found.keys()].reduce((one, kind) => withSetting(one, settingOf(kind)), transcript))).report
  }
}

/** The kinds that differ in the wrong turn, with an example of each. */
function differencesIn({ failure }: TranscriptReport): Map<string, string> {
  const { expected = '', actual = '' } = failure?.turns.findLast(({ actual }) => actual !== undefined) ?? {}
  const now = linesIn(actual)
  const lines = linesIn(expected).map((line, at) => kindsThatDiffer(toBytes(line), toBytes(now[at] ?? '')))
  return new Map(lines.flatMap((kinds) => [...kinds]))
}

/** A folder of this machine that a session shows outside its varying places: elsewhere, it would not replay. */
export function ownFolderIn({ session, settings }: Transcript, { cwd, env }: Surroundings): string | undefined {
  const text = withoutVarying(session, settings.varies)
  return [cwd, env.HOME ?? '', tmpdir()].find((folder) => folder.length > 1 && text.includes(toBytes(`${folder}/`)))
}

/** The date and the time of now that a session shows outside its varying places, by their kinds. */
function presentIn({ session, settings }: Transcript, now: Date): Map<string, string> {
  const text = withoutVarying(session, settings.varies)
  const [, day = '', month, year] = /(\d+) (\w+) (\d+)/.exec(now.toUTCString()) ?? []
  const [, number] = now.toISOString().split('-')
  const dates = ['-', '/'].map((mark) => [year, number, day].join(mark))
  dates.push(...['.', '/'].map((mark) => [day, number, year].join(mark)), `${number}/${day}/${year}`)
  dates.push(`${month} ${day}`, `${month} ${day.replace(/^0/, ' ')}`, `${day} ${month}`)
  const times = [0, 1].flatMap((minutes) => {
    const time = new Date(now.getTime() - 60_000 * minutes)
    return ['en-GB', 'en-US'].map((language) =>
      time.toLocaleTimeString(language, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' }).replace(/\s.*/, ''),
    )
  })
  const found = new Map<string, string>()
  for (const [kind, forms] of Object.entries({ date: dates, time: times })) {
    const form = forms.find((form) => new RegExp(`\\b${form.replaceAll('.', '\\.')}\\b`).test(text))
    if (form !== undefined) found.set(kind, form)
  }
  return found
}
