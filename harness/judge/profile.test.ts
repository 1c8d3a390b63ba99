import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { EnvironmentError } from '../base/usage-error.ts'
import { failureOf } from '../report/difference.ts'
import type { EntryReport } from '../report/report.ts'
import { profileOf as profileLine } from '../report/words.ts'
import { sessionsAtATime } from '../run/programs.ts'
import { entryAt, testFolder } from '../run/test-helpers.ts'
import type { Bytes } from '../session/bytes.ts'
import { exactly } from '../session/script.ts'
import { answersOf, type Script, type Session, type Turn } from '../session/session.ts'
import type { Judgement } from './judge.ts'
import { gamePlanner } from './plan.ts'
import { profileOf } from './profile.ts'
import { gameReference } from './reference/reference.ts'
import { Runner } from './runner.ts'
import { picking } from './test-data/small-games.ts'
import { reportOn } from './test-helpers.ts'

const { write } = testFolder()

/** A right program, but for one change. */
const program = (change: (source: string) => string) =>
  change(`my @f = ('.') x 9; my $p = 'X'; my @l = qw(012 345 678 036 147 258 048 246);
$| = 1;
sub board { join('', @f[0..2]) . "\\n" . join('', @f[3..5]) . "\\n" . join('', @f[6..8]) . "\\n" }
print board();
print "$p> ";
while (my $a = <STDIN>) {
  chomp $a;
  if ($a !~ /^[0-8]$/ || $f[$a] ne '.') { print "invalid.\\n$p> "; next }
  $f[$a] = $p;
  if (grep { my $r = $_; 3 == grep { $f[$_] eq $p } split //, $r } @l) { print "$p won.\\n"; exit }
  if (!grep { $_ eq '.' } @f) { print "tie.\\n"; exit }
  $p = $p eq 'X' ? 'O' : 'X';
  print board(), "$p> ";
}
`)

const plan = gamePlanner({ suites: ['fixtures', 'random'] })

async function judged(folder: string, change: (source: string) => string) {
  const entry = entryAt(write(`${folder}/tic-tac-toe/rejected/WA/tie/perl-stdin/wrong.pl`, program(change)))
  return reportOn(entry, plan(ticTacToe, entry.input, entry.runtime.worker), { profile: 'rejected' })
}

test('a wrong entry that breaks the rule that its folder names is as expected; all other rules hold', async () => {
  const report = await judged('a', (source) => source.replace('tie.', 'X won.'))
  expect(report).toMatchObject({ ok: true, verdict: 'WA', breaks: 'tie' })
  const { profile = [] } = report
  expect(profile.filter(({ result }) => result === 'broken').map(({ id }) => id)).toEqual(['tie'])
  expect(profile.filter(({ result }) => result === 'unseen')).toEqual([])
  expect(profile.filter(({ failure }) => failure !== undefined).map(({ id }) => id)).toEqual(['tie'])
  expect(profile.find(({ id }) => id === 'occupied')?.lines.length).toBeGreaterThan(1)
  expect(profileLine(report)).toMatch(/^(\d+) of \d+ rules hold; breaks tie$/)
  expect(report.source).toContain('X won.')
})

test('an entry whose fault is against no rule breaks none', async () => {
  const report = await judged('b', (source) => source.replace('print "tie.', 'unlink $0; print "tie.'))
  expect(report.verdict).toBe('RTE')
  expect(report.failure?.rules).toBeUndefined()
  expect(profileLine(report)).toMatch(
    /^\d\d of \d\d rules hold; breaks none, but fails something else that the judge demands; /,
  )
})

describe('a failure', () => {
  const source = program((source) => source.replace('tie.', 'Tie.'))
  const entry = entryAt(write('g/tic-tac-toe/perl-stdin/wrong.pl', source))
  const steps = plan(ticTacToe, entry.input, entry.runtime.worker)

  test('is passed on before it is known which rules the entry keeps', async () => {
    const failures: EntryReport[] = []
    const onFailed = ({ report }: Judgement) => failures.push(report)
    const { profile, milliseconds, ...rest } = await reportOn(entry, steps, { profile: 'rejected', onFailed })
    expect(failures).toEqual([{ ...rest, milliseconds: expect.any(Number) }])
    expect(profile?.length).toBeGreaterThan(20)
  })

  test('stays one if the machine fails after it', async () => {
    const onFailed = vi.fn()
    const game = gameReference(ticTacToe)
    const failing: typeof game = {
      ...game,
      script(lines) {
        if (onFailed.mock.calls.length > 0) throw new EnvironmentError('sh', 'is gone')
        return game.script(lines)
      },
    }
    const report = await reportOn(entry, steps, { profile: 'rejected', onFailed }, failing)
    expect(report).toMatchObject({ verdict: 'WA', failure: { suite: 'fixtures' } })
    expect([onFailed.mock.calls.length, report.profile, report.error]).toEqual([1, undefined, undefined])
  })
})

describe('the sessions that are played for the rules', () => {
  /** The profile of a program that is right but for changes, and the scripts that were played, one after the other. */
  async function profiled(
    refuting: readonly Bytes[],
    change: (right: Session, count: number) => Session,
    game: Game<unknown> = ticTacToe,
  ) {
    const scripts: Script[] = []
    let turn: Promise<unknown> = Promise.resolve()
    const play = async (script: Script) => {
      const count = scripts.push(script) - 1
      const mine = turn
      turn = mine.then(() => setImmediate())
      await mine
      return change(exactly(script), count)
    }
    const reference = gameReference(game)
    const runner = new Runner({ play, close() {} }, reference, 'interactive', { limits: { milliseconds: 1 } })
    const refuted = await runner.play(refuting)
    const failure = failureOf('random', refuted.script, refuted.outcome, game)
    const profile = await profileOf(game, runner, { ...refuted, failure })
    const withResult = (wanted: string) => profile.filter(({ result }) => result === wanted).map(({ id }) => id)
    return { profile, failure, scripts: scripts.slice(1), withResult }
  }

  /** A session up to the turn that is changed, which is the last. */
  const upTo = ({ turns, end }: Session, index: number, change: Partial<Turn>, as: Session['end'] = end): Session => ({
    turns: [...turns.slice(0, index), { ...turns.at(index), output: turns.at(index)?.output ?? '', ...change }],
    end: as,
  })
  const silent = { how: 'silent', milliseconds: 1 } as const

  /** The session, but X wins where nobody does. */
  const withoutTie = (right: Session) =>
    right.turns.some(({ output }) => output.endsWith('tie.\n')) ? upTo(right, 9, { output: 'X won.\n' }) : right

  test('are few for each rule, short ones and long ones, however many there are', async () => {
    const answer: typeof picking.answer = (state, line) => ({ ...picking.answer(state, line), rules: ['any'] })
    const game = { ...picking, answer, rules: [{ id: 'any', sentence: 'Any.' }] }
    const { scripts } = await profiled(['a'], (right) => right, game as Game<unknown>)
    const lengths = scripts.map((script) => answersOf(script).length)
    expect(lengths).toHaveLength(3)
    expect(lengths[2]).toBeGreaterThan((lengths[0] ?? 0) + 3)
  })

  test('break a rule after the session that was found already', async () => {
    const { profile, failure } = await profiled([...'012435768'], withoutTie)
    expect(profile.find(({ id }) => id === 'tie')?.failure).toBe(failure)
  })

  test('show that a rule holds as far as replies were right', async () => {
    const { profile, withResult } = await profiled(['4', '4', 'x', '0'], (right, count) =>
      upTo(right, count === 0 ? 3 : 0, { output: 'hm' }),
    )
    expect(withResult('holds')).toContain('occupied')
    expect(withResult('unseen')).toContain('o-marks')
    // What is said of the wrong reply itself is said of no other.
    expect(withResult('unseen')).toContain('no-number')
    expect(profile.find(({ id }) => id === 'occupied')?.lines).toEqual(['4', '4', 'x', '0'])
  })

  test('show each rule in the shortest of them, and break it in the first', async () => {
    const { profile, failure, scripts, withResult } = await profiled(['0', '1'], (right, count) =>
      count === 0 ? upTo(right, 2, { output: 'hm' }) : withoutTie(right),
    )
    const found = (id: string) => profile.find((one) => one.id === id)
    expect(found('start')?.lines).toEqual(['0', '1'])
    expect(found('no-number')?.lines).toHaveLength(1)
    expect(found('row')?.lines).toHaveLength(5)
    expect(found('tie')?.lines).toHaveLength(9)
    // What follows the end of a game is a part of the session.
    expect(scripts.some(({ leftover }) => leftover !== undefined)).toBe(true)
    const lengths = scripts.map((script) => answersOf(script).length + (script.leftover?.length ?? 0))
    expect(lengths.at(-1)).toBeGreaterThan(100)
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    const [first = ''] = (failure.rules ?? []).map(({ id }) => id)
    expect(found(first)?.failure).toBe(failure)
    expect(found('tie')?.failure).toMatchObject({ suite: 'rules' })
    expect(withResult('broken')).toEqual(expect.arrayContaining([first, 'tie']))
  })

  test('are no more after the second that meets a limit, and those that were under way do not count', async () => {
    const { scripts, withResult } = await profiled(['4'], (right, count) => {
      if (count === 2) return upTo(right, right.turns.length - 1, { output: '' }, silent)
      if (count === 0) return upTo(right, 0, { output: 'hm' })
      if (count === 1) return upTo(right, 0, { output: '' }, silent)
      return upTo(right, right.turns.length - 1, { output: 'tie.\n' })
    })
    const { scripts: all } = await profiled(['4'], (right) => right)
    expect(scripts).toHaveLength(Math.min(sessionsAtATime() + 1, all.length))
    expect(withResult('broken')).toEqual(['field', 'turn', 'valid'])
  })
})
