import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { folderLimit } from '../session/limits.ts'
import { openSandbox } from './sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'ninehole-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

/** Puts an imitation of bwrap first on the PATH, for machines as we have none. */
function imitate(name: string, code: string) {
  const bin = join(folder, name)
  mkdirSync(bin)
  const version = `[ "$1" = --version ] && echo bubblewrap 9.9 && exit`
  writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\n${version}\n${code}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`)
}

test('without bwrap there is no sandbox', async () => {
  const bin = join(folder, 'without')
  mkdirSync(bin)
  symlinkSync('/bin/sh', join(bin, 'sh'))
  vi.stubEnv('PATH', bin)
  expect(await openSandbox('auto')).toEqual({ name: 'none (bwrap is not installed)' })
  await expect(openSandbox('require')).rejects.toThrow('--sandbox require: bwrap is not installed')
})

test('none is used if it is off', async () => {
  expect(await openSandbox('off')).toEqual({ name: 'none (--sandbox off)' })
})

test('where namespaces are closed, the reason is told', async () => {
  imitate('closed', 'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1')
  expect(await openSandbox('auto')).toEqual({
    name: 'none (bwrap fails: bwrap: setting up uid map: Permission denied; harness/judge/README.md says how to allow it)',
  })
})

test('a sandbox that keeps nothing in is none', async () => {
  imitate('open', `while [ "$1" != -- ]; do shift; done; shift 6; exec '${process.execPath}' "$@"`)
  const { name, wrap } = await openSandbox('auto')
  expect(wrap).toBeUndefined()
  for (const word of ['can be read', 'can be written', 'can be seen', 'can be reached']) expect(name).toContain(word)
})

const { wrap, name: sandbox } = await openSandbox('auto')

test('there is a sandbox where bwrap can make one', async () => {
  const { failed } = await execa('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { reject: false })
  if (!failed) expect(sandbox).toMatch(/^bubblewrap/)
})

test.skipIf(wrap === undefined)('the folders of the system are there, as far as the machine has them', async () => {
  const folders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store'].filter((path) => existsSync(path))
  const { stdout } = await look(`ls -d ${folders.join(' ')}`)
  expect(stdout.split('\n').sort()).toEqual(folders.sort())
})

/** The output of a shell in a sandbox in which it has a file of its own and one from elsewhere. */
async function look(code: string, file = join(folder, 'file')) {
  writeFileSync(file, 'x')
  const needs = { cwd: folder, files: [file, process.execPath], folders: [], env: { PATH: '/usr/bin:/bin', WORD: 'x' } }
  const command = ['sh', '-c', code, file, process.execPath, folder]
  const [program = '', ...args] = wrap?.({ ...needs, command }).command ?? []
  return execa(program, args, { reject: false })
}

test.skipIf(wrap === undefined)('a program sees nothing but what it is shown', async () => {
  const { stdout, stderr } = await look(
    'ls / /entry /tmp; pwd; env | sort; set -- /proc/[0-9]*; echo $#; touch /x /entry/x /tmp/x /entry/file /dev/x',
  )
  const [seen = '', ...rest] = stdout.split(/\n(?=\/entry)/)
  expect(seen.split('\n').filter((name) => !/^(bin|dev|etc|lib.*|nix|proc|sbin|usr)$/.test(name))).toEqual(
    expect.arrayContaining(['/:', 'entry', 'files', 'tmp']),
  )
  expect(seen).not.toMatch(/^(home|root|work|var|run|mnt)$/m)
  expect(rest.join('\n')).toBe(
    '/entry:\nfile\n\n/tmp:\n/entry\nHOME=/tmp\nPATH=/usr/bin:/bin\nPWD=/entry\nTMPDIR=/tmp\nWORD=x\n2',
  )
  expect(stderr.match(/'[^']+': \w+/g)).toEqual(["'/x': Read", "'/entry/file': Read", "'/dev/x': Read"])
})

test.skipIf(wrap === undefined)(
  'a folder of ours below one of the system is empty, and nothing can be written there',
  async () => {
    const before = process.cwd()
    process.chdir('/usr/share')
    onTestFinished(() => process.chdir(before))
    const { stdout, stderr } = await look('ls /usr/share; touch /usr/share/x; ls -d /usr/bin')
    expect(stdout).toBe('/usr/bin')
    expect(stderr).toMatch(/'\/usr\/share\/x': Read-only file system/)
  },
)

test.skipIf(wrap === undefined)('the folders that a program may write hold so much', async () => {
  const { stdout } = await look(`df -k --output=size,target /tmp /entry | tail -n 2 | tr -s ' '`)
  const kibibytes = folderLimit / 1024
  expect(stdout.trim().split(/\n ?/)).toEqual([`${kibibytes} /tmp`, `${kibibytes} /entry`])
})

test.skipIf(wrap === undefined)('paths in a command are those that the program sees', async () => {
  const { stdout } = await look('echo "$0 $1 $2"')
  expect(stdout).toBe(`/entry/file /files/node /entry`)
})

test.skipIf(wrap === undefined)(
  'a program has the devices that every program may count on, and no terminals',
  async () => {
    const { stdout } = await look(
      'ls /dev; head -qc 2 /dev/zero /dev/random /dev/urandom | wc -c; echo >/dev/null && echo >/dev/full || echo is full',
    )
    expect(stdout).toBe('fd\nfull\nnull\nrandom\nstderr\nstdin\nstdout\nurandom\nzero\n6\nis full')
  },
)
