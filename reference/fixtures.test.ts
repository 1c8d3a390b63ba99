import { expect, test } from 'vitest'
import { gameProgram } from '../harness/games/test-helpers.ts'
import { compare } from '../harness/session/compare.ts'
import { gamesWith, playedBy } from '../harness/transcripts/command.ts'
import { findTranscripts, readTranscript } from '../harness/transcripts/transcript.ts'
import { recordingOf } from '../harness/transcripts/verify.ts'

const games = await gamesWith(undefined)

// What the games say is shown by these sessions; tests beside the games have what no session shows. Processes play them in
// harness/cli/fixtures.slow.test.ts.
test.each(findTranscripts(['fixtures']))('its game says what is in %s', async (path) => {
  const transcript = readTranscript(path)
  const game = playedBy(transcript.command, games)
  if (game === undefined) throw new Error(`no game of ours: ${transcript.command}`)
  const { script } = recordingOf(transcript, games)
  const session = await gameProgram(game).play(script, { milliseconds: 0 })
  expect(compare(script, session, { lockStep: true, status: true })).toMatchObject({ verdict: 'AC' })
})
