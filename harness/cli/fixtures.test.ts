import { expect, test } from 'vitest'
import { gameProgram } from '../games/program.ts'
import { compare } from '../session/compare.ts'
import { gamesWith, playedBy } from '../transcripts/games.ts'
import { findTranscripts, readTranscript } from '../transcripts/transcript.ts'
import { scriptOfTranscript } from '../transcripts/verify.ts'
import { transcripts } from './vitest.ts'

const games = await gamesWith(undefined)

// Processes play one of them, in both ways, and all in fixtures.slow.test.ts.
test.each(findTranscripts(['fixtures']))('its game says what is in %s', async (path) => {
  const transcript = readTranscript(path)
  const game = playedBy(transcript.command, games)
  if (game === undefined) throw new Error(`no game of ours: ${transcript.command}`)
  const script = scriptOfTranscript(transcript, games)
  const session = await gameProgram(game).play(script, { milliseconds: 0 })
  expect(compare(script, session, { lockStep: true, status: true })).toMatchObject({ verdict: 'AC' })
})

transcripts('fixtures/tic-tac-toe/challenge-tie.transcript')
