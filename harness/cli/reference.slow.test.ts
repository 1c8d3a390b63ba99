import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { needs, withoutProgress } from '../entries/test-helpers.ts'
import type { Failure } from '../report/report.ts'
import { folder, fuzz, newPath, ninehole, reference, sum, words, write } from './test-data/sum.ts'

/** Any program as the reference, of `judge` and of several programs; what becomes of a reference that is stopped, or is not fit to be one. */
test('several programs: a table of who agrees with whom, and the shortest session for each that differs', async () => {
  const { stdout } = await fuzz(
    ...reference,
    '--reporter',
    'json',
    '--witness',
    'perl wrong.pl',
    '--witness',
    'perl sum.pl',
    '--witness',
    'perl spaces.pl',
    '--',
    'perl',
    'wrong.pl',
  )
  const { cases } = JSON.parse(stdout)
  expect(cases.map(({ path, verdict }: { path: string; verdict: string }) => [path, verdict])).toEqual([
    ['perl wrong.pl', 'WA'],
    ['perl wrong.pl', 'WA'],
    ['perl sum.pl', 'AC'],
    ['perl spaces.pl', 'WA'],
  ])
  const { programs, sessions, agree } = cases[0].agreement
  expect(programs).toEqual(['perl sum.pl', 'perl wrong.pl', 'perl wrong.pl', 'perl sum.pl', 'perl spaces.pl'])
  expect(sessions).toBe(60)
  expect(agree[1][2]).toBe(60)
  expect(agree[0][3]).toBe(60)
  expect(agree[0][1]).toBeLessThan(60)
  expect(agree[1][0]).toBe(agree[0][1])
  // Those that are wrong part from each other, too: at a line that is no number. The witness that is right shows nothing more.
  const parted = cases[0].agreement.parted.map((one: { one: number; other: number; failure: Failure }) => [
    ...[one.one, one.other, one.failure.lines.length],
    one.failure.difference.lines.filter((line) => !line.startsWith(' ')).map((line) => line.slice(0, 5)),
  ])
  expect(parted).toEqual([
    [1, 4, 1, ['- no·', '+ no·']],
    [2, 4, 1, ['- no·', '+ no·']],
  ])
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

  test('lines behind the end are told, as no transcript can hold them', async () => {
    const { stdout, stderr } = await judge('sly-stdin.pl', '--input', 'stdin', '--save', 'behind.transcript')
    expect(stdout).toMatch(
      /\nleftover, stdin: quit\nended with exit status 4, not 3, .*\nsent after the end: (7|70|foo)\n/,
    )
    const why = 'a transcript cannot hold lines that are sent after the end of a session'
    expect(stderr).toContain(`ninehole: behind.transcript: not written: ${why}\n`)
    expect(existsSync(join(folder, 'behind.transcript'))).toBe(false)
  })

  test('a reference that crashes is told', async () => {
    write('crash.pl', sum([['print "sum', 'kill 11, $$ if $sum > 70; print "sum']]))
    const entry = ['--quick', '--runtime', 'perl', '--input', 'stdin', '--sandbox', 'off', 'right.pl']
    const typed = ['--words', '7 70 foo quit', '--suite', 'random']
    const { stdout, exitCode } = await ninehole('judge', '--reference', 'perl crash.pl', ...typed, ...entry)
    expect(stdout).toMatch(/^the reference itself crashes \(SIGSEGV\) after '/m)
    expect(exitCode).toBe(0)
  })

  test('a line that is not UTF-8 is saved as it is', async () => {
    write('words.txt', '\xff\n', 'latin1')
    write('rude.pl', sum([['no number', 'no!']]))
    const entry = ['--runtime', 'perl', '--input', 'stdin', '--sandbox', 'off', 'rude.pl']
    const typed = ['--reference', 'perl sum.pl', '--words', 'words.txt', '--suite', 'repetition']
    await ninehole('judge', ...typed, '--quick', '--save', 'bytes.transcript', ...entry)
    expect(readFileSync(join(folder, 'bytes.transcript'), 'latin1')).toContain('\n? \xff\nno number\n')
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
    [
      ['--compare', 'whitespace'],
      '--compare: goes with --reference, which is not there: a game says itself what may vary',
    ],
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

  test.each<[string, string, string, string[]?]>([
    ['crashes', 'kill 11, $$;', 'the reference itself crashes (SIGSEGV) after '],
    [
      'crashes with a trace',
      'print STDERR "Traceback (most recent call last):\\nKeyError: 7\\n"; exit 1;',
      'the reference itself crashes (exit status 1: KeyError: 7) after ',
    ],
    ['hangs', 'sleep 60;', 'the reference itself hangs (no output for 0.5 s'],
    ['hangs, and nobody says how it asks', 'sleep 60;', 'the reference itself hangs (no output for 0.5 s', []],
  ])('%s: that is no fault of the program', async (_, what, told, prompt = ['--prompt', '^\\? ']) => {
    write('trouble.pl', sum([['print "sum', `if ($sum > 60) { ${what} } print "sum`]]))
    const options = ['--timeout', '0.5', ...prompt, '--runs', '30']
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
    const mark = newPath()
    const program = write(`${signal}-tried.sh`, `printf '? '; ${waiting(mark)}`)
    const call = fuzz('--reference', `sh ${program}`, ...words, '--timeout', '600', '--', 'perl', 'sum.pl')
    const pid = await started(mark)
    call.kill(signal)
    expect(await call).toMatchObject({ signal, stdout: '', stderr: '' })
    await isGone(pid)
  })

  test('while a program is compared: the report says how far it came, and no process is left', async () => {
    const mark = newPath()
    const program = write(`${signal}-compared.sh`, waiting(mark))
    const call = fuzz(...reference, '--timeout', '600', '--save-all', `${signal}-made`, '--', 'sh', program)
    const pid = await started(mark)
    call.kill(signal)
    const stdout = expect.stringMatching(/\n0 transcripts written\n[\s\S]*stopped after 0 of 60 sessions\n$/)
    const ended = await call
    expect({ ...ended, stderr: withoutProgress(ended.stderr) }).toMatchObject({ signal, stdout, stderr: '' })
    await isGone(pid)
  })

  test('when a session has failed and others go on: the report says how far they came', async () => {
    const mark = newPath()
    const often = `echo >>${mark}.n; [ $(wc -l <${mark}.n) -gt 12 ] || { echo wrong; exit; }; `
    const program = write(`${signal}-goes-on.sh`, waiting(mark, often))
    const call = fuzz(...reference, '--timeout', '600', '--witness', 'perl right.pl', '--', 'sh', program)
    const pid = await started(mark)
    call.kill(signal)
    const { exitCode, stdout } = await call
    expect(stdout).toMatch(/^WA sh [\s\S]*\nstopped after [1-9]\d* of 60 sessions\n$/)
    expect(exitCode).toBe(1)
    await isGone(pid)
  })

  test('when a session has failed: it is reported and saved, although the programs are stopped', async () => {
    const mark = newPath()
    const once = `[ -e ${mark}.once ] || { touch ${mark}.once; echo wrong; exit; }; `
    const program = write(`${signal}-failed.sh`, waiting(mark, once))
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

describe('a second ORTHO, in Python, written from the protocol alone', () => {
  const second = `python3 ${join(packageRoot, 'harness/judge/fuzz/test-data/ortho.py')}`
  const ours = `${process.execPath} ${join(packageRoot, 'dist/ortho.js')}`

  test.each(['-n 3 -m 3', '-n 4 -m 2', '-n 12 -m 4'])('%s: it is what ours is', needs('python3'), async (options) => {
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

  test('ours is what it is, too', needs('python3'), async () => {
    const words = ['--words', 'r1 r2 r3 c1 c2 c3 c4 "row 2" q', '--prompt', ' > ']
    const of = ['--reference', `${second} -n 3 -m 3`, '--seed', '2', '--runs', '20']
    const { stdout } = await ninehole('fuzz', ...of, ...words, '--', ...ours.split(' '), '-n', '3', '-m', '3')
    expect(stdout).toMatch(/^20 random sessions of python3 .* match the reference/)
  })
})
