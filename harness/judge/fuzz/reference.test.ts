import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { NotStarted } from '../../base/usage-error.ts'
import { Launcher, userContext } from '../../run/launcher.ts'
import { testFolder } from '../../run/test-helpers.ts'
import { type Answers, type Lines, toBytes } from '../../session/bytes.ts'
import { compare } from '../../session/compare.ts'
import type { Program } from '../../session/program.ts'
import { answersOf, type End, type Session } from '../../session/session.ts'
import { type Looseness, readVaries } from '../../transcripts/varies.ts'
import { usualLength } from '../typing/sessions.ts'
import { openReference, ProgramReference, promptLike, type ReferenceOptions } from './reference.ts'

const exit = (status: number) => ({ how: 'exit', status }) as const
const killed = exit(139)

/** The session of a program that echoes each line, as far as it was played. */
function echoing(lines: Answers, end: End = exit(0), stderr = ''): Session {
  const turns = lines.map((answer, index) => ({ output: index === 0 ? '> ' : `${lines[index - 1]}!\n> `, answer }))
  const last = lines.at(-1) === undefined ? '> ' : `${lines.at(-1)}!\n`
  return { turns: [...turns, { output: last }], end, ...(stderr !== '' && { stderr }) }
}

/** A session in which each line is answered, up to the end of input. */
function asking(lines: Answers, prompt = '? '): Session {
  const turns = lines.map((answer, at) => ({ output: `${at === 0 ? '' : `${lines[at - 1]}\n`}${prompt}`, answer }))
  if (lines.at(-1) === null) return { turns: [...turns, { output: 'bye\n' }], end: exit(0) }
  return { turns: [...turns, { output: prompt }], end: { how: 'cut' } }
}

/** A command as the reference whose sessions are these, and what was typed in each. */
function referenceWith(session: (lines: Answers, count: number) => Session, looseness: Looseness = {}) {
  const played: Answers[] = []
  const program: Program = {
    async play(script) {
      const lines = answersOf(script)
      return session(lines, played.push(lines) - 1)
    },
  }
  return { reference: new ProgramReference("./ref 'a'", program, { milliseconds: 1 }, looseness), played }
}

const crashesOf = ({ crashes }: ProgramReference) => [...crashes.values()]

describe('a command as the reference', () => {
  test('a reference may differ from run to run where the user says so, and nowhere else', async () => {
    const counting = (_: Answers, count: number) => ({ turns: [{ output: `> ${count} of 2\n` }], end: exit(0) })
    const { reference } = referenceWith(counting, { varies: readVaries(['^> \\d+']) })
    const verdictOn = async (output: string) =>
      compare(await reference.script([]), { turns: [{ output }], end: exit(0) }, { lockStep: true }).verdict
    expect([await verdictOn('> 77 of 2\n'), await verdictOn('> 77 of 3\n')]).toEqual(['AC', 'WA'])
    await reference.mustRepeat([])
    await expect(referenceWith(counting).reference.mustRepeat([])).rejects.toThrow(
      /^--reference '\.\/ref '"'"'a'"'": the reference itself differs between two runs, at byte 2, .* fewer --words$/,
    )
  })

  test('white space must be the same in each run of the reference itself', async () => {
    const spaced = (_: Answers, count: number) => ({
      turns: [{ output: count === 0 ? 'a  b\n' : 'a b\n' }],
      end: exit(0),
    })
    const { reference } = referenceWith(spaced, { compare: 'whitespace' })
    await expect(reference.mustRepeat([])).rejects.toThrow('differs between two runs, at byte 2')
  })

  test('a reference says what is right, as text, up to its end; other lines follow it', async () => {
    const { reference } = referenceWith(([first = '']) => ({
      turns: [{ output: '> ', answer: first }, { output: toBytes('é\n') }],
      end: exit(3),
    }))
    const right = { turns: [{ output: '> ', answer: 'a' }, { output: 'é\n' }], end: exit(3) }
    expect(await reference.script(['a'])).toEqual(right)
    expect(await reference.script(['a', 'b', null, 'c'])).toEqual({ ...right, leftover: ['b', 'c'] })
    expect([reference.name, crashesOf(reference)]).toEqual(["./ref 'a'", []])
  })

  test('a reference is played once, up to the end of its input if that is sent at once', async () => {
    const { reference, played } = referenceWith((lines) => echoing(lines))
    for (const lines of [['a'], ['a', null]]) await reference.script(lines, 'stdin')
    expect(played).toEqual([['a', null]])
  })

  test('a session that is cut off has no lines after it', async () => {
    const { reference } = referenceWith((lines) => echoing(lines.slice(0, 1), { how: 'cut' }))
    expect(await reference.script(['a', 'b'])).toEqual(echoing(['a'], { how: 'cut' }))
  })

  test('the lines are those that were typed, also in a terminal without echo', async () => {
    const hidden = (lines: Answers) => lines.map((line) => line && '<hidden>')
    const { reference } = referenceWith((lines) => echoing(hidden(lines), { how: 'cut' }))
    expect(answersOf(await reference.script(['a', 'b']))).toEqual(['a', 'b'])
  })

  test.each<[End, string]>([
    [{ how: 'silent', milliseconds: 2000 }, "no output for 2 s after 'b'"],
    [{ how: 'slow', milliseconds: 20_000 }, "took more than 20 s for one reply after 'b'"],
  ])('the time limit is an error, as a short session would let wrong programs pass: %j', async (end, why) => {
    const { reference } = referenceWith((lines) => echoing(lines, end))
    await expect(reference.script(['a', 'b'])).rejects.toThrow(`: ${why}: give it a longer --timeout`)
    if (end.how !== 'silent') return
    expect((await reference.script(['a', null])).turns).toHaveLength(2)
    expect(crashesOf(reference)).toMatchObject([{ why: 'does not end after the end of input' }])
  })
})

describe('a reference that crashes', () => {
  test('a reference is right up to the last line that it read before it crashes', async () => {
    const { reference } = referenceWith((lines) => echoing(lines.slice(0, 2), killed))
    expect(await reference.script(['a', 'b', 'c'])).toEqual({
      turns: [{ output: '> ', answer: 'a' }, { output: 'a!\n> ' }],
      end: { how: 'cut' },
    })
    expect(reference.typedInCrashes).toEqual(new Set(['a', 'b']))
    expect(crashesOf(reference)).toEqual([{ why: 'crashes (SIGSEGV)', lines: ['a', 'b'] }])
  })

  test('the shortest session of each kind of crash is kept: another signal, end or message, but not other data in it', async () => {
    const crash = ([word = '']: Answers) => `Traceback (most recent call last):\n${word}`
    const { reference } = referenceWith((lines) =>
      lines[0]?.startsWith('E') ? echoing(lines, exit(1), crash(lines)) : echoing(lines, killed),
    )
    for (const lines of [['b', 'a'], ['a'], ['a', 'b'], ['a', null]]) await reference.script(lines)
    for (const word of ["E 'a'", 'E "b c" 12', 'E `d` 0xAf', 'Eh 3']) await reference.script([word])
    const shortest = [['a'], ['a', null], ["E 'a'"], ['E "b c" 12'], ['Eh 3']]
    expect(crashesOf(reference).map(({ lines }) => lines)).toEqual(shortest)
  })

  const said = (text: string, status = 1) => referenceWith(() => echoing(['a'], exit(status), text)).reference

  test.each([
    'Traceback (most recent call last):\n  File "x"\nValueError',
    "thread 'main' (7) panicked at src/main.rs",
    'panic: oh\n\ngoroutine 1 [running]:',
    'fatal error: oh\ngoroutine 1',
    'Exception in thread "main" java.lang.E',
    'Unhandled exception. E',
    'oh\n    at f (x.js:1:2)',
    "x.rb:3:in 'f': oh (A::B)",
  ])('a reference crashes with the message of a runtime, and not if that is shown in a line: %j', async (text) => {
    const reference = said(text)
    expect((await reference.script(['a'])).end).toEqual({ how: 'cut' })
    expect(crashesOf(reference)[0]?.why).toBe(`crashes (exit status 1: ${text.split('\n').at(-1)})`)
    const shown = text.split('\n').map((line) => `oh: ${line}`)
    expect((await said(shown.join('\n')).script(['a'])).end).toEqual(exit(1))
    expect((await said(text, 0).script(['a'])).end).toEqual(exit(0))
  })
})

test('a prompt has one line', () => {
  expect(() => promptLike('a\nb')).toThrow(/^--prompt: it cannot contain a newline$/)
})

describe('what is opened', () => {
  const { write } = testFolder()
  const launcher = new Launcher(userContext())
  afterAll(() => launcher.close())

  /** What commands were tried with, in place of trying them, which takes more than a second. */
  let tried: Parameters<ProgramReference['check']>[] = []
  beforeEach(() => {
    tried = []
    vi.spyOn(ProgramReference.prototype, 'check').mockImplementation(async (...given) => void tried.push(given))
  })
  afterEach(() => void vi.restoreAllMocks())

  const game: Game<number> = {
    ...{ name: 'counter', prompt: /^> /, illegal: () => ['no'], key: String },
    open: () => ({ output: '> ', state: 0 }),
    answer: (state) => ({ output: '> ', ...(state < 50 && { state: state + 1 }) }),
    legal: (state) => Array.from({ length: 30 }, (_, at) => `é${state + at}`),
  }
  const counter = { game: game as Game<unknown>, name: 'counter -x' }
  const open = (options: Partial<ReferenceOptions>, named: typeof counter | undefined = undefined) =>
    openReference(launcher, named, { limits: { milliseconds: 60_000 }, ...options })

  /** A recorded session with these answers, and the end of input. */
  const recorded = (name: string, ...lines: string[]) =>
    write(name, `# prompt: ^> \n$ ./old\n${lines.map((line) => `> ${line}\n`).join('')}> ^D`)

  test('a game is the reference, named with its options, and its lines are typed', async () => {
    const opened = await open({}, counter)
    expect(opened).toMatchObject({ reference: { name: 'counter -x', game }, prompt: { source: '^> ' }, words: [] })
    expect(opened.choices.likely.slice(0, 2)).toEqual([toBytes('é0'), toBytes('é1')])
    expect(opened.choices.others).toEqual(['no'])
    expect(opened.maxLines).toBe(await usualLength(game))
    expect(opened.maxLines).not.toBe(60)
    expect(tried).toEqual([])
  })

  test('only words and recorded answers are typed if there are some', async () => {
    const like = [recorded('like/a.transcript', 'x', 'y')]
    const words = await open({ words: 'a b' }, counter)
    expect(words).toMatchObject({
      words: ['a', 'b'],
      maxLines: 60,
      choices: { likely: ['a', 'b'], others: [], last: [] },
    })
    const { choices } = await open({ words: 'a b', like }, counter)
    expect(choices).toMatchObject({ likely: ['a', 'b', 'x'], others: ['x', 'y'] })
    expect(choices.after('x').likely).toEqual(['a', 'b', 'y'])
    expect(await open({ like }, counter)).toMatchObject({ choices: { likely: ['x'] }, legal: ['x', 'y'] })
  })

  test('a command that is the reference is tried first, with all lines of the user', async () => {
    const like = [recorded('tried.transcript', 'c', 'a')]
    const opened = await open({ reference: './ref -x', prompt: '^\\? ', words: 'a b', like })
    expect(opened).toMatchObject({ reference: { name: './ref -x' }, prompt: { source: '^\\? ' }, maxLines: 60 })
    expect(tried).toEqual([[['a', 'b', 'c'], opened.prompt]])
  })

  test('a command that is the reference has the prompts and the lines of a game, unless others are given', async () => {
    const reference = './ref -x'
    const opened = await open({ reference }, counter)
    expect(opened).toMatchObject({ prompt: { source: '^> ' }, reference: { name: reference } })
    expect(opened.choices.likely[0]).toBe(toBytes('é0'))
    expect(tried).toEqual([[game.legal(0).map(toBytes), game.prompt]])
    expect(await open({ reference, prompt: '^: ' }, counter)).toMatchObject({ prompt: { source: '^: ' } })
  })

  test.each([
    [undefined, 'string'],
    ['whitespace', 'object'],
  ] as const)('white space counts unless --compare says otherwise: %s', async (compare, type) => {
    const { reference } = await open({ reference: 'echo "a  b"', words: 'a', compare })
    expect(typeof (await reference.script([])).turns[0]?.output).toBe(type)
  })

  test.each([
    [' \t', "--reference ' \t': names no command: give one, as in 'python3 old.py'"],
    ['a\nb', "--reference 'a\nb': a command has one line: write a script, and name it here"],
    ["perl 'a", `--reference 'perl '"'"'a': a quote is not closed: close it, or write a script, and name that`],
  ])('a command cannot be %j', async (reference, why) => {
    await expect(open({ reference, words: 'a' })).rejects.toThrow(why)
  })
})

describe.concurrent('a reference is tried', () => {
  /** Tries a program as the reference; lists the sessions that it has played. */
  async function tried(play: (lines: Answers) => Session, words: Lines = ['a', 'b']) {
    const { reference, played } = referenceWith(play)
    await reference.check(words)
    return played
  }
  const silent = { how: 'silent', milliseconds: 1000 } as const
  const ended = (output: string, end: End = silent): Session => ({
    turns: [{ output, answer: null }, { output: '' }],
    end,
  })

  test.each<[Session, string]>([
    [
      { turns: [{ output: '' }], end: exit(2), stderr: 'first\nno such file\n' },
      'ends before it asks for a line (exit status 2: no such file): a reference must read lines from its standard input',
    ],
    [ended(''), 'reads nothing and says nothing: it must read lines from its standard input'],
    [ended('hi\n'), "reads nothing and says 'hi': it must read lines from its standard input"],
    [
      { turns: [{ output: '\x1b[?1049h' }], end: silent },
      'draws on the whole screen (ESC [?1049h): a reference is a program that writes line by line',
    ],
  ])('what cannot be a reference is refused: %j', async (session, why) => {
    await expect(tried(() => session)).rejects.toThrow(`--reference './ref '"'"'a'"'": ${why}`)
  })

  test('what draws on the whole screen after a line, cannot be started, or writes the time is refused', async () => {
    const draws = (lines: Answers) => asking(lines, lines[0] === null ? '? ' : '\x1b[?47h? ')
    await expect(tried(draws)).rejects.toThrow('draws on the whole screen')
    const failing = (error: Error) => () => {
      throw error
    }
    await expect(tried(failing(new NotStarted('greet')))).rejects.toThrow(/'a'"'": cannot be started: /)
    await expect(tried(failing(new Error('oh')))).rejects.toThrow(/^oh$/)
    const seconds = () => Math.floor(performance.now() / 1000)
    await expect(tried((lines) => asking(lines, `${seconds()}? `))).rejects.toThrow(/differs between two runs/)
  })

  test('a reference is tried twice without a line and with all words, a hundred at the most', async () => {
    const words = Array.from({ length: 120 }, (_, at) => `word ${at}`)
    const some = words.slice(0, 100)
    expect(await tried((lines) => asking(lines), words)).toEqual([[null], [], some, [], some])
  })

  test('a reference may write nothing until it gets a line, or if it ends when its input does', async () => {
    const played = await tried((lines) => (lines[0] === null ? ended('') : asking(lines, '')))
    expect(played.slice(0, 2)).toEqual([[null], ['a', 'b']])
    await tried((lines) => (lines[0] === null ? ended('', exit(0)) : asking(lines, '. ')))
  })
})
