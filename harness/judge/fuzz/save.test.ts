import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import type { TranscriptReport } from '../../report/report.ts'
import { testFolder } from '../../run/test-helpers.ts'
import { type Answers, toBytes } from '../../session/bytes.ts'
import { scriptOf } from '../../session/script.ts'
import type { Script } from '../../session/session.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { gameReference, type Reference } from '../reference/reference.ts'
import { FixtureWriter, saveSession, type TranscriptOrigin } from './save.ts'

const { folder, newPath } = testFolder()
const { signal } = new AbortController()

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
  const { game: _, ...reference } = gameReference(game, name)
  return reference
}
const game: TranscriptOrigin = { reference: gameReference(counter) }
const command: TranscriptOrigin = { reference: commandLike(counter, './counter') }

/** Saves a session. @returns the reason why it was not written, and the text of the file */
async function saved(script: Script, origin: TranscriptOrigin, verify = replaying(), path = newPath()) {
  const why = await saveSession(path, ['# A session.'], script, origin, verify)
  return { why, text: existsSync(path) ? readFileSync(path, 'latin1') : undefined }
}

describe('a session is saved', () => {
  const script = scriptOf(counter, ['a', 'quit'])

  test('of a game, with its name', async () => {
    expect(await saved(script, game)).toEqual({
      why: undefined,
      text: '# A session.\n$ counter\n> a\n> quit\nbye 1\n',
    })
  })

  test('of a command, with its prompts and its exit status', async () => {
    const { text } = await saved(script, { ...command, prompt: '^> ' })
    expect(text).toBe('# A session.\n# prompt: ^> \n# status: 3\n$ ./counter\n> a\n> quit\nbye 1\n')
  })

  test('of a command whose prompts are not given, with those that it has', async () => {
    const { text } = await saved(script, command)
    expect(text).toBe('# A session.\n# prompt: ^(?:> )\n# status: 3\n$ ./counter\n> a\n> quit\nbye 1\n')
  })

  test.each([
    [game, '$ counter\n'],
    [{ ...command, prompt: '^> ' }, '# prompt: ^> \n# status: 3\n$ ./counter\n'],
  ])('with the setting of --compare', async (origin, head) => {
    const { text } = await saved(script, { ...origin, compare: 'whitespace' })
    expect(text).toBe(`# A session.\n# compare: whitespace\n${head}> a\n> quit\nbye 1\n`)
    expect((await saved(script, { ...origin, compare: 'exact' })).text).not.toContain('compare')
  })

  test('in place of an older file', async () => {
    const path = newPath()
    writeFileSync(path, 'old')
    expect((await saved(script, game, replaying(), path)).text).toMatch(/^# A session/)
  })

  test('with bytes that are no text', async () => {
    const { text } = await saved(scriptOf(counter, ['\xff', toBytes('é')]), game)
    expect(text).toBe(`# A session.\n$ counter\n> \xff\n> ${toBytes('é')}\n> `)
  })
})

describe('a session of a command that is cut off', () => {
  /** Has no prompts. */
  const silent: Game<number> = {
    ...counter,
    open: () => ({ output: 'hello\n', state: 0 }),
    answer: (state, line) => (line === null ? { output: '\nend\n' } : { output: `${line}!\n`, state }),
  }

  test('at a prompt is saved as it is', async () => {
    const { text } = await saved(scriptOf(counter, ['a']), { ...command, prompt: '^> ' })
    expect(text).toBe('# A session.\n# prompt: ^> \n$ ./counter\n> a\n> ')
  })

  test('after a prompt, but not at one, ends its input', async () => {
    const once: Game<number> = { ...silent, open: () => ({ output: '> ', state: 0 }) }
    const origin = { reference: commandLike(once), prompt: '^> ' }
    expect((await saved(scriptOf(once, ['a']), origin)).text).toMatch(/> a\na!\n\^D\nend\n$/)
  })

  test('without any prompt ends its input', async () => {
    const { text } = await saved(scriptOf(silent, ['a']), { reference: commandLike(silent) })
    expect(text).toBe('# A session.\n# unprompted: a ^D\n$ counter\nhello\na\na!\n^D\nend\n')
  })
})

describe('a session is not saved', () => {
  test('if lines were sent after its end', async () => {
    const { why, text } = await saved(scriptOf(counter, ['quit', 'x']), game)
    expect(why).toBe('a transcript cannot hold lines that are sent after the end of a session')
    expect(text).toBeUndefined()
  })

  test('if it does not replay line by line, on pipes', async () => {
    const ways: (string | undefined)[] = []
    const verify = replaying('wrong output', (way) => void ways.push(way))
    const { why, text } = await saved(scriptOf(counter, ['a']), game, verify)
    expect(why).toBe('it does not replay with the reference (wrong output)')
    expect(text).toBeUndefined()
    expect(ways).toEqual(['interactive'])
  })

  test('if it would be read as another one', async () => {
    const { why, text } = await saved(scriptOf(counter, ['^D']), { ...command, prompt: '^> ' })
    expect(why).toMatch(/^answer 1, '\^D', is lost; give answers/)
    expect(text).toBeUndefined()
  })

  test('if there is no such folder', async () => {
    const path = join(folder, 'nowhere/a.transcript')
    expect((await saved(scriptOf(counter, ['a']), game, replaying(), path)).why).toBe(
      `${join(folder, 'nowhere')}: no such folder`,
    )
  })

  test('if the error is ours, which is passed on', async () => {
    const verify = async () => {
      throw new TypeError('oh')
    }
    await expect(saved(scriptOf(counter, ['a']), game, verify)).rejects.toThrow(TypeError)
  })
})

describe('transcripts of new lines', () => {
  /** Writes transcripts of these sessions. @returns the text of each file by its name */
  async function written(sessions: readonly Answers[], origin: TranscriptOrigin, verify = replaying(), ended = signal) {
    const fixtureWriter = new FixtureWriter()
    for (const lines of sessions) fixtureWriter.note(await origin.reference.script(lines))
    const path = join(newPath(), 'deep')
    await fixtureWriter.write(path, origin, verify, ended)
    const names = readdirSync(path).sort()
    expect(fixtureWriter.paths.toSorted()).toEqual(names.map((name) => join(path, name)))
    return Object.fromEntries(
      names.map((name) => [name.replace('.transcript', ''), readFileSync(join(path, name), 'utf8')]),
    )
  }

  /** Greets; has a reply to some words, and `no` to others. */
  const talker = (replies: Readonly<Record<string, string>>, greeting = 'hello\n> '): Game<number> => ({
    ...counter,
    open: () => ({ output: greeting, state: 0 }),
    answer: (state, line) => (line === null ? { output: '\n' } : { output: `${replies[line] ?? 'no'}\n> `, state }),
  })
  const originOf = (game: Game<number>): TranscriptOrigin => ({ reference: gameReference(game) })

  test('have a short session for each line of the reference, unless one before shows it', async () => {
    const origin = originOf(talker({ a: 'Yes, sir!', b: 'Never' }))
    const files = await written(
      [
        ['x', 'a', 'x', 'b'],
        ['x', 'a'],
      ],
      origin,
    )
    expect(files).toEqual({
      hello: '# Shows: hello\n$ counter\nhello\n> ',
      no: '# Shows: no\n$ counter\nhello\n> x\nno\n> ',
      'yes-sir': '# Shows: Yes, sir!\n$ counter\nhello\n> a\nYes, sir!\n> ',
      never: '# Shows: Never\n$ counter\nhello\n> b\nNever\n> ',
    })
  })

  test('name a session after the line that it shows, not after the first like it', async () => {
    const files = await written([['a', 'quit']], game)
    expect(files['bye-0']).toMatch(/^# Shows: bye 0\n/)
    expect(Object.keys(files)).toEqual(['bye-0', 'reply'])
  })

  test('have a number after a name that is taken; without words, that is reply', async () => {
    const signs = await written([['a', 'b']], originOf(talker({ a: '+', b: '- -' }, '> ')))
    expect(Object.keys(signs).sort()).toEqual(['reply', 'reply-2', 'reply-3'])
  })

  test('have the line in a comment, in UTF-8, trimmed and shortened', async () => {
    const long = 'word '.repeat(20)
    const files = await written([['a', 'b']], originOf(talker({ a: '   \té tu  ', b: long }, '> ')))
    expect(files['é-tu']).toMatch(/^# Shows: é tu\n/)
    const [comment = ''] =
      Object.values(files)
        .find((text) => text.includes('word'))
        ?.split('\n') ?? []
    expect(comment).toBe(`# Shows: ${long.slice(0, 70)}`)
  })

  test('leave out sessions that do not replay in every way', async () => {
    const origin = originOf(talker({ a: 'yes' }))
    const verify = async (transcript: Transcript) => [
      ...(await replaying()(transcript)),
      ...(await replaying(transcript.session.includes('x') ? 'wrong output' : undefined)(transcript)),
    ]
    expect(Object.keys(await written([['x', 'a']], origin, verify))).toEqual(['hello', 'yes'])
  })

  test('try one session for each line', async () => {
    const tried: string[] = []
    const verify = replaying('wrong output', (_, { comments }) => void tried.push(...comments))
    await written([['a'], ['a', 'a']], originOf(talker({ a: 'yes' })), verify)
    expect(tried).toEqual(['# Shows: hello', '# Shows: >', '# Shows: yes'])
  })

  test('leave out sessions that cannot be a transcript', async () => {
    const origin = { reference: commandLike(talker({ '^D': 'yes', b: 'no' })), prompt: '^> ' }
    expect(Object.keys(await written([['^D', 'b']], origin))).toEqual(['hello', 'no'])
  })

  test('show a line in another session if the first that shows it is left out', async () => {
    // The first session shows both; it does not replay.
    const origin = originOf(talker({ a: 'one\ntwo' }))
    const verify = async (transcript: Transcript) =>
      replaying(transcript.comments.includes('# Shows: one') ? 'no' : undefined)(transcript)
    expect(Object.keys(await written([['a']], origin, verify))).toEqual(['hello', 'two'])
  })

  test('are no more once the search is ended', async () => {
    const ending = new AbortController()
    const verify = replaying(undefined, () => ending.abort())
    expect(Object.keys(await written([['a', 'b']], originOf(talker({ a: 'yes' })), verify, ending.signal))).toEqual([
      'hello',
    ])
  })

  test('may be written into a folder that exists', async () => {
    const path = newPath()
    mkdirSync(path)
    const fixtureWriter = new FixtureWriter()
    fixtureWriter.note(scriptOf(counter, ['quit']))
    await fixtureWriter.write(path, game, replaying(), signal)
    // In the order of their first appearance.
    expect(fixtureWriter.paths).toEqual([join(path, 'reply.transcript'), join(path, 'bye-0.transcript')])
  })

  test('hide no error of ours', async () => {
    const silent: Game<number> = { ...counter, open: () => ({ output: 'hello\n', state: 0 }) }
    const reference: Reference = {
      ...commandLike(silent),
      script(lines) {
        if (lines.includes(null)) throw new TypeError('oh')
        return scriptOf(silent, lines)
      },
    }
    await expect(written([[]], { reference })).rejects.toThrow(TypeError)
  })
})
