import { readFileSync } from 'node:fs'
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

test('the progress counts a session for each way in which a transcript is run', async () => {
  write('ways/both.transcript', game)
  write('ways/one.transcript', `# input: interactive\n${game}`)
  const host = testHost({ cwd: folder, columns: 80 })
  await main(['verify', 'ways'], host)
  expect(host.stderr.text()).toContain('0/3 sessions')
})

describe('verify --update', () => {
  test('ten megabytes that have all changed are written', { tags: 'slow' }, async () => {
    const count = 100_000
    const program = join(packageRoot, 'harness/cli/test-data/programs/writes-new-lines.sh')
    const transcript = (word: string) =>
      `# prompt: ^> \n$ sh '${program}' ${count}\n> a\n` +
      Array.from({ length: count }, (_, at) => `${word} ${at + 1} ${'-'.repeat(90)}\n`).join('')
    write('megabytes.transcript', transcript('old'))
    const { stdout } = await ninehole('verify', 'megabytes.transcript', '--update', '--yes')
    expect(stdout.split('\n').length).toBeGreaterThan(2 * count)
    expect(readFileSync(join(folder, 'megabytes.transcript'), 'latin1') === transcript('new')).toBe(true)
  })

  test('the answers of a session in a pseudo-terminal are kept', needsTerminal(), async () => {
    const content = `# prompt: ^> \n# pty: only\n$ sh -c 'printf "> "; read -r line; echo "got $line"'\n> a\n`
    write('pty.transcript', `${content}no\n`)
    await ninehole('verify', 'pty.transcript', '--update', '--yes')
    expect(readFileSync(join(folder, 'pty.transcript'), 'latin1')).toBe(`${content}got a\n`)
  })
})
