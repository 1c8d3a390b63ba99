import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { commands } from '../../reference/games.ts'
import { packageRoot } from '../base/package-root.ts'
import { needsTerminal, testFolder } from '../entries/test-helpers.ts'

const { folder, write } = testFolder()

const ninehole = (...args: string[]) =>
  execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], { cwd: folder, reject: false })

for (const { name } of commands) write(`${name}/perl-stdin/wrong.pl`, 'print "x"')
write(
  'my-game.ts',
  `export const guess = {
    name: 'guess',
    prompt: /^guess> /,
    open: () => ({ output: 'guess> ', state: 0 }),
    answer: (tries: number, line: string | null) =>
      line === '7' ? { output: 'yes\\n' } : line === null ? { output: '\\n' } : { output: 'no\\nguess> ', state: tries + 1 },
    legal: () => ['7'],
    illegal: () => ['1'],
    key: () => '',
  }`,
)
write('golfed.pl', '$|=1;print"guess> ";while(<>){if(/^7$/){print"yes\\n";exit}print"no\\nguess> "}print"\\n"')
const mine = ['--game', './my-game.ts', '--runtime', 'perl', '--input', 'stdin', 'golfed.pl']

async function hasSizes(name: string) {
  const { stdout, stderr, exitCode } = await ninehole('sizes', name, '--reporter', 'json')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  const { entries, references } = JSON.parse(stdout)
  expect(entries).toMatchObject([{ league: `${name} perl-stdin`, bytes: 9 }])
  const number = expect.any(Number)
  expect(references).toEqual([{ game: name, written: number, terser: number, esbuild: number }])
  expect(references[0].terser).toBeLessThan(references[0].written)
}
const [quickest = '', ...others] = commands.map(({ name }) => name)
test.each([quickest])('%s: its reference is compiled by itself', hasSizes)
test.each(others)('%s: its reference is compiled by itself', { tags: 'slow' }, hasSizes)

test('a game from a file: sizes without a reference', async () => {
  const { stdout, exitCode } = await ninehole('sizes', ...mine)
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/golfed\.pl +86 +86/)
  expect(stdout).not.toContain('reference')
})

test.each([
  ['ortho', ['--suite', 'fixtures', 'ortho']],
  ['guess', ['--suite', 'random', ...mine]],
])('judge reports on %s, which needs no reference compiled', { tags: 'slow' }, async (game, args) => {
  const { stdout, stderr, exitCode } = await ninehole('judge', ...args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(new RegExp(`^${game}\nleague +entry +bytes +verdict`))
  expect(stdout).toMatch(/\n[01] of 1 entries accepted\n/)
  expect(exitCode).toBeLessThan(2)
})

describe('on a terminal', () => {
  const sizesOn = async (cols: number) => {
    const { spawn } = await import('@lydell/node-pty')
    const args = [join(packageRoot, 'dist/ninehole.js'), 'sizes', 'bars']
    const terminal = spawn(process.execPath, args, { cwd: folder, cols, env: { ...process.env, CI: '' } })
    let text = ''
    terminal.onData((data) => {
      text += data
    })
    await new Promise((resolve) => terminal.onExit(resolve))
    return text
  }
  write('bars/tic-tac-toe/perl-stdin/a.pl', '1234')
  write('bars/tic-tac-toe/perl-stdin/b.pl', '12345678')

  test('there are bars where there is room for them', { ...needsTerminal(), tags: 'slow' }, async () => {
    const [a = '', b = ''] = (await sizesOn(200)).split('\r\n').slice(1)
    expect(a).toMatch(/ {2}█{20}$/)
    expect(b).toMatch(/ {2}█{40}$/)
    expect(await sizesOn(80)).not.toContain('█')
  })

  test('elsewhere there are none', async () => {
    expect((await ninehole('sizes', 'bars')).stdout).not.toContain('█')
  })
})

test('a picture shows the entries, and escapes their names', async () => {
  write('odd/tic-tac-toe/perl-stdin/<b>\x1b.pl', '1234')
  const { stdout } = await ninehole('sizes', 'odd', '--reporter', 'svg')
  expect(stdout).toMatch(/^<svg .*>perl-stdin<.*>&lt;b>␛\.pl<.*<\/svg>$/s)
})

describe('in a document', () => {
  const place = '<!-- sizes -->\n<!-- /sizes -->\n'
  write('league/tic-tac-toe/perl-stdin/a.pl', '1234')
  write('league/tic-tac-toe/perl-stdin/b.pl', '12345678')
  const written = async (...args: string[]) => {
    write('league/page.md', place)
    const { stderr } = await ninehole('sizes', 'league', '--reporter', 'markdown', '--into', 'league/page.md', ...args)
    expect(stderr).toBe('')
    return readFileSync(join(folder, 'league/page.md'), 'utf8')
  }

  test('links lead from its folder to the entries', async () => {
    expect(await written()).toContain(
      '| tic-tac-toe perl-stdin | [b.pl](tic-tac-toe/perl-stdin/b.pl) | 8 | 8 | +4 |  |  |\n',
    )
  })

  test('--smallest: a row for each input, with the smallest entry of each runtime', async () => {
    write('league/tic-tac-toe/perl-args/c.pl', '12')
    const rows = [
      '| league | perl |',
      '| --- | --- |',
      '| tic-tac-toe interactive |  |',
      '| tic-tac-toe stdin | [4](tic-tac-toe/perl-stdin/a.pl) |',
      '| tic-tac-toe args | [2](tic-tac-toe/perl-args/c.pl) |',
    ]
    expect(await written('--smallest')).toBe(`<!-- sizes -->\n${rows.join('\n')}\n<!-- /sizes -->\n`)
  })
})
