import { describe, expect, test } from 'vitest'
import { type Answers, toBytes } from '../../session/bytes.ts'
import { compare } from '../../session/compare.ts'
import type { Program } from '../../session/program.ts'
import { answersOf, type End, type Session } from '../../session/session.ts'
import { type Compare, readVaries } from '../../transcripts/varies.ts'
import { ProgramReference, troublesOf } from './reference.ts'

const exit = (status: number) => ({ how: 'exit', status }) as const

/** The session of a program that echoes each line, as far as it was played. */
function echoing(lines: Answers, end: End = exit(0), stderr = ''): Session {
  const turns = lines.map((answer, index) => ({ output: index === 0 ? '> ' : `${lines[index - 1]}!\n> `, answer }))
  const last = lines.at(-1) === undefined ? '> ' : `${lines.at(-1)}!\n`
  return { turns: [...turns, { output: last }], end, ...(stderr !== '' && { stderr }) }
}

/** A command as the reference whose sessions are these, and what was typed in each. */
function referenceWith(session: (lines: Answers, count: number) => Session) {
  const played: Answers[] = []
  const program: Program = {
    async play(script) {
      const lines = answersOf(script)
      return session(lines, played.push(lines) - 1)
    },
  }
  return { reference: new ProgramReference("./ref 'a'", program, { milliseconds: 1 }), played }
}

describe('a command as the reference', () => {
  test('a reference may differ from run to run where the user says so, and nowhere else', async () => {
    let count = 0
    const play = async () => ({ turns: [{ output: `> ${++count} of 2\n` }], end: exit(0) })
    const referenceThat = (varies?: string[]) =>
      new ProgramReference('./ref', { play }, { milliseconds: 1 }, { varies: readVaries(varies) })
    const reference = referenceThat(['^> \\d+'])
    const script = await reference.script([])
    expect(compare(script, { turns: [{ output: '> 77 of 2\n' }], end: exit(0) }, { lockStep: true }).verdict).toBe('AC')
    expect(compare(script, { turns: [{ output: '> 77 of 3\n' }], end: exit(0) }, { lockStep: true }).verdict).toBe('WA')
    await reference.mustRepeat([])
    await expect(referenceThat().mustRepeat([])).rejects.toThrow(/differs between two runs, at byte 2/)
  })

  test('a reference says what is right, as text, up to its end; other lines follow it', async () => {
    const { reference } = referenceWith(([first = ''], _) => ({
      turns: [{ output: '> ', answer: first }, { output: toBytes('é\n') }],
      end: exit(3),
    }))
    const right = { turns: [{ output: '> ', answer: 'a' }, { output: 'é\n' }], end: exit(3) }
    expect(await reference.script(['a'])).toEqual(right)
    expect(await reference.script(['a', 'b'])).toEqual({ ...right, leftover: ['b'] })
    expect(await reference.script(['a', 'b', null, 'c'])).toEqual({ ...right, leftover: ['b', 'c'] })
    expect([reference.name, troublesOf(reference)]).toEqual(["./ref 'a'", []])
  })

  test.each([[['a']], [['a', null]]])(
    'a reference is played up to the end of its input, if that is sent at once: %j',
    async (lines) => {
      const { reference, played } = referenceWith((lines) => echoing(lines))
      await reference.script(lines, 'stdin')
      expect(played).toEqual([['a', null]])
    },
  )

  test('a session that is cut off has no lines after it', async () => {
    const { reference } = referenceWith((lines) => echoing(lines.slice(0, 1), { how: 'cut' }))
    expect(await reference.script(['a', 'b'])).toEqual(echoing(['a'], { how: 'cut' }))
  })

  test('a reference plays a session once, but forgets all but the latest 2,000', async () => {
    const { reference, played } = referenceWith((lines) => echoing(lines))
    const ask = async (index: number) => {
      const before = played.length
      await reference.script([`${index}`])
      return played.length - before
    }
    for (let index = 0; index < 2000; index++) await ask(index)
    expect(await ask(0)).toBe(0)
    expect(await ask(2000)).toBe(1)
    expect([await ask(0), await ask(2), await ask(1)]).toEqual([0, 0, 1])
    expect(await ask(3)).toBe(1)
    await reference.play(['0'])
    expect(played.at(-1)).toEqual(['0'])
  })

  test('a reference must write the same again', async () => {
    const { reference } = referenceWith((lines, count) => echoing(lines, exit(count > 1 ? 1 : 0)))
    await expect(reference.mustRepeat(['a'])).resolves.toBeUndefined()
    await expect(reference.mustRepeat(['a'])).rejects.toThrow(
      /^--reference '\.\/ref '"'"'a'"'": the reference itself differs .* fewer --words$/,
    )
  })
})

describe('a reference that crashes', () => {
  const killed = exit(139)

  test('a reference is right up to the last line before it crashes', async () => {
    const { reference } = referenceWith((lines) => echoing(lines, killed))
    expect(await reference.script(['a', 'b'])).toEqual({
      turns: [{ output: '> ', answer: 'a' }, { output: 'a!\n> ' }],
      end: { how: 'cut' },
    })
    expect(reference.typedInTrouble).toEqual(new Set(['a', 'b']))
    expect(troublesOf(reference)).toEqual([{ why: 'crashes (SIGSEGV)', lines: ['a', 'b'] }])
  })

  test('a crash has the lines that the reference read, not those after them', async () => {
    const { reference } = referenceWith((lines) => echoing(lines.slice(0, 1), killed))
    await reference.script(['a', 'b'])
    expect(reference.typedInTrouble).toEqual(new Set(['a']))
    expect(troublesOf(reference)).toMatchObject([{ lines: ['a'] }])
  })

  test('a report of crashes has the shortest session of each kind in its report', async () => {
    const crash = (lines: Answers) => `Traceback (most recent call last):\nError: '${lines[0]}' 0x1f ${lines.length}`
    const { reference } = referenceWith((lines) =>
      lines.includes('x') ? echoing(lines, exit(1), crash(lines)) : echoing(lines, killed),
    )
    for (const lines of [['b', 'a'], ['a'], ['a', 'b', 'c'], ['a', null], ['c', 'x'], ['x'], ['d', 'x']])
      await reference.script(lines)
    expect(troublesOf(reference).map(({ lines }) => lines)).toEqual([['a'], ['a', null], ['x']])
  })

  const said = (text: string): Session => echoing(['a'], exit(1), text)
  const crashed = { turns: [{ output: '> ' }], end: { how: 'cut' } }

  test.each([
    'Traceback (most recent call last):\n  File "x"\nValueError',
    "thread 'main' (7) panicked at src/main.rs",
    'panic: oh\n\ngoroutine 1 [running]:',
    'fatal error: oh\ngoroutine 1',
    'Exception in thread "main" java.lang.E',
    'Unhandled exception. E',
    'oh\n    at f (x.js:1:2)',
    'x.js\n    at x.js:1:2',
    "x.rb:3:in 'f': oh (RuntimeError)",
    "x.rb:3:in 'f': oh (A::B)",
  ])('a reference crashes with the message of a runtime: %j', async (text) => {
    const { reference } = referenceWith(() => said(text))
    expect(await reference.script(['a'])).toEqual(crashed)
    const kind = [...reference.troubles.values()].map(({ why }) => why)
    expect(kind).toEqual([`crashes (exit status 1: ${text.split('\n').at(-1)})`])
  })

  test.each<[string, Session]>([
    ['another message', said('usage: x')],
    ['a message in the middle of a line', said('oh: Traceback (most recent call last):')],
    ['status 0', { ...said('Unhandled exception'), end: exit(0) }],
    ['no message', said('')],
  ])('a reference does not crash with %s', async (_, session) => {
    const { reference } = referenceWith(() => session)
    expect((await reference.script(['a'])).end).toEqual(session.end)
    expect(troublesOf(reference)).toEqual([])
  })

  test.each([
    "oh: thread 'main' panicked at x",
    'oh: panic: x\n\ngoroutine 1 ',
    'panic: x\noh: goroutine 1 ',
    'oh: Exception in thread "main"',
    'oh: Unhandled exception',
    'oh\n     at f (x.js:1:2)',
    'oh\n    at f (x.js:1:2) or so',
    'oh x.rb:3:in f (E)',
    'x.rb:3:in f (E) or so',
    'x.rb:3:in f (E-F)',
  ])('a reference does not crash with what only looks like one: %j', async (text) => {
    const { reference } = referenceWith(() => said(text))
    expect((await reference.script(['a'])).end).toEqual(exit(1))
  })

  test('a reference crashes by a signal, whatever it writes last; other words are another kind of crash, other data is not', async () => {
    const killed = referenceWith((lines) => echoing(lines, exit(139), `${lines[0]}`)).reference
    for (const word of ['a', 'b']) expect(await killed.script([word])).toEqual(crashed)
    expect([...killed.troubles.values()]).toEqual([{ lines: ['a'], why: 'crashes (SIGSEGV)' }])
    const words = ["Error 'a'", 'Error "b c"', 'Error `d`', 'Error', 'Other 12', 'Other 0xAf 3']
    const throwing = referenceWith(([word = '']) => said(`Unhandled exception\n${word}\n`)).reference
    for (const word of words) await throwing.script([word])
    expect([...throwing.troubles.values()].map(({ lines }) => lines)).toEqual([
      ["Error 'a'"],
      ['Error'],
      ['Other 12'],
      ['Other 0xAf 3'],
    ])
  })
})

describe('white space that need not be matched', () => {
  const session = (end: End, ...outputs: string[]): Session => ({
    turns: outputs.map((output, at) => ({ output, ...(at < outputs.length - 1 && { answer: '1' }) })),
    end,
  })
  /** The verdict on a session that ends like the reference's. */
  async function _verdictOn(played: readonly string[], recorded: readonly string[], compared: Compare, end: End) {
    const program = { play: async () => session(end, ...recorded), close() {} }
    const reference = new ProgramReference('./ref', program, { milliseconds: 1 }, { compare: compared })
    return compare(await reference.script(['1']), session(end, ...played), { lockStep: true }).verdict
  }

  test('white space must be the same in each run of the reference itself', async () => {
    let count = 0
    const play = async () => session(exit(0), ++count === 1 ? 'a  b\n' : 'a b\n')
    const program = { play }
    const reference = new ProgramReference('./ref', program, { milliseconds: 1 }, { compare: 'whitespace' })
    await expect(reference.mustRepeat([])).rejects.toThrow('differs between two runs, at byte 2')
  })
})

describe('a reference that meets the time limit', () => {
  const silent = { how: 'silent', milliseconds: 2000 } as const

  test.each<[End, string]>([
    [silent, "no output for 2 s after 'b'"],
    [{ how: 'slow', milliseconds: 20_000 }, "took more than 20 s for one reply after 'b'"],
  ])('the time limit is an error: a short session would let wrong programs pass', async (end, why) => {
    const { reference } = referenceWith((lines) => echoing(lines, end))
    const error = `: ${why}: give it a longer --timeout`
    await expect(reference.script(['a', 'b'])).rejects.toThrow(error)
  })

  test('a reference that goes on after the end of its input is not compared there', async () => {
    const { reference } = referenceWith((lines) => echoing(lines, silent))
    expect((await reference.script(['a', null])).turns).toHaveLength(2)
    expect(troublesOf(reference)).toMatchObject([{ why: 'does not end after the end of input' }])
  })
})

test('the lines are those that were typed, also in a terminal without echo', async () => {
  const { reference } = referenceWith((lines) =>
    echoing(
      lines.map((line) => line && '<hidden>'),
      { how: 'cut' } as End,
    ),
  )
  expect(answersOf(await reference.script(['a', 'b']))).toEqual(['a', 'b'])
})
