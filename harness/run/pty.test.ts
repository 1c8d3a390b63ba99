import { chmodSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { compare } from '../session/compare.ts'
import type { Script } from '../session/session.ts'
import { type CommandLine, Launcher } from './launcher.ts'
import { processProgram } from './process.ts'
import { openTerminal, type Terminal, whyNoPty } from './pty.ts'
import { descriptors, needs, needsTerminal, testFolder, withDescriptors } from './test-helpers.ts'

const { write, newPath } = testFolder()
const require = createRequire(import.meta.url)

/** Plays a session of a command, and compares it. */
async function playInPty(command: CommandLine, script: Script) {
  const programs = new Launcher({ cwd: '.', env: process.env })
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

/** Does something in a terminal, which is closed then. */
async function inTerminal<Result>(echo: boolean, action: (terminal: Terminal) => Promise<Result>): Promise<Result> {
  const terminal = await openTerminal(echo)
  try {
    return await action(terminal)
  } finally {
    terminal.close()
  }
}

/** Collects the output of a terminal. */
function outputOf({ streams }: Terminal) {
  let output = ''
  streams.listen(
    (bytes) => {
      output += bytes
    },
    () => {},
  )
  return () => output
}

/** Runs a script of sh that has a terminal as `$0`. @returns what it writes elsewhere */
const shAt = async ({ path }: Pick<Terminal, 'path'>, script: string) =>
  (await execa('sh', ['-c', script, path])).stdout

const soon = { timeout: 60_000, interval: 10 }

test('there are pseudo-terminals where the library has a build for the machine', () => {
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
  const bin = dirname(write('log/stty', `#!/bin/sh\necho "$@" >>'${log}'\n`))
  chmodSync(join(bin, 'stty'), 0o755)
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  // As at the start of a process, also where the test is tried again.
  vi.resetModules()
  const { setOwnEcho } = await import('./pty.ts')
  for (const isOn of [true, false, false, true, true]) setOwnEcho(isOn)
  expect(readFileSync(log, 'utf8')).toBe('-echo\necho\n')
})

describe('a pseudo-terminal', needsTerminal(), () => {
  test('tells whether a program has turned off its echo to read a line', async () => {
    await inTerminal(false, async ({ keyboard }) => expect(await keyboard.isEchoOff()).toBe(true))
    await inTerminal(true, async (terminal) => {
      expect(await terminal.keyboard.isEchoOff()).toBe(false)
      await shAt(terminal, 'stty -echo <"$0"')
      // Several questions at a time do not get each other's answers.
      const { isEchoOff, isRaw } = terminal.keyboard
      expect(await Promise.all([isEchoOff(), isRaw(), isEchoOff(), isRaw()])).toEqual([true, false, true, false])
      await shAt(terminal, 'stty -icanon <"$0"')
      expect(await isEchoOff()).toBe(false)
    })
  })

  test('ends with its mark, after which nothing comes and nothing is lost', async () => {
    await inTerminal(false, async (terminal) => {
      const output = outputOf(terminal)
      await shAt(terminal, `printf 'ab%s' '${terminal.endMark}' >"$0"`)
      await terminal.streams.finish()
      terminal.flushHeld()
      await shAt(terminal, 'printf late >"$0"')
      expect(output()).toBe('ab')
    })
  })

  test('passes on every byte as it is, whether it is UTF-8 or not', async () => {
    await inTerminal(false, async (terminal) => {
      const output = outputOf(terminal)
      await shAt(terminal, `printf '\\377\\303\\251\\200\\r\\nb\\rc\\n%s' '${terminal.endMark}' >"$0"`)
      await terminal.streams.finish()
      expect(output()).toBe('\xff\xc3\xa9\x80\r\nb\rc\n')
    })
  })

  test('passes on what it holds back when it is told to, and when it is closed', async () => {
    const terminal = await openTerminal(false)
    const output = outputOf(terminal)
    // A carriage return may belong to a newline.
    await shAt(terminal, 'printf "a\\r" >"$0"')
    await expect.poll(output, soon).toBe('a')
    terminal.flushHeld()
    await expect.poll(output, soon).toBe('a\r')
    await shAt(terminal, 'printf "b\\r" >"$0"')
    await expect.poll(output, soon).toBe('a\rb')
    terminal.close()
    await terminal.streams.finish()
    expect(output()).toBe('a\rb\r')
  })

  test('has its input typed, to the end', async () => {
    await inTerminal(true, async (terminal) => {
      const heard = shAt(terminal, 'cat <"$0"')
      const output = outputOf(terminal)
      terminal.streams.write('a\x01b\n')
      terminal.streams.endInput()
      expect(await heard).toBe('a\x01b')
      await shAt(terminal, `printf %s '${terminal.endMark}' >"$0"`)
      await terminal.streams.finish()
      // The echo is gone.
      expect(output()).toBe('')
    })
  })

  test('leaves no descriptor open where there are too many', needs('prlimit'), async () => {
    const before = descriptors().length
    const opening = withDescriptors(2, () => openTerminal(true).catch((error) => error.message))
    expect(await opening).toMatch(/^--pty: no pseudo-terminal here \(EMFILE: too many open files/)
    expect(descriptors()).toHaveLength(before)
  })
})

describe('in a pseudo-terminal', needsTerminal(), () => {
  test('a program may read from each of its streams, as `more` reads keys from standard error', async () => {
    const program = sh('printf "> "; read a; printf "> "; read b <&1; printf "> "; read c <&2; echo $a$b$c')
    expect(await playInPty(program, script(['> ', '1', '> ', '2', '> ', '3', '123\n']))).toMatchObject({
      verdict: 'AC',
    })
  })

  test('typed lines are not echoed, and the end of input is ^D', async () => {
    const outcome = await run(repeats, ['> ', 'a', 'a\n> ', '', '\n> ', null, 'bye\n'])
    expect(outcome).toMatchObject({ verdict: 'AC' })
    expect(outcome.played.turns.map(({ output }) => output)).toEqual(['> ', 'a\n> ', '\n> ', 'bye\n'])
  })

  test('a line reaches the program as it is', async () => {
    const lines = [
      '\x01\x03\x04\x08\t\x11\x13\x15\x16\x17\x1a\x1c\x7f|',
      'a\rb',
      '\xff\xfe\x80',
      '\xc3\xa9\xe2\x86\x92',
      '  a  b\t ',
      // More than a terminal takes at once.
      ...['x'.repeat(4095), 'x'.repeat(4096), 'xyz\x04'.repeat(5000)],
    ]
    const shown = lines.flatMap((line) => [line, `${Buffer.from(line, 'latin1').toString('hex')}\n> `])
    const program = 'print "> ";while(<STDIN>){chomp;print unpack("H*",$_),"\n> "}'
    expect(await run(program, ['> ', ...shown], false)).toMatchObject({ verdict: 'AC' })
  })

  describe('a program that reads single keys', () => {
    // It sets its terminal after its prompt, and discards what was typed before.
    const raw =
      'use POSIX; $t=POSIX::Termios->new; $t->getattr(0); print "> "; $t->setlflag($t->getlflag & ~(ICANON|ECHO));' +
      '$t->setiflag($t->getiflag & ~ICRNL); $t->setattr(0, TCSAFLUSH);'
    const reads = (shows: string) => `${raw} while(sysread(STDIN,$c,1) && $c ne "\r"){$_.=$c; ${shows}} print "\n$_!\n"`

    test.each([
      ['echoes each', 'print $c'],
      ['writes the line anew', 'print "\re[K> $_"'],
      ['shows the end of a long line', 'print "\r<",substr $_,-20'],
      ['shows nothing', ''],
    ])('gets Enter as CR, and its echo is removed, where it %s', async (_, shows) => {
      const line = 'abc'.repeat(50)
      expect(await run(reads(shows), ['> ', line, `${line}!\n`])).toMatchObject({ verdict: 'AC' })
    })
  })

  test('a program that asks where the cursor is gets an answer', async () => {
    const asks = 'system "stty raw -echo"; print "\\e[6n"; $/="R"; print unpack("H*",<STDIN>),"\\r\\n"'
    expect(await run(asks, ['1b5b313b3152\n'])).toMatchObject({ verdict: 'AC' })
  })

  test('long output arrives whole', async () => {
    const outcome = await run('print "x" x 70, "\\n" for 1..1500;print "> ";<STDIN>;print "y" x 90000,"\\n"', [
      `${`${'x'.repeat(70)}\n`.repeat(1500)}> `,
      'a',
      `${'y'.repeat(90000)}\n`,
    ])
    expect(outcome).toMatchObject({ verdict: 'AC' })
  })

  test('a terminal that cannot be set up is trouble of the machine', async () => {
    const bin = dirname(write('bin/stty', '#!/bin/sh\necho "stty: no such setting" >&2; exit 1\n'))
    chmodSync(join(bin, 'stty'), 0o755)
    vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const error = { name: 'UsageError', message: '--pty: no pseudo-terminal here (stty fails: stty: no such setting)' }
    const before = descriptors()
    await expect(openTerminal(false)).rejects.toThrow(expect.objectContaining(error))
    expect(descriptors()).toEqual(before)
  })
})
