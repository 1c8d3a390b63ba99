import { spawn, spawnSync } from 'node:child_process'
import fs, { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { activityOf, descendantsOf, mayRead, processesWith, readsInput, usageOf } from './procfs.ts'
import { needs, needsCalls, testFolder } from './test-helpers.ts'

const { folder } = testFolder()

/** Starts a program in a group of its own, which is killed at the end of the test. @returns its pid */
function start(command: string, args: readonly string[], env: Record<string, string> = {}): number {
  const { pid = 0 } = spawn(command, args, { stdio: 'ignore', detached: true, env })
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'))
  return pid
}

/** Starts a program that sleeps, and waits until it does. */
async function sleeping(): Promise<number> {
  const pid = start('/bin/sleep', ['600'])
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1'), soon).toContain('(sleep) S')
  return pid
}
const busy = () => start('/bin/sh', ['-c', 'while :; do :; done'])

const { PATH = '' } = process.env
const soon = { timeout: 60_000, interval: 10 }

describe('on Linux', needs('/proc/self/task'), () => {
  test('a process that sleeps waits, and has used hardly any processor time', async () => {
    const pid = await sleeping()
    expect(activityOf([pid])).toMatchObject({ waits: true })
    expect(activityOf([pid])?.milliseconds).toBeLessThan(1000)
  })

  test('a process that works does not wait, and uses processor time, of its own and of the system', async () => {
    const pid = busy()
    await expect.poll(() => activityOf([pid])?.milliseconds, soon).toBeGreaterThan(50)
    expect(activityOf([pid])).toMatchObject({ waits: false })
    const calling = start('/bin/sh', ['-c', 'while :; do read -r line </dev/zero; done'])
    await expect.poll(() => activityOf([calling])?.milliseconds, soon).toBeGreaterThan(50)
    const timesOf = () => readFileSync(`/proc/${calling}/stat`, 'latin1').split(' ').slice(13, 15).map(Number)
    const [before, { milliseconds = 0 } = {}, after] = [timesOf(), activityOf([calling]), timesOf()]
    const sumOf = ([user = 0, system = 0]: number[]) => 10 * (user + system)
    expect(milliseconds).toBeGreaterThanOrEqual(sumOf(before))
    expect(milliseconds).toBeLessThanOrEqual(sumOf(after))
  })

  test('the memory in use is counted in bytes', () => {
    const { bytes } = usageOf([process.pid])
    expect(bytes / process.memoryUsage.rss()).toBeCloseTo(1, 1)
  })

  test('several processes are added up, and wait if all of them do', async () => {
    const [one, two, third] = [await sleeping(), await sleeping(), busy()]
    expect(activityOf([one, two])).toMatchObject({ waits: true })
    const alone = [one, two].map((pid) => usageOf([pid]).bytes)
    expect(usageOf([one, two])).toEqual({ processes: 2, bytes: alone.reduce((sum, bytes) => sum + bytes) })
    await expect.poll(() => activityOf([one, third]), soon).toMatchObject({ waits: false })
    const spent = () => activityOf([third])?.milliseconds ?? 0
    const [before, both, after] = [spent(), activityOf([one, third])?.milliseconds, spent()]
    expect(both).toBeGreaterThanOrEqual(before)
    expect(both).toBeLessThanOrEqual(after + 10)
  })

  test('children that have ended count until their parent has waited for them', async () => {
    const pid = start('/usr/bin/env', ['perl', '-e', 'for (1 .. 9) { fork || exit } sleep 600'], { PATH })
    await expect.poll(() => usageOf([pid, ...descendantsOf(pid)]).processes, soon).toBe(10)
    const states = () => descendantsOf(pid).map((child) => readFileSync(`/proc/${child}/stat`, 'latin1'))
    await expect.poll(() => states().every((state) => state.includes(') Z')), soon).toBe(true)
    expect(usageOf([pid, ...descendantsOf(pid)]).processes).toBe(10)
  })

  test('a process that has ended counts no more; of nothing nothing is known', async () => {
    const [ended, pid] = [spawnSync('/bin/true').pid, await sleeping()]
    expect(activityOf([])).toBeUndefined()
    expect(activityOf([ended])).toBeUndefined()
    expect(usageOf([ended, pid]).processes).toBe(1)
    expect(activityOf([ended, pid])).toMatchObject({ waits: true })
  })

  test('the name of a program may hold what stands around names', async () => {
    const program = join(folder, 'a) R 1 (b')
    copyFileSync('/bin/sleep', program)
    const pid = start(program, ['600'])
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1'), soon).toContain('(a) R 1 (b)')
    await expect.poll(() => activityOf([pid]), soon).toMatchObject({ waits: true })
  })

  test('a process works if one of its threads does', async () => {
    const pid = start(process.execPath, ['-e', "new (require('worker_threads').Worker)('for (;;);', { eval: true })"])
    const stateOf = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ')[2]
    await expect.poll(() => (activityOf([pid])?.milliseconds ?? 0) > 300 && stateOf(), soon).toBe('S')
    expect(activityOf([pid])?.waits).toBe(false)
  })

  test('the descendants of a process are all below it, but for one that is left out with all below', async () => {
    const pid = start('/bin/sh', ['-c', "sleep 600 & sh -c 'sleep 600 & wait' & wait"])
    await expect.poll(() => descendantsOf(pid).length, soon).toBe(3)
    const parentOf = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ')[3])
    const shell = descendantsOf(pid)
      .map(parentOf)
      .find((parent) => parent !== pid)
    const others = descendantsOf(pid).filter((one) => one !== shell && parentOf(one) !== shell)
    expect(descendantsOf(pid, shell)).toEqual(others)
    expect(others).toHaveLength(1)
    expect(descendantsOf(others[0] ?? 0)).toEqual([])
  })

  test('the children of each thread are found', async () => {
    const code = "require('child_process').spawn('sleep', ['600']); setTimeout(() => {}, 1e6)"
    const thread = `new (require('worker_threads').Worker)(${JSON.stringify(code)}, { eval: true })`
    const pid = start(process.execPath, ['-e', thread], { PATH })
    await expect.poll(() => descendantsOf(pid).length, soon).toBe(1)
  })

  test('processes are found by a variable of their environment, first or not, whole or by its beginning', async () => {
    const name = `NINEHOLE_PROCFS_${process.pid}`
    const pids = [
      start('/bin/sleep', ['600'], { [name]: 'ab' }),
      start('/bin/sleep', ['600'], { A: '1', [name]: 'ab' }),
    ]
    start('/bin/sleep', ['600'], { A: `${name}=ab`, [`X${name}`]: 'ab' })
    const found = (beginning: string) => processesWith(beginning).sort((a, b) => pids.indexOf(a) - pids.indexOf(b))
    await expect.poll(() => found(`${name}=a`), soon).toEqual(pids)
    expect(found(`${name}=ab\0`)).toEqual(pids)
    expect(processesWith(`${name}=a\0`)).toEqual([])
  })

  test('a process without our mark is not looked at again at once, but when pids may have been given out again', async () => {
    const mark = `${process.pid}-mark`
    const read = vi.spyOn(fs, 'readFileSync')
    syncBuiltinESMExports()
    onTestFinished(() => {
      read.mockRestore()
      syncBuiltinESMExports()
    })
    const other = await sleeping()
    const looks = (pid: number) => {
      read.mockClear()
      const found = processesWith(`A=${mark}`, mark)
      return [found, read.mock.calls.filter(([file]) => file === `/proc/${pid}/environ`).length]
    }
    const ours = start('/bin/sleep', ['600'], { A: `${mark}1`, B: 'x' })
    await expect
      .poll(() => [looks(other), looks(other)], soon)
      .toEqual([
        [[ours], 1],
        [[ours], 0],
      ])
    expect(looks(ours)).toEqual([[ours], 1])
  })

  describe('where calls are shown', needsCalls(), () => {
    const all = (pid: number) => [pid, ...descendantsOf(pid)]
    /** A shell with a named pipe as its standard input, to which nobody writes. */
    const withPipe = (code: string) => {
      const pipe = join(mkdtempSync(join(folder, 'pipe-')), 'pipe')
      return start('/bin/sh', ['-c', `mkfifo '${pipe}' && exec 3<>'${pipe}' <'${pipe}'; ${code}`, '', pipe], { PATH })
    }

    test.each([
      ['waits for its input', 'exec cat'],
      ['waits for another that does', 'cat; :'],
    ])('a program is seen to read if it %s', async (_, code) => {
      const pid = withPipe(code)
      await expect.poll(() => readsInput(all(pid)), soon).toBe(true)
      expect(mayRead(all(pid))).toBe(true)
    })

    test.each([
      ['sleeps', 'exec sleep 600', /nanosleep/, false],
      ['works', 'while :; do :; done', /^0?$/, undefined],
      ['waits for a child that sleeps', 'sleep 600; :', /nanosleep/, false],
      ['waits for its input, while its child sleeps', 'sleep 600 & exec cat', /pipe_read.*nanosleep/, true],
      ['waits for another pipe', 'exec head -c 1 "$1"', /pipe_read/, undefined],
      ['waits for a pipe from its child', 'sleep 600 | cat', /nanosleep.*pipe_read/, false],
      ['waits for a time and for files', 'exec perl -e "select(undef, undef, undef, 600)"', /poll_schedule/, false],
      [
        'waits for files',
        'exec perl -e "vec(\\$r, 0, 1) = 1; select(\\$r, undef, undef, undef)"',
        /poll_schedule/,
        undefined,
      ],
    ])('a program is not seen to read if it %s', async (_, code, calls, may) => {
      const pid = withPipe(code)
      const calling = () => all(pid).map((one) => readFileSync(`/proc/${one}/wchan`, 'latin1'))
      await expect.poll(() => calling().join(' '), soon).toMatch(calls)
      expect([readsInput(all(pid)), mayRead(all(pid))]).toEqual([false, may])
    })

    test('a program may read in a thread, while its first one sleeps', needs('python3'), async () => {
      const code = 'import threading, time; threading.Thread(target=input).start(); time.sleep(600)'
      const pid = withPipe(`exec python3 -c '${code}'`)
      await expect.poll(() => readFileSync(`/proc/${pid}/wchan`, 'latin1'), soon).toMatch(/nanosleep/)
      await expect.poll(() => mayRead(all(pid)), soon).toBe(true)
    })

    test('a program sleeps if one of its threads does', needs('python3'), async () => {
      const code = 'import threading, time; t = threading.Thread(target=time.sleep, args=[600]); t.start(); t.join()'
      const pid = withPipe(`exec python3 -c '${code}'`)
      await expect.poll(() => mayRead(all(pid)), soon).toBe(false)
    })

    test.each([
      ['while a timer runs', 'setTimeout(() => {}, 6e8)', false],
      ['only then', 'process.stdin.resume()', undefined],
    ])('Node waits for a time %s', async (_, code, may) => {
      const pid = withPipe(`exec '${process.execPath}' -e '${code}'`)
      await expect.poll(() => readFileSync(`/proc/${pid}/wchan`, 'latin1'), soon).toMatch(/epoll/)
      expect(mayRead(all(pid))).toBe(may)
    })

    test('nothing reads where there is no process, or none but those that wait for others', async () => {
      expect([readsInput([]), mayRead([])]).toEqual([false, undefined])
      const pid = withPipe('sleep 600; :')
      await expect.poll(() => readFileSync(`/proc/${pid}/wchan`, 'latin1'), soon).toBe('do_wait')
      expect(readsInput([pid])).toBe(false)
    })
  })
})
