import { getEventListeners } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { packageRoot } from '../base/package-root.ts'
import { EnvironmentError, UsageError } from '../base/usage-error.ts'
import { gameOracle, type Oracle } from '../check/oracle.ts'
import type { Entry } from '../entries/entry.ts'
import { openSandbox } from '../run/sandbox.ts'
import { entryAt, needsTerminal, testFolder } from '../run/test-helpers.ts'
import type { Verdict } from '../session/compare.ts'
import type { JudgeOptions } from './judge.ts'
import type { Plan, RunnerName } from './plan.ts'
import { suiteWith } from './suites/suite.ts'
import { picking } from './test-data/small-games.ts'
import { reportOn } from './test-helpers.ts'

const { write, newPath } = testFolder()
const pathOf = (name: string) => join(packageRoot, 'solutions/tic-tac-toe', name)
const exactPerl = entryAt(pathOf('perl-stdin/exact.pl'))

/** A plan of one suite, its sessions as lines parted by spaces. */
function planOf(sessions: readonly string[], by: RunnerName = 'processes', name = 'chosen'): Plan {
  const inputs = sessions.map((lines) => lines.split(' '))
  return [{ suite: suiteWith(name, inputs), by }]
}
const chosen = ['foo', '0 0 1', '2 0 4 1 6']

test('a message on standard error names the file as the user does', async () => {
  const entry = entryAt(write('tic-tac-toe/perl-stdin/dies$$.pl', 'print "X"; die'))
  const { failure } = await reportOn(entry, planOf(chosen), { sandbox: await openSandbox('auto') })
  expect(failure?.stderr).toEqual([`Died at ${entry.path} line 1.`])
})

test('a session with a NUL is left out where lines are arguments', async () => {
  const report = await reportOn(entryAt(pathOf('perl-args/exact.pl')), planOf(['0 \0 3 1 4 2', '0 3 1 4 2']))
  expect(report).toMatchObject({ verdict: 'AC', plan: [{ sessions: 1 }] })
})

test('an entry whose runtime is missing is skipped, never passed', async () => {
  const missing = { ...exactPerl, runtime: { ...exactPerl.runtime, run: ['no-such-perl', '{file}'] as const } }
  const report = await reportOn(missing, planOf(chosen))
  expect(report).toMatchObject({ skipped: 'no-such-perl is not installed', ok: true })
  expect(report).not.toHaveProperty('verdict')
})

test.each(['off', 'auto'] as const)('a compiler that is killed is no verdict (--sandbox %s)', async (choice) => {
  const entry = entryAt(write('tic-tac-toe/c-stdin/any.c', 'main(){}'))
  const killed = { ...entry.runtime, compile: ['sh', '-c', 'kill -9 $$', '{file}', '{program}'] as const }
  const report = await reportOn({ ...entry, runtime: killed }, planOf(chosen), { sandbox: await openSandbox(choice) })
  expect(report).toMatchObject({ ok: false, failure: null })
  expect(report.error).toMatch(/any\.c: sh: took too long, or was killed$/)
  expect(report).not.toHaveProperty('verdict')
})

/** A program that plays `picking`. @param last Perl to run once everything is picked */
const picker = (last = 'print "all\\n"; exit') => `$| = 1; my $p = ''; print '> ';
while (my $a = <STDIN>) {
  chomp $a;
  if ($a !~ /^[a-e]$/ || index($p, $a) >= 0) { print "no\\n$p> "; next }
  $p = join '', sort split //, "$p$a";
  if ($p eq 'abcde') { ${last} }
  print "$p> ";
}
`
const wrong = picker('print "All\\n"; exit')
let count = 0
const entryOf = (source: string, changes: Partial<Entry> = {}): Entry => ({
  ...entryAt(write(`picking/perl-interactive/${count++}.pl`, source)),
  ...changes,
})

describe('the report', () => {
  const plan = planOf(['a b c d e', 'e e d c b a'])
  const reportOf = (entry: Entry, options: Partial<JudgeOptions> = {}, oracle = gameOracle(picking), chosen = plan) =>
    reportOn(entry, chosen, options, oracle)
  /** The same game with rules: each reply obeys one. */
  const withRules = (ruleOf: (isOver: boolean) => string): Game<string> => ({
    ...picking,
    answer(state, line) {
      const reply = picking.answer(state, line)
      return { ...reply, rules: [ruleOf(reply.state === undefined)] }
    },
    rules: [...new Set([ruleOf(false), ruleOf(true)])].map((id) => ({ id, sentence: `The ${id}.` })),
  })

  test.each<[ok: boolean, verdict: string, expected: Verdict, breaks?: string]>([
    [true, 'AC', 'AC'],
    [false, 'AC', 'WA'],
    [false, 'AC', 'AC', 'last'],
    [false, 'WA', 'AC'],
    [false, 'WA', 'RTE'],
    [true, 'WA', 'WA'],
    [true, 'WA', 'WA', 'last'],
    [false, 'WA', 'WA', 'first'],
  ])(
    'the report is ok: %s, if the verdict is %s, and %s is expected, by rule %s',
    async (ok, verdict, expected, breaks) => {
      const game = withRules((isOver) => (isOver ? 'last' : 'first'))
      const entry = entryOf(verdict === 'AC' ? picker() : wrong, { expected, ...(breaks !== undefined && { breaks }) })
      const report = await reportOf(entry, {}, gameOracle(game))
      expect(report).toMatchObject({ ok, verdict, expected, exact: verdict === 'AC', variations: [] })
      expect(report.breaks).toBe(breaks)
    },
  )

  test.each(['AC', 'CE'] as const)('the report has what the compiler says; %s is expected', async (expected) => {
    const { runtime, path } = entryAt(write('picking/c-stdin/a$$b.c', ''))
    const compile = ['sh', '-c', 'echo "no: $0" >&2; exit 1', '{file}', '{program}'] as const
    const failing = { ...runtime, compile, run: ['sh', '{program}'] as const }
    const report = await reportOf(entryOf('', { path, runtime: failing, expected }))
    expect(report).toMatchObject({ ok: expected === 'CE', verdict: 'CE', compiler: [`no: ${path}`], plan: [] })
  })

  const entry = entryOf(picker())
  const failing = (error: Error, isFailing = () => true, game = picking): Oracle => ({
    ...gameOracle(game),
    script(lines) {
      if (isFailing()) throw error
      return gameOracle(game).script(lines)
    },
  })

  test.each([
    [new UsageError(entry.path, 'is gone'), `${entry.path}: is gone`],
    [new UsageError('gcc', 'is gone'), `${entry.path}: gcc: is gone`],
    [new EnvironmentError('/tmp', 'is gone'), '/tmp: is gone'],
  ])(
    'the report has no verdict if the entry cannot be played, and names it unless the machine is the reason: %s',
    async (error, said) => {
      const report = await reportOf(entry, {}, failing(error))
      expect(report).toMatchObject({ ok: false, error: said, plan: [], failure: null })
      expect(report).not.toHaveProperty('verdict')
    },
  )

  test('an entry without sessions has a report that says so, and no verdict', async () => {
    const report = await reportOf(entry, {}, undefined, [])
    expect(report).toMatchObject({ ok: true, skipped: 'there are no such sessions with input interactive' })
    expect(report).not.toHaveProperty('verdict')
  })

  test.each<[string, Partial<JudgeOptions>, string]>([
    [
      'fixtures',
      { game: './my.ts', exact: true, seed: 7 },
      '--game ./my.ts --seed 7 --timeout 5 --suite fixtures --exact',
    ],
    [
      'any',
      {
        ...{ game: 'x', runtime: 'perl', input: 'interactive', suites: ['endings', 'random'], quick: true, real: true },
        sandbox: { name: 'bubblewrap', isRequired: true },
      },
      '--game x --runtime perl --input interactive --timeout 5 --sandbox require --suite endings --suite random --quick --real',
    ],
    // Another plan has other random sessions.
    ['random', { game: 'x' }, '--game x --timeout 5'],
  ])('the report has the command that judges the entry again: %s', async (suite, options, words) => {
    const { reproduce } = await reportOf(entryOf(wrong), options, undefined, planOf(['a b c d e'], 'processes', suite))
    expect(reproduce?.replace(/^npx ninehole judge .*\.pl /, '')).toBe(words)
  })

  test('sessions do not count in which another has changed the file of the program', async () => {
    const change = 'chmod 0777, $0; open F, ">", $0; close F;'
    const once = await reportOf(entryOf(picker(`print "all\\n"; if (mkdir '${newPath()}') { ${change} } exit`)))
    expect(once).toMatchObject({ verdict: 'AC', plan: [{ sessions: 2 }] })
    const always = await reportOf(entryOf(picker(`${change} print "all\\n"; exit`)))
    expect(always).toMatchObject({ verdict: 'RTE' })
    expect(always.failure?.sentence).toMatch(/changed/)
  })

  test('the report says that an entry goes on where the worker cannot play it', async () => {
    const source = `require('child_process').execSync('true')
const lines = require('fs').readFileSync(0, 'latin1').split('\\n')
let picked = ''
let out = '> '
while (picked.length < 5 && lines.length > 1) {
  picked = [...picked, lines.shift()].sort().join('')
  out += picked.length < 5 ? picked + '> ' : 'all\\n'
}
require('fs').writeSync(1, out)
if (picked.length < 5) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
    const entry = entryAt(write('picking/node-stdin/child.ts', source))
    const report = await reportOf(entry, {}, undefined, planOf(['e d c b a'], 'worker'))
    const exact = { verdict: 'AC', exact: true, variations: ['endless'], plan: [{ runner: 'processes' }] }
    expect(report).toMatchObject({ ...exact, note: expect.stringMatching(/./) })
  })

  test.each([
    ['in a terminal', 'terminal', 'a b c d e', picker('print "all\\n" if -t STDIN; exit'), 'AC'],
    ['with a pause', 'pauses', 'a b', `$SIG{ALRM} = sub { print "now!"; exit }; alarm 1; ${picker()}`, 'WA'],
  ] as const)(
    'sessions are played %s where the plan says so',
    needsTerminal(),
    async (_, runner, lines, source, verdict) => {
      const report = await reportOf(entryOf(source), {}, undefined, planOf([lines], runner))
      expect(report).toMatchObject({ verdict, plan: [{ runner }] })
    },
  )
})

test('judging that is stopped has no report, and leaves nothing behind', async () => {
  const entry = entryOf(picker())
  const temporary = newPath()
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const plan = planOf(Array.from({ length: 50 }, () => 'a'))
  const played = async (onSession: () => void, stop: AbortSignal) => {
    const result = await reportOn(entry, plan, { stop, onSession }, gameOracle(picking)).catch((error) => error)
    expect(getEventListeners(stop, 'abort')).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
    return result
  }
  const stopping = new AbortController()
  let sessions = 0
  const stopAtThird = () => {
    if (++sessions === 3) stopping.abort()
  }
  expect(`${await played(stopAtThird, stopping.signal)}`).toMatch(/closed|no more/)
  expect(sessions).toBeLessThan(50)
  const never = vi.fn()
  expect(await played(never, stopping.signal)).toBeInstanceOf(Error)
  expect(never).not.toHaveBeenCalled()
  const whole = vi.fn()
  expect(await played(whole, new AbortController().signal)).toMatchObject({ verdict: 'AC' })
  expect(whole).toHaveBeenCalledTimes(50)
})
