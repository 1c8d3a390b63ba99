import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testHost } from '../base/test-helpers.ts'
import { needsTerminal, testFolder } from '../run/test-helpers.ts'
import { main } from './main.ts'
import { run } from './test-helpers.ts'

const { folder, write: writeFile } = testFolder()

const write = (path: string, content: string) => writeFile(path, content, 'latin1')

const ninehole = (...words: readonly string[]) => run(words, { cwd: folder })

const board = '...\n...\n...\nX> '
const game = `$ tic-tac-toe\n${board}`

describe('a path that is not a regular file', () => {
  fs.mkdirSync(join(folder, 'odd/tic-tac-toe/perl-stdin'), { recursive: true })
  for (const name of ['fifo.transcript', 'tic-tac-toe/perl-stdin/fifo.pl'])
    execFileSync('mkfifo', [join(folder, 'odd', name)])
  fs.symlinkSync('loop.transcript', join(folder, 'odd/loop.transcript'))

  async function isRefused(verb: string, path: string, error: string) {
    const { stdout, stderr, status } = await ninehole(verb, path)
    expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: `ninehole: ${error}\n`, status: 2 })
  }
  test.each([
    ['verify', 'odd/fifo.transcript', 'odd/fifo.transcript: not a regular file, as a transcript must be'],
    [
      'judge',
      'odd/tic-tac-toe/perl-stdin/fifo.pl',
      'odd/tic-tac-toe/perl-stdin/fifo.pl: not a regular file, as an entry must be',
    ],
    ['verify', '/dev/zero', '/dev/zero: not a regular file, as a transcript must be'],
    ['verify', 'odd/loop.transcript', 'odd/loop.transcript: too many symbolic links encountered'],
  ])('%s %s', isRefused)
})

test('the progress counts a session for each way in which a transcript is run', async () => {
  write('ways/both.transcript', game)
  write('ways/one.transcript', `# input: interactive\n${game}`)
  const host = testHost({ cwd: folder, columns: 80 })
  await main(['verify', 'ways'], host)
  expect(host.stderr.text()).toContain('0/3 sessions')
})

describe('verify --update', () => {
  const old = `# Cut off.\n${game}4\n...\n.O.\n...\nO> `
  test('keeps the mode, and writes through a symbolic link', async () => {
    write('old/target', old)
    fs.chmodSync(join(folder, 'old/target'), 0o600)
    fs.symlinkSync('target', join(folder, 'old/link.transcript'))
    expect((await ninehole('verify', 'old/link.transcript', '--update', '--yes')).status).toBe(0)
    expect(fs.lstatSync(join(folder, 'old/link.transcript')).isSymbolicLink()).toBe(true)
    expect(fs.readFileSync(join(folder, 'old/target'), 'latin1')).toBe(old.replace('.O.', '.X.'))
    expect(fs.statSync(join(folder, 'old/target')).mode & 0o777).toBe(0o600)
  })

  test('takes ten megabytes that have all changed', { tags: 'slow' }, async () => {
    const count = 100_000
    const program = join(packageRoot, 'harness/cli/test-data/programs/writes-new-lines.sh')
    const transcript = (word: string) =>
      `# prompt: ^> \n$ sh '${program}' ${count}\n> a\n` +
      Array.from({ length: count }, (_, at) => `${word} ${at + 1} ${'-'.repeat(90)}\n`).join('')
    write('megabytes.transcript', transcript('old'))
    const { stdout } = await ninehole('verify', 'megabytes.transcript', '--update', '--yes')
    expect(stdout.split('\n').length).toBeGreaterThan(2 * count)
    expect(fs.readFileSync(join(folder, 'megabytes.transcript'), 'latin1') === transcript('new')).toBe(true)
  })

  test('in a pseudo-terminal keeps the answers', needsTerminal(), async () => {
    const content = `# prompt: ^> \n# pty: only\n$ sh -c 'printf "> "; read -r line; echo "got $line"'\n> a\n`
    write('pty.transcript', `${content}no\n`)
    await ninehole('verify', 'pty.transcript', '--update', '--yes')
    expect(fs.readFileSync(join(folder, 'pty.transcript'), 'latin1')).toBe(`${content}got a\n`)
  })
})
