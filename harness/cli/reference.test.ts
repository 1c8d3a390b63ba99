import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../entries/test-helpers.ts'
import type { Failure } from '../report/report.ts'

/** Any program as the reference: `fuzz --reference` and `judge --reference`. */
const { folder, write } = testFolder()

const ninehole = (...args: readonly string[]) =>
  execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], {
    cwd: folder,
    reject: false,
    stdin: 'ignore',
    stripFinalNewline: false,
  })
const fuzz = (...args: readonly string[]) => ninehole('fuzz', '--seed', '1', '--runs', '60', ...args)

/** Adds up numbers. Its prompt is `? `. */
const sum = (changes: readonly (readonly [string, string])[] = []) =>
  changes.reduce(
    (code, [from, to]) => code.replace(from, () => to),
    `$| = 1; my $sum = 0; print "? ";
while (<STDIN>) { chomp;
  if ($_ eq "quit") { print "bye\\n"; exit 3 }
  if (/^[0-9]{1,5}$/) { $sum += $_; print "sum $sum\\n" } else { print "no number\\n" }
  print "? " }
print "\\nend\\n";`,
  )
write('sum.pl', sum())
write('wrong.pl', sum([['print "sum $sum', '$sum++ if $sum > 99; print "sum $sum']]))
write('spaces.pl', sum([['no number', 'no  number']]))
write('right.pl', sum())
write('status.pl', sum([['exit 3', 'exit 4']]))
const words = ['--words', '0..20 foo quit']
const reference = ['--reference', 'perl sum.pl', ...words]

test('a program that is right matches any command; what was tried is told', async () => {
  const { stdout, exitCode } = await fuzz(...reference, '--', 'perl', 'sum.pl')
  expect(stdout).toMatch(
    /^60 random sessions of perl sum.pl match the reference \(seed 1\)\nup to \d+ lines, .*; \d+ different replies\n/,
  )
  expect(exitCode).toBe(0)
})

test('a program that is wrong from 100 on is found, and the shortest session is saved as one of the reference', async () => {
  const { stdout, exitCode } = await fuzz(...reference, '--save', 'wrong.transcript', '--', 'perl', 'wrong.pl')
  expect(stdout).toMatch(/^WA perl wrong.pl\nseed 1, interactive: .*\nwrong output, /)
  expect(exitCode).toBe(1)
  expect(readFileSync(join(folder, 'wrong.transcript'), 'utf8')).toMatch(/\n\$ perl sum.pl\n\? /)
  expect((await ninehole('verify', 'wrong.transcript')).stdout).toBe('2 of 2 sessions as recorded\n')
  const other = await ninehole('verify', 'wrong.transcript', '--input', 'interactive', '--', 'perl', 'wrong.pl')
  expect(other.exitCode).toBe(1)
})

test('a session that would be read as another one is not written, and the report comes all the same', async () => {
  const odd = [['no number', '? is no number']] as const
  write('odd.pl', sum(odd))
  write('wrong-and-odd.pl', sum([...odd, ['is no', 'is not a']]))
  const save = ['--words', 'foo', '--save', 'odd.transcript']
  const { stdout, stderr, exitCode } = await fuzz(
    '--reference',
    'perl odd.pl',
    ...save,
    '--',
    'perl',
    'wrong-and-odd.pl',
  )
  expect(stderr).toMatch(/^ninehole: odd\.transcript: not written: .*the answers would read as .*\n$/m)
  expect(stdout).toMatch(/\nfound with seed 1 in \d+ sessions\n/)
  expect(exitCode).toBe(1)
  expect(existsSync(join(folder, 'odd.transcript'))).toBe(false)
})

test('the exit status counts', async () => {
  const { stdout } = await fuzz(...reference, '--', 'perl', 'status.pl')
  expect(stdout).toMatch(/^RTE perl status.pl\nseed 1, interactive: quit\nended with exit status 4, not 3/)
})

test('white space counts unless --compare says otherwise', async () => {
  const exact = await fuzz(...reference, '--', 'perl', 'spaces.pl')
  expect(exact.stdout).toContain('output differs in white space only')
  expect((await fuzz(...reference, '--compare', 'whitespace', '--', 'perl', 'spaces.pl')).exitCode).toBe(0)
})

test('recorded sessions say what is typed', async () => {
  write('like/one.transcript', '# prompt: ^\\? \n$ perl sum.pl\n? 50\nsum 50\n? 49\nsum 99\n? 1\nsum 100\n? ')
  const { stdout, exitCode } = await fuzz('--reference', 'perl sum.pl', '--like', 'like', '--', 'perl', 'wrong.pl')
  expect(stdout).toContain('- sum·1')
  expect(exitCode).toBe(1)
})

test('a game says what is typed, and a command what is right', async () => {
  write(
    'count.ts',
    `export const count = { name: 'count', prompt: /^\\? /, open: () => ({ output: '? ', state: 0 }),
    answer: (state, line) => (line === null ? { output: '' } : { output: '? ', state: line === 'x' ? state : state + 1 }), legal: () => ['99', '1'],
    illegal: () => ['x'], key: String }`,
  )
  const { stdout } = await fuzz('./count.ts', '--reference', 'perl sum.pl', '--', 'perl', 'wrong.pl')
  expect(stdout).toMatch(/^WA perl wrong.pl\n/)
})

test('several programs: a table of who agrees with whom, and the shortest session for each that differs', async () => {
  const { stdout } = await fuzz(
    ...reference,
    '--reporter',
    'json',
    '--witness',
    'perl wrong.pl',
    '--witness',
    'perl sum.pl',
    '--',
    'perl',
    'wrong.pl',
  )
  const { cases } = JSON.parse(stdout)
  expect(cases.map(({ path, verdict }: { path: string; verdict: string }) => [path, verdict])).toEqual([
    ['perl wrong.pl', 'WA'],
    ['perl wrong.pl', 'WA'],
    ['perl sum.pl', 'AC'],
  ])
  const { programs, sessions, agree } = cases[0].agreement
  expect(programs).toEqual(['perl sum.pl', 'perl wrong.pl', 'perl wrong.pl', 'perl sum.pl'])
  expect(sessions).toBe(60)
  expect(agree[1][2]).toBe(60)
  expect(agree[0][3]).toBe(60)
  expect(agree[0][1]).toBeLessThan(60)
  expect(agree[1][0]).toBe(agree[0][1])
  // Each that is wrong parts from the witness that is right, at the first sum from 100 on.
  const parted = cases[0].agreement.parted.map((one: { one: number; other: number; failure: Failure }) => [
    ...[one.one, one.other, one.failure.lines.length > 1],
    one.failure.difference.lines.filter((line) => !line.startsWith(' ')).map((line) => line.slice(0, 6)),
  ])
  expect(parted).toEqual([
    [1, 3, true, ['- sum·', '+ sum·']],
    [2, 3, true, ['- sum·', '+ sum·']],
  ])
})

test('--save-all makes fixtures for a program that has none', async () => {
  const { stdout, exitCode } = await fuzz(...reference, '--save-all', 'made/fixtures')
  expect(stdout).toMatch(/\n\d transcripts written\n$/)
  expect(exitCode).toBe(0)
  const names = readdirSync(join(folder, 'made/fixtures'))
  expect(names).toEqual(expect.arrayContaining(['bye.transcript', 'no-number.transcript']))
  expect((await ninehole('verify', 'made/fixtures')).exitCode).toBe(0)
})

describe('judge', () => {
  const few = ['--reference', 'perl sum.pl', '--words', '7 70 foo quit']
  const judge = (file: string, ...args: readonly string[]) =>
    ninehole('judge', ...few, '--quick', '--runtime', 'perl', '--sandbox', 'off', ...args, file)

  /** A right program, and one that only the last suite can tell from it: one in a terminal, one behind its end. */
  const inTerminal = 'print -t STDIN ? "Sum " : "sum ", "'
  write('sly-interactive.pl', sum([['print "sum ', inTerminal]]))
  write('sly-stdin.pl', sum([['exit 3', 'exit(<STDIN> ? 4 : 3)']]))

  test.each([
    ['interactive', 'terminal', ['ends processes', 'terminal terminal', 'silence pauses']],
    ['stdin', 'leftover', ['leftover processes', 'ends processes']],
  ])('a command is the reference of entries: %s', async (input, last, suites) => {
    const { stdout, exitCode } = await judge('right.pl', '--input', input, '--reporter', 'json', `sly-${input}.pl`)
    const [right, sly] = JSON.parse(stdout).cases
    const played = right.plan.map(({ suite, runner }: Record<string, string>) => `${suite} ${runner}`)
    expect(played).toEqual(['random processes', 'repetition processes', ...suites])
    expect([right.verdict, right.exact, sly.failure.suite]).toEqual(['AC', true, last])
    expect(exitCode).toBe(1)
  })

  test('a wrong entry is told, with a transcript of the reference', async () => {
    const { stdout, exitCode } = await judge('wrong.pl', '--input', 'stdin', '--save', 'judged.transcript')
    expect(stdout).toMatch(/\nWA wrong.pl\nrandom, /)
    expect(exitCode).toBe(1)
    expect((await ninehole('verify', 'judged.transcript')).exitCode).toBe(0)
  })

  test('the exit status and the end of input count, line by line and at once', async () => {
    write('end.pl', sum([['nend', 'nEnd']]))
    const at = (input: string) => judge('end.pl', 'status.pl', '--input', input, '--suite', 'random')
    for (const { stdout } of [await at('stdin'), await at('interactive')]) {
      expect(stdout).toContain('+ End␊')
      expect(stdout).toContain('ended with exit status 4, not 3')
    }
  })

  test('--compare stands in the transcript that --save writes', async () => {
    write('loud.pl', sum([['no number', 'NO  number']]))
    const save = ['--compare', 'whitespace', '--save', 'loud.transcript']
    expect((await judge('loud.pl', 'spaces.pl', '--input', 'stdin', ...save)).stdout).toMatch(
      /^1 of 2 entries accepted$/m,
    )
    expect(readFileSync(join(folder, 'loud.transcript'), 'utf8')).toMatch(/^# compare: whitespace$/m)
    expect((await ninehole('verify', 'loud.transcript', '--', 'perl', 'spaces.pl')).exitCode).toBe(0)
  })

  test.each([
    [['--game', 'ortho'], '--game: what is right says --reference: leave one of them out'],
    [['--memory', '1'], '--memory: needs a game, whose positions are known; those of a --reference are not'],
    [['--suite', 'games'], '--suite games: needs a game; with --reference there are fixtures, random, repetition,'],
  ])('%j is no option beside --reference', async (options, why) => {
    const entry = ['--runtime', 'perl', '--input', 'stdin', 'right.pl']
    const { stderr, exitCode } = await ninehole('judge', '--sandbox', 'off', ...reference, ...entry, ...options)
    expect(stderr).toContain(`ninehole: ${why}`)
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect(exitCode).toBe(2)
  })

  test.each([
    [['--words', '1'], '--words: goes with --reference, which is not there'],
    [['--compare', 'whitespace'], '--compare: goes with --reference, which is not there'],
    [['--suite', 'ends'], '--suite ends: needs a --reference: what follows the end of input is not judged in a game'],
  ])('%j is no option without --reference', async (options, why) => {
    const entry = ['--game', 'tic-tac-toe', '--runtime', 'perl', '--input', 'stdin', 'right.pl']
    const { stderr, exitCode } = await ninehole('judge', '--sandbox', 'off', ...entry, ...options)
    expect({ stderr, exitCode }).toEqual({ stderr: `ninehole: ${why}\n`, exitCode: 2 })
  })
})

describe('the reference itself', () => {
  test('differs between two runs', async () => {
    write('clock.pl', sum([['"sum $sum', '"sum $sum ", rand, "']]))
    const { stderr, exitCode } = await fuzz('--reference', 'perl clock.pl', ...words, '--', 'perl', 'sum.pl')
    expect(stderr).toMatch(
      /^ninehole: --reference 'perl clock.pl': the reference itself differs between two runs, at byte \d+, after '\d+': [^\n]*\n$/,
    )
    expect(exitCode).toBe(2)
  })

  test.each([
    ['crashes', 'kill 11, $$;', 'the reference itself crashes (SIGSEGV) after '],
    [
      'crashes with a trace',
      'print STDERR "Traceback (most recent call last):\\nKeyError: 7\\n"; exit 1;',
      'the reference itself crashes (exit status 1: KeyError: 7) after ',
    ],
    ['hangs', 'sleep 60;', 'the reference itself hangs (no output for 0.5 s'],
  ])('%s: that is no fault of the program', async (_, what, told) => {
    write('trouble.pl', sum([['print "sum', `if ($sum > 60) { ${what} } print "sum`]]))
    const options = ['--timeout', '0.5', '--prompt', '^\\? ', '--runs', '30']
    const { stdout, exitCode } = await fuzz(
      '--reference',
      'perl trouble.pl',
      ...words,
      ...options,
      '--',
      'perl',
      'sum.pl',
    )
    expect(stdout).toContain(told)
    expect(exitCode).toBe(0)
  })
})

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  /** Begins a program that says its process id and waits for ever, unless it is told otherwise. */
  const waiting = (mark: string, unless = '') => `${unless}[ -e ${mark} ] || echo $$ > ${mark}; exec sleep 600`
  const started = async (mark: string) => {
    await expect.poll(() => existsSync(mark) && readFileSync(mark, 'utf8'), { timeout: 100_000 }).toMatch(/^\d+\n$/)
    return Number(readFileSync(mark, 'utf8'))
  }
  const isGone = (pid: number) =>
    expect.poll(() => spawnSync('kill', ['-0', `${pid}`]).status, { timeout: 100_000 }).not.toBe(0)

  test('while the reference is tried: nothing is said, and no process is left', async () => {
    const mark = join(folder, `${signal}-tried`)
    write(`${mark.slice(folder.length + 1)}.sh`, `printf '? '; ${waiting(mark)}`)
    const call = fuzz('--reference', `sh ${mark}.sh`, ...words, '--timeout', '600', '--', 'perl', 'sum.pl')
    const pid = await started(mark)
    call.kill(signal)
    expect(await call).toMatchObject({ signal, stdout: '', stderr: '' })
    await isGone(pid)
  })

  test('while a program is compared: the report says how far it came, and no process is left', async () => {
    const mark = join(folder, `${signal}-compared`)
    const program = write(`${mark.slice(folder.length + 1)}.sh`, waiting(mark))
    const call = fuzz(...reference, '--timeout', '600', '--', 'sh', program)
    const pid = await started(mark)
    call.kill(signal)
    const stdout = expect.stringMatching(/stopped after 0 of 60 sessions\n$/)
    expect(await call).toMatchObject({ signal, stdout, stderr: '' })
    await isGone(pid)
  })

  test('when a session has failed: it is reported and saved, although the programs are stopped', async () => {
    const mark = join(folder, `${signal}-failed`)
    const once = `[ -e ${mark}.once ] || { touch ${mark}.once; echo wrong; exit; }; `
    const program = write(`${mark.slice(folder.length + 1)}.sh`, waiting(mark, once))
    const save = `${signal}.transcript`
    // The session is one answer, without a prompt: to write it, the reference is asked what it says at the end.
    write('plain.pl', '$| = 1; print "go\\n"; print "got $_" while <STDIN>; print "\\nend\\n"')
    const of = ['--reference', 'perl plain.pl', '--words', 'a b', '--seed', '4']
    const call = fuzz(...of, '--save', save, '--timeout', '600', '--', 'sh', program)
    const pid = await started(mark)
    call.kill(signal)
    const { exitCode, stdout, stderr } = await call
    expect(stdout).toMatch(/^WA sh /)
    expect(stderr).not.toContain('not written')
    expect(exitCode).toBe(1)
    expect(readFileSync(join(folder, save), 'utf8')).toMatch(/\n\$ perl plain.pl\ngo\n[\s\S]*\nend\n$/)
    await isGone(pid)
  })
})

describe('bad input', () => {
  test.each([
    ['no such command', ['--reference', './none', ...words], '--reference ./none: cannot be started'],
    ['it ends at once', ['--reference', 'echo hello', ...words], 'ends before it asks for a line (exit status 0)'],
    [
      'it never prompts',
      ['--reference', 'perl sum.pl', '--prompt', '^> ', '--timeout', '0.2', ...words],
      'never prompts: no output for 0.2 s: "? " does not match the prompt ^> ; say',
    ],
    ['it reads nothing', ['--reference', 'sleep 60', '--timeout', '0.2', ...words], 'reads nothing and says nothing'],
    ['it writes for ever', ['--reference', 'yes', ...words], 'never prompts: wrote more than'],
    ['a quote is not closed', ['--reference', "perl 'sum.pl", ...words], 'a quote is not closed'],
    ['no words', ['--reference', 'perl sum.pl', '--words', ''], "no words: give some, as in --words '0..8 quit'"],
    ['nothing is typed', ['--reference', 'perl sum.pl'], 'what is typed? Give words'],
    ['nothing to be like', ['--reference', 'perl sum.pl', '--like', 'nowhere'], 'nowhere: no such file or folder'],
    ['a word with a newline', ['--reference', 'perl sum.pl', '--words', "'a\nb'"], 'a line ends at a newline'],
    ['a range that goes down', ['--reference', 'perl sum.pl', '--words', '9..1'], '9..1 is no range'],
    [
      'a prompt that is none',
      ['--reference', 'perl sum.pl', ...words, '--prompt', '('],
      '--prompt: is no regular expression',
    ],
    [
      'a witness of nothing',
      ['--witness', 'perl sum.pl', ...words],
      "--witness: compared with what? Name a game, or give --reference 'COMMAND'",
    ],
  ])('%s', async (_, args, why) => {
    const { stdout, stderr, exitCode } = await fuzz(...args, '--', 'perl', 'sum.pl')
    expect(stderr).toContain(why)
    expect(stderr).toMatch(/^ninehole: [^\n]*\n$/)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  })

  test('no program to compare', async () => {
    const { stderr, exitCode } = await fuzz(...reference)
    expect(stderr).toContain('which program is compared with the reference? Give it after --')
    expect(exitCode).toBe(2)
  })
})

test('a program that cannot be started leaves no file', async () => {
  const { stderr, exitCode } = await fuzz(...reference, '--save', 'none.transcript', '--', './none')
  expect(stderr).toBe('ninehole: ./none: cannot be started\n')
  expect(exitCode).toBe(2)
  expect(existsSync(join(folder, 'none.transcript'))).toBe(false)
})

describe('a second ORTHO, in Python, written from the protocol alone', () => {
  const python = spawnSync('python3', ['--version']).status === 0
  const second = `python3 ${join(packageRoot, 'harness/judge/fuzz/test-data/ortho.py')}`
  const ours = `${process.execPath} ${join(packageRoot, 'dist/ortho.js')}`

  test.skipIf(!python).each(['-n 3 -m 3', '-n 4 -m 2', '-n 12 -m 4'])('%s: it is what ours is', async (options) => {
    const args = options.split(' ')
    const { stdout } = await ninehole(
      'fuzz',
      'ortho',
      ...args,
      '--seed',
      '2',
      '--runs',
      '20',
      '--',
      ...second.split(' '),
    )
    expect(stdout).toMatch(/^20 random sessions of ortho .* match the reference/)
  })

  test.skipIf(!python)('ours is what it is, too', async () => {
    const words = ['--words', 'r1 r2 r3 c1 c2 c3 c4 "row 2" q', '--prompt', ' > ']
    const of = ['--reference', `${second} -n 3 -m 3`, '--seed', '2', '--runs', '20']
    const { stdout } = await ninehole('fuzz', ...of, ...words, '--', ...ours.split(' '), '-n', '3', '-m', '3')
    expect(stdout).toMatch(/^20 random sessions of python3 .* match the reference/)
  })
})
