import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import type { Conversation } from './conversation.ts'
import { Launcher, type StartOptions, userContext } from './launcher.ts'
import { openSandbox } from './sandbox.ts'
import type { ExecutionContext } from './shell.ts'
import { descriptors, isRunning, needs, needsSandbox, needsTerminal, openPaths, testFolder } from './test-helpers.ts'

const { folder } = testFolder()
const sandbox = await openSandbox('auto')
const { PATH } = process.env

function open(place: Partial<ExecutionContext> = {}) {
  const programs = new Launcher({ cwd: '/', env: { PATH }, ...place })
  onTestFinished(() => programs.close())
  return programs
}

async function outputOf(conversation: Conversation) {
  let output = ''
  for (let event = await conversation.next(60_000); typeof event === 'object'; event = await conversation.next(60_000))
    output += event.output
  return output
}

async function run(command: readonly string[], programs = open(), options: StartOptions = {}) {
  const conversation = await programs.start(command, options)
  if (options.input === undefined) conversation.send(null)
  const output = (await outputOf(conversation)) + conversation.stderr
  conversation.close(true)
  return output
}

const sh = (script: string, programs = open(), options: StartOptions = {}) =>
  run(['sh', '-c', script], programs, options)

test.for([
  [
    'arguments arrive as they are',
    ['printf', '[%s]', 'a b', '', 'é\n', '$x', "it's", ''],
    "[a b][][\xc3\xa9\n][$x][it's][]",
  ],
  ['the folder is the one that was asked for', ['pwd'], '/\n'],
  ['standard input can be opened by name', ['sh', '-c', 'wc -c </dev/stdin | tr -d " "'], '0\n'],
  ['standard output can be opened by name', ['sh', '-c', 'echo a >/dev/stdout; echo b >/dev/stderr'], 'a\nb\n'],
  ['no other file is open', ['perl', '-e', 'print join " ", grep { -e "/proc/$$/fd/$_" } 3 .. 20'], ''],
  [
    'no signal is blocked or ignored',
    ['grep', '-E', '^Sig(Blk|Ign)', '/proc/self/status'],
    'SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n',
  ],
  ['it has no terminal', ['sh', '-c', '(true </dev/tty) 2>/dev/null || echo none'], 'none\n'],
] as const)('%s', async ([, command, output], { skip }) => {
  if (command.some((word) => word.includes('/proc')) && !existsSync('/proc')) skip('/proc is not there')
  // All at once: opened by name after its end, a named pipe waits for another writer.
  expect(await run(command, open(), { input: '' })).toBe(output)
})

test('a program reads more than fits into a pipe, until the end of its input', async () => {
  const conversation = await open().start(['cat'])
  conversation.child.write('x'.repeat(300_000))
  void conversation.send(null)
  expect((await outputOf(conversation)).length).toBe(300_000)
})

test('the environment is the one that was asked for, and a variable that only one shell has', async () => {
  vi.stubEnv('NOT_ASKED_FOR', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const programs = open({ env: { PATH, EMPTY: '', ODD: 'é b\n=' } })
  const output = await sh('env | grep -vE "^(PATH|PWD|OLDPWD|_|SHLVL)="', programs)
  const own = expect.stringMatching(/^NINEHOLE_SESSION=\d+-\d+$/)
  expect(output.split('\n').sort()).toEqual(['', '=', 'EMPTY=', own, 'ODD=\xc3\xa9 b'])
})

test('strangers have a folder of their own for all their files, and see nothing that is known to be ours', async () => {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  const cwd = mkdtempSync(join(folder, 'entry-'))
  writeFileSync(join(cwd, 'mine'), '')
  for (let time = 0; time < 2; time++) {
    const asked = 'echo $HOME; env | grep -E "NINEHOLE|HOME|TMPDIR" | sort; pwd; ls . ~; touch kept ~/kept'
    const output = await sh(asked, open({ temporary, cwd }))
    const home = output.slice(0, output.indexOf('\n'))
    expect(dirname(home)).toBe(temporary)
    const own = basename(cwd)
    expect(output).toBe(`${home}\nHOME=${home}\nTMPDIR=${home}\n${home}/${own}\n.:\nmine\n\n${home}:\n${own}\n`)
  }
  expect(readdirSync(cwd)).toEqual(['mine'])
  expect(await sh('echo a', open({ temporary: join(folder, 'no', 'such', 'folder') }))).toBe('a\n')
})

test('the files, the time and the core dumps of programs are limited if they are strangers, and only then', async () => {
  const asked = 'ulimit -n; ulimit -f; ulimit -t; ulimit -c'
  expect(await sh(asked)).toBe(spawnSync('/bin/sh', ['-c', asked], { encoding: 'utf8' }).stdout)
  expect(await sh(asked, open({ isLimited: true }))).toBe('512\n131072\n900\n0\n')
})

test('one listener for all of them keeps the inspector closed', () => {
  for (const cwd of ['/', '/tmp']) open({ cwd })
  expect(process.listenerCount('SIGUSR1')).toBe(1)
})

test('a program that cannot be started leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(sh('', open({ cwd: '/no/such/folder' }))).rejects.toThrow('sh: cannot be started (ENOENT)')
  await expect(run(['true', 'a\0b'])).rejects.toThrow('true: cannot be started: an argument holds a NUL')
  expect(readdirSync(temporary)).toEqual([])
})

test('a user runs programs in their folder and environment, but for what differs between machines', async () => {
  const env = { PATH, OWN: '1', LC_ALL: 'de_DE', COLUMNS: '7', TZ: 'Asia/Tokyo' }
  const cwd = realpathSync(folder)
  expect(await sh('pwd; echo $OWN $LC_ALL$COLUMNS $TZ', open(userContext({}, { cwd, env })))).toBe(`${cwd}\n1 UTC\n`)
})

const shows = 'a user runs programs in a sandbox that shows the current folder, that of this package and that of Node'
test(shows, needsSandbox(sandbox), async () => {
  const cwd = realpathSync(folder)
  const shown = [join(packageRoot, 'package.json'), process.execPath]
  const programs = open(userContext(sandbox, { cwd, env: { PATH, OWN: '1' } }))
  const output = await run(['sh', '-c', 'pwd; ls "$@"; echo "$PATH $OWN"', 'sh', ...shown], programs)
  expect(output.split('\n').sort()).toEqual(['', cwd, ...shown, `${PATH} `].sort())
})

test('a program ends with its session or with all others; then nothing more is started', async () => {
  const programs = open()
  const start = async () => {
    const conversation = await programs.start(['sh', '-c', 'echo $$; exec sleep 600'])
    const event = await conversation.next(60_000)
    return { conversation, pid: Number(typeof event === 'object' && event.output) }
  }
  const [first, second] = [await start(), await start()]
  first.conversation.close()
  await expect.poll(() => isRunning(first.pid)).toBe(false)
  expect([isRunning(second.pid), programs.isClosed]).toEqual([true, false])
  programs.close()
  await second.conversation.ended
  expect([second.conversation.status, programs.isClosed]).toEqual([undefined, true])
  await expect(programs.start(['true'])).rejects.toThrow('no more programs are started here')
})

describe('a terminal', needsTerminal(), () => {
  test('a terminal is on each stream of a program, without capabilities, whatever ours has', async () => {
    const env = { PATH, TERM: 'xterm', COLUMNS: '7', LINES: '8' }
    const asked = 'env | grep -E "^(TERM|COLUMNS|LINES)=" | sort'
    const output = await sh(`tty; tty <&1; tty <&2; ${asked}; stty size`, open({ env }), { terminal: 'no echo' })
    expect(output).toMatch(/^(\/dev\/pts\/\d+\n)\1\1TERM=dumb\n24 80\n$/)
    expect(await sh(asked, open({ env }))).toBe('COLUMNS=7\nLINES=8\nTERM=xterm\n')
  })

  test.each([['true'], ['sleep', '600']])(
    'a terminal is for one program only, and closed after it: %s',
    async (...command) => {
      const terminals = () => openPaths().filter((path) => path.startsWith('/dev/pts/'))
      const [programs, before] = [open(), terminals()]
      const conversation = await programs.start(command, { terminal: 'no echo' })
      if (command[0] === 'true') await conversation.ended
      expect(terminals()).toHaveLength(before.length + 1)
      conversation.close(true)
      await conversation.ended
      expect(terminals()).toEqual(before)
      const next = await programs.start(['sh', '-c', 'test -t 1 || echo none'])
      expect(await outputOf(next)).toBe('none\n')
    },
  )

  test('a terminal is closed if it cannot be used', needs('/proc/self/fd'), async () => {
    const before = descriptors().length
    vi.stubEnv('TMPDIR', '/no/such/folder')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(open().start(['true'], { terminal: 'echo' })).rejects.toThrow('no temporary folder can be made here')
    await expect.poll(descriptors).toHaveLength(before)
  })
})

/** Runs a script that prints which shell it has until one has it again: once nobody holds the pipes any more. */
async function usedAgain(programs: Launcher, options?: StartOptions) {
  const seen = new Set<string>()
  await vi.waitFor(async () => {
    const before = seen.size
    seen.add(await sh('echo $PPID', programs, options))
    expect(seen.size).toBe(before)
  }, 60_000)
  return seen
}

test('a shell is used again whether the input of a program was ended or not, but not for one that asks for a fresh one', async () => {
  const programs = open()
  await usedAgain(programs)
  const seen = await usedAgain(programs, { input: null })
  expect(seen).not.toContain(await sh('echo $PPID', programs, { input: null, isInFreshShell: true }))
})

test.each([
  ['a file in its current folder', 'touch x'],
  ['a link to a folder without an end', 'ln -s / x'],
  ['a folder that nobody may read', 'mkdir -p ~/x/y; chmod 0 ~/x'],
])('a shell is used again unless files must be forgotten, and a stranger has left %s', async (_, leave) => {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  const programs = open({ temporary, cwd: mkdtempSync(join(folder, 'entry-')), forgetsFiles: true })
  await usedAgain(programs)
  await sh(leave, programs)
  for (let time = 0; time < 2; time++) expect(await sh('ls ~ . | grep -x x', programs)).toBe('')
  programs.close()
  expect(readdirSync(temporary)).toEqual([])
})

test.each([
  ['kills its parent', 'kill 9, getppid; sleep 9'],
  ['kills its group', 'kill 9, 0; sleep 9'],
  ['removes the pipes of its shell', 'unlink readlink "/proc/$$/fd/$_" for 1, 2'],
  ['leaves something that writes', 'if (!fork) { for (1 .. 30) { select undef, undef, undef, .1; print "late\\n" } }'],
])('the next program runs as ever after one that %s', needs('/proc'), async (_, program) => {
  const programs = open()
  await run(['perl', '-e', `$|=1;${program}`], programs)
  // Only one shell runs at a time, and is used again.
  for (let time = 0; time < 2; time++) expect(await run(['echo', 'now'], programs, { input: null })).toBe('now\n')
})

test('a program runs on while that of another ends: no tree of processes shows whose an orphan is', async () => {
  const programs = open()
  const orphan = 'go=$(mktemp -u); mkfifo $go; ( (sleep 1; echo late >$go) & ); read line <$go; rm $go; echo $line'
  const waiting = sh(orphan, programs)
  for (let time = 0; time < 5; time++) {
    const conversation = await programs.start(['sh', '-c', "printf '> '; read line"])
    expect(await conversation.next(60_000)).toEqual({ output: '> ' })
    conversation.close()
  }
  expect(await waiting).toBe('late\n')
})
