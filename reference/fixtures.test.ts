import { expect, test } from 'vitest'
import { ourGames } from '../harness/games/find.ts'
import { compare } from '../harness/session/compare.ts'
import { exactly, scriptOf } from '../harness/session/script.ts'
import { answersOf } from '../harness/session/session.ts'
import { gameOf, playedBy } from '../harness/transcripts/command.ts'
import { findTranscripts, readTranscript } from '../harness/transcripts/transcript.ts'
import { recordingOf } from '../harness/transcripts/verify.ts'

// What the games say is shown by these sessions; tests beside the games have what no session shows. Processes play them in
// harness/cli/fixtures.slow.test.ts.
test.each(findTranscripts(['fixtures']))('its game says what is in %s', (path) => {
  const transcript = readTranscript(path)
  const found = gameOf(transcript.command, ourGames())
  const game = playedBy(transcript.command, found)
  if (game === undefined) throw new Error(`no game of ours: ${transcript.command}`)
  const { script } = recordingOf(transcript, found)
  const session = exactly(scriptOf(game, answersOf(script)))
  expect(compare(script, session, { lockStep: true, status: true })).toMatchObject({ verdict: 'AC' })
})
