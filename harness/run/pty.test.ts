import { chmodSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname } from 'node:path'
import { execa } from 'execa'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { compare } from '../session/compare.ts'
import type { Script } from '../session/session.ts'
import { Launcher } from './launcher.ts'
import { processProgram } from './process.ts'
import { openTerminal, type Terminal, whyNoPty } from './pty.ts'
import { descriptors, needs, needsTerminal, testFolder, withDescriptors } from './test-helpers.ts'

const { write, newPath } = testFolder()

function withStty(code: string) {
  const file = write(`${code.length}/stty`, `#!/bin/sh\n${code}\n`)
  chmodSync(file, 0o755)
  vi.stubEnv('PATH', `${dirname(file)}${delimiter}${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('there are pseudo-terminals where the library has a build for the machine', () => {
  const require = createRequire(import.meta.url)
  const library = createRequire(require.resolve('@lydell/node-pty/package.json'))
  try {
    library.resolve(`@lydell/node-pty-${process.platform}-${process.arch}/package.json`)
  } catch {
    return
  }
  expect(whyNoPty()).toBeUndefined()
})

test('the echo of our own terminal is set only when it changes', async () => {
  const log = newPath()
  withStty(`echo "$@" >>'${log}'`)
  // As at the start of a process, also where the test is tried again.
  vi.resetModules()
  const { setOwnEcho } = await import('./pty.ts')
  for (const isOn of [true, false, false, true, true]) setOwnEcho(isOn)
  expect(readFileSync(log, 'utf8')).toBe('-echo\necho\n')
})

describe('a pseudo-terminal', needsTerminal(), () => {
  /** Opens a terminal, which is closed after the test, collects its output, and runs scripts of sh that have it as `$0`. */
  async function open(echo: boolean) {
    const terminal: Terminal = await openTerminal(echo)
    onTestFinished(() => terminal.close())
    let output = ''
    terminal.streams.listen((bytes) => {
      output += bytes
    })
    const sh = (script: string) => execa('sh', ['-c', script, terminal.path])
    return { ...terminal, output: () => output, sh }
  }

  test('a terminal tells whether a program has turned off its echo to read a line', async () => {
    expect(await (await open(false)).keyboard.isEchoOff()).toBe(true)
    const { keyboard, sh } = await open(true)
    expect(await keyboard.isEchoOff()).toBe(false)
    await sh('stty -echo <"$0"')
    // Several questions at a time do not get each other's answers.
    const { isEchoOff, isRaw } = keyboard
    expect(await Promise.all([isEchoOff(), isRaw(), isEchoOff(), isRaw()])).toEqual([true, false, true, false])
    await sh('stty -icanon <"$0"')
    expect(await isEchoOff()).toBe(false)
  })

  test('a terminal passes on every byte as it is up to its mark, after which nothing comes', async () => {
    const { streams, endMark, flushHeld, output, sh } = await open(false)
    // A carriage return may belong to a newline.
    await sh('printf "a\\r" >"$0"')
    await expect.poll(output).toBe('a')
    flushHeld()
    expect(output()).toBe('a\r')
    await sh(`printf '\\377\\303\\251\\200\\r\\nb\\rc\\n%s' '${endMark}' >"$0"`)
    await streams.finish()
    flushHeld()
    await sh('printf late >"$0"')
    expect(output()).toBe('a\r\xff\xc3\xa9\x80\r\nb\rc\n')
  })

  test(
    'a terminal that cannot be opened leaves no descriptor open where there are too many',
    needs('prlimit'),
    async () => {
      const before = descriptors().length
      const opening = withDescriptors(2, () => openTerminal(true).catch((error) => error.message))
      expect(await opening).toMatch(/^--pty: no pseudo-terminal here \(EMFILE: too many open files/)
      expect(descriptors()).toHaveLength(before)
    },
  )

  test('a terminal that cannot be set up is trouble of the machine', async () => {
    withStty('echo "stty: no such setting" >&2; exit 1')
    const error = { name: 'UsageError', message: '--pty: no pseudo-terminal here (stty fails: stty: no such setting)' }
    const before = descriptors()
    await expect(openTerminal(false)).rejects.toThrow(expect.objectContaining(error))
    expect(descriptors()).toEqual(before)
  })
})

describe('in a pseudo-terminal', needsTerminal(), () => {
  const programs = new Launcher({ cwd: '.', env: process.env })
  afterAll(() => programs.close())

  /** Plays a session of a command: outputs and answers in turn. The program ends after the last output unless `ends` is false. */
  async function verdictOf(command: readonly string[], parts: readonly (string | null)[], ends = true) {
    const script: Script = {
      turns: parts.flatMap((output, index) => {
        const answer = parts[index + 1]
        return index % 2 === 1 ? [] : [{ output, ...(answer === undefined ? {} : { answer }) }]
      }),
      end: ends ? { how: 'exit', status: 0 } : { how: 'cut' },
    }
    const session = await processProgram(programs, command, 'pty').play(script, { milliseconds: 2000 })
    return compare(script, session, { lockStep: true }).verdict
  }

  const perl = (program: string) => ['perl', '-e', `$|=1;${program}`]
  const readsAll = 'printf "> "; read a; printf "> "; read b <&1; printf "> "; read c <&2; echo $a$b$c'
  const repeats = 'print "> ";while(<STDIN>){print "$_> "}print "bye\\n"'
  const hex = 'print "> ";while(<STDIN>){chomp;print unpack("H*",$_),"\n> "}'
  const lines = [
    '\x01\x03\x04\x08\t\x11\x13\x15\x16\x17\x1a\x1c\x7f|',
    'a\rb',
    '\xff\xfe\x80',
    '  a  b\t ',
    // More than a terminal takes at once.
    ...['x'.repeat(4095), 'x'.repeat(4096), 'xyz\x04'.repeat(5000)],
  ]
  const asHex = lines.flatMap((line) => [line, `${Buffer.from(line, 'latin1').toString('hex')}\n> `])
  const asksForCursor = 'system "stty raw -echo"; print "\\e[6n"; $/="R"; print unpack("H*",<STDIN>),"\\r\\n"'
  const writesMuch = 'print "x" x 70, "\\n" for 1..1500;print "> ";<STDIN>;print "y" x 90000,"\\n"'
  const much = [`${`${'x'.repeat(70)}\n`.repeat(1500)}> `, 'a', `${'y'.repeat(90000)}\n`]
  // It sets its terminal after its prompt, and discards what was typed before.
  const readsKeys = (shows: string) =>
    'use POSIX; $t=POSIX::Termios->new; $t->getattr(0); print "> "; $t->setlflag($t->getlflag & ~(ICANON|ECHO));' +
    `$t->setiflag($t->getiflag & ~ICRNL); $t->setattr(0, TCSAFLUSH);
    while(sysread(STDIN,$c,1) && $c ne "\r"){$_.=$c; ${shows}} print "\n$_!\n"`
  const long = 'abc'.repeat(50)
  const asRead = ['> ', long, `${long}!\n`]

  test.each<[string, readonly string[], (string | null)[], boolean?]>([
    ['a program may read from each of its streams', ['sh', '-c', readsAll], ['> ', '1', '> ', '2', '> ', '3', '123\n']],
    ['no line is echoed, and the end of input is ^D', perl(repeats), ['> ', 'a', 'a\n> ', '', '\n> ', null, 'bye\n']],
    ['a line reaches the program as it is', perl(hex), ['> ', ...asHex], false],
    ['a program that asks where the cursor is gets an answer', perl(asksForCursor), ['1b5b313b3152\n']],
    ['long output arrives whole', perl(writesMuch), much],
    ['a program that reads keys gets Enter as CR; it echoes each', perl(readsKeys('print $c')), asRead],
    ['a program that reads keys may write the line anew', perl(readsKeys('print "\re[K> $_"')), asRead],
    ['a program that reads keys may show nothing', perl(readsKeys('')), asRead],
  ])('%s', async (_, command, parts, ends) => {
    expect(await verdictOf(command, parts, ends)).toBe('AC')
  })
})
