import { existsSync, mkdtempSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { compare } from '../session/compare.ts'
import { processLimit, watchInterval } from '../session/limits.ts'
import { isInLockStep, type Way } from '../session/script.ts'
import type { Script } from '../session/session.ts'
import type { Conversation } from './conversation.ts'
import { processProgram } from './process.ts'
import { here, Programs, type StartOptions } from './programs.ts'
import { whyNoPty } from './pty.ts'
import { openSandbox } from './sandbox.ts'
import { descriptors, isRunning, needs, needsSandbox, needsTerminal, testFolder } from './test-helpers.ts'

const { folder } = testFolder()
const sandbox = await openSandbox('auto')

/** The output and the end of a program that is given this input at once. */
async function run(file: string, args: readonly string[], env: Record<string, string> = {}, cwd = '/', input = '') {
  const programs = new Programs({ cwd, env: { PATH: process.env.PATH, ...env } })
  const session = await programs.start([file, ...args], { input })
  session.send(null)
  let output = ''
  for (let event = await session.next(5000); typeof event === 'object'; event = await session.next(5000)) {
    output += event.output
  }
  session.close()
  programs.close()
  return { output: output + session.stderr, status: session.status }
}

test('input at once arrives as it is, in one piece', async () => {
  const input = `${String.fromCharCode(...Array(256).keys())}\\n\\0%s\\c'"$nl"`.repeat(200)
  expect(await run('cat', [], {}, '/', input)).toEqual({ output: input, status: 0 })
  const readOnce = 'print sysread STDIN, $_, 1e6'
  expect(await run('perl', ['-e', readOnce], {}, '/', input)).toEqual({ output: `${input.length}`, status: 0 })
})

test.for([
  [
    'arguments arrive as they are',
    'printf',
    ['[%s]', 'a b', '', 'é\n', '$x', "it's", ''],
    "[a b][][\xc3\xa9\n][$x][it's][]",
  ],
  ['the folder is the one that was asked for', 'pwd', [], '/\n'],
  ['standard input can be opened by name', 'sh', ['-c', 'wc -c </dev/stdin | tr -d " "'], '0\n'],
  ['standard output can be opened by name', 'sh', ['-c', 'echo a >/dev/stdout; echo b >/dev/stderr'], 'a\nb\n'],
  ['no other file is open', 'perl', ['-e', 'print join " ", grep { -e "/proc/$$/fd/$_" } 3 .. 20'], ''],
  [
    'no signal is blocked or ignored',
    'grep',
    ['-E', '^Sig(Blk|Ign)', '/proc/self/status'],
    'SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n',
  ],
  ['it has no terminal', 'sh', ['-c', '(true </dev/tty) 2>/dev/null || echo none'], 'none\n'],
] as const)('%s', async ([, file, args, output], { skip }) => {
  if (args.some((word) => word.includes('/proc')) && !existsSync('/proc')) skip('/proc is not there')
  expect(await run(file, args)).toEqual({ output, status: 0 })
})

test.each([
  ['exit 7', 7],
  ['kill -9 $$', 137],
  ['kill -15 $$', 143],
])('a status is the one that a shell sees: %s', async (script, status) => {
  expect(await run('sh', ['-c', script])).toEqual({ output: '', status })
})

test('one listener for all of them keeps the inspector closed', () => {
  for (const place of ['/', '/tmp']) new Programs({ cwd: place, env: {} }).close()
  expect(process.listenerCount('SIGUSR1')).toBe(1)
})

test('a program that cannot be started leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(run('true', [], {}, '/no/such/folder')).rejects.toThrow('sh: cannot be started (ENOENT)')
  expect(readdirSync(temporary)).toEqual([])
})

test('a NUL in an argument', async () => {
  await expect(run('true', ['a\0b'])).rejects.toThrow('true: cannot be started: an argument holds a NUL')
})

test('a NUL in a line that is an argument is left out', async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  const script = { ...writes('ab\n'), leftover: ['a\0b'] }
  expect(await outcomeOf(programs, ['echo'], script, 'args')).toMatchObject({ verdict: 'AC' })
  programs.close()
})

const writes = (output: string): Script => ({ turns: [{ output }], end: { how: 'exit', status: 0 } })

async function outcomeOf(
  programs: Programs,
  command: readonly string[],
  script: Script,
  way: Way,
  milliseconds = 5000,
) {
  const session = await processProgram(programs, command, way).play(script, { milliseconds })
  return compare(script, session, { lockStep: isInLockStep(way) })
}

/** What a program writes until it ends. */
async function outputOf(talk: Conversation) {
  let output = ''
  for (let event = await talk.next(60_000); typeof event === 'object'; event = await talk.next(60_000))
    output += event.output
  return output
}

describe('a user', () => {
  test('runs programs in the current folder, with their own environment', async () => {
    vi.stubEnv('OWN', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const programs = new Programs(here())
    onTestFinished(() => programs.close())
    const talk = await programs.start(['sh', '-c', 'pwd; echo $OWN'])
    expect(await outputOf(talk)).toBe(`${process.cwd()}\n1\n`)
  })

  test(
    'runs programs in a sandbox that shows the current folder, that of this package and that of Node',
    needsSandbox(sandbox),
    async () => {
      const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
      onTestFinished(() => cwd.mockRestore())
      vi.stubEnv('OWN', '1')
      onTestFinished(() => void vi.unstubAllEnvs())
      const programs = new Programs(here(sandbox))
      onTestFinished(() => programs.close())
      const shown = [join(packageRoot, 'package.json'), process.execPath]
      const talk = await programs.start(['sh', '-c', 'pwd; ls "$@"; echo "$PATH $OWN"', 'sh', ...shown])
      expect((await outputOf(talk)).split('\n').sort()).toEqual(
        ['', realpathSync(folder), ...shown, `${process.env.PATH} `].sort(),
      )
    },
  )
})

test('once it is closed, what was started has ended, and nothing more is started', async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  const talk = await programs.start(['sleep', '600'])
  expect(programs.isClosed).toBe(false)
  programs.close()
  expect(programs.isClosed).toBe(true)
  await talk.ended
  expect(talk.status).toBeUndefined()
  await expect(programs.start(['true'])).rejects.toThrow('no more programs are started here')
})

test('the processes of programs are limited if they are strangers, and only then', needs('/proc'), async () => {
  const manyProcesses = `for (1 .. ${processLimit}) { exec 'sleep', 600 if !fork } $| = 1; print 'here'; sleep 600`
  for (const isLimited of [false, true]) {
    const programs = new Programs({ cwd: '/', env: process.env, isLimited })
    onTestFinished(() => programs.close())
    const talk = await programs.start(['perl', '-e', manyProcesses])
    expect(await talk.next(60_000)).toEqual({ output: 'here' })
    const end = await talk.next(isLimited ? 60_000 : 3 * watchInterval)
    expect([end, talk.exceeded]).toEqual(
      isLimited ? ['ended', { how: 'processes', count: processLimit }] : ['silent', undefined],
    )
  }
})

test('a session that is over before its program is ends the program', async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  onTestFinished(() => programs.close())
  const talk = await programs.start(['sh', '-c', 'echo $$; exec sleep 600'])
  const event = await talk.next(60_000)
  const pid = Number(typeof event === 'object' && event.output)
  expect(pid).toBeGreaterThan(0)
  talk.close()
  await expect.poll(() => isRunning(pid), { timeout: 60_000, interval: 10 }).toBe(false)
})

describe('a terminal', needsTerminal(), () => {
  const start = async (command: readonly string[], terminal: 'echo' | 'no echo') => {
    const programs = new Programs({ cwd: '/', env: process.env })
    onTestFinished(() => programs.close())
    return { programs, talk: await programs.start(command, { terminal }) }
  }

  test.each([
    ['echo', / echo /],
    ['no echo', / -echo /],
  ] as const)('echoes what is typed, or not: %s', async (terminal, settings) => {
    const { talk } = await start(['stty', '-a'], terminal)
    expect(await outputOf(talk)).toMatch(settings)
  })

  test('is for one program only, and closed after it', async () => {
    const { programs, talk } = await start(['true'], 'no echo')
    await talk.ended
    expect(opened()).toContain(talk.child.tty)
    talk.close(true)
    expect(opened()).not.toContain(talk.child.tty)
    const next = await programs.start(['sh', '-c', 'test -t 1 || echo none'])
    expect(next.child.tty).toBeUndefined()
    expect(await outputOf(next)).toBe('none\n')
  })

  test('of a program that is cut off is closed once', async () => {
    const { talk } = await start(['sleep', '600'], 'no echo')
    talk.close()
    await talk.ended
    expect(opened()).not.toContain(talk.child.tty)
  })
})

/** The paths of files that we have open. */
const opened = () =>
  descriptors().flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      // It was open only to read the folder.
      return []
    }
  })

describe('in a sandbox', needsSandbox(sandbox), () => {
  const start = async (programs: Programs, script: string) => {
    const talk = await programs.start(['sh', '-c', script])
    const output = await outputOf(talk)
    talk.close(true)
    return output
  }
  const open = () => {
    const wrapping = sandbox.wrap?.({ cwd: folder, files: [], folders: [], env: { PATH: '/usr/bin:/bin' } })
    const programs = new Programs({ cwd: folder, env: process.env, sandbox: wrapping })
    onTestFinished(() => programs.close())
    return programs
  }

  test('a program cannot see into its shell', async () => {
    expect(await start(open(), 'cat /proc/1/environ 2>/dev/null || echo nothing')).toBe('nothing\n')
  })

  test('a shell that was left as it was is used again, another is not', async () => {
    const programs = open()
    // Prints when the first process of a sandbox was started.
    const which = "cut -d ' ' -f 22 /proc/1/stat"
    let before = await start(programs, which)
    // It is ready again when nobody holds its pipes any more.
    await vi.waitFor(async () => {
      const now = await start(programs, which)
      const isAgain = now === before
      before = now
      expect(isAgain).toBe(true)
    }, 60_000)
    for (let time = 0; time < 3; time++) expect(await start(programs, 'ls /tmp; touch /tmp/x')).toBe('')
  })
})

describe('a shell', () => {
  /** Starts a program and waits for its end. @returns the process id of its shell */
  async function shellOf(programs: Programs, options: StartOptions, endsInput = false) {
    const talk = await programs.start(['sh', '-c', 'echo $PPID'], options)
    if (endsInput) talk.send(null)
    const output = await outputOf(talk)
    talk.close(true)
    expect(output).toMatch(/^\d+\n$/)
    return output
  }

  test.each([
    ['was ended', true],
    ['was not ended', false],
  ])('is used again when the input of a program %s', async (_, endsInput) => {
    const programs = new Programs({ cwd: '/', env: process.env })
    onTestFinished(() => programs.close())
    const seen = new Set<string>()
    await vi.waitFor(async () => {
      const before = seen.size
      seen.add(await shellOf(programs, {}, endsInput))
      expect(seen.size).toBe(before)
    }, 60_000)
  })

  test('that was killed while nothing ran in it is replaced', async () => {
    const programs = new Programs({ cwd: '/', env: process.env })
    onTestFinished(() => programs.close())
    for (let time = 0; time < 3; time++) process.kill(Number(await shellOf(programs, {})), 'SIGKILL')
    expect(await shellOf(programs, {})).toBeTruthy()
  })

  test.each<[string, StartOptions]>([
    ['a program in a terminal', { terminal: 'no echo' }],
    ['a program that asks for a fresh one', { input: null, isInFreshShell: true }],
  ])('is used again, but not for %s', async (_, options) => {
    if (options.terminal !== undefined && whyNoPty() !== undefined) return
    const programs = new Programs({ cwd: '/', env: process.env })
    onTestFinished(() => programs.close())
    const seen = new Set<string>()
    // It is ready again when nobody holds its pipes any more.
    await vi.waitFor(async () => {
      const shell = await shellOf(programs, { input: null })
      const isAgain = seen.has(shell)
      seen.add(shell)
      expect(isAgain).toBe(true)
    }, 60_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(seen).not.toContain(await shellOf(programs, options))
  })
})

test.each([
  ['its parent', 'kill 9, getppid; sleep 9'],
  ['its group', 'kill 9, 0; sleep 9'],
])('a program that kills %s is refused, and the next one runs', async (_, program) => {
  const script = writes('never')
  const programs = new Programs({ cwd: '/', env: process.env })
  for (let time = 0; time < 2; time++) {
    const outcome = await outcomeOf(programs, ['perl', '-e', program], script, 'interactive', 500)
    expect(outcome).toMatchObject({ verdict: 'RTE', played: { end: { how: 'lost' } } })
  }
  programs.close()
})

test('a session whose shell is killed by what another left behind is played again in a shell of its own', async () => {
  const programs = new Programs({ cwd: folder, env: process.env })
  const leavesKiller =
    'if (!fork) { close $_ for *STDIN, *STDOUT, *STDERR; select undef, undef, undef, .02 until -e "go"; kill 9, $shell }'
  const first = ['perl', '-e', `$shell = getppid; ${leavesKiller}`]
  expect(await outcomeOf(programs, first, writes(''), 'stdin')).toMatchObject({ verdict: 'AC' })
  // It is played in the same shell, and lives until that is killed; the next time it is right.
  const second = 'if (!-e "go") { open F, ">go"; close F; sleep 99 } print "right\n"'
  expect(await outcomeOf(programs, ['perl', '-e', second], writes('right\n'), 'stdin')).toMatchObject({ verdict: 'AC' })
  programs.close()
})

test('a terminal that cannot be used is closed', { ...needsTerminal(), ...needs('/proc/self/fd') }, async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  const before = descriptors().length
  vi.stubEnv('TMPDIR', '/no/such/folder')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(programs.start(['true'], { terminal: 'echo' })).rejects.toThrow('no temporary folder can be made here')
  await expect.poll(descriptors).toHaveLength(before)
})

test('a program whose child keeps its pipes open does not disturb the next one', async () => {
  const child = 'if (!fork) { open STDOUT, ">/dev/null"; open STDERR, ">/dev/null"; <STDIN>; sleep 9; exit }'
  const programs = new Programs({ cwd: '/', env: process.env })
  const command = ['perl', ...['-e', `$|=1; ${child} print "> "; $_ = <STDIN>; print "got $_"`]]
  const script: Script = {
    turns: [{ output: '> ', answer: 'a' }, { output: 'got a\n' }],
    end: { how: 'exit', status: 0 },
  }
  const verdicts = []
  for (let time = 0; time < 5; time++) {
    verdicts.push((await outcomeOf(programs, command, script, 'interactive', 300)).verdict)
  }
  programs.close()
  // The child and the program both read: whichever is sooner gets the line; but never that of another session.
  expect(verdicts.every((verdict) => verdict === 'AC' || verdict === 'TLE')).toBe(true)
})

test('all lines of standard input arrive in one piece', async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  const lines = Array.from({ length: 5000 }, (_, index) => `${index}`)
  const script = { ...writes(`${lines.join('\n').length + 1}\n`), leftover: lines }
  const program = ['perl', '-e', 'print sysread(STDIN, $_, 65536), "\\n"']
  for (let time = 0; time < 3; time++) {
    expect(await outcomeOf(programs, program, script, 'stdin')).toMatchObject({ verdict: 'AC' })
  }
  programs.close()
})

test('what a program has left behind does not write into the session of the next one', async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  const late = 'if (!fork) { for (1 .. 30) { select undef, undef, undef, .1; print "late\\n" } exit }'
  const command = ['perl', '-e', `$|=1; print "now\\n"; ${late}`]
  // Only one shell runs at a time, and is used again.
  for (let time = 0; time < 4; time++) {
    const { verdict } = await outcomeOf(programs, time % 2 === 0 ? command : ['echo', 'now'], writes('now\n'), 'stdin')
    if (time % 2 === 1) expect(verdict).toBe('AC')
  }
  programs.close()
})

test('the end of a session kills nothing that belongs to another', async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  // The process that it waits for has lost its parent, so no tree of processes shows whose it is.
  const orphan = 'go=$(mktemp -u); mkfifo $go; ( (sleep 1; echo late >$go) & ); read line <$go; rm $go; echo $line'
  const waiting = outcomeOf(programs, ['sh', '-c', orphan], writes('late\n'), 'stdin', 20_000)
  const cutOff: Script = { turns: [{ output: '> ' }], end: { how: 'cut' } }
  for (let time = 0; time < 10; time++) {
    const prompting = ['sh', '-c', "printf '> '; read line"]
    expect((await outcomeOf(programs, prompting, cutOff, 'interactive')).verdict).toBe('AC')
  }
  expect(await waiting).toMatchObject({ verdict: 'AC' })
  programs.close()
})
