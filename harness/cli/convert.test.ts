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
  test.each([[['won.transcript', 'there.cast'], 'there.cast: exists already (--force overwrites it)']])(
    '%j is an error',
    isError,
  )
  test.each([
    [['won.transcript', 'won.gif'], 'won.gif: must end in .interaction or .cast'],
    [['none.transcript', 'none.cast'], 'none.transcript: no such file or folder'],
  ])('%j is an error', { tags: 'slow' }, isError)
})
