import { existsSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { descriptors, testFolder, withDescriptors } from '../entries/test-helpers.ts'
import { compare } from '../session/compare.ts'
import { isInLockStep, type Way } from '../session/script.ts'
import type { Script } from '../session/session.ts'
import { processProgram } from './process.ts'
import { Programs, type StartOptions } from './programs.ts'
import { openTerminal, whyNoPty } from './pty.ts'

const { folder } = testFolder()

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
  if (args.some((word) => word.includes('/proc')) && !existsSync('/proc')) skip('no /proc')
  expect(await run(file, args)).toEqual({ output, status: 0 })
})

test('the environment is the one that was asked for', async () => {
  const { output } = await run('sh', ['-c', 'env | grep -vE "^(PATH|PWD|OLDPWD|_|SHLVL|NINEHOLE_SESSION)="'], {
    EMPTY: '',
    ODD: 'é b\n=',
  })
  expect(output.split('\n').sort()).toEqual(['', '=', 'EMPTY=', 'ODD=\xc3\xa9 b'])
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

test('a folder that is not there', async () => {
  await expect(run('true', [], {}, '/no/such/folder')).rejects.toThrow('sh: cannot be started (ENOENT)')
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

describe('a shell', () => {
  /** Starts a program and waits for its end. @returns the process id of its shell */
  async function shellOf(programs: Programs, options: StartOptions) {
    const talk = await programs.start(['sh', '-c', 'echo $PPID'], options)
    let output = ''
    for (let event = await talk.next(60_000); typeof event === 'object'; event = await talk.next(60_000))
      output += event.output
    talk.close(true)
    expect(output).toMatch(/^\d+\n$/)
    return output
  }

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

test('many, one after the other and at once', { tags: 'slow' }, async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  const outcomes = Array.from({ length: 100 }, async (_, time) => {
    if (time >= 8) await new Promise((resolve) => setTimeout(resolve, time * 5))
    const script = { ...writes(`${time}\n`), leftover: [`${time}`] }
    return (await outcomeOf(programs, ['echo'], script, 'args')).verdict
  })
  expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => 'AC'))
  programs.close()
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

test.skipIf(whyNoPty() !== undefined || !existsSync('/proc/self/fd'))(
  'a terminal that cannot be used is closed',
  async () => {
    const programs = new Programs({ cwd: '/', env: process.env })
    const before = descriptors().length
    vi.stubEnv('TMPDIR', '/no/such/folder')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(programs.start(['true'], { terminal: 'echo' })).rejects.toThrow('no temporary folder can be made here')
    await vi.waitFor(() => expect(descriptors()).toHaveLength(before))
  },
)

test.skipIf(whyNoPty() !== undefined)('too many open files: no descriptor of a terminal stays open', async () => {
  const before = descriptors().length
  const opening = withDescriptors(2, () => openTerminal(true).catch((error) => error.message))
  if (opening === undefined) return
  expect(await opening).toMatch(/^--pty: no pseudo-terminal here \(EMFILE: too many open files/)
  expect(descriptors()).toHaveLength(before)
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
  for (let time = 0; time < 10; time++) {
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

test.skipIf(!existsSync('/proc'))('the activity of a program is its own, and that of its shell', async () => {
  const programs = new Programs({ cwd: '/', env: process.env })
  const talk = await programs.start(['perl', '-e', '$|=1; print "busy"; 1 while 1'])
  await talk.next(5000)
  const { waits, processes, bytes = 0 } = talk.child.activity() ?? {}
  expect([waits, processes]).toEqual([false, 2])
  expect(bytes).toBeGreaterThan(1024 * 1024)
  talk.close()
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
