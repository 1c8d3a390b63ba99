import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { gameOracle } from '../../check/oracle.ts'
import type { TranscriptReport } from '../../report/report.ts'
import { testFolder } from '../../run/test-helpers.ts'
import { scriptOf } from '../../session/script.ts'
import type { Script } from '../../session/session.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import type { Reference } from './reference.ts'
import { saveSession, type TranscriptOrigin } from './save.ts'

const { newPath } = testFolder()

/** A verifier with which every transcript passes, or fails with an error. @param onReplay called for each */
const replaying =
  (error?: string, onReplay?: (way: string | undefined, transcript: Transcript) => void) =>
  async (transcript: Transcript, way?: string): Promise<TranscriptReport[]> => {
    onReplay?.(way, transcript)
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
function commandLike(game: Game<number>, name = game.name): Reference {
  const { game: _, ...reference } = gameOracle(game, name)
  return reference
}
const game: TranscriptOrigin = { reference: gameOracle(counter) }
const command: TranscriptOrigin = { reference: commandLike(counter, './counter') }

/** Saves a session. @returns the reason why it was not written, and the text of the file */
async function saved(script: Script, origin: TranscriptOrigin, verify = replaying(), path = newPath()) {
  const why = await saveSession(path, ['# A session.'], script, origin, verify)
  return { why, text: existsSync(path) ? readFileSync(path, 'latin1') : undefined }
}

describe('a session is saved', () => {
  const script = scriptOf(counter, ['a', 'quit'])

  test('a session of a game is saved with its name', async () => {
    expect(await saved(script, game)).toEqual({
      why: undefined,
      text: '# A session.\n$ counter\n> a\n> quit\nbye 1\n',
    })
  })

  test('a session of a command is saved with the prompts that it has', async () => {
    const { text } = await saved(script, command)
    expect(text).toBe('# A session.\n# prompt: ^(?:> )\n# status: 3\n$ ./counter\n> a\n> quit\nbye 1\n')
  })
})

describe('a session of a command that is cut off', () => {
  /** Has no prompts. */
  const silent: Game<number> = {
    ...counter,
    open: () => ({ output: 'hello\n', state: 0 }),
    answer: (state, line) => (line === null ? { output: '\nend\n' } : { output: `${line}!\n`, state }),
  }

  test('a session that is cut off after a prompt, but not at one, ends its input', async () => {
    const once: Game<number> = { ...silent, open: () => ({ output: '> ', state: 0 }) }
    const origin = { reference: commandLike(once), prompt: '^> ' }
    expect((await saved(scriptOf(once, ['a']), origin)).text).toMatch(/> a\na!\n\^D\nend\n$/)
  })

  test('a session that is cut off without any prompt ends its input', async () => {
    const { text } = await saved(scriptOf(silent, ['a']), { reference: commandLike(silent) })
    expect(text).toBe('# A session.\n# unprompted: a ^D\n$ counter\nhello\na\na!\n^D\nend\n')
  })
})

describe('a session is not saved', () => {
  test('lines after the end cannot be saved', async () => {
    const { why, text } = await saved(scriptOf(counter, ['quit', 'x']), game)
    expect(why).toBe('a transcript cannot hold lines that are sent after the end of a session')
    expect(text).toBeUndefined()
  })

  test('a session is not saved if it does not replay line by line, on pipes', async () => {
    const ways: (string | undefined)[] = []
    const verify = replaying('wrong output', (way) => void ways.push(way))
    const { why, text } = await saved(scriptOf(counter, ['a']), game, verify)
    expect(why).toBe('it does not replay with the reference (wrong output)')
    expect(text).toBeUndefined()
    expect(ways).toEqual(['interactive'])
  })

  test('an error of ours is passed on', async () => {
    const verify = async () => {
      throw new TypeError('oh')
    }
    await expect(saved(scriptOf(counter, ['a']), game, verify)).rejects.toThrow(TypeError)
  })
})
