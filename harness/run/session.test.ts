import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import type { Input } from '../session/script.ts'
import { type Script, scriptOf } from '../session/script.ts'
import type { Limits } from './limits.ts'
import { type Command, openPrograms } from './programs.ts'
import { runScript } from './script.ts'

const limits = { milliseconds: 500 }

/** Runs one session. */
async function run(command: Command, script: Script, input: Input, limits: Limits) {
  const programs = openPrograms({ cwd: '.', env: process.env })
  return runScript(programs, command, script, input, limits).finally(programs.close)
}

const perl = (program: string) => ['perl', '-e', `$|=1;${program}`]

/** Asks twice and says what it heard. */
const script: Script = {
  steps: [
    { output: 'A> ', answer: '1' },
    { output: 'B> ', answer: '2' },
    { output: [{ name: 'n', oneOf: ['\n'], times: '*' }, '1+2\n'] },
  ],
  ends: true,
  status: 0,
  leftover: [],
}
const right = 'print "A> ";chomp($a=<STDIN>);print "B> ";chomp($b=<STDIN>);print "$a+$b\\n"'
const held = (program: string, input: Input = 'interactive', wanted = script) =>
  run(perl(program), wanted, input, limits)

describe('a right program', () => {
  test.each([
    ['interactive', right],
    ['stdin', right],
    ['args', 'print "A> B> ",join("+",@ARGV),"\\n"'],
  ] as const)('%s', async (input, program) => {
    expect(await held(program, input)).toEqual({
      verdict: 'AC',
      output: 'A> B> 1+2\n',
      at: 10,
      answeredAt: [3, 6],
      variations: [],
      status: 0,
      stderr: '',
    })
  })

  test('in single bytes', async () => {
    expect(await held('sub p{print for split//,shift}p"A> ";<STDIN>;p"B> ";<STDIN>;p"1+2\\n"')).toMatchObject({
      verdict: 'AC',
    })
  })

  test('that ends with a status, complains, and uses a variation', async () => {
    const outcome = await held(`${right.replace('print "$a', 'print "\\n$a')};print STDERR "oh";exit 3`)
    expect(outcome).toMatchObject({
      verdict: 'AC',
      variations: ['n', 'exit-status', 'stderr'],
      status: 3,
      stderr: 'oh',
    })
  })

  test('is cut off where the script stops', async () => {
    const cut = { ...script, steps: [{ output: 'A> ', answer: '1' }, { output: 'B> ' }], ends: false }
    expect(await held(right, 'interactive', cut)).toMatchObject({ verdict: 'AC', output: 'A> B> ' })
    expect(await held(right, 'stdin', cut)).toMatchObject({ verdict: 'AC' })
  })

  test('is told the end of input', async () => {
    const eof = { ...script, steps: [{ output: 'A> ', answer: null }, { output: 'bye\n' }] }
    for (const input of ['interactive', 'stdin'] as const) {
      expect(await held('print "A> ";<STDIN>;print "bye\\n"', input, eof)).toMatchObject({ verdict: 'AC' })
    }
  })
})

/** A program that was right in the session before, so that it is known what it says, and has changed since. */
async function heldAfterRight(program: string) {
  const file = join(folder, `${changed++}.pl`)
  const changing = ['perl', file]
  const say = (program: string) => {
    writeFileSync(file, `$|=1;${program}`)
    return run(changing, script, 'interactive', limits)
  }
  expect(await say(right)).toMatchObject({ verdict: 'AC' })
  return say(program)
}
const folder = mkdtempSync(join(tmpdir(), 'ninehole-test-'))
let changed = 0
afterAll(() => rmSync(folder, { recursive: true }))

describe.each([
  ['a wrong program', held],
  ['a program that has become wrong', heldAfterRight],
])('%s', (_, held) => {
  test.concurrent.each([
    ['says something else', right.replace('+$b', '-$b'), 'WA', 'wrong output', 7],
    ['says something else and then crashes', right.replace('+$b\\n"', '-$b\\n";exit 1'), 'WA', 'wrong output', 7],
    ['says too much', `${right};print "!"`, 'WA', 'wrong output', 10],
    ['says nothing more', 'print "A> ";<STDIN>', 'WA', 'the output ends too early', 3],
    ['crashes', 'print "A> ";<STDIN>;die', 'RTE', 'ended with exit status 255', 3],
    ['kills itself', 'print "A> ";<STDIN>;kill 9,$$;sleep 9', 'RTE', 'ended with SIGKILL', 3],
    ['says a newline behind the prompt', right.replace('A> "', 'A> \\n"'), 'WA', 'output before the input was sent', 3],
    ['does not wait for the answer', 'print "A> B> ";<STDIN>', 'WA', 'output before the input was sent', 3],
    [
      'keeps the prompt back',
      `$|=0;${right}`,
      'TLE',
      'no output for 0.5 s until its input was closed: it does not flush its prompt (try --pty)',
      3,
    ],
    ['is silent', 'sleep 9', 'TLE', 'no output for 0.5 s', 0],
    ['loops', '1 while 1', 'TLE', 'no output for 0.5 s', 0],
    ['does not end', `${right};sleep 9`, 'TLE', 'does not end', 10],
    ['does not end, but closes its output', `${right};close STDOUT;sleep 9`, 'TLE', 'does not end', 10],
    ['closes its output', 'print "A> ";close STDOUT;sleep 9', 'WA', 'closed its output', 3],
    ['floods', 'print "x"x9999 while 1', 'WA', 'wrong output', 0],
    ['floods its complaints', '1 while print STDERR "x"x9999', 'TLE', 'no output for 0.5 s', 0],
  ] as const)('%s', async (_, program, verdict, why, at) => {
    expect(await held(program)).toMatchObject({ verdict, why, at })
  })

  test('floods with what is allowed', async () => {
    const outcome = await held(right.replace('print "$a', 'print "\\n"x9999 while 1;print "$a'))
    expect(outcome).toMatchObject({ verdict: 'OLE', why: 'wrote more than 131072 bytes' })
    expect(outcome.output).toHaveLength(131_072)
  })

  test('says a newline behind the prompt, a hundred times, each in a write of its own', async () => {
    for (let i = 0; i < 100; i++) {
      expect(await held(right.replace('print "A> "', 'print "A> ";print "\\n"'))).toMatchObject({
        verdict: 'WA',
        at: 3,
      })
    }
  })
})

describe('a program that said it otherwise before', () => {
  test('with a variation', async () => {
    const program = perl('print "A> ";<STDIN>;print "B> ";<STDIN>;print "\\n1+2\\n"')
    for (let time = 0; time < 3; time++) {
      expect(await run(program, script, 'interactive', limits)).toMatchObject({
        verdict: 'AC',
        output: 'A> B> \n1+2\n',
        answeredAt: [3, 6],
        variations: ['n'],
      })
    }
  })

  test('now with one, now without', async () => {
    const program = perl(`${right.replace('print "$a', () => 'print $$%2?"\\n":"";print "$a')}`)
    for (let time = 0; time < 20; time++) {
      const { verdict, output, variations } = await run(program, script, 'interactive', limits)
      expect({ verdict, variations }).toEqual({ verdict: 'AC', variations: output.includes('\n1') ? ['n'] : [] })
    }
  })
})

test('a program that thinks before each reply', async () => {
  const slow = right.replaceAll('print', 'select undef,undef,undef,.3;print')
  expect(await held(slow)).toMatchObject({ verdict: 'AC', output: 'A> B> 1+2\n', answeredAt: [3, 6] })
})

test('the limit is for silence, also where all input is there at once', async () => {
  // It takes 0.9 s in all, and is never silent for the 0.5 s of the limit.
  const slow = right.replaceAll('print', 'select undef,undef,undef,.3;print')
  expect(await held(slow, 'stdin')).toMatchObject({ verdict: 'AC', output: 'A> B> 1+2\n' })
  expect(await held(slow.replaceAll('.3;', '9;'), 'stdin')).toMatchObject({ why: 'no output for 0.5 s' })
})

test('a reply in pieces without end', async () => {
  const dribbles = 'for(;;){print "\\n";select undef,undef,undef,.02}'
  const wanted: Script = {
    ...script,
    steps: [{ output: [{ name: 'n', oneOf: ['\n'], times: '*' }, 'A> '], answer: '1' }, ...script.steps.slice(1)],
  }
  const outcome = await run(perl(dribbles), wanted, 'interactive', { milliseconds: 100 })
  expect(outcome).toMatchObject({ verdict: 'TLE', why: 'took more than 1 s for one reply' })
})

test('no process is left behind, in the group or out of it', async () => {
  const nap = `sleep ${1_000_000 + process.pid}`
  const children = `if(!fork){${nap}}if(!fork){setpgrp;${nap}}`
  expect(await held(`${children}${right}`)).toMatchObject({ verdict: 'AC' })
  expect(await held(`${children}${nap}`)).toMatchObject({ verdict: 'TLE' })
  await vi.waitFor(() => expect(execaSync('pgrep', ['-f', nap], { reject: false }).stdout).toBe(''), {
    timeout: 10_000,
  })
})

test('a game, with lines left over', async () => {
  const outcome = await run(perl('exit'), scriptOf(ticTacToe, ['4']), 'stdin', limits)
  expect(outcome).toMatchObject({ verdict: 'WA', why: 'the output ends too early', output: '' })
})

test('a program that is not there', async () => {
  await expect(run(['no-such-program'], script, 'stdin', limits)).rejects.toThrow('no-such-program: cannot be started')
})
