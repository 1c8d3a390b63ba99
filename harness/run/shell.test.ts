import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SandboxCommand } from '../base/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import type { Child } from './conversation.ts'
import { processesWith } from './procfs.ts'
import { openSandbox } from './sandbox.ts'
import { shellCodeOf } from './sh.ts'
import { type ExecutionContext, Shell } from './shell.ts'
import { needs, openPaths, skippedFor, testFolder } from './test-helpers.ts'

const { folder } = testFolder()

function open(context: Partial<ExecutionContext> = {}) {
  const shell = new Shell({ cwd: '/', env: { PATH: process.env.PATH }, ...context })
  let isClosed = false
  const close = () => {
    if (!isClosed) Shell.close([shell])
    isClosed = true
  }
  onTestFinished(close)
  return { shell, close }
}

function ownTemporary() {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  return temporary
}

const sh = (script: string, ...before: string[]) => shellCodeOf([...before, 'sh', '-c', script].map(toBytes), null)

/** Waits for the end of a program; then nobody holds its pipes any more. */
async function endOf(child: Child) {
  const status = await child.status
  await child.finish()
  child.close()
  return status
}

/** Starts a script that writes a number when it is ready, and waits for that. */
async function startReady(shell: Shell, code: string) {
  const child = await shell.start(code)
  let output = ''
  const hear = (bytes: string) => {
    output += bytes
  }
  child.listen(hear, hear)
  await expect.poll(() => output).toMatch(/\n/)
  return { child, number: Number(output) }
}

describe('a shell that is closed', needs('/proc/self/task', 'setsid'), () => {
  test.each([
    ['in a session of their own', 'setsid sh -c "echo 1; sleep 600" & wait'],
    ['without a parent', '(setsid sleep 600 & echo 1)'],
    ['that are just being made', 'i=0; echo 1; while [ $((i += 1)) -lt 200 ]; do (setsid setsid -f sleep 600 &); done'],
  ])('a closed shell ends with all that its programs have started: processes %s', async (_, script) => {
    const { shell, close } = open()
    await startReady(shell, sh(script))
    expect(processesWith(`${shell.tag}\0`).length).toBeGreaterThan(1)
    close()
    await expect.poll(() => processesWith(`${shell.tag}\0`)).toEqual([])
  })

  test('a closed shell leaves no folder and no open file, whoever still holds its pipes', async () => {
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

/** Not a sandbox, but words before the shell where those of a sandbox stand. */
const imitation = (...words: string[]): SandboxCommand => ({
  ...{ around: () => words, alone: (command) => command, seen: (path) => path },
  ...{ pipesSeen: '', writable: [] },
})

test('a shell that cannot be started says that it is in a sandbox, and leaves nothing behind', async () => {
  const { shell } = open({ sandbox: imitation('false') })
  await expect(shell.start('')).rejects.toThrow('sh in a sandbox: cannot be started (it ended)')
  await expect.poll(() => processesWith(`${shell.tag}\0`)).toEqual([])
})

test('a shell that does not start is not waited for without end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { shell } = open({ sandbox: imitation('sleep', '600') })
  const refused = expect(shell.start('')).rejects.toThrow('sh in a sandbox: cannot be started')
  await vi.advanceTimersByTimeAsync(20_000)
  await refused
})

test('a shell is trouble of the machine where its pipes cannot be opened', async () => {
  const temporary = ownTemporary()
  const { shell } = open()
  await endOf(await shell.start(sh(':')))
  rmSync(join(temporary, readdirSync(temporary)[0] ?? '', 'in'))
  const error = { name: 'UsageError', message: 'sh: its pipes cannot be opened (ENOENT)' }
  await expect(shell.start('')).rejects.toThrow(expect.objectContaining(error))
})

const sandbox = await openSandbox('auto')
const wrapped = sandbox.wrap?.({ cwd: folder, files: [], folders: [], env: { PATH: '/usr/bin:/bin' } })
const needsApart = wrapped?.apart ? {} : skippedFor(`no unshare in a sandbox: ${sandbox.name}`)

describe('a shell in a sandbox', needsApart, () => {
  const start = (shell: Shell, script: string) => shell.start(sh(script, ...(wrapped?.apart ?? [])))

  test('a shell in a sandbox is as new after programs that leave nothing, and shows that one only sleeps', async () => {
    const { shell } = open({ sandbox: wrapped })
    for (const status of [3, 4])
      expect([await endOf(await start(shell, `exit ${status}`)), shell.isAsNew]).toEqual([status, true])
    const sleeper = await start(shell, 'exec sleep 600')
    await expect.poll(() => sleeper.mayRead()).toBe(false)
  })

  test.each([
    ['a file', 'touch /tmp/x'],
    ['a file that it has removed', 'touch /entry/x; rm /entry/x'],
    ['no right to look', 'chmod 0 /entry'],
    ['a time of change', 'touch -d 2001-01-01 /tmp; touch -d 2001-01-01 /tmp'],
    ['a process in a session of its own', 'setsid sleep 600 >/dev/null 2>&1 </dev/null &'],
  ])('a shell in a sandbox is not as new once a program has left %s', async (_, script) => {
    const { shell } = open({ sandbox: wrapped })
    for (const each of [script, 'true']) {
      await endOf(await start(shell, each))
      expect(shell.isAsNew).toBe(false)
    }
  })
})
