import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SandboxCommand } from '../base/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import type { Child } from './conversation.ts'
import { processesWith } from './procfs.ts'
import { openTerminal, type Terminal } from './pty.ts'
import { openSandbox } from './sandbox.ts'
import { shellCodeOf } from './sh.ts'
import { type Place, Shell } from './shell.ts'
import { needs, needsTerminal, openPaths, skippedFor, testFolder } from './test-helpers.ts'

const { folder } = testFolder()
const { PATH } = process.env

/** A shell, which is closed at the end of the test at the latest. */
function open(place: Partial<Place> = {}, terminal?: Terminal) {
  const shell = new Shell({ cwd: '/', env: { PATH }, ...place }, terminal)
  let isClosed = false
  const close = () => {
    if (!isClosed) Shell.close([shell])
    isClosed = true
  }
  onTestFinished(close)
  return { shell, close }
}

/** A folder for the temporary files of a test. */
function ownTemporary() {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  return temporary
}

/** A script of sh as a line of code. */
const sh = (script: string, ...before: string[]) => shellCodeOf([...before, 'sh', '-c', script].map(toBytes), null)

/** Collects what a program writes. */
function heardOf(child: Child) {
  const heard = { output: '', error: '' }
  child.listen(
    (bytes) => {
      heard.output += bytes
    },
    (bytes) => {
      heard.error += bytes
    },
  )
  return heard
}

/** What a program writes until it ends, and its status; then nobody holds its pipes any more. */
async function resultOf(child: Child) {
  const heard = heardOf(child)
  const status = await child.status
  await child.finish()
  child.close()
  return { ...heard, status }
}

const run = async (shell: Shell, script: string) => resultOf(await shell.start(sh(script)))

/** The output of a script in a shell of its own. */
const outputOf = async (script: string, place: Partial<Place> = {}) => (await run(open(place).shell, script)).output

/** Starts a script that writes a number when it is ready, and waits for that. */
async function startReady(shell: Shell, code: string) {
  const child = await shell.start(code)
  const heard = heardOf(child)
  await expect.poll(() => heard.output).toMatch(/\n/)
  return { child, number: Number(heard.output) }
}

test('programs run one after the other in the same shell, and each is told apart from the others', async () => {
  const { shell } = open()
  const first = await run(shell, 'echo $PPID; echo a >&2; exit 7')
  expect(first).toEqual({ output: `${shell.pid}\n`, error: 'a\n', status: 7 })
  expect(await run(shell, 'echo $PPID')).toEqual({ output: `${shell.pid}\n`, error: '', status: 0 })
  const bytes = await resultOf(await shell.start(shellCodeOf(['printf', '%s', '\xff\xc3\xa9'])))
  expect(bytes).toMatchObject({ output: '\xff\xc3\xa9' })
})

test('a program reads what is typed while it runs, until the end of its input', async () => {
  const child = await open().shell.start(shellCodeOf(['cat']))
  const heard = heardOf(child)
  for (const lines of ['one\n', 'one\ntwo\n']) {
    child.write(lines.slice(-4))
    await expect.poll(() => heard.output).toBe(lines)
  }
  // More than fits into the pipe.
  child.write('x'.repeat(300_000))
  child.endInput()
  expect(await child.status).toBe(0)
  await child.finish()
  expect(heard.output.length).toBe(300_008)
})

test('the environment is the one that was asked for, and a variable that no other shell has', async () => {
  vi.stubEnv('NOT_ASKED_FOR', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { shell } = open({ env: { PATH, EMPTY: '', ODD: 'é b\n=' } })
  const { output } = await run(shell, 'env | grep -vE "^(PATH|PWD|OLDPWD|_|SHLVL)="')
  expect(output.split('\n').sort()).toEqual(['', '=', 'EMPTY=', shell.tag, 'ODD=\xc3\xa9 b'].sort())
  expect(open().shell.tag).not.toBe(shell.tag)
})

test('strangers have a folder of their own for all their files, and see nothing that is known to be ours', async () => {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  const cwd = mkdtempSync(join(folder, 'entry-'))
  writeFileSync(join(cwd, 'mine'), '')
  for (let time = 0; time < 2; time++) {
    const { shell } = open({ temporary, cwd })
    const home = shell.tag.slice('TMPDIR='.length)
    expect(dirname(home)).toBe(temporary)
    const asked = 'env | grep -E "NINEHOLE|HOME|TMPDIR" | sort; pwd; ls . ~; touch kept ~/kept'
    const shown = `${join(home, basename(cwd))}\n.:\nmine\n\n${home}:\n${basename(cwd)}\n`
    expect((await run(shell, asked)).output).toBe(`HOME=${home}\nTMPDIR=${home}\n${shown}`)
  }
  expect(readdirSync(cwd)).toEqual(['mine'])
  expect(await outputOf('echo a', { temporary: join(folder, 'no', 'such', 'folder') })).toBe('a\n')
})

test('the files, the time and the core dumps of programs are limited if they are strangers, and only then', async () => {
  const asked = 'ulimit -n; ulimit -f; ulimit -t; ulimit -c'
  expect(await outputOf(asked)).toBe(spawnSync('/bin/sh', ['-c', asked], { encoding: 'utf8' }).stdout)
  expect(await outputOf(asked, { isLimited: true })).toBe('512\n131072\n900\n0\n')
})

describe('a shell that is closed', needs('/proc/self/task', 'setsid'), () => {
  test.each([
    ['in a session of their own', 'setsid sh -c "echo 1; sleep 600" & wait'],
    ['without a parent', '(setsid sleep 600 & echo 1)'],
    ['that are just being made', 'i=0; echo 1; while [ $((i += 1)) -lt 200 ]; do (setsid setsid -f sleep 600 &); done'],
  ])('ends with all that its programs have started: processes %s', async (_, script) => {
    const { shell, close } = open()
    await startReady(shell, sh(script))
    expect(processesWith(`${shell.tag}\0`).length).toBeGreaterThan(1)
    close()
    await expect.poll(() => processesWith(`${shell.tag}\0`)).toEqual([])
  })

  test('leaves no folder and no open file, whoever still holds its pipes', async () => {
    const temporary = ownTemporary()
    const before = openPaths()
    const { shell, close } = open()
    // Without the environment by which it would be found.
    const hidden = '(exec >"$2" 2>"$3"; exec env -i /usr/bin/setsid /bin/sh -c "echo \\$\\$; sleep 600")'
    const { child, number } = await startReady(shell, hidden)
    onTestFinished(() => void process.kill(-number, 'SIGKILL'))
    expect(readdirSync(temporary)).toHaveLength(1)
    child.close()
    close()
    expect(readdirSync(temporary)).toEqual([])
    await expect.poll(openPaths).toSatisfy((paths: string[]) => paths.every((path) => before.includes(path)))
  })
})

describe('a shell that cannot be started', () => {
  /** Not a sandbox, but words before the shell where those of a sandbox stand. */
  const imitation = (...words: string[]): SandboxCommand => ({
    ...{ around: () => words, alone: (command) => command, seen: (path) => path },
    ...{ pipesSeen: '', writable: [] },
  })

  test('says that it is in a sandbox, and leaves nothing behind', async () => {
    const { shell } = open({ sandbox: imitation('false') })
    await expect(shell.start('')).rejects.toThrow('sh in a sandbox: cannot be started (it ended)')
    await expect.poll(() => processesWith(`${shell.tag}\0`)).toEqual([])
  })

  test('is not waited for without end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { shell } = open({ sandbox: imitation('sleep', '600') })
    const refused = expect(shell.start('')).rejects.toThrow('sh in a sandbox: cannot be started')
    await vi.advanceTimersByTimeAsync(20_000)
    await refused
  })

  test('is trouble of the machine where its pipes cannot be opened', async () => {
    const temporary = ownTemporary()
    const { shell } = open()
    await run(shell, ':')
    rmSync(join(temporary, readdirSync(temporary)[0] ?? '', 'in'))
    const error = { name: 'UsageError', message: 'sh: its pipes cannot be opened (ENOENT)' }
    await expect(shell.start('')).rejects.toThrow(expect.objectContaining(error))
  })
})

const sandbox = await openSandbox('auto')
const wrapped = sandbox.wrap?.({ cwd: folder, files: [], folders: [], env: { PATH: '/usr/bin:/bin' } })
const needsApart = wrapped?.apart ? {} : skippedFor(`no unshare in a sandbox: ${sandbox.name}`)

describe('a shell in a sandbox', needsApart, () => {
  const start = (shell: Shell, script: string) => shell.start(sh(script, ...(wrapped?.apart ?? [])))

  test('is as new after programs that leave nothing, and shows that one only sleeps', async () => {
    const { shell } = open({ sandbox: wrapped })
    for (const status of [3, 4]) {
      expect(await resultOf(await start(shell, `echo a; exit ${status}`))).toEqual({ output: 'a\n', error: '', status })
      expect(shell.isAsNew).toBe(true)
    }
    const sleeper = await start(shell, 'exec sleep 600')
    await expect.poll(() => sleeper.mayRead()).toBe(false)
  })

  test.each([
    ['a file', 'touch /tmp/x'],
    ['a file that it has removed', 'touch /entry/x; rm /entry/x'],
    ['no right to look', 'chmod 0 /entry'],
    ['a time of change', 'touch -d 2001-01-01 /tmp; touch -d 2001-01-01 /tmp'],
    ['a process in a session of its own', 'setsid sleep 600 >/dev/null 2>&1 </dev/null &'],
  ])('is not as new once a program has left %s', async (_, script) => {
    const { shell } = open({ sandbox: wrapped })
    for (const each of [script, 'true']) {
      await resultOf(await start(shell, each))
      expect(shell.isAsNew).toBe(false)
    }
  })
})

test(
  'a program in a terminal has that terminal, without capabilities, whatever ours has',
  needsTerminal(),
  async () => {
    const env = { PATH, TERM: 'xterm', COLUMNS: '7', LINES: '8' }
    const asked = 'env | grep -E "^(TERM|COLUMNS|LINES)=" | sort'
    const terminal = await openTerminal(false)
    const { shell } = open({ env }, terminal)
    const script = `tty; tty <&1; tty <&2; ${asked}; stty size; exit 3`
    const child = await shell.start(shellCodeOf(['sh', '-c', script].map(toBytes), undefined, 'terminal'))
    const output = `${`${terminal.path}\n`.repeat(3)}TERM=dumb\n24 80\n`
    expect(await resultOf(child)).toEqual({ output, error: '', status: 3 })
    expect(await outputOf(asked, { env })).toBe('COLUMNS=7\nLINES=8\nTERM=xterm\n')
  },
)
