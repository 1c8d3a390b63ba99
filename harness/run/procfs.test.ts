import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { activityOf, descendantsOf, mayRead, processesWith, readsInput, usageOf } from './procfs.ts'
import { needs, needsCalls, testFolder } from './test-helpers.ts'

const { folder } = testFolder()

/** Starts a program in a group of its own, which is killed at the end of the test. @returns its pid */
function start(command: string, args: readonly string[], env: Record<string, string> = {}): number {
  const { pid = 0 } = spawn(command, args, { stdio: 'ignore', detached: true, env })
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'))
  return pid
}

async function sleeping(): Promise<number> {
  const pid = start('/bin/sleep', ['600'])
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain('(sleep) S')
  return pid
}
const busy = () => start('/bin/sh', ['-c', 'while :; do :; done'])

const { PATH = '' } = process.env

describe('on Linux', needs('/proc/self/task'), () => {
  test('processes wait if all of them do, and use memory and processor time in total', async () => {
    const [one, two, third, ended] = [await sleeping(), await sleeping(), busy(), spawnSync('/bin/true').pid]
    expect(activityOf([one, two, ended])).toMatchObject({ waits: true })
    expect(activityOf([one, two])?.milliseconds).toBeLessThan(1000)
    const alone = [one, two].map((pid) => usageOf([pid]).bytes)
    expect(usageOf([one, two, ended])).toEqual({ processes: 2, bytes: alone.reduce((sum, bytes) => sum + bytes) })
    expect(usageOf([process.pid]).bytes / process.memoryUsage.rss()).toBeCloseTo(1, 1)
    await expect.poll(() => activityOf([one, third])?.milliseconds).toBeGreaterThan(50)
    expect(activityOf([one, third])).toMatchObject({ waits: false })
    expect([activityOf([]), activityOf([ended])]).toEqual([undefined, undefined])
  })

  test('the processor time is that of a program and of the system for it', async () => {
    const pid = start('/bin/sh', ['-c', 'while :; do read -r line </dev/zero; done'])
    await expect.poll(() => activityOf([pid])?.milliseconds).toBeGreaterThan(50)
    const timesOf = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ').slice(13, 15).map(Number)
    const [before, { milliseconds = 0 } = {}, after] = [timesOf(), activityOf([pid]), timesOf()]
    const sumOf = ([user = 0, system = 0]: number[]) => 10 * (user + system)
    expect(milliseconds).toBeGreaterThanOrEqual(sumOf(before))
    expect(milliseconds).toBeLessThanOrEqual(sumOf(after))
  })

  test('children that have ended count until their parent has waited for them', async () => {
    const pid = start('/usr/bin/env', ['perl', '-e', 'for (1 .. 9) { fork || exit } sleep 600'], { PATH })
    const states = () => descendantsOf(pid).map((child) => readFileSync(`/proc/${child}/stat`, 'latin1'))
    await expect.poll(() => states().filter((state) => state.includes(') Z')).length).toBe(9)
    expect(usageOf([pid, ...descendantsOf(pid)]).processes).toBe(10)
  })

  test('the name of a program may hold what stands around names', async () => {
    const program = join(folder, 'a) R 1 (b')
    copyFileSync('/bin/sleep', program)
    const pid = start(program, ['600'])
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain('(a) R 1 (b)')
    await expect.poll(() => activityOf([pid])).toMatchObject({ waits: true })
  })

  test('a process works if one of its threads does, and has the children of all', async () => {
    const spawns = "require('child_process').spawn('sleep', ['600']); for (;;);"
    const thread = `new (require('worker_threads').Worker)(${JSON.stringify(spawns)}, { eval: true })`
    const pid = start(process.execPath, ['-e', thread], { PATH })
    const stateOf = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ')[2]
    const seen = () => [descendantsOf(pid).length, stateOf(), activityOf([pid])?.waits]
    await expect.poll(seen).toEqual([1, 'S', false])
  })

  test('the descendants of a process are all below it, but for one that is left out with all below', async () => {
    const pid = start('/bin/sh', ['-c', "sleep 600 & sh -c 'sleep 600 & wait' & wait"])
    await expect.poll(() => descendantsOf(pid).length).toBe(3)
    const parentOf = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ')[3])
    const [shell] = descendantsOf(pid).flatMap((child) => (parentOf(child) === pid ? [] : [parentOf(child)]))
    const [other = 0, ...none] = descendantsOf(pid, shell)
    expect([parentOf(other), none, descendantsOf(other)]).toEqual([pid, [], []])
  })

  test('processes are found by a variable of their environment, first or not, whole or by its beginning', async () => {
    const name = `NINEHOLE_PROCFS_${process.pid}`
    const pids = [
      start('/bin/sleep', ['600'], { [name]: 'ab' }),
      start('/bin/sleep', ['600'], { A: '1', [name]: 'ab' }),
    ]
    start('/bin/sleep', ['600'], { A: `${name}=ab`, [`X${name}`]: 'ab' })
    const found = (beginning: string) =>
      processesWith(beginning, name).sort((a, b) => pids.indexOf(a) - pids.indexOf(b))
    await expect.poll(() => found(`${name}=a`)).toEqual(pids)
    expect(found(`${name}=ab\0`)).toEqual(pids)
    expect(processesWith(`${name}=a\0`)).toEqual([])
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
      await expect.poll(() => readsInput(all(pid))).toBe(true)
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
      await expect.poll(() => calling().join(' ')).toMatch(calls)
      expect([readsInput(all(pid)), mayRead(all(pid))]).toEqual([false, may])
    })

    test.each([
      ['may read in a thread, while its first one sleeps', 't(target=input).start(); time.sleep(600)', true],
      ['sleeps if one of its threads does', 'a = t(target=time.sleep, args=[600]); a.start(); a.join()', false],
    ])('a program %s', needs('python3'), async (_, code, may) => {
      const pid = withPipe(`exec python3 -c 'import threading, time; t = threading.Thread; ${code}'`)
      await expect.poll(() => mayRead(all(pid))).toBe(may)
    })

    test.each([
      ['while a timer runs', 'setTimeout(() => {}, 6e8)', false],
      ['only then', 'process.stdin.resume()', undefined],
    ])('Node waits for a time %s', async (_, code, may) => {
      const pid = withPipe(`exec '${process.execPath}' -e '${code}'`)
      await expect.poll(() => readFileSync(`/proc/${pid}/wchan`, 'latin1')).toMatch(/epoll/)
      expect(mayRead(all(pid))).toBe(may)
    })

    test('nothing reads where there is no process, or none but those that wait for others', async () => {
      expect([readsInput([]), mayRead([])]).toEqual([false, undefined])
      const pid = withPipe('sleep 600; :')
      await expect.poll(() => readFileSync(`/proc/${pid}/wchan`, 'latin1')).toBe('do_wait')
      expect(readsInput([pid])).toBe(false)
    })
  })
})
