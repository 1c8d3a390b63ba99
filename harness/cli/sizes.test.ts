import { expect, test } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

const ninehole = (...words: string[]) => run(words, { cwd: folder })

test('the reference is compiled by itself', async () => {
  write('tic-tac-toe/perl-stdin/wrong.pl', 'print "x"')
  const { stdout, stderr, status } = await ninehole('sizes', 'tic-tac-toe', '--reporter', 'json')
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const { entries, references } = JSON.parse(stdout)
  expect(entries).toMatchObject([{ league: 'tic-tac-toe perl-stdin', bytes: 9 }])
  const number = expect.any(Number)
  expect(references).toEqual([{ game: 'tic-tac-toe', written: number, terser: number, esbuild: number }])
  expect(references[0].terser).toBeLessThan(references[0].written)
})

test('on a terminal there are bars where there is room for them', async () => {
  write('bars/tic-tac-toe/perl-stdin/a.pl', '1234')
  write('bars/tic-tac-toe/perl-stdin/b.pl', '12345678')
  const on = async (columns?: number) => {
    const { stdout } = await run(['sizes', 'bars'], { cwd: folder, ...(columns !== undefined && { columns }) })
    return stdout.split('\n')
  }
  const [, a, b] = await on(200)
  expect(a).toMatch(/ {2}█{20}$/)
  expect(b).toMatch(/ {2}█{40}$/)
  for (const lines of [await on(80), await on()]) expect(lines.join()).not.toContain('█')
})

test('a picture shows the entries, and escapes their names', async () => {
  write('odd/tic-tac-toe/perl-stdin/<b>\x1b.pl', '1234')
  const { stdout } = await ninehole('sizes', 'odd', '--reporter', 'svg')
  expect(stdout).toMatch(/^<svg .*>perl-stdin<.*>&lt;b>␛\.pl<.*<\/svg>\n$/s)
})

test('a table in Markdown links to entries, whatever their names have', async () => {
  write('links/tic-tac-toe/perl-stdin/a b|(c).pl', '1234')
  const { stdout } = await ninehole('sizes', 'links', '--smallest', '--reporter', 'markdown')
  expect(stdout).toContain('| [4](links/tic-tac-toe/perl-stdin/a%20b%7C%28c%29.pl) |')
  const all = await ninehole('sizes', 'links', '--reporter', 'markdown')
  expect(all.stdout).toContain('| [a b\\|(c).pl](links/')
})
