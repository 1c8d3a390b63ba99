import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../entries/test-helpers.ts'

/** The edges of the format: a session is recorded, written byte for byte, and replays in both ways. */
const { folder } = testFolder()
const run = (cwd: string, args: readonly string[]) =>
  execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], { cwd, reject: false, input: '' })

/** Records a session with a program in Perl. */
async function record(lines: string, program: string, prompt: string) {
  const cwd = mkdtempSync(join(folder, 'edge-'))
  const command = ['--', 'perl', '-e', `$|=1;${program}`]
  const { stderr } = await run(cwd, ['record', 'x.transcript', '--prompt', prompt, '--lines', lines, ...command])
  const written = readdirSync(cwd).includes('x.transcript')
  const file = written ? readFileSync(join(cwd, 'x.transcript'), 'latin1') : ''
  const [head = '', , ...session] = file.split(/^(\$ perl -e .*\n)/m)
  return { cwd, stderr, settings: head.split('\n').filter((line) => line.startsWith('# ')), session: session.join('') }
}

describe('is recorded and replays', { concurrent: true }, () => {
  type Row = [name: string, lines: string, program: string, session: string, prompt?: string]
  async function replays(...[, lines, program, session, prompt = '^> ']: Row) {
    const recorded = await record(lines, program.replaceAll('\n', '\\n'), prompt)
    expect([recorded.session, recorded.stderr]).toEqual([session, ''])
    expect((await run(recorded.cwd, ['verify'])).stdout).toBe('2 of 2 sessions as recorded')
  }

  test.each<Row>([
    ['a prompt inside an answer', "'a > b'", 'print"> ";<>;print"bye\n"', '> a > b\nbye\n'],
    [
      'output that looks like a setting, a wrong setting and a second command',
      'a',
      'print"# status: 3\n# compair: x\n\\$ perl x\n> ";<>;print"\\$ ortho -n 3\n#\n"',
      '# status: 3\n# compair: x\n$ perl x\n> a\n$ ortho -n 3\n#\n',
    ],
    ['every byte', 'a', 'print"> ";<>;print map chr,0..255', `> a\n${String.fromCharCode(...Array(256).keys())}`],
  ])('%s', replays)

  test.each<Row>([
    ['no final newline', 'a', 'print"> ";<>;print"bye"', '> a\nbye'],
    ['a prompt that begins an answer', "'> > b'", 'print"> ";<>;print"bye\n"', '> > > b\nbye\n'],
    [
      'answers that look like a setting and a command',
      "'# status: 3' '$ perl -e 1'",
      'for(1..2){print"> ";<>}print"bye\n"',
      '> # status: 3\n> $ perl -e 1\nbye\n',
    ],
    ['two prompts on one line', '1', 'print"a> ";print"b> ";<>;print"bye\n"', 'a> b> 1\nbye\n', '^a> b> '],
    ['output in the line of the end of input', '^D', 'print"> ";<>;print"quit\n"', '> ^Dquit\n'],
    ['a program that reads all its input first', '1 2 ^D', '$s+=$_ while<>;print"$s\n"', '1\n2\n^D3\n', ''],
    ['a program that asks nothing', '', 'print"hello\n"', 'hello\n'],
    ['a program that writes nothing', '', '', ''],
  ])('%s', { tags: 'slow' }, replays)

  test('a program that ends at a prompt: its exit status says that it is not cut off', { tags: 'slow' }, async () => {
    const recorded = await record('a b', 'print"> ";<>;print"> "', '^> ')
    expect(recorded).toMatchObject({ session: '> a\n> ', settings: ['# X.', '# prompt: ^> ', '# status: 0'] })
    expect(recorded.stderr).toBe("ninehole: the program ended before 'b' could be sent")
    expect((await run(recorded.cwd, ['verify'])).stdout).toBe('2 of 2 sessions as recorded')
    // What follows `--` gets the options of the recorded command.
    const program = '#!/bin/sh\nprintf "> "; read -r a; printf "> "; read -r b; exit 0\n'
    writeFileSync(join(recorded.cwd, 'waits'), program, { mode: 0o755 })
    const waits = await run(recorded.cwd, ['verify', '--input', 'interactive', '--', './waits'])
    expect(waits.stdout).toContain('0 of 1 sessions as recorded')
  })

  test('output like a second command does not hide a difference behind it', { tags: 'slow' }, async () => {
    const { cwd } = await record('a', 'print"\\$ ortho\\n> ";<>;print"bye\\n"', '^> ')
    const path = join(cwd, 'x.transcript')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/bye\n$/, 'end\n'))
    expect((await run(cwd, ['verify', '--input', 'interactive'])).stdout).toMatch(/^WA x\.transcript\n.*^- end␊$/ms)
  })

  test('a program that ends before its last answer is read', { tags: 'slow' }, async () => {
    const recorded = await record('a b', 'print"> ";<>;print"> ";close STDIN;sleep 1;print"bye\\n"', '^> ')
    expect(recorded.session).toBe('> a\n> b\nbye\n')
  })

  test('ten megabytes', { tags: 'slow' }, async () => {
    const recorded = await record('a', 'print"> ";<>;print"x"x 99,"\\n"for 1..100_000', '^> ')
    const expected = `> a\n${`${'x'.repeat(99)}\n`.repeat(100_000)}`
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    expect([recorded.session.length, hash(recorded.session)]).toEqual([expected.length, hash(expected)])
    expect((await run(recorded.cwd, ['verify'])).stdout).toBe('2 of 2 sessions as recorded')
  })
})

describe('is not possible, and record says what to do', { concurrent: true }, () => {
  async function isRefused(_: string, lines: string, program: string, prompt: string, why: RegExp) {
    const { stderr, cwd } = await record(lines, program, prompt)
    expect(stderr).toMatch(why)
    expect(readdirSync(cwd)).toEqual([])
  }

  test.each([
    [
      'a prompt that the pattern takes for prompt and answer',
      '1',
      'print"a> ";print"b> ";<>',
      '^.> ',
      /"a> b> " goes on behind the prompt \^\.> : let it match all of that, or find it out with --prompt ''$/,
    ],
  ])('%s', isRefused)

  test.each([
    [
      'a prompt in the middle of the output',
      'b',
      'print"a > c\\n> ";<>;print"bye\\n"',
      '> ',
      /: c is output; use --prompt '\^\(\?:> \)'; the answers would read as c b \(prompt: > \)$/,
    ],
    [
      'output like an answer without a prompt',
      'a',
      'print"a\\n";<>;print"bye\\n"',
      '',
      /reads as answer 1, a; give answers that the program does not write; the answers would read as /,
    ],
  ])('%s', { tags: 'slow' }, isRefused)
})
