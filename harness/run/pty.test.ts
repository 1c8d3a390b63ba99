import { chmodSync, existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { testFolder } from '../entries/test-helpers.ts'
import { compare } from '../session/compare.ts'
import type { Script } from '../session/session.ts'
import { processProgram } from './process.ts'
import { processesWith } from './procfs.ts'
import { type CommandLine, Programs } from './programs.ts'
import { openTerminal, whyNoPty } from './pty.ts'

const { write } = testFolder()

/** Plays a session of a command, and compares it. */
async function playInPty(command: CommandLine, script: Script) {
  const programs = new Programs({ cwd: '.', env: process.env })
  const session = await processProgram(programs, command, 'pty').play(script, { milliseconds: 2000 })
  programs.close()
  return compare(script, session, { lockStep: true })
}

const perl = (program: string) => ['perl', '-e', `$|=1;${program}`]
const sh = (script: string) => ['sh', '-c', script]

/** A script of outputs and answers in turn; the program ends after the last output unless `ends` is false. */
const script = (parts: readonly (string | null)[], ends = true): Script => ({
  turns: parts.flatMap((part, index) => {
    if (index % 2 === 1) return []
    const answer = parts[index + 1]
    return [{ output: part, ...(answer === undefined ? {} : { answer }) }]
  }),
  end: ends ? { how: 'exit', status: 0 } : { how: 'cut' },
})

const run = (program: string, parts: readonly (string | null)[], ends = true) =>
  playInPty(perl(program), script(parts, ends))

const repeats = 'print "> ";while(<STDIN>){print "$_> "}print "bye\\n"'

describe.skipIf(whyNoPty() !== undefined)('in a pseudo-terminal', () => {
  test('a program sees terminals', async () => {
    const program = 'print((-t STDIN)&&(-t STDOUT)&&(-t STDERR)?"yes\\n":"no\\n")'
    expect(await run(program, ['yes\n'])).toMatchObject({ verdict: 'AC' })
  })

  test('the terminal has no capabilities and a fixed size', async () => {
    const program = sh('echo $TERM; stty size </dev/tty')
    expect(await playInPty(program, script(['dumb\n24 80\n']))).toMatchObject({ verdict: 'AC' })
  })

  test('typed lines are not echoed, and the end of input is ^D', async () => {
    const outcome = await run(repeats, ['> ', 'a', 'a\n> ', '', '\n> ', null, 'bye\n'])
    expect(outcome).toMatchObject({ verdict: 'AC' })
    expect(outcome.played.turns.map(({ output }) => output)).toEqual(['> ', 'a\n> ', '\n> ', 'bye\n'])
  })

  test('standard error is part of the output', async () => {
    expect(await run('print STDERR "oh\\n"', ['oh\n'])).toMatchObject({ verdict: 'AC', variations: [] })
  })

  test.each([
    ['control characters', '\x01\x03\x04\x08\t\x11\x13\x15\x16\x17\x1a\x1c\x7f|'],
    ['a carriage return', 'a\rb'],
    ['what is not UTF-8', '\xff\xfe\x80'],
    ['UTF-8', '\xc3\xa9\xe2\x86\x92'],
    ['white space', '  a  b\t '],
    ['a line of 4095 bytes', 'x'.repeat(4095)],
    ['a line of 4096 bytes', 'x'.repeat(4096)],
    ['a line of 20000 bytes', 'xyz\x04'.repeat(5000)],
  ])('a line reaches the program with %s', async (_, line) => {
    const program = 'print "> ";$_=<STDIN>;chomp;print unpack("H*",$_),"\\n"'
    const expected = `${Buffer.from(line, 'latin1').toString('hex')}\n`
    expect(await run(program, ['> ', line, expected])).toMatchObject({ verdict: 'AC' })
  })

  test('a line that the program repeats is not mistaken for an echo', async () => {
    expect(await run(repeats, ['> ', 'a', '> '], false)).toMatchObject({ verdict: 'WA', fault: 'output' })
  })

  test('the echo of programs that edit lines is removed', async () => {
    const editor = 'system "stty raw"; print "> "; $_=""; while(($c=getc) ne "\\r" && $c ne "\\n"){print $c; $_.=$c}'
    expect(await run(`${editor} print "\\r\\n\${_}!\\r\\n"`, ['> ', 'abc', 'abc!\n'])).toMatchObject({ verdict: 'AC' })
  })

  test('a carriage return is removed only before a newline', async () => {
    expect(await run('print "a\\r\\nb\\rc\\n"', ['a\nb\rc\n'])).toMatchObject({ verdict: 'AC' })
  })

  test('long output arrives whole', async () => {
    const outcome = await run('print "x" x 70, "\\n" for 1..1500;print "> ";<STDIN>;print "y" x 90000,"\\n"', [
      `${`${'x'.repeat(70)}\n`.repeat(1500)}> `,
      'a',
      `${'y'.repeat(90000)}\n`,
    ])
    expect(outcome).toMatchObject({ verdict: 'AC' })
  })

  test.skipIf(!existsSync('/proc'))('when a session is cut off, the program and its jobs are killed', async () => {
    const job = 'set -m; sleep 60 & (trap "" HUP TERM; sleep 60) & read line'
    const tag = `TAG=${process.pid}`
    const env = { ...process.env, TAG: `${process.pid}` }
    const programs = new Programs({ cwd: '.', env })
    const session = await programs.start(sh(job), { terminal: 'no echo' })
    await vi.waitFor(() => expect(processesWith(tag).length).toBeGreaterThan(3))
    session.close()
    programs.close()
    await vi.waitFor(() => expect(processesWith(tag)).toEqual([]), { timeout: 5000 })
  })

  test('a terminal that cannot be set up is trouble of the machine', async () => {
    const bin = dirname(write('bin/stty', '#!/bin/sh\necho "stty: no such setting" >&2; exit 1\n'))
    chmodSync(join(bin, 'stty'), 0o755)
    vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const error = { name: 'UsageError', message: '--pty: no pseudo-terminal here (stty fails: stty: no such setting)' }
    await expect(openTerminal(false)).rejects.toThrow(expect.objectContaining(error))
  })

  test('many sessions at once', async () => {
    const all = Array.from({ length: 20 }, (_, i) => run(repeats, ['> ', `a${i}`, `a${i}\n> `, null, 'bye\n']))
    for (const outcome of await Promise.all(all)) expect(outcome).toMatchObject({ verdict: 'AC' })
  })
})
