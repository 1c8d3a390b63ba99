import { join } from 'node:path'
import pMap from 'p-map'
import { exists, findFiles, statOf } from '../base/files.ts'
import type { CheckOptions } from '../check/check.ts'
import { ReadWriteLock } from '../check/read-write-lock.ts'
import type { Entry } from '../entries/entry.ts'
import { isKnownGame, ourGames } from '../games/find.ts'
import { remediesForFlushing } from '../report/advice.ts'
import { excerptOf } from '../report/difference.ts'
import type { EntryReport, Failure } from '../report/report.ts'
import { sessionsAtATime } from '../run/launcher.ts'
import { type Verdict, verdictsOfLimits } from '../session/compare.ts'
import { verdictLimits } from '../session/limits.ts'
import { answersOf } from '../session/session.ts'
import { gameIn } from '../transcripts/command.ts'
import { findTranscripts, readTranscript, titleOf } from '../transcripts/transcript.ts'
import { type PlayOptions, playRecording, type Recording, recordingOf } from '../transcripts/verify.ts'

/**
 * Finds the recorded sessions that say what is right where no game does: those of the folder, or the one transcript,
 * that the user names, or of `fixtures/<name>`.
 * @param asked what the user names, or else the path of an entry
 * @returns them with their name, as the paths of entries have it; undefined if there is no such folder or transcript
 * @throws UsageError if it has no transcripts, or one of them cannot be played
 */
export async function findRecorded(asked: string, isNamed: boolean, compare?: string, cwd = '') {
  if (isKnownGame(asked, cwd)) return undefined
  const isFolder = (path: string) => exists(path, cwd) && statOf(path, cwd).isDirectory()
  const folders = [...(isNamed ? [asked] : []), join('fixtures', asked)].filter(isFolder)
  // Entries may be in a folder of this name.
  const folder = folders.find((path) => findFiles(path, isTranscript, cwd).length > 0) ?? folders[0]
  const place = isNamed && isTranscript(asked) && exists(asked, cwd) ? asked : folder
  if (place === undefined) return undefined
  const games = ourGames()
  const recordings = findTranscripts([place], cwd).map(async (path) => {
    const transcript = readTranscript(path, cwd)
    return recordingOf(transcript, await gameIn(transcript, games), compare)
  })
  return { name: asked.replace(/(?<=.)\/+$/, ''), recordings: await Promise.all(recordings) }
}

const isTranscript = (path: string) => path.endsWith('.transcript')

/** Plays all recorded sessions with an entry: they are few, and each tells its author something else. */
export async function playRecorded(
  recordings: readonly Recording[],
  { runtime, input: usual }: Entry,
  options: Pick<PlayOptions, 'programOf' | 'command' | 'limits' | 'exact'> &
    Pick<CheckOptions, 'onSession'> & { readonly concurrency?: number | undefined },
) {
  const toFlush = remediesForFlushing(runtime.name)
  const lock = new ReadWriteLock(verdictLimits.defaultTimeoutMs)
  const playing = { ...options, toFlush, lock, seen: { limits: 0, lacksSpaces: false } }
  const play = async (recording: Recording) => {
    const { pty, input = usual } = recording.transcript.settings
    const replayed = await playRecording(recording, pty === undefined ? input : 'pty', playing)
    options.onSession?.(1)
    return { recording, ...replayed }
  }
  // Alone, the first shows whether a program waits in vain for a blank: then the others need not.
  const played = await pMap(recordings.slice(0, 1), play)
  played.push(...(await pMap(recordings.slice(1), play, { concurrency: options.concurrency ?? sessionsAtATime() })))
  const failed = played.filter(({ failure }) => failure !== null)
  const [first] = failed
  const retriesPassed = played.filter(({ isRetried }) => isRetried).length
  const variations = new Set(played.flatMap(({ outcome }) => [...outcome.variations]))
  const causes: string[] = []
  const sessions = played.map((session): NonNullable<EntryReport['sessions']>[number] => {
    const { recording, outcome, failure, milliseconds } = session
    const { transcript } = recording
    const { verdict } = outcome
    const title = titleOf(transcript)
    const isHidden = transcript.settings.hidden !== undefined
    const about = { title, ...(!isHidden && { path: transcript.path }), verdict, milliseconds }
    if (failure === null) return { ...about, failure }
    const cause = causeOf(verdict, failure)
    if (!causes.includes(cause)) causes.push(cause)
    const { only } = failure
    const hidden = { sentence: 'this session is hidden', turns: [], at: 0, stderr: [], ...(only && { only }) }
    const shown = { ...(isHidden ? hidden : failure), suite: title }
    return { ...about, failure: shown, fault: causes.indexOf(cause) + 1 }
  })
  const wrong = sessions.filter(({ failure }) => failure !== null)
  const [only, ...others] = new Set(failed.map(({ failure }) => failure?.only))
  return {
    verdict: first?.outcome.verdict ?? 'AC',
    sessions,
    ...(only !== undefined && others.length === 0 && { only }),
    exact: first === undefined && variations.size === 0,
    variations: first === undefined ? [...variations].sort() : [],
    failure: (wrong.find(({ path }) => path !== undefined) ?? wrong[0])?.failure ?? null,
    ...(retriesPassed > 0 && { retriesPassed }),
    lines: first === undefined ? [] : answersOf(first.recording.script),
  }
}

/** What failures of one cause have in common: the limit, or else the error or first line that differs, but for its numbers. */
function causeOf(verdict: Verdict, failure: Failure): string {
  const differing = excerptOf(failure).filter((line) => /^[-+]/.test(line))
  if (failure.only !== undefined) return failure.only
  // One that is too slow is so for one cause, whichever line is missing.
  if (verdictsOfLimits.includes(verdict))
    return `${verdict} ${failure.sentence.replace(/(?<= s); expected .*|, at line .*/s, '')}`
  const lines = verdict === 'RTE' && failure.stderr.length > 0 ? failure.stderr.slice(-1) : differing.slice(0, 2)
  return JSON.stringify([verdict, ...lines]).replace(/\d+/g, '0')
}
