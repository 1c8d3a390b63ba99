import { getEventListeners } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../base/package-root.ts'
import { MachineTrouble, UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import type { Words } from '../entries/runtimes.ts'
import { showFailure } from '../report/difference.ts'
import { remarksOf } from '../report/words.ts'
import { openSandbox } from '../run/sandbox.ts'
import { entryAt, needs, needsTerminal, testFolder } from '../run/test-helpers.ts'
import type { Verdict } from '../session/compare.ts'
import { judge, unusable } from './judge.ts'
import type { Plan } from './plan.ts'
import { gameReference, type Reference } from './reference/reference.ts'
import type { Suite } from './suites/suite.ts'
import { picking } from './test-data/small-games.ts'

const { folder, write, newPath } = testFolder()

const chosen: Suite = {
  name: 'chosen',
  sessions: ['foo', '0 0 1', '2 0 4 1 6'].map((lines) => lines.split(' ')),
}

let count = 0

test('a program that is nested deeply is run in one process all the same', { tags: 'slow' }, async () => {
  const record = readFileSync(join(packageRoot, 'solutions/tic-tac-toe/node-args/record.ts'), 'utf8')
  const entry = entryAt(write('tic-tac-toe/node-args/deep.ts', `0${'+1'.repeat(1500)};${record}`))
  const options = { limits: { milliseconds: 5000 }, exact: false, onSession() {} }
  const few = { ...chosen, sessions: [['0', '3', '1', '4', '2']] }
  const report = await judge(entry, gameReference(ticTacToe), [{ suite: few, by: 'worker' }], options)
  expect(report).toMatchObject({ verdict: 'AC', plan: [{ runner: 'worker' }] })
})

test('the report says how to judge the entry again', async () => {
  const entry = entryAt(join(packageRoot, 'solutions/tic-tac-toe/perl-stdin/exact.pl'))
  const plan = [{ suite: { ...chosen, name: 'fixtures' }, by: 'processes' as const }]
  const options = { limits: { milliseconds: 5000 }, game: './my game.ts', exact: true, seed: 7 }
  const right = await judge(entry, gameReference(ticTacToe), plan, options)
  expect(right.reproduce).toMatch(
    /^npx ninehole judge .*exact\.pl --game '\.\/my game\.ts' --seed 7 --timeout 5 --exact$/,
  )
  const wrong = await judge({ ...entry, source: 'print 1' }, gameReference(ticTacToe), plan, options)
  expect(wrong.reproduce).toMatch(/ --timeout 5 --suite fixtures --exact$/)
})

test('a message names the file as its user does', async () => {
  const entry = entryAt(write('tic-tac-toe/perl-stdin/dies.pl', 'print "X"; die'))
  const plan = [{ suite: chosen, by: 'processes' as const }]
  const options = { limits: { milliseconds: 5000 }, sandbox: await openSandbox('auto') }
  const { failure } = await judge(entry, gameReference(ticTacToe), plan, options)
  expect(failure?.stderr).toEqual([`Died at ${entry.path} line 1.`])
})

test('a game need not say what follows the end of its input', async () => {
  const entry = entryAt(join(packageRoot, 'solutions/tic-tac-toe/perl-stdin/exact.pl'))
  const answer: typeof ticTacToe.answer = (state, line) => ticTacToe.answer(state, (line as string).trim())
  const plan = [{ suite: { ...chosen, sessions: [['0', '3', '1', '4', '2']] }, by: 'processes' as const }]
  const options = { limits: { milliseconds: 2000 }, exact: false, onSession() {} }
  expect(await judge(entry, gameReference({ ...ticTacToe, answer }), plan, options)).toMatchObject({ verdict: 'AC' })
})

test('a runtime that is missing is skipped, never passed', async () => {
  const entry = entryAt(write('tic-tac-toe/ruby-stdin/any.rb', 'puts 1'))
  const missing = { ...entry, runtime: { ...entry.runtime, run: ['no-such-ruby', '{file}'] as const } }
  const report = await judge(missing, gameReference(ticTacToe), [{ suite: chosen, by: 'processes' }], {
    limits: { milliseconds: 1000 },
    exact: false,
    onSession: () => {},
  })
  expect(report).toMatchObject({ skipped: 'no-such-ruby is not installed', ok: true })
  expect(report).not.toHaveProperty('verdict')
})

test.each(['off', 'auto'] as const)('a compiler that is killed is no verdict (--sandbox %s)', async (choice) => {
  const entry = entryAt(write('tic-tac-toe/c-stdin/any.c', 'main(){}'))
  const killed = { ...entry.runtime, compile: ['sh', '-c', 'kill -9 $$', '{file}', '{program}'] as const }
  const report = await judge({ ...entry, runtime: killed }, gameReference(ticTacToe), [], {
    limits: { milliseconds: 1000 },
    sandbox: await openSandbox(choice),
  })
  expect(report).toMatchObject({ ok: false, failure: null })
  expect(report.error).toMatch(/any\.c: sh: took too long, or was killed$/)
  expect(report).not.toHaveProperty('verdict')
})

test('mawk, which reads ahead, answers line by line', needs('mawk'), async () => {
  const entry = entryAt(join(packageRoot, 'solutions/tic-tac-toe/awk-interactive/ends.awk'))
  const { runtime } = entry
  const named = (words: Words = runtime.run): Words => ['mawk', ...words.slice(1)]
  const except = runtime.except && { ...runtime.except, run: named(runtime.except.run) }
  const mawk = { ...runtime, run: named(), version: named(runtime.version), ...(except && { except }) }
  const suite = { name: 'fixtures' as const, sessions: [['4', '0', 'x', '2', '8', '6']] }
  const report = await judge({ ...entry, runtime: mawk }, gameReference(ticTacToe), [{ suite, by: 'processes' }], {
    limits: { milliseconds: 2000 },
    exact: false,
    onSession() {},
  })
  expect(report).toMatchObject({ verdict: 'AC' })
})

describe('a failure counts when the same session fails again', () => {
  const perl = join(packageRoot, 'solutions/tic-tac-toe/perl-stdin/exact.pl')

  /** A right program that says `no` the first time that it is given certain input. */
  async function judgedAtFirst(name: string, isWrong: string) {
    const seen = join(folder, `${name}-seen`)
    mkdirSync(seen)
    const again = `all=$(cat; echo .); set -- $(printf %s "$all" | cksum); ${isWrong} && mkdir '${seen}'/$1 2>/dev/null`
    const source = `${again} && echo no || printf %s "\${all%.}" | perl '${perl}'`
    const entry = entryAt(write(`tic-tac-toe/bash-stdin/${name}.sh`, source))
    const options = { limits: { milliseconds: 5000 }, profile: true }
    return judge(entry, gameReference(ticTacToe), [{ suite: chosen, by: 'processes' }], options)
  }

  test('a program that fails once is accepted, and the report says so', needs('bash'), async () => {
    const report = await judgedAtFirst('once', '(case $all in foo*) exit 0; esac; exit 1)')
    expect(report).toMatchObject({ verdict: 'AC', doubts: 1, plan: [{ sessions: chosen.sessions.length }] })
    expect(remarksOf(report)).toContain('passed a session only when played again')
  })

  test('a program that goes on like that is flaky', needs('bash'), async () => {
    const report = await judgedAtFirst('often', 'true')
    expect(report).toMatchObject({ verdict: 'FLAKY', ok: false, failure: { actual: 'no\n' } })
    expect(report.failure?.difference.sentence).toContain('sometimes passes, sometimes fails: wrong output')
    expect(report.failure?.again).toBe(report.failure?.expected)
    expect(report).not.toHaveProperty('profile')
    expect(showFailure(report)).toContain('played again, it passed, and wrote what is expected')
  })
})

/** A program that plays `picking`; what it does after the last thing is picked can be put in. */
const picker = (last = 'print "all\\n"; exit') => `$| = 1; my $p = ''; print '> ';
while (my $a = <STDIN>) {
  chomp $a;
  if ($a !~ /^[a-e]$/ || index($p, $a) >= 0) { print "no\\n$p> "; next }
  $p = join '', sort split //, "$p$a";
  if ($p eq 'abcde') { ${last} }
  print "$p> ";
}
`

describe('the report of a judgement', () => {
  const sessions = [['a', 'b', 'c', 'd', 'e'], 'eedcba'.split('')]
  const by = 'processes' as const
  const plan: Plan = [{ suite: { name: 'picked', sessions }, by }]
  const limits = { milliseconds: 5000 }
  const wrong = picker('print "All\\n"; exit')
  const entryOf = (source: string, changes: Partial<Entry> = {}): Entry => ({
    ...entryAt(write(`picking/perl-interactive/${count++}.pl`, source)),
    ...changes,
  })
  const reportOf = (
    entry: Entry,
    options: Partial<Parameters<typeof judge>[3]> = {},
    reference = gameReference(picking),
  ) => judge(entry, reference, plan, { limits, ...options })

  test.each<[ok: boolean, verdict: string, expected: Verdict, breaks?: string]>([
    [true, 'AC', 'AC'],
    [false, 'AC', 'WA'],
    [false, 'AC', 'AC', 'last'],
    [false, 'WA', 'AC'],
    [false, 'WA', 'RTE'],
    [true, 'WA', 'WA'],
    [true, 'WA', 'WA', 'last'],
    [false, 'WA', 'WA', 'first'],
    [false, 'WA', 'AC', 'last'],
  ])(
    'is as expected: %s, if the verdict is %s, and %s is expected, by rule %s',
    async (ok, verdict, expected, breaks) => {
      const replyTo = (state: string, line: string | null) => {
        const reply = picking.answer(state, line)
        return { ...reply, rules: reply.state === undefined ? ['last'] : ['first'] }
      }
      const rules = ['first', 'last'].map((id) => ({ id, sentence: `The ${id}.` }))
      const game: Game<string> = { ...picking, answer: replyTo, rules }
      const entry = entryOf(verdict === 'AC' ? picker() : wrong, { expected, ...(breaks !== undefined && { breaks }) })
      const report = await reportOf(entry, {}, gameReference(game))
      expect(report).toMatchObject({ ok, verdict, expected })
      expect(report.breaks).toBe(breaks)
      expect(report).not.toHaveProperty('profile')
      expect(report.exact).toBe(verdict === 'AC')
      expect(report.variations).toEqual([])
    },
  )

  test('has the source of a wrong entry only if that is wanted, and no rules where the game has none', async () => {
    const entry = entryOf(wrong)
    expect(await reportOf(entry)).not.toHaveProperty('source')
    const report = await reportOf(entry, { profile: true })
    expect(report).toMatchObject({ verdict: 'WA', source: wrong })
    expect(report).not.toHaveProperty('profile')
    expect(await reportOf(entryOf(picker()), { profile: true })).not.toHaveProperty('source')
  })

  test('says what the compiler says, which is right where it is expected', async () => {
    const { runtime } = entryAt(write('picking/c-stdin/any.c', ''))
    const compile = ['sh', '-c', 'echo no >&2; exit 1', '{file}', '{program}'] as const
    const failing = { ...runtime, compile, run: ['sh', '{program}'] as const }
    for (const expected of ['AC', 'CE'] as const)
      expect(await reportOf(entryOf('', { runtime: failing, expected }))).toMatchObject({
        ok: expected === 'CE',
        verdict: 'CE',
        compiler: ['no'],
        plan: [],
      })
  })

  test('of an entry that cannot be played has no verdict, and names the entry once unless it is trouble of the machine', async () => {
    const entry = entryOf(picker())
    const failing = (error: Error) => ({
      ...gameReference(picking),
      script() {
        throw error
      },
    })
    for (const [error, said] of [
      [new UsageError(entry.path, 'is gone'), `${entry.path}: is gone`],
      [new UsageError('gcc', 'is gone'), `${entry.path}: gcc: is gone`],
      [new MachineTrouble('/tmp', 'is gone'), '/tmp: is gone'],
    ] as const) {
      const report = await reportOf(entry, {}, failing(error))
      expect(report).toMatchObject({ ok: false, error: said, plan: [], failure: null })
      expect(report).not.toHaveProperty('verdict')
    }
    await expect(reportOf(entry, {}, failing(new Error('a fault of ours')))).rejects.toThrow('a fault of ours')
    // Also where it is found out which rules the entry keeps.
    const answer: typeof picking.answer = (state, line) => ({ ...picking.answer(state, line), rules: ['any'] })
    const game = { ...picking, answer, rules: [{ id: 'any', sentence: 'Any.' }] }
    let isTold = false
    const late: Reference = {
      ...gameReference(game),
      script(lines) {
        if (isTold) throw new Error('a late fault of ours')
        return gameReference(game).script(lines)
      },
    }
    const onFailed = () => {
      isTold = true
    }
    await expect(reportOf(entryOf(wrong), { profile: true, onFailed }, late)).rejects.toThrow('a late fault of ours')
  })

  test('of an entry that cannot be judged says why', () => {
    const { path, game, input, expected } = entryOf('')
    const error = new UsageError(path, 'is too large')
    expect(unusable({ path, game, runtime: 'perl', input, expected, error })).toEqual({
      ...{ kind: 'entry', path, game, runtime: 'perl', input, expected, bytes: 0, chars: 0, milliseconds: 0 },
      ...{ ok: false, error: error.message, exact: false, variations: [], plan: [], failure: null },
    })
  })

  test('says how to judge the entry again: with the same reference and suites', async () => {
    const hints = { runtime: 'perl', input: 'interactive' } as const
    const asked = {
      game: 'x',
      reference: './it -x',
      words: 'a b',
      like: ['l'],
      prompt: 'p',
      compare: 'whitespace',
    } as const
    const { reproduce } = await reportOf(entryOf(wrong), {
      ...asked,
      ...hints,
      suites: ['ends', 'random'],
      quick: true,
      real: true,
    })
    expect(reproduce?.replace(/^.*\.pl /, '')).toBe(
      `--reference './it -x' --words 'a b' --like l --prompt p --compare whitespace --runtime perl --input interactive --timeout 5 --suite ends --suite random --quick --real`,
    )
    const random: Plan = [{ suite: { name: 'random', sessions }, by }]
    const found = await judge(entryOf(wrong), gameReference(picking), random, { limits: { milliseconds: 2000 } })
    expect(found.reproduce).toMatch(/\.pl$/)
  })

  test('has the time that it took, and what went wrong in the reference', async () => {
    const troubles = new Map([['any', { why: 'crashes', lines: ['a', null] }]])
    const began = performance.now()
    const report = await reportOf(
      entryOf(picker('select undef, undef, undef, 0.1; print "all\\n"; exit')),
      {},
      {
        ...gameReference(picking),
        troubles,
      },
    )
    expect(report).toMatchObject({ verdict: 'AC', troubles: [{ why: 'crashes', lines: ['a', null] }] })
    expect(report.milliseconds).toBeGreaterThanOrEqual(100)
    expect(report.milliseconds).toBeLessThanOrEqual(performance.now() - began + 1)
    expect(report.milliseconds % 1).toBe(0)
    expect(await reportOf(entryOf(picker()))).not.toHaveProperty('troubles')
  })

  test('is of sessions in which no other has changed the file of the program', async () => {
    const seen = newPath()
    const once = `print "all\\n"; if (mkdir '${seen}') { chmod 0777, $0; open F, '>', $0; close F } exit`
    const report = await reportOf(entryOf(picker(once)))
    expect(report).toMatchObject({ verdict: 'AC', plan: [{ sessions: 2 }] })
    const always = await reportOf(entryOf(picker('chmod 0777, $0; open F, ">", $0; close F; print "all\\n"; exit')))
    expect(always).toMatchObject({
      verdict: 'RTE',
      failure: { difference: { sentence: expect.stringMatching(/changed/) } },
    })
  })

  test('of a program that one process cannot run says whether a real one goes on without input', async () => {
    const source = `require('child_process').execSync('true')
const lines = require('fs').readFileSync(0, 'latin1').split('\\n')
let picked = ''
let out = '> '
while (picked.length < 5 && lines.length > 1) {
  picked = [...picked, lines.shift()].sort().join('')
  out += picked.length < 5 ? picked + '> ' : 'all\\n'
}
require('fs').writeSync(1, out)
while (picked.length < 5);`
    const suite = { name: 'picked', sessions: [['e', 'd', 'c', 'b', 'a']] }
    const entry = entryAt(write('picking/node-stdin/child.ts', source))
    const options = { limits: { milliseconds: 2000 } }
    const report = await judge(entry, gameReference(picking), [{ suite, by: 'worker' }], options)
    expect(report).toMatchObject({
      verdict: 'AC',
      exact: true,
      variations: ['endless'],
      plan: [{ runner: 'processes' }],
    })
    expect(report.note).toMatch(/./)
  })

  test('is of a program that can write only so much into files', async () => {
    expect(await reportOf(entryOf(picker('print `ulimit -f;` > 0 ? "all\\n" : "unlimited"; exit')))).toMatchObject({
      verdict: 'AC',
    })
  })

  test('says that an entry goes on without input', async () => {
    const endless = `${picker()}for (;;) { sleep 1 }`.replace('print', 'print STDERR "oh"; print')
    expect(await reportOf(entryOf(endless), { limits: { milliseconds: 500 } })).toMatchObject({
      verdict: 'AC',
      variations: ['endless', 'stderr'],
    })
  })

  test.each(['worker', 'processes'] as const)(
    'says that it goes on where only a real process can show it: %s',
    async (by) => {
      const entry = entryAt(write(`picking/perl-stdin/${by}.pl`, `${picker()}print '> ' while 1`))
      const suite = { name: 'picked', sessions: [['e', 'd', 'c', 'b', 'a']] }
      const inRealOnly = by === 'worker' ? {} : { runtime: { ...entry.runtime, worker: '/no/worker' } }
      const limits = { milliseconds: 500 }
      const report = await judge({ ...entry, ...inRealOnly }, gameReference(picking), [{ suite, by }], { limits })
      expect(report).toMatchObject({ verdict: 'AC', variations: ['endless'] })
    },
  )

  test('is made in a terminal, and with a pause, where the plan says so', needsTerminal(), async () => {
    const inTerminal = await judge(
      entryOf(picker('print "all\\n" if -t STDIN; exit')),
      gameReference(picking),
      [{ suite: { name: 'terminal', sessions }, by: 'terminal' }],
      { limits },
    )
    expect(inTerminal).toMatchObject({ verdict: 'AC', plan: [{ runner: 'terminal' }] })
    const impatient = entryOf(`$SIG{ALRM} = sub { print "now!"; exit }; alarm 1; ${picker()}`)
    const paused = await judge(
      impatient,
      gameReference(picking),
      [{ suite: { name: 'silence', sessions: [['a', 'b']] }, by: 'pauses' }],
      { limits },
    )
    expect(paused).toMatchObject({ verdict: 'WA', plan: [{ runner: 'pauses' }] })
  })
})

describe('a judgement that is stopped', () => {
  const plan: Plan = [{ suite: { name: 'picked', sessions: Array.from({ length: 50 }, () => ['a']) }, by: 'processes' }]
  const limits = { milliseconds: 5000 }
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('has no report, and leaves nothing behind', async () => {
    const entry = entryAt(write('picking/perl-interactive/stopped.pl', picker()))
    const temporary = newPath()
    mkdirSync(temporary)
    vi.stubEnv('TMPDIR', temporary)
    const stopping = new AbortController()
    const { signal } = stopping
    const judged = (onSession: () => void, stop = signal) =>
      judge(entry, gameReference(picking), plan, { limits, stop, onSession })
    let played = 0
    const stopAtThird = () => {
      if (++played === 3) stopping.abort()
    }
    await expect(judged(stopAtThird)).rejects.toThrow(/closed|no more/)
    expect(played).toBeLessThan(50)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
    // It may be stopped before it has begun, too.
    const neverPlayed = vi.fn()
    await expect(judged(neverPlayed)).rejects.toThrow()
    expect(neverPlayed).not.toHaveBeenCalled()
    const another = new AbortController().signal
    const playedAll = vi.fn()
    await judged(playedAll, another)
    expect(playedAll).toHaveBeenCalledTimes(50)
    expect(getEventListeners(another, 'abort')).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
  })
})
