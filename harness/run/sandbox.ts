import { lstatSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, isAbsolute, join, relative } from 'node:path'
import { execa } from 'execa'
import { temporaryFolder } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import type { Needs, Wrapped } from '../entries/stage.ts'
import { folderLimit, linger, sandboxPatience } from '../session/limits.ts'

/**
 * Keeps programs of strangers in: bubblewrap gives each of them namespaces of its own (users, processes, network, IPC, host
 * name), the system's folders read-only, an empty folder `/entry`, and nothing of ours. A new sandbox is made for each
 * program that is started, so nothing passes from one session to the next.
 */
export interface Sandbox {
  /** The name of what keeps programs in, or the reason why nothing does: `bubblewrap 0.8.0`, `none (bwrap is not installed)`. */
  readonly name: string
  /** The command that runs a program in a sandbox, with nothing but what it needs; absent if there is none. */
  wrap?(needs: Needs): Wrapped
}

export const sandboxChoices = ['auto', 'require', 'off'] as const
/** `auto`: in a sandbox where there is one; `require`: in a sandbox, or nothing is run; `off`: without. */
export type SandboxChoice = (typeof sandboxChoices)[number]

/** The folders of a Unix system, and the files in /etc, without which programs do not start or behave unlike themselves. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store']
const settings = ['/etc/alternatives', '/etc/ld.so.cache']
/** The devices that every program may count on. */
const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/urandom']
const links = {
  '/dev/random': 'urandom',
  '/dev/fd': '/proc/self/fd',
  '/dev/stdin': '/proc/self/fd/0',
  '/dev/stdout': '/proc/self/fd/1',
  '/dev/stderr': '/proc/self/fd/2',
}

/**
 * The first process in a sandbox. When the program has ended, what it has left running may write until `linger` is over; then
 * everything in the sandbox ends. A shell writes to standard error how a program ended, which is not the program's output.
 */
const first = `
exec 3>&2 2>/dev/null
(exec "$@" 2>&3 3>&-)
status=$?
set -- /proc/[0-9]*
[ $# -gt 1 ] && sleep ${linger / 1000}
exit $status`

/**
 * Finds out whether programs can be kept in, by trying it with a program that attempts what must fail.
 * @throws UsageError if a sandbox is required and there is none
 */
export async function openSandbox(choice: SandboxChoice): Promise<Sandbox> {
  if (choice === 'off') return { name: 'none (--sandbox off)' }
  const { failed, stdout } = await execa('bwrap', ['--version'], { reject: false })
  const why = failed ? 'bwrap is not installed' : await whyOpen()
  if (why === undefined) return { name: stdout.trim(), wrap }
  if (choice === 'auto') return { name: `none (${why})` }
  throw new UsageError('--sandbox require', why)
}

/**
 * The folder in which a program starts is empty but for its files, and called `/entry`, unless that is one of the folders that
 * it sees where they are. A file that stands elsewhere gets a place in `/files`.
 */
function wrap({ command, cwd, files, folders, env, writes }: Needs): Wrapped {
  const isOfSystem = (path: string) => system.some((folder) => isBelow(path, folder))
  const hidden = [packageRoot, process.cwd()].map((path) => realpathSync(path)).filter(isOfSystem)
  const seen = (path: string) => {
    if (files.includes(path) && !isBelow(path, cwd)) return join('/files', basename(path))
    return isAbsolute(path) && isBelow(path, cwd) && !folders.includes(cwd) ? join('/entry', relative(cwd, path)) : path
  }
  const words = [
    'bwrap',
    ...['--unshare-all', '--as-pid-1', '--die-with-parent', '--new-session'],
    ...['--cap-drop', 'ALL', '--hostname', 'sandbox'],
    ...[...system, ...settings].flatMap(show),
    ...hidden.flatMap(emptyFolder),
    ...['--proc', '/proc'],
    ...devices.flatMap((path) => ['--dev-bind', path, path]),
    ...Object.entries(links).flatMap(([path, target]) => ['--symlink', target, path]),
    ...emptyFolder('/tmp'),
    ...(writes ? ['--bind', cwd, '/entry'] : emptyFolder('/entry')),
    ...folders.filter((folder) => hidden.includes(folder) || !isOfSystem(folder)).flatMap(show),
    ...files.flatMap((path) => ['--ro-bind', path, seen(path)]),
    ...['/', ...hidden].flatMap((path) => ['--remount-ro', path]),
    ...['--chdir', seen(cwd), '--clearenv'],
    ...Object.entries({ ...env, HOME: '/tmp', TMPDIR: '/tmp' }).flatMap(([name, value]) =>
      value === undefined ? [] : ['--setenv', name, value],
    ),
    ...['--', '/bin/sh', '-c', first, 'sh'],
  ]
  return { command: [...words, ...command.map(seen)], seen }
}

const isBelow = (path: string, folder: string) => !/^\.\.(\/|$)/.test(relative(folder, path))

/** An empty folder in memory, of limited size. */
const emptyFolder = (path: string) => ['--size', String(folderLimit), '--tmpfs', path]

/** Shows something of the system where it is; many a /bin is a link to usr/bin. */
function show(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/** A program that attempts what must fail in a sandbox, and prints what did not. */
const attempts = (ours: string, port: number) => `
const fs = require('node:fs')
const open = []
const attempt = (name, action) => { try { action(); open.push(name) } catch {} }
attempt('files of others can be read', () => fs.readFileSync(${JSON.stringify(ours)}))
attempt('files of others can be written', () => fs.writeFileSync(${JSON.stringify(ours)}, ''))
attempt('our folder can be seen', () => fs.readdirSync(${JSON.stringify(packageRoot)}).length > 0 || fs.failed())
attempt('the system can be written', () => fs.writeFileSync('/usr/ninehole', ''))
attempt('our process can be seen', () => process.kill(${process.pid}, 0))
const socket = require('node:net').connect(${port}, '127.0.0.1')
const end = () => { console.log(open.join(', ') || 'closed'); process.exit() }
socket.on('error', end).on('connect', () => { open.push('our sockets can be reached'); end() })`

/** The reason why the sandbox does not keep a program in; undefined if it does. */
async function whyOpen(): Promise<string | undefined> {
  const { path: folder, remove } = temporaryFolder('sandbox')
  const server = createServer().listen(0, '127.0.0.1')
  try {
    const ours = join(folder, 'ours')
    writeFileSync(ours, 'ours')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const node = process.execPath
    const command = [node, '-e', attempts(ours, port)]
    const [bwrap = '', ...args] = wrap({ command, cwd: folder, files: [node], folders: [], env: {} }).command
    const { failed, stdout, stderr } = await execa(bwrap, args, { reject: false, timeout: sandboxPatience })
    if (!failed) return stdout === 'closed' ? undefined : stdout
    const message = stderr.trim().split('\n')[0] ?? ''
    const isForbidden = /namespace|uid map|Operation not permitted|Permission denied/.test(message)
    return `bwrap fails: ${message}${isForbidden ? '; harness/judge/README.md says how to allow it' : ''}`
  } finally {
    server.close()
    remove()
  }
}
