import { describe, expect, test } from 'vitest'
import { NotStarted } from '../../base/usage-error.ts'
import type { Program } from '../../session/program.ts'
import { answersOf, type End, outputOf, type Session, type Turn } from '../../session/session.ts'
import { checkReference, promptLike, shellWords } from './check.ts'
import { ProgramReference } from './reference.ts'

const limits = { milliseconds: 1000 }

describe('a command of a reference takes the place of its shell', () => {
  const words = (command: string) => shellWords('--reference', command)

  test('one command runs in place of the shell', () => {
    expect(words(`perl "a b.pl" 'c'`)).toEqual(['sh', '-c', `exec perl "a b.pl" 'c'`])
  })

  test.each([
    ['', "--reference '': names no command: give one, as in 'python3 old.py'"],
    [' \t', "--reference ' \t': names no command"],
    ['a\nb', "--reference 'a\nb': a command has one line: write a script, and name it here"],
    ['a\rb', "--reference 'a\rb': a command has one line: write a script, and name it here"],
    ["perl 'a", `--reference 'perl '"'"'a': a quote is not closed: close it, or write a script, and name that`],
  ])('a command cannot be %j', (command, message) => {
    expect(() => words(command)).toThrow(message)
  })
})

test('a prompt is a regular expression for one line', () => {
  expect(promptLike('^> ').exec('> 4')?.[0]).toBe('> ')
  expect(() => promptLike('a\nb')).toThrow(/^--prompt: it cannot contain a newline$/)
  expect(() => promptLike('(')).toThrow(/^--prompt: .*\(/)
})

/** Tries a program as the reference; lists the sessions that it has played. */
async function tried(play: (lines: readonly (string | null)[]) => Session, words: readonly string[] = ['a', 'b']) {
  const played: (readonly (string | null)[])[] = []
  const program: Program = {
    async play(script) {
      played.push(answersOf(script))
      return play(answersOf(script))
    },
  }
  await checkReference(new ProgramReference('greet me', program, limits), words)
  return played
}

/** A session in which each line is answered by itself. */
function echoed(lines: readonly (string | null)[], prompt = '? '): Session {
  const turns: Turn[] = []
  let output = prompt
  for (const answer of lines) {
    turns.push({ output, answer })
    if (answer === null || answer === 'quit' || answer === 'exit')
      return { turns: [...turns, { output: 'bye\n' }], end: { how: 'exit', status: 0 } }
    output = `${answer}\n${prompt}`
  }
  return { turns: [...turns, { output }], end: { how: 'cut' } }
}

describe.concurrent('what cannot be a reference', () => {
  const nothing = [{ output: '' }]
  const hint = 'say what its prompts look like with --prompt, or give it a longer --timeout'

  test.each<[Session, string]>([
    [
      { turns: nothing, end: { how: 'exit', status: 0 } },
      'ends before it asks for a line (exit status 0): a reference must read lines from its standard input',
    ],
    [
      { turns: nothing, end: { how: 'exit', status: 2 }, stderr: 'first\nno such file\n' },
      'ends before it asks for a line (exit status 2: no such file)',
    ],
    [{ turns: nothing, end: { how: 'lost' } }, 'killed the shell that ran it'],
    [{ turns: nothing, end: { how: 'silent', milliseconds: 1000 } }, `never prompts: no output for 1 s; ${hint}`],
    [{ turns: nothing, end: { how: 'flood', bytes: 9 } }, `never prompts: wrote more than 9 bytes; ${hint}`],
    [
      { turns: [{ output: '', answer: null }, { output: '' }], end: { how: 'silent', milliseconds: 1000 } },
      'reads nothing and says nothing: it must read lines from its standard input',
    ],
    [
      { turns: [{ output: 'hi\n', answer: null }, { output: '' }], end: { how: 'silent', milliseconds: 1000 } },
      "says 'hi' and reads nothing: it must read lines from its standard input",
    ],
  ])('%j', async (session, why) => {
    await expect(tried(() => session)).rejects.toThrow(`--reference 'greet me': ${why}`)
  })

  test.each([
    ['when it starts', () => echoed([null], '\x1b[?1049h? ')],
    [
      'and never prompts',
      (): Session => ({ turns: [{ output: '\x1b[?1049h' }], end: { how: 'silent', milliseconds: 1000 } }),
    ],
    ['after a line', (lines: readonly (string | null)[]) => echoed(lines, lines[0] === null ? '? ' : '\x1b[?47h? ')],
  ])('what draws on the whole screen %s is refused', async (_, play) => {
    await expect(tried(play)).rejects.toThrow(
      "--reference 'greet me': draws on the whole screen (ESC [?1049h): a reference is a program that writes line by line",
    )
  })

  test('what cannot be started is refused; other errors are ours', async () => {
    const failing = (error: Error) =>
      tried(() => {
        throw error
      })
    await expect(failing(new NotStarted('greet'))).rejects.toThrow(
      "--reference 'greet me': cannot be started: is it there, and is it executable?",
    )
    await expect(failing(new Error('oh'))).rejects.toThrow(/^oh$/)
  })

  test('what writes the time is refused', async () => {
    const seconds = () => Math.floor(performance.now() / 1000)
    await expect(tried((lines) => echoed(lines, `${seconds()}? `))).rejects.toThrow(/differs between two runs/)
  })
})

describe.concurrent('a reference', () => {
  test('a reference is tried twice without a line and with all words, a hundred at the most', async () => {
    const words = Array.from({ length: 120 }, (_, at) => `word ${at}`)
    const some = words.slice(0, 100)
    expect(await tried(echoed, words)).toEqual([[null], [], some, [], some])
  })

  test('a reference may write nothing until it gets a line', async () => {
    const cat = (lines: readonly (string | null)[]): Session => {
      if (lines[0] !== null) return echoed(lines, '')
      return { turns: [{ output: '', answer: null }, { output: '' }], end: { how: 'silent', milliseconds: 1000 } }
    }
    const played = await tried(cat, ['a', 'b', 'c', 'd'])
    expect(played.slice(0, 2)).toEqual([[null], ['a', 'b', 'c']])
    expect(outputOf(cat(['a']))).toBe('a\n')
  })

  test.each<[string, End, string]>([
    ['write nothing, if it ends when its input does', { how: 'exit', status: 0 }, ''],
    ['write something first, and then nothing', { how: 'unknown', why: 'no output' }, 'ready\n'],
  ])('a reference may %s', async (_, end, output) => {
    const quiet = (lines: readonly (string | null)[]): Session => {
      if (lines[0] === null) return { turns: [{ output, answer: null }, { output: '' }], end }
      return { turns: [...lines.map((answer) => ({ output: '', answer })), { output: '' }], end: { how: 'cut' } }
    }
    await tried(quiet)
  })
})
