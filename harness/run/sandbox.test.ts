import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SandboxCommand, SandboxMounts } from '../base/sandbox.ts'
import { outputOf } from '../session/session.ts'
import { Launcher } from './launcher.ts'
import { processProgram } from './process.ts'
import { openSandbox } from './sandbox.ts'
import { needsSandbox, needsTerminal, skippedFor, testFolder } from './test-helpers.ts'

const { folder } = testFolder()
afterEach(() => vi.unstubAllEnvs())

/** Puts an imitation of bwrap first on the PATH, for machines as we have none. */
function imitate(name: string, code: string) {
  const bin = join(folder, name)
  mkdirSync(bin)
  const version = `[ "$1" = --version ] && echo bubblewrap 9.9 && exit`
  writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\n${version}\n${code}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`)
}

test('there is no sandbox if it is off, or without bwrap', async () => {
  expect(await openSandbox('off')).toEqual({ name: 'none (--sandbox off)' })
  const bin = join(folder, 'without')
  mkdirSync(bin)
  symlinkSync('/bin/sh', join(bin, 'sh'))
  vi.stubEnv('PATH', bin)
  expect(await openSandbox('auto')).toEqual({ name: 'none (bwrap is not installed)' })
  await expect(openSandbox('require')).rejects.toThrow('--sandbox require: bwrap is not installed')
})

test.each([
  ['', 'setting up uid map: Permission denied', '; harness/judge/README.md says how to allow it'],
  ['\\n', 'No space left on device', ''],
])('where bwrap fails, its first words tell the reason: %s%s', async (before, reason, advice) => {
  imitate(`fails-${advice.length}`, `printf '${before}bwrap: ${reason}\\nmore\\n' >&2; exit 1`)
  expect(await openSandbox('auto')).toEqual({ name: `none (bwrap fails: bwrap: ${reason}${advice})` })
})

test('a sandbox that keeps nothing in is none; the try leaves nothing behind', async () => {
  imitate('open', `while [ "$1" != -- ]; do shift; done; shift 6; exec '${process.execPath}' "$@"`)
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  const { name, wrap } = await openSandbox('auto')
  expect([wrap, readdirSync(temporary)]).toEqual([undefined, []])
  for (const word of ['can be read', 'can be written', 'can be seen', 'can be reached']) expect(name).toContain(word)
})

const sandbox = await openSandbox('auto')
const { wrap } = sandbox

const few = { cwd: folder, files: [], folders: [], env: { PATH: '/usr/bin:/bin' } }
const wrapped = (needs: Partial<SandboxMounts> = {}, { wrap } = sandbox) =>
  wrap?.({ ...few, ...needs }) as SandboxCommand

test('there is a sandbox where bwrap can make one, and it keeps programs from their shell where unshare can', async () => {
  const bwrap = ['--unshare-all', '--ro-bind', '/', '/']
  const plain = await execa('bwrap', [...bwrap, 'true'], { reject: false })
  if (!plain.failed) expect(sandbox.name).toMatch(/^bubblewrap/)
  const unshare = await execa('bwrap', [...bwrap, 'unshare', '--user', '--ipc', 'true'], { reject: false })
  if (!unshare.failed) expect(wrapped().apart).toBeDefined()
})

/** Runs a script in a sandbox of its own, with the paths of its file, of Node and of its folder as arguments. */
async function runIn(script: string, needs: Partial<SandboxMounts> = {}, where = sandbox) {
  const { alone, seen } = wrapped(needs, where)
  const paths = [join(folder, 'file'), process.execPath, folder].map(seen)
  const [program = '', ...args] = alone(['sh', '-c', script, ...paths])
  return execa(program, args, { reject: false })
}

const kibibytes = 64 * 1024
test.for([
  ['the machine has a name of its own', 'uname -n', 'sandbox'],
  ['its folder holds its file, and /tmp nothing', 'pwd; ls /entry /tmp', '/entry\n/entry:\nfile\n\n/tmp:'],
  ['its environment is what it needs', 'env | sort', 'HOME=/tmp\nPATH=/usr/bin:/bin\nPWD=/entry\nTMPDIR=/tmp\nWORD=x'],
  ['it has no capabilities, even as root', 'grep CapEff /proc/self/status', 'CapEff:\t0000000000000000'],
  ['it sees no process but its own', 'set -- /proc/[0-9]*; echo $#', '2'],
  ['paths in its command are those that it sees', 'echo "$0 $1 $2"', '/entry/file /files/node /entry'],
  [
    'it can write nothing else',
    'for file in /x /entry/x /tmp/x /entry/file /dev/x /usr/x; do touch $file 2>/dev/null && echo $file; done',
    '/entry/x\n/tmp/x',
  ],
  [
    'its folders hold so much',
    'df -k --output=size,target /tmp /entry | tail -n 2 | tr -s " " | sed "s/^ //"',
    `${kibibytes} /tmp\n${kibibytes} /entry`,
  ],
  [
    'it has the devices that every program may count on, and no terminals',
    'ls /dev; head -qc 2 /dev/zero /dev/random /dev/urandom | wc -c; echo >/dev/null && echo >/dev/full || echo is full',
    'fd\nfull\nnull\nrandom\nstderr\nstdin\nstdout\nurandom\nzero\n6\nis full',
  ],
] as const)('a program in a sandbox: %s', needsSandbox(sandbox), async ([, script, output]) => {
  writeFileSync(join(folder, 'file'), 'x')
  const env = { ...few.env, WORD: 'x', NONE: undefined }
  expect((await runIn(script, { files: [join(folder, 'file'), process.execPath], env })).stdout).toBe(output)
})

const callsOf: Partial<Record<NodeJS.Architecture, readonly number[]>> = {
  x64: [248, 249, 250, 29, 68, 319, 447, 165, 430, 425, 323, 298, 321],
  arm64: [217, 218, 219, 194, 186, 279, 447, 40, 430, 425, 282, 241, 280],
}

test('a program reaches nothing of the kernel that no namespace contains', needsSandbox(sandbox), async () => {
  const calls = callsOf[process.arch] ?? []
  // A call that the kernel knows would fail for its arguments.
  const attempts = `for (${calls}) { $! = 0; syscall $_, -1, 0, 0; print $! + 0, ' ' }`
  const vsock = "socket(S, 40, 1, 0) ? print 'open' : print $! + 0"
  const settings = '; : >>/proc/sys/kernel/core_pattern && echo written; cat /proc/keys'
  const { stdout } = await runIn(
    `perl -e "${attempts.replaceAll('$', '\\$')}; ${vsock.replaceAll('$', '\\$')}"${settings}`,
  )
  expect(stdout).toBe('38 '.repeat(calls.length + 1).trim())
  const inet = "socket(S, 2, 1, 0) && socket(S, 1, 1, 0) && socket(S, 10, 1, 0) and print 'open'"
  expect((await runIn(`perl -e "${inet}"`)).stdout).toBe('open')
})

test('the folders of the system are there, as the machine has them, and no others', needsSandbox(sandbox), async () => {
  const named = '/bin /etc/alternatives /etc/ld.so.cache /lib /lib32 /lib64 /nix/store /sbin /usr'
  const system = named.split(' ').filter(existsSync)
  const [paths = '', names = ''] = (await runIn(`ls -d ${system.join(' ')}; echo; ls /`)).stdout.split('\n\n')
  expect(paths.split('\n').sort()).toEqual(system)
  for (const name of names.split('\n'))
    expect(name).toMatch(/^(bin|dev|entry|etc|files|lib.*|nix|pipes|proc|sbin|tmp|usr)$/)
})

test('the folders that are said to be writable are, and no others', needsSandbox(sandbox), async () => {
  const mounted = await runIn(`awk '$3 != "proc" && $2 !~ "^/dev/" && $4 ~ "^rw" { print $2 }' /proc/mounts`)
  expect(mounted.stdout.split('\n').sort()).toEqual([...wrapped().writable].sort())
})

const keeps = 'what a program writes into its folder is kept if that is asked for, and only then'
test(keeps, needsSandbox(sandbox), async () => {
  const cwd = mkdtempSync(join(folder, 'written-'))
  expect((await runIn('touch lost; ls', { cwd })).stdout).toBe('lost')
  expect((await runIn('touch kept; ls', { cwd, writes: true })).stdout).toBe('kept')
  expect(readdirSync(cwd)).toEqual(['kept'])
})

test('folders that a program needs are where they are, also those of the system', needsSandbox(sandbox), async () => {
  const cwd = mkdtempSync(join(folder, 'needed-'))
  writeFileSync(join(cwd, 'a'), 'x')
  const folders = ['/bin', '/usr/bin', '/no/such/folder', cwd]
  const { stdout } = await runIn(`pwd; ls '${cwd}'; test -e /bin/sh && echo sh`, { cwd, folders })
  expect(stdout).toBe(`${cwd}\na\nsh`)
  expect(wrapped({ cwd, folders }).seen(join(cwd, 'a'))).toBe(join(cwd, 'a'))
})

test('our folder below one of the system is shown only to a program that needs it', needsSandbox(sandbox), async () => {
  const ours = await openSandbox('require', '/usr/share')
  const script = 'ls -A /usr/share; touch /usr/share/x 2>/dev/null || ls -d /usr/bin'
  expect((await runIn(script, {}, ours)).stdout).toBe('/usr/bin')
  expect((await runIn(script, { folders: ['/usr/share'] }, ours)).stdout).toMatch(/\n\/usr\/bin$/)
})

test('a program finds at another place only what stands below its folder', needsSandbox(sandbox), () => {
  const { seen } = wrapped({ cwd: process.cwd() })
  const paths = ['a..', '..a', '../a', '/usr/bin/env'].map((path) => resolve(path))
  expect(paths.map(seen)).toEqual(['/entry/a..', '/entry/..a', ...paths.slice(2)])
  expect(seen(resolve('a', '..b'))).toBe('/entry/a/..b')
  expect(seen(resolve('a..', 'b'))).toBe('/entry/a../b')
  // No path, or one that its program looks up.
  expect(seen('-e')).toBe('-e')
})

/** The output of programs that run one after the other in one place, in a shell that is used again where it can be. */
async function inTurn(sandbox: SandboxCommand, ...sources: string[]) {
  const programs = new Launcher({ cwd: folder, env: process.env, sandbox })
  onTestFinished(() => programs.close())
  const outputs = []
  for (const source of sources) {
    const conversation = await programs.start(['sh', '-c', source])
    const next = () => conversation.next(60_000)
    let output = ''
    for (let event = await next(); typeof event === 'object'; event = await next()) output += event.output
    outputs.push(output.trim())
    conversation.close(true)
    // A sandbox is older than the next.
    await sleep(20)
  }
  return outputs
}

/** Prints which sandbox it is: when its first process was started. The number of a namespace is given to the next one again. */
const which = "cut -d ' ' -f 22 /proc/1/stat"

const needsApart = wrap && wrapped().apart === undefined ? skippedFor('no unshare in a sandbox') : needsSandbox(sandbox)

test('a program cannot harm the shell in its sandbox, and has three descriptors', needsApart, async () => {
  const attempts = [
    ['ls -l /proc/1/fd/ | grep -- "->" || echo nothing', 'nothing'],
    ['cat /proc/1/environ || echo nothing', 'nothing'],
    ['echo exit >/proc/1/fd/0 || echo nothing', 'nothing'],
    [`perl -e 'print syscall(101, 16, 1, 0, 0)'`, '-1'],
    ['kill -9 1; kill -STOP 1; kill -9 $PPID; echo alive', 'alive'],
    ['unshare --user --map-root-user true || echo none; grep -c "CapEff:.0*$" /proc/self/status', 'none\n1'],
    ['mount -t tmpfs x /tmp || echo nothing', 'nothing'],
    [`perl -e 'print join " ", grep { -e "/proc/$$/fd/$_" } 0 .. 20'`, '0 1 2'],
  ]
  const outputs = await inTurn(wrapped(), ...attempts.map(([code]) => `(${code}) 2>/dev/null`))
  expect(outputs).toEqual(attempts.map(([, output]) => output))
})

const alone = 'where a program cannot be kept from the shell that starts it, each gets a sandbox of its own'
test(alone, needsSandbox(sandbox), async () => {
  const bin = join(folder, 'no-unshare')
  mkdirSync(bin)
  writeFileSync(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`)
  const { name, wrap } = await openSandbox('require')
  const wrapping = wrap?.(few) as SandboxCommand
  expect([name, wrapping.apart]).toEqual([sandbox.name, undefined])
  const [first, second] = await inTurn(wrapping, which, which)
  expect(first).toMatch(/^\d+$/)
  expect(second).toMatch(/^\d+$/)
  expect(second).not.toBe(first)
})

test('a terminal in a sandbox is one', { ...needsSandbox(sandbox), ...needsTerminal() }, async () => {
  const programs = new Launcher({ cwd: folder, env: {}, sandbox: wrapped() })
  const script = {
    turns: [{ output: '> ', answer: 'a' }, { output: 'yes a\n' }],
    end: { how: 'exit', status: 3 },
  } as const
  const code = `printf '> '; read line; test -t 0 && test -t 1 && test -t 2 && echo "yes $line"; exit 3`
  const session = await processProgram(programs, ['sh', '-c', code], 'pty').play(script, { milliseconds: 5000 })
  expect([outputOf(session), session.end]).toEqual(['> yes a\n', script.end])
  programs.close()
})
