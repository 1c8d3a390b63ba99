import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UsageError } from '../../base/usage-error.ts'
import { sessionsAtATime } from '../../run/programs.ts'
import { type Answers, toBytes } from '../../session/bytes.ts'
import type { Outcome } from '../../session/compare.ts'
import { answersOf, type Script } from '../../session/session.ts'
import { gameReference, type Reference } from '../reference/reference.ts'
import { digitAt, lock } from '../test-data/small-games.ts'
import { choicesOfRecordings, choicesOfWords } from '../typing/choices.ts'
import { Findings, type FuzzOptions, fuzz, shorten, shortest } from './fuzz.ts'

const cut = { how: 'cut' } as const
const scriptWith = (lines: Answers): Script => ({
  turns: [...lines.map((answer) => ({ output: '> ', answer })), { output: '> ' }],
  end: cut,
})
/** Prompts for ever. */
const reference: Reference = { ...gameReference(lock()), script: scriptWith }

const failed: Outcome = {
  ...{ verdict: 'WA', fault: 'output', played: { turns: [{ output: '?' }], end: cut } },
  ...{ right: 0, variations: [] },
}
const passed: Outcome = { ...failed, verdict: 'AC', played: { turns: [{ output: '> ' }], end: cut } }
const never = new AbortController().signal

/** The lines of a failed session. */
const linesIn = (found: { script: Script } | undefined) => answersOf(found?.script ?? { turns: [] })

/** Plays sessions, which pass by default. @returns the findings, and the sessions in their order */
async function played(about: Partial<FuzzOptions> = {}, findings = new Findings()) {
  const sessions: Answers[] = []
  const options: FuzzOptions = {
    ...{ reference, choices: choicesOfWords(['a', 'b', 'c']), seed: 1, runs: 40, lines: 10 },
    signal: never,
    run: async () => [passed],
    ...about,
    async onSession(tried) {
      sessions.push(answersOf(tried.script))
      await about.onSession?.(tried)
    },
  }
  await fuzz(findings, options)
  return { findings, sessions }
}

describe('a failure after 40 right answers', { tags: 'slow' }, () => {
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit))
  const stopped = [0, 15, 30].map((from) => Array.from({ length: 20 }, (_, index) => digitAt(from + index)))

  test.each<[string, Partial<FuzzOptions>]>([
    ['is found, as sessions with new replies are continued', { runs: 10_000 }],
    ['is found by recorded sessions that stop before', { runs: 5000, choices: choicesOfRecordings(stopped) }],
  ])('%s', async (_, options) => {
    const isOpen = ({ end, turns }: Script) => end.how === 'exit' && turns.at(-2)?.answer !== null
    const { findings } = await played({
      ...{ reference: gameReference(lock(40)), choices: choicesOfWords(digits), lines: 60 },
      run: async (script) => [isOpen(script) ? failed : passed],
      ...options,
    })
    expect(linesIn(findings.failed[0]).length).toBeGreaterThanOrEqual(40)
  })
})

test('findings have the lines of sessions, how many ended before their input, and the replies', () => {
  const findings = new Findings()
  const end = { how: 'exit', status: 0 } as const
  findings.note({ turns: [{ output: '> ', answer: 'a' }, { output: 'bye\n' }], end })
  findings.note({ turns: [{ output: 'bye\n' }], end })
  findings.note({ ...scriptWith(['a', 'b', null]), end })
  findings.note(scriptWith(['c']))
  expect(findings).toMatchObject({ lengths: [1, 0, 3, 1], ended: 2, failed: [], doubts: [] })
  expect([...findings.typed]).toEqual(['a', 'b', 'c'])
  expect(findings.corpus.replies).toBe(2)
})

describe('random sessions', () => {
  test('are the same for the same seed, and others for another', async () => {
    const first = (await played({ seed: 7 })).sessions
    expect(first).toHaveLength(40)
    expect((await played({ seed: 7 })).sessions).toEqual(first)
    const other = (await played({ seed: 8 })).sessions
    expect(other.filter((lines, index) => lines.length > 2 && String(lines) === String(first[index]))).toEqual([])
  })

  test('are drawn at most 16 at a time, and fewer at first', async () => {
    const findings = new Findings()
    const known = new Set<number>()
    const run = async () => {
      known.add(findings.lengths.length)
      return [passed]
    }
    await played({ runs: 50, run }, findings)
    expect([...known]).toEqual([0, 1, 3, 7, 15, 31, 47])
    expect(findings.lengths).toHaveLength(50)
  })

  test('continue others with new replies', async () => {
    const { findings } = await played({ runs: 60 })
    expect(findings.corpus.kinds.list.some(({ tries }) => tries > 0)).toBe(true)
  })

  test('stop at the first that fails', async () => {
    const fails = (script: Script) => answersOf(script).length > 6
    const { sessions, findings } = await played({ run: async (script) => [fails(script) ? failed : passed] })
    const lengths = sessions.map(({ length }) => length)
    expect(lengths.findIndex((length) => length > 6)).toBe(sessions.length - 1)
    expect(findings.lengths).toEqual(lengths)
    expect(linesIn(findings.failed[0])).toEqual(sessions.at(-1))
  })

  test('that were drawn together are not begun once one has failed with any program', async () => {
    let begun = 0
    const run = async (_: Script, program?: number) => {
      // The first of sixteen.
      if (program === undefined && ++begun === 16) return [passed, failed]
      await new Promise((resolve) => setImmediate(resolve))
      return program === undefined ? [passed, passed] : [failed]
    }
    const { sessions } = await played({ run })
    expect(sessions).toHaveLength(16)
    expect(begun).toBeLessThanOrEqual(Math.min(31, 15 + sessionsAtATime()))
  })

  test('are all played if a failure does not end the search', async () => {
    let begun = 0
    const known = new Set<number>()
    const run = async (_: Script, program?: number) => {
      if (program === undefined) begun++
      return [failed]
    }
    await played({ run, runs: 31, goesOn: true, onSession: () => void known.add(begun) })
    expect([...known]).toEqual([1, 3, 7, 15, 31])
  })

  test('are compared without lines after their end', async () => {
    const scripts: Script[] = []
    await played({
      reference: { ...reference, script: (lines) => ({ ...scriptWith(lines), leftover: ['x'] }) },
      run: async (script) => [scripts.push(script) > 0 ? passed : failed],
    })
    expect(scripts.some((script) => 'leftover' in script)).toBe(false)
  })
})

describe('after the time limit', () => {
  /** Plays sessions of 4 ms, one after the other. @returns how many were begun, and how many count */
  async function within(milliseconds: number) {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let begun = 0
    const script = (lines: Answers) => {
      begun++
      vi.advanceTimersByTime(4)
      return scriptWith(lines)
    }
    const { findings } = await played({ reference: { ...reference, script }, milliseconds })
    return [begun, findings.lengths.length]
  }

  test.each([
    [4, 1],
    [6, 2],
  ])('no session is begun, and the last one counts: %d ms, %d', async (milliseconds, count) => {
    expect(await within(milliseconds)).toEqual([count, count])
  })
})

describe('a search that is ended', () => {
  test('begins no session, and does not count those that it interrupts', async () => {
    const ending = new AbortController()
    let begun = 0
    const script = (lines: Answers) => {
      if (++begun === 5) ending.abort()
      return scriptWith(lines)
    }
    const { findings } = await played({ reference: { ...reference, script }, signal: ending.signal })
    expect(begun).toBe(5)
    expect(findings.lengths).toHaveLength(3)
  })

  test('ignores errors after that, and no others', async () => {
    const ending = new AbortController()
    const failing = async () => {
      throw new Error('oh')
    }
    await expect(played({ run: failing })).rejects.toThrow('oh')
    const run = async () => {
      ending.abort()
      return failing()
    }
    const { findings } = await played({ run, signal: ending.signal })
    expect(findings.lengths).toEqual([])
  })

  test('counts no session that it has not reported, but one that fails at that moment', async () => {
    const ending = new AbortController()
    let reported = 0
    const onSession = () => {
      if (++reported === 4) ending.abort()
    }
    const run = async (_: Script, program?: number) => [reported >= 3 && program === undefined ? failed : passed]
    const { findings } = await played({ onSession, signal: ending.signal, run })
    expect(findings.lengths).toHaveLength(4)
    expect(findings.failed).toMatchObject([{ outcome: { verdict: 'WA' } }])
    expect(findings.doubts).toEqual([])
  })

  test('does not need a reference that writes the same twice', async () => {
    const ending = new AbortController()
    const mustRepeat = async () => {
      ending.abort()
      throw new Error('killed')
    }
    const about = { reference: { ...reference, mustRepeat }, run: async () => [failed], signal: ending.signal }
    expect((await played(about)).findings.failed).toMatchObject([{ outcome: { verdict: 'WA' } }])
  })
})

describe('a failed session is played again, alone', () => {
  /** @param run the programs that fail in a session, by its index and length; and whether they fail again */
  async function found(run: (session: number, lines: number) => { first: boolean[]; again?: boolean }, runs = 60) {
    const numbers = new Map<string, number>()
    const again: string[] = []
    const { findings } = await played({
      ...{ runs, lines: 12, goesOn: true },
      async run(script, program) {
        const lines = answersOf(script)
        const key = JSON.stringify(lines)
        if (program === undefined) numbers.set(key, numbers.get(key) ?? numbers.size)
        const { first, again: fails = false } = run(numbers.get(key) ?? 0, lines.length)
        if (program === undefined) return first.map((fails) => (fails ? failed : passed))
        again.push(`${program}: ${lines.length}`)
        return [fails ? { ...failed, right: 1 } : passed]
      },
    })
    return { findings, again }
  }

  test('by the program that failed: if it passes then, that is a doubt', async () => {
    const { findings, again } = await found((session) => ({
      first: [session === 30, session === 30 || session === 31],
    }))
    expect(findings.doubts).toEqual([1, 2])
    expect(findings.failed.filter(Boolean)).toEqual([])
    expect(again.map((one) => one.slice(0, 2))).toEqual(['0:', '1:', '1:'])
  })

  test('and the first doubtful one of a flaky program is kept, with its output when it passed', async () => {
    const { findings } = await found(() => ({ first: [true] }))
    expect(findings.doubts[0]).toBeGreaterThan(3)
    const [flaky] = findings.failed
    expect(flaky?.outcome).toMatchObject({ verdict: 'FLAKY', played: failed.played, again: passed.played })
    expect(linesIn(flaky)).toHaveLength(findings.lengths[2] ?? -1)
  })

  test('and a certain failure is kept rather than doubts, with its last output', async () => {
    const run = (session: number, lines: number) => {
      const isCertain = session >= 20 && session < 40 && lines > 8
      return { first: [isCertain || lines < 5], again: isCertain }
    }
    const { findings } = await found(run, 100)
    expect(findings.doubts[0]).toBeGreaterThan(3)
    expect(findings.failed[0]?.outcome).toMatchObject({ verdict: 'WA', right: 1 })
  })

  test('if it is shorter than those before: the shortest is kept', async () => {
    const { findings, again } = await found(() => ({ first: [true], again: true }))
    const shorter = findings.lengths.filter((length, at) => findings.lengths.slice(0, at).every((one) => one > length))
    expect(shorter.length).toBeGreaterThan(1)
    expect(again).toEqual(shorter.map((length) => `0: ${length}`))
    expect(linesIn(findings.failed[0])).toHaveLength(Math.min(...findings.lengths))
  })

  test('and if it passes, the other sessions are played', async () => {
    let count = 0
    const run = async (_: Script, program?: number) => [program === undefined && ++count === 10 ? failed : passed]
    const { sessions, findings } = await played({ run })
    expect(sessions).toHaveLength(40)
    expect(findings.doubts).toEqual([1])
  })

  test('and counts meanwhile, unless there is another', async () => {
    const findings = new Findings()
    const known: (number | undefined)[] = []
    const run = async (script: Script, program?: number) => {
      const [before] = findings.failed
      if (program !== undefined) known.push(before && linesIn(before).length)
      return [answersOf(script).length > 3 ? failed : passed]
    }
    await played({ run, goesOn: true }, findings)
    expect(known.length).toBeGreaterThan(1)
    expect(known).not.toContain(undefined)
    expect(known[1]).toBe(known[0])
  })

  test('and the reference must write the same again', async () => {
    const mustRepeat = vi.fn(async () => {
      throw new Error('the time')
    })
    let last: Answers = []
    const onSession = ({ script }: { script: Script }) => {
      last = answersOf(script)
    }
    const failing = played({ reference: { ...reference, mustRepeat }, run: async () => [failed], onSession })
    await expect(failing).rejects.toThrow('the time')
    expect(mustRepeat.mock.calls).toEqual([[last]])
  })
})

describe('a failed session is shortened', () => {
  /** @param fails true for lines that fail */
  async function shortened(
    lines: Answers,
    fails: (typed: string) => boolean,
    about: { verdict?: 'FLAKY'; ended?: boolean } = {},
  ) {
    const findings = new Findings()
    const { verdict = 'WA' } = about
    findings.failed[1] = { script: scriptWith(lines), outcome: { ...failed, verdict } }
    const programs = new Set<number | undefined>()
    const run = async (script: Script, program?: number) => {
      programs.add(program)
      return [fails(answersOf(script).join(' ')) ? { ...failed, right: 1 } : passed]
    }
    const signal = about.ended ? AbortSignal.abort() : never
    await shorten(findings, 1, { reference, run, signal })
    const { script, outcome } = findings.failed[1]
    return { lines: answersOf(script), right: outcome.right, programs: [...programs] }
  }

  test('to few lines and few characters, with the program that failed', async () => {
    const found = await shortened(['a', 'bxc', 'd', toBytes('1é2'), null], (typed) => /x.*\xe9|x.*\xc3\xa9/.test(typed))
    expect(found).toEqual({ lines: ['x', toBytes('é')], right: 1, programs: [1] })
  })

  test.each([{ verdict: 'FLAKY' }, { ended: true }] as const)('but not if %j', async (about) => {
    expect(await shortened(['a', 'b'], () => true, about)).toMatchObject({ lines: ['a', 'b'], programs: [] })
  })

  test('to none that fails by chance, or in which the reference does not write the same twice', async () => {
    const findings = new Findings()
    findings.failed[0] = { script: scriptWith(['a', 'b', 'c']), outcome: failed }
    const played = new Set<string>()
    const mustRepeat = async (lines: Answers) => {
      if (lines.length === 1) throw new UsageError('old', 'differs')
    }
    const run = async (script: Script) => {
      const typed = answersOf(script).join(' ')
      const isFirst = played.size < played.add(typed).size
      return [['a b', 'a'].includes(typed) || (typed === '' && isFirst) ? failed : passed]
    }
    await shorten(findings, 0, { reference: { ...reference, mustRepeat }, run, signal: never })
    expect(answersOf(findings.failed[0].script)).toEqual(['a', 'b'])
    expect(findings.doubts).toEqual([])
  })

  test('to none that was interrupted', async () => {
    const findings = new Findings()
    findings.failed[0] = { script: scriptWith(['a', 'b']), outcome: failed }
    const ending = new AbortController()
    const run = async () => {
      ending.abort()
      return [failed]
    }
    await shorten(findings, 0, { reference, run, signal: ending.signal })
    expect(answersOf(findings.failed[0].script)).toEqual(['a', 'b'])
  })
})

test('the shortest lines keep the end of input if it is needed', async () => {
  const isWanted = async (lines: Answers) => lines.at(-1) === null && /b.*d/.test(lines.join(' '))
  expect(await shortest(['abc', 'x', 'cde', null], isWanted)).toEqual(['b', 'd', null])
  expect(await shortest(['xaby'], async (lines) => lines.join().includes('ab'))).toEqual(['ab'])
})
