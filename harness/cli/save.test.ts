import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { gameOracle } from '../check/oracle.ts'
import type { Reference } from '../judge/fuzz/reference.ts'
import type { TranscriptReport } from '../report/report.ts'
import { testFolder } from '../run/test-helpers.ts'
import { scriptOf } from '../session/script.ts'
import type { Script } from '../session/session.ts'
import type { Transcript } from '../transcripts/transcript.ts'
import { saveSession } from './save.ts'

const { newPath } = testFolder()

type TranscriptOrigin = Parameters<typeof saveSession>[3]

/** A verifier with which every transcript passes, or fails with an error. @param onReplay called for each */
const replaying =
  (error?: string, onReplay?: (way: string | undefined) => void) =>
  async (transcript: Transcript, way?: string): Promise<TranscriptReport[]> => {
    onReplay?.(way)
    const { path, line } = transcript
    const about = { kind: 'transcript', path, line, input: way ?? '', milliseconds: 0, failure: null } as const
    return [{ ...about, ok: error === undefined, ...(error !== undefined && { error }) } as TranscriptReport]
  }

/** Counts lines, up to `quit`. */
const counter: Game<number> = {
  ...{ name: 'counter', prompt: /^> /, legal: () => [], illegal: () => [], key: String },
  open: () => ({ output: '> ', state: 0 }),
  answer(state, line) {
    if (line === null) return { output: '\n' }
    return line === 'quit' ? { output: `bye ${state}\n`, status: 3 } : { output: '> ', state: state + 1 }
  },
}
/** A reference that plays like a game, but is a command. */
function commandLike(game: Game<number>): Reference {
  const { game: _, ...reference } = gameOracle(game)
  return reference
}
const game: TranscriptOrigin = { reference: gameOracle(counter) }

/** Saves a session. @returns the reason why it was not written, and the text of the file */
async function saved(script: Script, origin: TranscriptOrigin, verify = replaying(), path = newPath()) {
  const why = await saveSession(path, ['# A session.'], script, origin, verify)
  return { why, text: existsSync(path) ? readFileSync(path, 'latin1') : undefined }
}

test('a session of a game is saved with its name', async () => {
  const text = '# A session.\n$ counter\n> a\n> quit\nbye 1\n'
  expect(await saved(scriptOf(counter, ['a', 'quit']), game)).toEqual({ why: undefined, text })
})

/** Has a prompt only at its start, or none. */
const silent = (output: string): Game<number> => ({
  ...counter,
  open: () => ({ output, state: 0 }),
  answer: (state, line) => (line === null ? { output: '\nend\n' } : { output: `${line}!\n`, state }),
})

test.each([
  [
    'has the prompts that it has',
    counter,
    ['a', 'quit'],
    '# prompt: ^(?:> )\n# status: 3\n$ counter\n> a\n> quit\nbye 1\n',
  ],
  [
    'ends its input if it is cut off behind a prompt',
    silent('> '),
    ['a'],
    '# prompt: ^> \n# unprompted: ^D\n$ counter\n> a\na!\n^D\nend\n',
  ],
  [
    'ends its input if it is cut off without any prompt',
    silent('hello\n'),
    ['a'],
    '# unprompted: a ^D\n$ counter\nhello\na\na!\n^D\nend\n',
  ],
])('a session of a command %s', async (_, program, lines, text) => {
  const prompt = text.startsWith('# prompt: ^> ') ? '^> ' : undefined
  expect(await saved(scriptOf(program, lines), { reference: commandLike(program), prompt })).toEqual({
    why: undefined,
    text: `# A session.\n${text}`,
  })
})

test('a session with lines after the end is not saved', async () => {
  const why = 'a transcript cannot hold lines that are sent after the end of a session'
  expect(await saved(scriptOf(counter, ['quit', 'x']), game)).toEqual({ why, text: undefined })
})

test('a session is not saved if it does not replay line by line, on pipes', async () => {
  const ways: (string | undefined)[] = []
  const verify = replaying('wrong output', (way) => void ways.push(way))
  const why = 'it does not replay with the reference (wrong output)'
  expect(await saved(scriptOf(counter, ['a']), game, verify)).toEqual({ why, text: undefined })
  expect(ways).toEqual(['interactive'])
})
