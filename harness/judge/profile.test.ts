import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { entryAt, testFolder } from '../entries/test-helpers.ts'
import { profileOf as profileLine, verdictOf } from '../report/report.ts'
import { jobPlanner } from './job.ts'
import { judge } from './judge.ts'
import { planner } from './plan.ts'
import { gameReference } from './reference.ts'

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

const plan = planner({ suites: ['fixtures', 'random'] })

async function judged(folder: string, change: (source: string) => string) {
  const entry = entryAt(write(`${folder}/tic-tac-toe/rejected/WA/tie/perl-stdin/wrong.pl`, program(change)))
  const options = { limits: { milliseconds: 2000 }, profile: true }
  return judge(entry, gameReference(ticTacToe), plan(ticTacToe, entry), options)
}

describe('a wrong entry', () => {
  test('that breaks the rule that its folder names is as expected; all other rules hold', async () => {
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

  test('that breaks another rule is not', { tags: 'slow' }, async () => {
    const report = await judged('b', (source) => source.replace('"invalid.', '"Invalid.'))
    expect(report).toMatchObject({ ok: false, verdict: 'WA' })
    expect(report.failure?.rules?.map(({ id }) => id)).toEqual(['invalid'])
    expect(verdictOf(report)).toBe('WA by invalid, expected by tie')
    // What comes after a refusal cannot be seen.
    expect(report.profile?.find(({ id }) => id === 'same-player')).toMatchObject({ result: 'unseen', lines: [] })
  })

  test('that never writes a board shows no rule', { tags: 'slow' }, async () => {
    const report = await judged('c', () => 'print "hm"')
    expect(report.profile?.filter(({ result }) => result === 'holds')).toEqual([])
    expect(profileLine(report)).toMatch(/^breaks field; the other \d+ rules could not be tested$/)
  })
})

describe('an entry that meets a limit', () => {
  test('is played until two more sessions meet it: what they had not come to is not tested', {
    tags: 'slow',
  }, async () => {
    const report = await judged('e', (source) => source.replace('print "tie.', 'for (;;) {} print "tie.'))
    expect(report.verdict).toBe('TLE')
    expect(profileLine(report)).toMatch(
      /^(\d\d) of \d\d rules hold; breaks tie(; the other (\d+ rules|rule) could not be tested)?$/,
    )
    expect(report.profile?.filter(({ result }) => result === 'broken').map(({ id }) => id)).toEqual(['tie'])
  })

  test('of which the rules say nothing breaks none', async () => {
    const report = await judged('f', (source) => source.replace('print "tie.', 'unlink $0; print "tie.'))
    expect(report.verdict).toBe('RTE')
    expect(report.failure?.rules).toBeUndefined()
    expect(profileLine(report)).toMatch(
      /^\d\d of \d\d rules hold; breaks none, but fails what the judge demands beside them; /,
    )
  })
})

test('a folder that names no rule of the game is a usage error', async () => {
  const entry = entryAt(write('d/tic-tac-toe/rejected/WA/nonsense/perl-stdin/wrong.pl', ''))
  await expect(jobPlanner()(entry)).rejects.toThrow(/wrong\.pl: no rule 'nonsense': see ninehole rules tic-tac-toe$/)
})
