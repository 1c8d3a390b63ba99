import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../entries/test-helpers.ts'

const { folder, write } = testFolder()
const run = (...args: string[]) =>
  execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], { cwd: folder, reject: false })

write('won.transcript', readFileSync(join(packageRoot, 'fixtures/tic-tac-toe/challenge-x-wins.transcript'), 'utf8'))
write('there.cast', 'there')
write('fails.transcript', '# prompt: ^> \n# status: 3\n$ ./x\n> a\nno\n')
write('complains.transcript', '# prompt: ^> \n# stderr: shown\n$ ./x\n> a\nno\n')

describe('convert', { concurrent: true }, () => {
  test('what it writes as .interaction is what the program does', async () => {
    expect(await run('convert', 'won.transcript', 'won.interaction')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    })
    const verified = await run('verify', 'won.interaction', '--', join(packageRoot, 'dist/tic-tac-toe.js'))
    expect(verified.stdout).toBe('1 of 1 sessions as recorded')
  })

  test('what an .interaction lacks is said', async () => {
    expect(await run('convert', 'fails.transcript', 'fails.interaction')).toMatchObject({
      exitCode: 0,
      stderr: "ninehole: fails.interaction: '# status: 3' is lost: verify expects 0",
    })
    expect(readFileSync(join(folder, 'fails.interaction'), 'utf8')).toBe('>> \n<a\n>no\n')
    expect((await run('convert', 'fails.transcript', 'fails.cast')).stderr).toBe('')
  })

  test('a .cast has a header and every answer', async () => {
    await run('convert', 'won.transcript', 'won.cast')
    const [header = '', ...events] = readFileSync(join(folder, 'won.cast'), 'utf8').trimEnd().split('\n')
    expect(JSON.parse(header)).toMatchObject({ version: 2, width: 80, height: 24 })
    const shown = events.map((line) => JSON.parse(line) as [number, string, string]).filter(([, code]) => code === 'o')
    const transcript = readFileSync(join(folder, 'won.transcript'), 'utf8')
    const session = transcript.slice(transcript.indexOf('$ '))
    expect(shown.map(([, , text]) => text.replaceAll('\r\n', '\n')).join('')).toBe(session)
  })

  async function isError(args: string[], error: string) {
    expect(await run('convert', ...args)).toMatchObject({ exitCode: 2, stderr: `ninehole: ${error}` })
  }
  test.each([
    [['won.transcript', 'there.cast'], 'there.cast: exists already (--force overwrites it)'],
    [
      ['complains.transcript', 'complains.interaction'],
      'complains.transcript: shows standard error, which an .interaction does not have',
    ],
  ])('%j is an error', isError)
  test.each([
    [['won.transcript', 'won.gif'], 'won.gif: must end in .interaction or .cast'],
    [['none.transcript', 'none.cast'], 'none.transcript: no such file or folder'],
  ])('%j is an error', { tags: 'slow' }, isError)
})
