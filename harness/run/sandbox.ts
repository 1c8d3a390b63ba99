import { existsSync, lstatSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, isAbsolute, join, relative } from 'node:path'
import { memoize } from '../base/collections.ts'
import { temporaryFolder, writingTemporary } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import type { SandboxCommand, SandboxMounts, Wrap } from '../base/sandbox.ts'
import { start } from '../base/start.ts'
import { UsageError } from '../base/usage-error.ts'

const maxTrialMs = 60_000

/** Writable folders are in memory. */
const maxFolderBytes = 64 * 1024 * 1024

/**
 * Keeps programs of strangers in: bubblewrap makes namespaces (users, processes, network, IPC, host name) with the
 * system's folders, read-only, an empty folder `/entry`, and nothing of ours. A shell in there starts the programs of an
 * entry one after the other, until one leaves something behind. Each is in user and IPC namespaces of its own, and so can
 * neither trace the shell nor open its files through /proc; the shell, as process 1, ignores its signals. Where `unshare`
 * cannot make these namespaces, each program has a sandbox of its own.
 */
export interface Sandbox {
  /** `bubblewrap 0.8.0`, or why there is none: `none (bwrap is not installed)`. */
  readonly name: string
  readonly wrap?: Wrap
  /** True if nothing may run without it. */
  readonly isRequired?: boolean
}

/** `auto`: use a sandbox if there is one; `require`: run nothing without one; `off`: use none. */
export type SandboxChoice = 'auto' | 'require' | 'off'

/** Shown if they exist: programs need them to start and to behave as usual. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store']
const systemFiles = ['/etc/alternatives', '/etc/ld.so.cache']
const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/urandom']
const links = {
  '/dev/random': 'urandom',
  '/dev/fd': '/proc/self/fd',
  '/dev/stdin': '/proc/self/fd/0',
  '/dev/stdout': '/proc/self/fd/1',
  '/dev/stderr': '/proc/self/fd/2',
}

const pipesSeen = '/pipes'
const writable = ['/tmp', '/entry']

/**
 * Opens a sandbox, and tries it with a program whose every attempt must fail.
 * @param cwd a folder that must be hidden, like ours
 * @throws UsageError if a sandbox is required and there is none
 */
export async function openSandbox(choice: SandboxChoice, cwd = process.cwd()): Promise<Sandbox> {
  if (choice === 'off') return { name: 'none (--sandbox off)' }
  const { failed, stdout } = await start('bwrap', ['--version'], { reject: false })
  const unshare = await start('sh', ['-c', 'command -v unshare'], { reject: false })
  const apart = [unshare.stdout, '--user', '--ipc', '--']
  const wrappings = [...(unshare.failed ? [] : [wrapWith(cwd, apart)]), wrapWith(cwd)]
  let why = 'bwrap is not installed'
  for (const wrap of failed ? [] : wrappings) {
    const reason = await leakOf(wrap)
    if (reason === undefined) return { name: stdout, wrap, isRequired: choice === 'require' }
    why = reason
  }
  if (choice === 'auto') return { name: `none (${why})` }
  throw new UsageError('--sandbox require', why)
}

/** A program runs in `/entry`, which has only its files, or in its own folder if it sees that. Files from elsewhere are in `/files`. */
const wrapWith =
  (current: string, apart?: readonly string[]) =>
  ({ cwd, files, folders, env, writes }: SandboxMounts): SandboxCommand => {
    const isOfSystem = (path: string) => systemFolders.some((folder) => isBelow(path, folder))
    const hidden = [packageRoot, current].map((path) => realpathSync(path)).filter(isOfSystem)
    const seen = (path: string) => {
      if (files.includes(path) && !isBelow(path, cwd)) return join('/files', basename(path))
      return isAbsolute(path) && isBelow(path, cwd) && !folders.includes(cwd)
        ? join('/entry', relative(cwd, path))
        : path
    }
    const filter = filterFile(process.arch)
    const around = (pipes?: string) => [
      ...(filter === undefined ? ['bwrap'] : ['/bin/sh', '-c', 'exec bwrap --seccomp 9 "$@" 9<"$0"', filter]),
      ...['--unshare-all', '--as-pid-1', '--die-with-parent', '--new-session'],
      ...['--cap-drop', 'ALL', '--hostname', 'sandbox'],
      ...[...systemFolders, ...systemFiles].flatMap(show),
      ...hidden.flatMap(emptyFolder),
      ...['--proc', '/proc', '--ro-bind-try', '/proc/sys', '/proc/sys'],
      ...(existsSync('/proc/keys') ? ['--ro-bind', '/dev/null', '/proc/keys'] : []),
      ...devices.flatMap((path) => ['--dev-bind', path, path]),
      ...Object.entries(links).flatMap(([path, target]) => ['--symlink', target, path]),
      ...emptyFolder('/tmp'),
      ...(writes ? ['--bind', cwd, '/entry'] : emptyFolder('/entry')),
      ...folders.filter((folder) => hidden.includes(folder) || !isOfSystem(folder)).flatMap(show),
      ...files.flatMap((path) => ['--ro-bind', path, seen(path)]),
      ...(pipes ? ['--ro-bind', pipes, pipesSeen] : []),
      ...['/', ...hidden].flatMap((path) => ['--remount-ro', path]),
      ...['--chdir', seen(cwd), '--clearenv'],
      ...Object.entries({ ...env, HOME: '/tmp', TMPDIR: '/tmp' }).flatMap(([name, value]) =>
        value === undefined ? [] : ['--setenv', name, value],
      ),
      '--',
    ]
    // The first process ignores signals: so the command is the second.
    const alone = (command: readonly string[]) => [...around(), '/bin/sh', '-c', '"$@"; exit $?', 'sh', ...command]
    return { alone, around, pipesSeen, writable, seen, ...(apart && { apart }) }
  }

const isBelow = (path: string, folder: string) => !/^\.\.(\/|$)/.test(relative(folder, path))

const emptyFolder = (path: string) => ['--size', String(maxFolderBytes), '--tmpfs', path]

/** /bin may be a link to usr/bin. */
function show(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/**
 * System calls to what no namespace contains, and no entry needs: the kernel's keyrings (add_key, request_key, keyctl), memory
 * that is counted for no process (shmget, msgget, memfd_create, memfd_secret, mount, fsopen), and doors into the kernel
 * (io_uring_setup, userfaultfd, perf_event_open, bpf).
 */
const machines: Partial<Record<NodeJS.Architecture, { id: number; socket: number; refused: readonly number[] }>> = {
  x64: { id: 0xc000003e, socket: 41, refused: [248, 249, 250, 29, 68, 319, 447, 165, 430, 425, 323, 298, 321] },
  arm64: { id: 0xc00000b7, socket: 198, refused: [217, 218, 219, 194, 186, 279, 447, 40, 430, 425, 282, 241, 280] },
}

/** Netlink: the families above it reach hardware and the hosts of virtual machines, which no namespace contains. */
const lastFamily = 16

/** Calls from here on belong to another interface of the same machine. */
const firstForeign = 0x40000000

const [load, ifEqual, ifAtLeast, end] = [0x20, 0x15, 0x35, 0x06]
const allowed = 0x7fff0000
/** As a kernel that does not know the call (ENOSYS): programs then do without. */
const unknown = 0x00050000 + 38

/** Returns a seccomp filter: 8 bytes an instruction. */
function filterOf({ id, socket, refused }: { id: number; socket: number; refused: readonly number[] }): Buffer {
  const last = refused.length + 8
  // A jump counts the instructions that it leaves out. The last one but one allows the call, the last one does not.
  const code = [
    [load, 0, 0, 4],
    [ifEqual, 0, last - 2, id],
    [load, 0, 0, 0],
    [ifAtLeast, last - 4, 0, firstForeign],
    ...refused.map((call, index) => [ifEqual, last - 5 - index, 0, call] as const),
    [ifEqual, 0, 2, socket],
    [load, 0, 0, 16],
    [ifAtLeast, 1, 0, lastFamily + 1],
    [end, 0, 0, allowed],
    [end, 0, 0, unknown],
  ] as const
  const bytes = Buffer.alloc(8 * code.length)
  for (const [index, [operation, then, otherwise, value]] of code.entries()) {
    bytes.writeUInt16LE(operation, 8 * index)
    bytes.set([then, otherwise], 8 * index + 2)
    bytes.writeUInt32LE(value, 8 * index + 4)
  }
  return bytes
}

const filterFile = memoize((arch: NodeJS.Architecture): string | undefined => {
  const machine = machines[arch]
  if (machine === undefined) return undefined
  const path = join(temporaryFolder('seccomp').path, 'filter')
  writingTemporary(() => writeFileSync(path, filterOf(machine)))
  return path
})

/** Returns a program that attempts what must fail in a sandbox, and prints what did not. */
const attempts = (ours: string, port: number, isApart: boolean) => `
const fs = require('node:fs')
const open = []
const attempt = (name, action) => { try { action(); open.push(name) } catch {} }
attempt('files of others can be read', () => fs.readFileSync(${JSON.stringify(ours)}))
attempt('files of others can be written', () => fs.writeFileSync(${JSON.stringify(ours)}, ''))
attempt('our folder can be seen', () => { if (fs.readdirSync(${JSON.stringify(packageRoot)}).length === 0) throw 0 })
attempt('the system can be written', () => fs.writeFileSync('/usr/ninehole', ''))
attempt('settings of the kernel can be written', () => fs.openSync('/proc/sys/kernel/core_pattern', 'r+'))
attempt('the keyrings of the kernel can be reached', () => { if (/^Seccomp:\\s*2$/m.test(fs.readFileSync('/proc/self/status'))) throw 0 })
attempt('our process can be seen', () => process.kill(${process.pid}, 0))
${isApart} && attempt('what starts it can be seen', () => fs.readlinkSync('/proc/1/exe'))
const socket = require('node:net').connect(${port}, '127.0.0.1')
const end = () => { console.log(open.join(', ') || 'closed'); process.exit() }
socket.on('error', end).on('connect', () => { open.push('our sockets can be reached'); end() })`

/** Undefined if the sandbox keeps everything in. */
async function leakOf(wrap: Wrap): Promise<string | undefined> {
  const { path: folder, remove } = temporaryFolder('sandbox')
  const server = createServer().listen(0, '127.0.0.1')
  try {
    const ours = join(folder, 'ours')
    writingTemporary(() => writeFileSync(ours, 'ours'))
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const node = process.execPath
    const { alone, apart, seen } = wrap({ cwd: folder, files: [node], folders: [], env: {} })
    const command = [...(apart ?? []), seen(node), '-e', attempts(ours, port, apart !== undefined)]
    const [bwrap = '', ...args] = alone(command)
    const { failed, stdout, stderr } = await start(bwrap, args, { reject: false, timeout: maxTrialMs })
    if (!failed) return stdout === 'closed' ? undefined : stdout
    const message = stderr.trim().split('\n')[0] ?? ''
    const isForbidden = /namespace|uid map|Operation not permitted|Permission denied/.test(message)
    return `bwrap fails: ${message}${isForbidden ? '; harness/judge/README.md says how to allow it' : ''}`
  } finally {
    server.close()
    remove()
  }
}
