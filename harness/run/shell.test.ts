import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SandboxCommand } from '../base/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import type { Child } from './conversation.ts'
import { listenFor } from './listen.ts'
import { descendantsOf, processesWith } from './procfs.ts'
import { openTerminal, type Terminal } from './pty.ts'
import { openSandbox } from './sandbox.ts'
import { shellCodeOf } from './sh.ts'
import { type Place, Shell } from './shell.ts'
import { needs, needsSandbox, needsTerminal, openPaths, skippedFor, testFolder } from './test-helpers.ts'

const { folder } = testFolder()
const { PATH } = process.env
const soon = { timeout: 60_000, interval: 10 }

/** A shell, which is closed at the end of the test at the latest. */
function open(place: Partial<Place> = {}, terminal?: Terminal, listen?: typeof listenFor) {
  const shell = new Shell({ cwd: '/', env: { PATH }, ...place }, terminal, listen)
  let isClosed = false
  const close = () => {
    if (!isClosed) shell.close()
    isClosed = true
  }
  onTestFinished(close)
  return { shell, close }
}

/** A script of sh as a line of code. */
const sh = (script: string, input?: string | null) => shellCodeOf(['sh', '-c', script].map(toBytes), input)

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

const run = async (shell: Shell, script: string, input: string | null = null) =>
  resultOf(await shell.start(sh(script, input)))

/** The output of a script in a shell of its own. */
async function outputOf(script: string, place: Partial<Place> = {}) {
  const { shell, close } = open(place)
  const { output } = await run(shell, script)
  close()
  return output
}

/** Not a sandbox, but words before the shell where those of a sandbox stand. */
const imitation = (...words: string[]): SandboxCommand => ({
  around: (pipes = '') => {
    pipesSeen = pipes
    return words
  },
  get pipesSeen() {
    return pipesSeen
  },
  alone: (command) => command,
  writable: [],
  seen: (path) => path,
})
let pipesSeen = ''

test('programs run one after the other in the same shell, and each is told apart from the others', async () => {
  const { shell } = open()
  const first = await run(shell, 'echo $PPID; echo a >&2; exit 7')
  expect(first).toEqual({ output: `${shell.pid}\n`, error: 'a\n', status: 7 })
  expect(await run(shell, 'echo $PPID')).toEqual({ output: `${shell.pid}\n`, error: '', status: 0 })
  const bytes = await resultOf(await shell.start(shellCodeOf(['printf', '%s', '\xff\xc3\xa9'])))
  expect(bytes).toMatchObject({ output: '\xff\xc3\xa9' })
  // There is no sandbox in which it could leave something.
  expect(shell.isAsNew).toBe(true)
})

test('a program reads what is typed while it runs, until the end of its input', async () => {
  const { shell } = open()
  const child = await shell.start(shellCodeOf(['cat']))
  const heard = heardOf(child)
  for (const lines of ['one\n', 'one\ntwo\n']) {
    child.write(lines.slice(-4))
    await expect.poll(() => heard.output, soon).toBe(lines)
  }
  // More than fits into the pipe.
  child.write('x'.repeat(300_000))
  child.endInput()
  expect(await child.status).toBe(0)
  await child.finish()
  expect(heard.output.length).toBe(300_008)
})

describe('the environment', () => {
  test('is the one that was asked for, and a variable that no other shell has', async () => {
    vi.stubEnv('NOT_ASKED_FOR', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { shell } = open({ env: { PATH, EMPTY: '', ODD: 'é b\n=' } })
    const { output } = await run(shell, 'env | grep -vE "^(PATH|PWD|OLDPWD|_|SHLVL)="')
    expect(output.split('\n').sort()).toEqual(['', '=', 'EMPTY=', shell.tag, 'ODD=\xc3\xa9 b'].sort())
    expect(shell.tag).toMatch(/^\w+=./)
    expect(open().shell.tag).not.toBe(shell.tag)
  })

  test('gives strangers a folder of their own for all their files, and nothing that is known to be ours', async () => {
    const temporary = mkdtempSync(join(folder, 'temporary-'))
    const cwd = mkdtempSync(join(folder, 'entry-'))
    writeFileSync(join(cwd, 'mine'), '')
    const asked = 'env | grep -E "NINEHOLE|HOME|TMPDIR" | sort; pwd; ls . ~; touch kept ~/kept'
    const [own, other] = [open({ temporary, cwd }), open({ temporary, cwd })].map(({ shell }) => shell)
    for (const shell of [own, other] as Shell[]) {
      const home = shell.tag.slice('TMPDIR='.length)
      const current = join(home, basename(cwd))
      expect(dirname(home)).toBe(temporary)
      const shown = `.:\nmine\n\n${home}:\n${basename(cwd)}\n`
      expect((await run(shell, asked)).output).toBe(`HOME=${home}\nTMPDIR=${home}\n${current}\n${shown}`)
    }
    expect(own?.tag).not.toBe(other?.tag)
    expect(readdirSync(cwd)).toEqual(['mine'])
  })

  test('may name a temporary folder that cannot be made', async () => {
    expect(await outputOf('echo a', { temporary: join(folder, 'no', 'such', 'folder') })).toBe('a\n')
  })
})

test('the files, the time and the core dumps of programs are limited if they are strangers, and only then', async () => {
  const asked = 'ulimit -n; ulimit -f; ulimit -t; ulimit -c'
  const usual = spawnSync('/bin/sh', ['-c', asked], { encoding: 'utf8' }).stdout
  expect(await outputOf(asked)).toBe(usual)
  const [files, blocks, seconds, core] = (await outputOf(asked, { isLimited: true })).split('\n').map(Number)
  expect([files, blocks, seconds, core]).toEqual([512, 131_072, 900, 0])
})

test('the activity of a program is its own, and that of its shell', needs('/proc'), async () => {
  const { shell } = open()
  const child = await shell.start(sh('echo busy; while :; do :; done', null))
  const heard = heardOf(child)
  await expect.poll(() => heard.output, soon).toBe('busy\n')
  expect(child.activity()).toMatchObject({ waits: false })
  expect(child.usage()).toEqual({ processes: 2, bytes: expect.toSatisfy((bytes) => bytes > 100_000) })
})

describe('a shell that is closed', needs('/proc/self/task', 'setsid'), () => {
  /** Starts a script that writes a line when it is ready, and waits for that line. */
  async function start(shell: Shell, script: string) {
    const heard = heardOf(await shell.start(sh(script, null)))
    await expect.poll(() => heard.output, soon).toMatch(/\n/)
    return Number(heard.output)
  }

  test.each([
    ['in its group', 'sleep 600 & echo 1; wait'],
    ['in a session of their own', 'setsid sh -c "echo 1; sleep 600" & wait'],
    ['without a parent', '(setsid sleep 600 & echo 1)'],
    ['that are just being made', 'i=0; echo 1; while [ $((i += 1)) -lt 200 ]; do (setsid setsid -f sleep 600 &); done'],
  ])('ends with all that its programs have started: processes %s', async (_, script) => {
    const { shell, close } = open()
    await start(shell, script)
    expect(processesWith(`${shell.tag}\0`).length).toBeGreaterThan(1)
    close()
    await expect.poll(() => processesWith(`${shell.tag}\0`), soon).toEqual([])
  })

  test('ends in a sandbox, too, although its process in the background was killed', async () => {
    const { shell, close } = open({ sandbox: imitation('env') })
    const program = await start(shell, 'echo $$; exec sleep 600')
    const tagged = () => processesWith(`${shell.tag}\0`)
    const others = tagged().filter((pid) => pid !== shell.pid && pid !== program)
    expect(others.length).toBeGreaterThan(0)
    for (const pid of others) process.kill(pid, 'SIGKILL')
    await expect.poll(() => tagged().sort(), soon).toEqual([shell.pid, program].sort())
    close()
    await expect.poll(tagged, soon).toEqual([])
  })

  test('leaves no folder and no open file, whoever still holds its pipes', async () => {
    const temporary = mkdtempSync(join(folder, 'temporary-'))
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const before = openPaths()
    const { shell, close } = open()
    // Without the environment by which it would be found.
    const child = await shell.start(
      '(exec >"$2" 2>"$3"; exec env -i /usr/bin/setsid /bin/sh -c "echo \\$\\$; sleep 600")',
    )
    const heard = heardOf(child)
    await expect.poll(() => heard.output, soon).toMatch(/\n/)
    const pid = Number(heard.output)
    onTestFinished(() => void process.kill(-Number(pid), 'SIGKILL'))
    expect(readdirSync(temporary)).toHaveLength(1)
    child.close()
    close()
    expect(readdirSync(temporary)).toEqual([])
    await expect.poll(openPaths, soon).toSatisfy((paths: string[]) => paths.every((path) => before.includes(path)))
  })
})

describe('a shell that cannot be started', () => {
  test('says that it is in a sandbox, and leaves nothing behind', async () => {
    const { shell } = open({ sandbox: imitation('false') })
    await expect(shell.start('')).rejects.toThrow('sh in a sandbox: cannot be started (it ended)')
    await expect.poll(() => processesWith(`${shell.tag}\0`), soon).toEqual([])
  })

  test('is not waited for without end', async () => {
    const listen = vi.fn(listenFor).mockResolvedValueOnce(true).mockResolvedValueOnce(false)
    const { shell } = open({ sandbox: imitation('sleep', '600') }, undefined, listen)
    await expect(shell.start('')).rejects.toThrow('sh in a sandbox: cannot be started')
  })

  test('has no pipes that can be opened', async () => {
    const temporary = mkdtempSync(join(folder, 'temporary-'))
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { shell } = open()
    await run(shell, ':')
    const [pipes = ''] = readdirSync(temporary)
    rmSync(join(temporary, pipes, 'in'))
    const error = { name: 'UsageError', message: 'sh: its pipes cannot be opened (ENOENT)' }
    await expect(shell.start('')).rejects.toThrow(expect.objectContaining(error))
  })
})

test('a shell that a program has killed tells no status, also while the program still runs', async () => {
  const { shell } = open()
  const child = await shell.start(sh('kill -9 $PPID; exec sleep 600', null))
  expect(await child.status).toBeUndefined()
  const next = await shell.start(sh(':', null))
  expect(await next.status).toBeUndefined()
})

const sandbox = await openSandbox('auto')
const { wrap } = sandbox
const wrapped = () => wrap?.({ cwd: folder, files: [], folders: [], env: { PATH: '/usr/bin:/bin' } }) as SandboxCommand

const needsApart = wrap && wrapped().apart === undefined ? skippedFor('no unshare in a sandbox') : needsSandbox(sandbox)

describe('a shell in a sandbox', needsApart, () => {
  const { apart = [] } = wrap === undefined ? {} : wrapped()
  const start = (shell: Shell, script: string) =>
    shell.start(shellCodeOf([...apart, 'sh', '-c', script].map(toBytes), null))

  test('is as new after programs that leave nothing', async () => {
    const { shell } = open({ sandbox: wrapped() })
    for (const status of [3, 4]) {
      expect(await resultOf(await start(shell, `echo a; exit ${status}`))).toEqual({ output: 'a\n', error: '', status })
      expect(shell.isAsNew).toBe(true)
    }
  })

  test('shows that its program waits for input, or only sleeps', async () => {
    const { shell } = open({ sandbox: wrapped() })
    const words = [...apart, 'sh', '-c', 'read -r line']
    const reader = await shell.start(shellCodeOf(words.map(toBytes), undefined))
    await expect.poll(() => reader.readsInput(), soon).toBe(true)
    reader.endInput()
    await resultOf(reader)
    const sleeper = await start(shell, 'exec sleep 600')
    await expect.poll(() => sleeper.mayRead(), soon).toBe(false)
  })

  test.each([
    ['a file', 'touch /tmp/x'],
    ['a file that it has removed', 'touch /entry/x; rm /entry/x'],
    ['a folder', 'mkdir /tmp/.x'],
    ['a mode', 'chmod 700 /tmp'],
    ['no right to look', 'chmod 0 /entry'],
    ['a time of change', 'touch -d 2001-01-01 /tmp; touch -d 2001-01-01 /tmp'],
    ['a process', 'sleep 600 >/dev/null 2>&1 </dev/null &'],
    ['a process in a session of its own', 'setsid sleep 600 >/dev/null 2>&1 </dev/null &'],
  ])('is not as new once a program has left %s', async (_, script) => {
    const { shell } = open({ sandbox: wrapped() })
    await resultOf(await start(shell, script))
    expect(shell.isAsNew).toBe(false)
    await resultOf(await start(shell, 'true'))
    expect(shell.isAsNew).toBe(false)
  })

  test('is not as new when it has been killed', async () => {
    const { shell, close } = open({ sandbox: wrapped() })
    await resultOf(await start(shell, 'true'))
    close()
    await expect.poll(() => descendantsOf(shell.pid), soon).toEqual([])
    expect(shell.isAsNew).toBe(false)
  })

  test('is for one program only in a terminal, and shows it no pipes', needsTerminal(), async () => {
    const sandbox = wrapped()
    const { shell } = open({ sandbox }, await openTerminal(false))
    const child = await start(shell, `test -e '${sandbox.pipesSeen}' || echo none`)
    expect(await resultOf(child)).toMatchObject({ output: 'none\n' })
    expect(shell.isAsNew).toBe(false)
  })
})

describe('a shell in a terminal', needsTerminal(), () => {
  const inTerminal = async (script: string, place: Partial<Place> = {}) => {
    const terminal = await openTerminal(false)
    const { shell, close } = open(place, terminal)
    const code = shellCodeOf(['sh', '-c', script].map(toBytes), undefined, 'terminal')
    const result = await resultOf(await shell.start(code))
    close()
    return { ...result, path: terminal.path }
  }

  test('gives a program that terminal, and its end to us', async () => {
    const { path, ...result } = await inTerminal('tty; tty <&1; tty <&2; exit 3')
    expect(result).toEqual({ output: `${path}\n${path}\n${path}\n`, error: '', status: 3 })
  })

  test('has no capabilities, whatever those of ours are, and no size but its own', async () => {
    const env = { PATH, TERM: 'xterm', COLUMNS: '7', LINES: '8' }
    const asked = 'env | grep -E "^(TERM|COLUMNS|LINES)=" | sort'
    expect((await inTerminal(`${asked}; stty size`, { env })).output).toBe('TERM=dumb\n24 80\n')
    expect(await outputOf(asked, { env })).toBe('COLUMNS=7\nLINES=8\nTERM=xterm\n')
  })
})
