import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testHost } from '../base/test-helpers.ts'
import { needsTerminal, testFolder } from '../run/test-helpers.ts'
import { main } from './main.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

test('the progress of verify counts a session for each way in which a transcript is run', async () => {
  const game = '$ tic-tac-toe\n...\n...\n...\nX> '
  write('ways/both.transcript', game)
  write('ways/one.transcript', `# input: interactive\n${game}`)
  const host = testHost({ cwd: folder, columns: 80 })
  await main(['verify', 'ways'], host)
  expect(host.stderr.text()).toContain('0/3 sessions')
})

/** A transcript after `verify --update`, whose program now says something else. */
async function updated(path: string, content: string) {
  const { stdout } = await run(['verify', write(path, content), '--update', '--yes'], { cwd: folder })
  return { stdout, text: readFileSync(join(folder, path), 'utf8') }
}

test('verify --update writes ten megabytes that have all changed', { tags: 'slow' }, async () => {
  const count = 100_000
  const program = join(packageRoot, 'harness/cli/test-data/programs/writes-new-lines.sh')
  const transcript = (word: string) =>
    `# prompt: ^> \n$ sh '${program}' ${count}\n> a\n` +
    Array.from({ length: count }, (_, at) => `${word} ${at + 1} ${'-'.repeat(90)}\n`).join('')
  const { stdout, text } = await updated('megabytes.transcript', transcript('old'))
  expect(stdout.split('\n').length).toBeGreaterThan(2 * count)
  expect(text === transcript('new')).toBe(true)
})

test('verify --update keeps the answers of a session in a pseudo-terminal', needsTerminal(), async () => {
  const content = `# prompt: ^> \n# pty: only\n$ sh -c 'printf "> "; read -r line; echo "got $line"'\n> a\n`
  expect((await updated('pty.transcript', `${content}no\n`)).text).toBe(`${content}got a\n`)
})
