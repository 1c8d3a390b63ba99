import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test, vi } from 'vitest'
import { commands } from '../../reference/games.ts'
import { packageRoot } from '../base/package-root.ts'
import { needs, needsTerminal, testFolder, withoutProgress } from '../entries/test-helpers.ts'
import type { Report } from '../report/report.ts'
import { reporterNames } from '../report/reporters.ts'
import { processesWith } from '../run/procfs.ts'
import { whyNoPty } from '../run/pty.ts'

const { folder, write } = testFolder()

const run = (command: string, args: string[], options: { cwd?: string; input?: string } = {}) =>
  execa(process.execPath, [join(packageRoot, 'dist', `${command}.js`), ...args], {
    reject: false,
    ...options,
    stripFinalNewline: false,
  })

const ninehole = (...args: string[]) => run('ninehole', args, { cwd: folder })

describe('a bad call is one line and status 2', () => {
  const games = commands.map(({ name }) => name).join(', ')
  const bad = [
    [['frob'], "unknown command 'frob'"],
    [['judge', '--\x1b[2J'], "unknown option '--␛[2J'"],
    [['judge', 'no\n::error::\x1b[2J'], 'no␊::error::␛[2J: no such file or folder'],
    [['judge', 'chess/node-args/x.ts'], `chess/node-args/x.ts: no game 'chess' (${games})`],
    [
      ['verify', 'foreign.transcript'],
      `foreign.transcript:1: 'cat' is no known game (${games}): name its file with '# game: FILE', or say what its prompts look like`,
    ],
    [['verify', 'fine.transcript', '--', 'no-such-program'], 'no-such-program: cannot be started'],
    [
      ['verify', 'fine.transcript', '--reporter', 'table', '--reporter', 'junit'],
      '--reporter junit: table is on standard output already: name a file',
    ],
    [['play', 'tictactoe'], "tictactoe: no such game: did you mean 'tic-tac-toe'?"],
    [['perft', 'tic-tac-toe'], "'-d, --depth <n>' not specified"],
    [['moves', 'ortho -n 3', 'c3'], 'ortho -n 3: Error: win length must be in range 1-3'],
    [['merge', 'fine.transcript'], 'fine.transcript:1: not JSON: '],
  ] as const
  const others = [
    [['judge', '--timeout', '0'], 'must be a number from 0.01 to 3600'],
    [['judge', '--', 'chess/node-args/x.ts'], '-- chess/node-args/x.ts: judge takes no command: leave the -- out'],
    [['verify', 'empty'], 'empty: no transcripts in it'],
    [['mutants', 'chess'], 'chess: no such game'],
    [['judge', '--frob'], "unknown option '--frob'"],
    [['judge', '--memory', 'some'], 'must be a whole number from 0 to 100'],
    [['judge', '--memory', '1', '--quick'], "option '--memory <k>' cannot be used with option '--quick'"],
    [['judge', '--reporter', 'xml'], `must be one of ${reporterNames.join(', ')}`],
    [['judge', 'nowhere'], 'nowhere: no such file or folder'],
    [['judge', 'empty'], 'empty: no entries in it'],
    [['judge', 'chess/node-args/x.ts', '--keep'], '--keep: '],
    [
      ['judge', 'link/tic-tac-toe/perl-stdin/x.pl'],
      'link/tic-tac-toe/perl-stdin/x.pl: a symbolic link that leads out of link/tic-tac-toe/perl-stdin',
    ],
    [['judge', 'tic-tac-toe/node-args/folder.ts'], 'folder.ts: a folder, where an entry should be a file'],
    [['verify', 'bad.transcript'], "bad.transcript:2: 'compare' must be one of exact, trailing-space, whitespace"],
    [
      ['verify', 'fine.transcript', '--pty', '--', 'no-such-program'],
      whyNoPty() === undefined ? 'no-such-program: cannot be started' : 'no pseudo-terminal here',
    ],
    [['verify', '--game', 'ortho -n 7'], "--game 'ortho -n 7': each transcript has the options of its own game"],
    [['play', 'chess'], `chess: no such game (${games})`],
    [['play', "ortho -n '3"], "ortho -n '3: a quote is not closed"],
    [['perft', 'tic-tac-toe', '-d', '1', '-p', '4 4'], "position '4 4': line 2, '4', is not legal"],
    [['perft', 'ordo', '-d', '1', '--', '--divide'], '-- --divide: perft takes no command'],
    [['moves', 'ortho', '-n', '0'], 'board size must be at least 1'],
  ] as const

  mkdirSync(join(folder, 'empty'))
  mkdirSync(join(folder, 'tic-tac-toe/node-args/folder.ts'), { recursive: true })
  write('chess/node-args/x.ts', '')
  mkdirSync(join(folder, 'link/tic-tac-toe/perl-stdin'), { recursive: true })
  symlinkSync('/etc/passwd', join(folder, 'link/tic-tac-toe/perl-stdin/x.pl'))
  write('bad.transcript', '# one\n# compare: fuzzy\n$ ortho\n')
  write('foreign.transcript', '$ cat\n')
  write('fine.transcript', '$ tic-tac-toe\n...\n...\n...\nX> ')

  async function isRefused(args: readonly string[], message: string) {
    const { exitCode, stdout, stderr } = await ninehole(...args)
    expect(stderr).toContain(message)
    expect(withoutProgress(stderr)).toMatch(/^ninehole: [^\n]*\n$/)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  }
  test.concurrent.each(bad)('%j', isRefused)
  test.concurrent.each(others)('%j', { tags: 'slow' }, isRefused)
})

test('mutants counts what each suite finds', async () => {
  const { exitCode, stdout } = await ninehole('mutants', 'ortho', '-n', '2', '-m', '2')
  expect(exitCode).toBe(0)
  const [head, moves, ...rows] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))
  expect([head?.slice(0, 2), head?.at(-1)]).toEqual([['wrong in one', 'of'], 'transitions --memory 1'])
  expect([moves?.[0], moves?.at(-1)]).toEqual(['position × answer', moves?.[1]])
  expect(rows.at(-1)?.[0]).toBe('sessions')
})

test('help is for standard output, status 0, and fits 80 columns', async () => {
  for (const args of [['--help'], ['judge', '--help'], ['verify', '-h']]) {
    const { exitCode, stdout, stderr } = await ninehole(...args)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: ninehole/)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  }
})

test('help is as wide as the terminal', { ...needsTerminal(), tags: 'slow' }, async () => {
  const { spawn } = await import('@lydell/node-pty')
  for (const cols of [60, 100]) {
    const terminal = spawn(process.execPath, [join(packageRoot, 'dist/ninehole.js'), 'judge', '--help'], { cols })
    let screen = ''
    terminal.onData((text) => {
      screen += text
    })
    await new Promise((resolve) => terminal.onExit(resolve))
    await expect.poll(() => screen).toContain('Example:')
    const widest = Math.max(...screen.split(/\r?\n/).map((line) => line.length))
    expect(widest).toBeLessThanOrEqual(cols)
    expect(widest).toBeGreaterThan(cols - 20)
  }
})

test('without a verb, help with the first steps, and status 2', async () => {
  const { exitCode, stderr } = await ninehole()
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/^Usage: ninehole.*\nTo begin, in a folder of your own, test any program that prompts:\n/s)
  // The places of the rules and of the README.
  const pages = stderr.match(/\/.*\.md/g) ?? []
  expect(pages.map((path) => basename(path))).toEqual(['tic-tac-toe.md', 'README.md'])
  expect(pages.filter((path) => !existsSync(path))).toEqual([])
})

describe('the games as commands', () => {
  async function isCommand(game: string) {
    expect(await run(game, ['--help'])).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: /),
    })
    for (const args of [['--frob'], ['extra']]) {
      const { exitCode, stdout, stderr } = await run(game, args)
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
      expect(stderr).toMatch(new RegExp(`^[^\n]*${args[0]}[^\n]*\n$`))
    }
    expect(await run(game, [], { input: '' })).toMatchObject({ exitCode: 0, stderr: '' })
    expect((await run('ninehole', ['play', game], { input: '' })).stdout).toBe(
      (await run(game, [], { input: '' })).stdout,
    )
  }
  test.each(['tic-tac-toe'])('%s: help, faults, and the end of input', isCommand)
  test.each(['ortho', 'ordo'])('%s: help, faults, and the end of input', { tags: 'slow' }, isCommand)

  test('a line of a megabyte is one bad line', async () => {
    const { stdout, exitCode } = await run('tic-tac-toe', [], { input: `${'4'.repeat(1_000_000)}\n4` })
    expect({ stdout, exitCode }).toEqual({ stdout: '...\n...\n...\nX> invalid.\nX> ...\n.X.\n...\nO> \n', exitCode: 0 })
  })

  test('a reader that goes away ends a game quietly', async () => {
    const line = `yes 9 | "$0" "$1" | head -n 2`
    const { stdout, stderr } = await execa('sh', [
      '-c',
      line,
      process.execPath,
      join(packageRoot, 'dist/tic-tac-toe.js'),
    ])
    expect({ stdout, stderr }).toEqual({ stdout: '...\n...', stderr: '' })
  })
})

test('verify: another program in place of ours, and what it says wrong', async () => {
  const program = write('wrong.sh', "printf '...\\n...\\n...\\nX> '; read a; printf 'oops\\n'")
  const fixture = join(packageRoot, 'fixtures/tic-tac-toe/challenge-tie.transcript')
  const { exitCode, stdout } = await ninehole('verify', fixture, '--', 'sh', program)
  expect(exitCode).toBe(1)
  expect(stdout).toContain("wrong output, at byte 15 (line 4), after answer 1 of 9, '4'")
  expect(stdout).toContain('0 of 2 sessions as recorded')
})

test('verify: status and standard error are asked for, too', async () => {
  const prompt = '# prompt: ^> \n'
  write('asked/three.transcript', `${prompt}# status: 3\n$ sh -c "printf '> '; read x; exit 3"\n> a\n`)
  write('asked/status.transcript', `${prompt}$ sh -c "printf '> '; read x; exit 3"\n> a\n`)
  write('asked/stderr.transcript', `${prompt}# stderr: none\n$ sh -c "printf '> '; read x; echo oh >&2"\n> a\n`)
  const { stdout } = await ninehole('verify', 'asked')
  expect(stdout).toContain('ended with exit status 3, not 0')
  expect(stdout).toContain('\nwrote 3 bytes to standard error, where none is allowed\n')
  expect(stdout).not.toContain('three.transcript')
  expect(stdout).toContain('2 of 6 sessions as recorded\n')
})

test('a crash is reported with its own words, in every reporter', async () => {
  const program = write('crash.sh', 'printf \'> \'; read x; echo "Traceback: $x" >&2; exit 1')
  write('crash.transcript', `# prompt: ^> \n$ sh ${program}\n> a\n`)
  const names = ['table', 'json', 'junit', 'github']
  const files = names.flatMap((name) => ['--reporter', `${name}=crash.${name}`])
  const { exitCode } = await ninehole('verify', 'crash.transcript', '--input', 'interactive', ...files)
  expect(exitCode).toBe(1)
  for (const name of names) {
    const report = readFileSync(join(folder, `crash.${name}`), 'utf8')
    expect(report).toContain('Traceback: a')
    expect(report).toMatch(/ended with exit status 1, not 0, at byte 2 \(line 1\), after answer 1 of 1, ('|&apos;)a/)
  }
})

describe('a report that cannot be written is one line and status 2', () => {
  const session = write('session.transcript', '# prompt: ^> \n$ sh -c "touch was-run; printf \'> \'"\n> ')

  test.each(['missing/report.xml', 'empty'])('%s: before anything is run', async (file) => {
    const { stdout, stderr, exitCode } = await ninehole('verify', session, '--reporter', `junit=${file}`)
    const message = file === 'empty' ? 'empty: is a folder' : 'missing: no such folder'
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: `ninehole: ${message}\n`,
      exitCode: 2,
    })
    expect(existsSync(join(folder, 'was-run'))).toBe(false)
  })

  test('a device is not written to, and nothing is run', needs('/dev/full'), async () => {
    const reporters = ['--reporter', 'json=/dev/full', '--reporter', 'table']
    const { stdout, stderr, exitCode } = await ninehole('verify', session, ...reporters)
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: 'ninehole: /dev/full: is not a regular file, and is not replaced\n',
      exitCode: 2,
    })
  })
})

const perls = ['stdin', 'args'].map((input) => join(packageRoot, `solutions/tic-tac-toe/perl-${input}/record.pl`))

test.each([
  ['judge', '--sandbox', 'off', '--suite', 'fixtures', ...perls],
  ['judge', '--sandbox', 'auto', '--suite', 'fixtures', ...perls],
  ['verify', '--input', 'stdin', join(packageRoot, 'fixtures/ortho/draw.transcript')],
])('%s without a place for temporary files: one line and status 2', async (...args) => {
  const { stderr, exitCode } = await execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], {
    env: { TMPDIR: join(folder, 'nowhere') },
    reject: false,
  })
  const message = `ninehole: ${join(folder, 'nowhere')}: no temporary folder can be made here: no such file or folder`
  expect({ stderr, exitCode }).toEqual({ stderr: message, exitCode: 2 })
})

test('merge: a damaged report is one line, with the file and the key', { tags: 'slow' }, async () => {
  const whole = { version: 2, ok: true, cases: [] }
  const damaged: [content: string, message: string][] = [
    [JSON.stringify({ ...whole, ok: 'false' }), 'not a report of --reporter json: ok: it must be boolean, not "false"'],
    ['{}', 'not a report of --reporter json: version: it is missing'],
    [JSON.stringify({ ...whole, version: 1 }), 'not a report of --reporter json: version: it must be 2, not 1'],
    [JSON.stringify({ ...whole, cases: [{}] }), 'not a report of --reporter json: cases.0.kind: '],
    ['{ "ok": tru', "not JSON: invalid symbol: 'tru'"],
    ['{ "ok": true', 'not JSON: close brace expected'],
    ['', 'not JSON: value expected'],
  ]
  for (const [content, message] of damaged) {
    write('damaged.json', content)
    const { stdout, stderr, exitCode } = await ninehole('merge', 'damaged.json')
    expect(stderr).toContain(`ninehole: damaged.json:1: ${message}`)
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  }
})

test('merge passes if all reports did', async () => {
  const whole = { version: 2, ok: true, cases: [] }
  write('whole.json', JSON.stringify(whole))
  write('failed.json', JSON.stringify({ ...whole, ok: false }))
  expect((await ninehole('merge', 'whole.json', 'whole.json')).exitCode).toBe(0)
  expect((await ninehole('merge', 'whole.json', 'failed.json')).exitCode).toBe(1)
})

test('judge --reporter json: what a script reads', { tags: 'slow' }, async () => {
  write('sol/tic-tac-toe/perl-stdin/wrong.pl', 'print "...\n...\n...\nX> no"')
  const { exitCode, stdout } = await ninehole('judge', 'sol', '--reporter', 'json', '--suite', 'fixtures')
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    version: 2,
    ok: false,
    cases: [
      {
        kind: 'entry',
        path: 'sol/tic-tac-toe/perl-stdin/wrong.pl',
        game: 'tic-tac-toe',
        runtime: 'perl',
        input: 'stdin',
        bytes: 25,
        chars: 25,
        verdict: 'WA',
        expected: 'AC',
        ok: false,
        exact: false,
        variations: [],
        plan: [{ suite: 'fixtures', runner: 'processes', sessions: expect.any(Number) }],
        milliseconds: expect.any(Number),
        failure: { suite: 'fixtures', lines: expect.any(Array), actual: '...\n...\n...\nX> no', at: 15 },
      },
    ],
  })
})

describe('entries that stop no other', () => {
  // A compiler that knows one error.
  write(
    'bad/cc.sh',
    'grep -q error "$2" || { cp "$2" "$1"; exit; }\necho "$2: in function main" >&2\necho "$2:3:5: error: \x1b[31m::oh" >&2\nexit 1\n',
  )
  const row = {
    name: 'k',
    extension: '.k',
    compile: ['sh', join(folder, 'bad/cc.sh'), '{program}', '{file}'],
    run: ['sh', '{program}'],
  }
  write('bad/ninehole.runtimes.json', JSON.stringify([row]))
  write('bad/s/tic-tac-toe/k-stdin/compiled.k', 'error')
  write('bad/s/tic-tac-toe/rejected/CE/k-stdin/expected.k', 'error')
  write('bad/s/tic-tac-toe/node-args/broken.ts', 'x = 1\nx = = 2')
  write('bad/s/tic-tac-toe/perl-stdin/latin1.pl', Buffer.from("print'\xe9'", 'latin1'))

  test('a compiler that rejects one, and bytes that are not UTF-8', async () => {
    const cwd = join(folder, 'bad')
    const reporters = ['--reporter', 'json=report.json', '--reporter', 'table']
    const call = ['judge', 's', '--sandbox', 'off', '--suite', 'fixtures', ...reporters]
    const { stdout: table, stderr, exitCode } = await run('ninehole', call, { cwd })
    expect({ stderr: withoutProgress(stderr), exitCode }).toEqual({ stderr: '', exitCode: 1 })
    const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report
    const verdicts = report.cases.map((one) => [basename(one.path), one.verdict, one.ok])
    expect(verdicts.sort()).toEqual([
      ['broken.ts', 'CE', false],
      ['compiled.k', 'CE', false],
      ['expected.k', 'CE', true],
      ['latin1.pl', 'WA', false],
    ])
    // Which entry is judged first depends on the machine.
    expect(table).toMatch(
      /^CE s.tic-tac-toe.k-stdin.compiled\.k\ns.tic-tac-toe.k-stdin.compiled\.k:3:5: error: ␛\[31m::oh\n/m,
    )
    expect(table).toMatch(
      /^CE s.tic-tac-toe.node-args.broken\.ts\ns.tic-tac-toe.node-args.broken\.ts:2: Unexpected "="\n/m,
    )
  })

  test('files of a folder that are no entries, or of no game: each is an error in every report', async () => {
    const cwd = join(folder, 'no-entries')
    write('no-entries/s/tic-tac-toe/perl-stdin/fine.pl', 'print"x"')
    mkdirSync(join(cwd, 's/tic-tac-toe/perl-stdin/folder.pl'))
    symlinkSync('nowhere.pl', join(cwd, 's/tic-tac-toe/perl-stdin/dangling.pl'))
    write('no-entries/s/chess/perl-stdin/game.pl', '')
    write('no-entries/s/tic-tac-toe/cobol-stdin/runtime.c', '')
    write('no-entries/s/tic-tac-toe/rejected/WA/time/perl-stdin/rule.pl', '')
    const errors = [
      's/tic-tac-toe/cobol-stdin/runtime.c: no runtime ',
      's/tic-tac-toe/perl-stdin/dangling.pl: no such file or folder',
      's/tic-tac-toe/perl-stdin/folder.pl: a folder, where an entry should be a file',
    ]
    const others = [
      "s/chess/perl-stdin/game.pl: no game 'chess' (",
      "s/tic-tac-toe/rejected/WA/time/perl-stdin/rule.pl: no rule 'time': see ninehole rules tic-tac-toe",
    ]
    const areTold = (stderr: string, errors: readonly string[]) => {
      // Not the lines of progress, on a busy machine.
      const lines = stderr.split('\n').filter((line) => line.startsWith('ninehole: '))
      expect(lines).toEqual(errors.map((error) => expect.stringContaining(`ninehole: ${error}`)))
    }
    const files = ['json', 'junit', 'github', 'markdown', 'html'].flatMap((name) => [
      '--reporter',
      `${name}=report.${name}`,
    ])
    const call = ['judge', 's', '--sandbox', 'off', '--suite', 'fixtures', '--reporter', 'table', ...files]
    const { stdout: table, stderr, exitCode } = await run('ninehole', call, { cwd })
    expect(exitCode).toBe(2)
    areTold(stderr, [...errors, ...others])
    expect(table).toContain('WA s/tic-tac-toe/perl-stdin/fine.pl\n')
    expect(table).toContain('\n0 of 1 entries accepted, 4 could not be run\n')
    const { cases } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report
    expect(
      cases.map(({ path, verdict, error }) => (error === undefined ? verdict : error.startsWith(`${path}: `))),
    ).toEqual(['WA', true, true, true, true, true])
    expect(readFileSync(join(cwd, 'report.junit'), 'utf8')).toContain('tests="6" failures="1" errors="5"')

    const sizes = await run('ninehole', ['sizes', 's'], { cwd })
    expect([sizes.stdout, sizes.exitCode]).toEqual([expect.stringMatching(/ fine\.pl +8 /), 2])
    areTold(sizes.stderr, errors)
  })
})

test('several reporters at once, each to a file or to standard output', { tags: 'slow' }, async () => {
  write('two/tic-tac-toe/rejected/WA/perl-stdin/wrong.pl', 'print "...\n...\n...\nX> no"')
  const files = ['--reporter', 'json=report.json', '--reporter', 'table', '--reporter', 'junit=report.xml']
  const { exitCode, stdout } = await ninehole('judge', 'two', '--sandbox', 'off', ...files)
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^1 of 1 wrong entries rejected as expected\n\nninehole [\d.]+ · sandbox: none \(--sandbox off\) · perl 5\.[\d.]+\n$/,
    ),
  })
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ ok: true })
  await ninehole('merge', 'report.json', '--reporter', 'table', '--reporter', 'json=again.json')
  const [again, report] = ['again', 'report'].map((name) =>
    JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')),
  )
  expect(again).toEqual(report)
  expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('tests="1" failures="0"')
})

describe('verify --update', () => {
  const recorded = '# Cut off.\n$ tic-tac-toe\n...\n...\n...\nX> 4\n...\n.O.\n...\nO> '
  const now = recorded.replace('.O.', '.X.')

  test('writes what the program says now, and shows what changes first', async () => {
    const file = write('old.transcript', recorded)
    const { exitCode, stdout } = await ninehole('verify', 'old.transcript', '--update', '--yes')
    expect(stdout).toMatch(/\n-\.O\.\n\+\.X\.\n[\s\S]*\n1 of 1 transcripts that had changed were written\n$/)
    expect(exitCode).toBe(0)
    expect(readFileSync(file, 'latin1')).toBe(now)
  })

  test('leaves alone what has not changed', async () => {
    const file = write('new.transcript', now)
    const { stdout } = await ninehole('verify', 'new.transcript', '--update', '--yes')
    expect(stdout).toBe('0 of 0 transcripts that had changed were written\n')
    expect(readFileSync(file, 'latin1')).toBe(now)
  })

  test('asks nobody where nobody is', async () => {
    const file = write('asked.transcript', recorded)
    const { exitCode, stderr } = await ninehole('verify', 'asked.transcript', '--update')
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'ninehole: --update: needs --yes where nobody can be asked\n',
    })
    expect(readFileSync(file, 'latin1')).toBe(recorded)
  })
})

test('merge puts the entries of several machines in the order of one report', async () => {
  const about = { kind: 'entry', game: 'g', runtime: 'perl', chars: 1, milliseconds: 0, exact: false, variations: [] }
  const entry = (path: string, input: string, bytes: number, more = {}) => ({
    ...{ ...about, path, input, bytes, expected: 'AC', verdict: 'AC', ok: true, plan: [], failure: null },
    ...more,
  })
  const sorted = [
    entry('b/small', 'args', 9),
    entry('a/large', 'args', 10),
    entry('a/small', 'stdin', 9),
    entry('a/wrong', 'args', 1, { expected: 'WA', ok: false }),
    entry('a/bad', 'args', 0, { verdict: undefined, ok: false, error: 'a/bad: is no file' }),
  ]
  const [small, large, other, wrong, bad] = sorted
  const report = (cases: unknown) => JSON.stringify({ version: 2, ok: false, cases })
  write('machine1.json', report([bad, large, wrong]))
  write('machine2.json', report([other, small]))
  const { stdout } = await ninehole('merge', 'machine1.json', 'machine2.json', '--reporter', 'json')
  const { cases } = JSON.parse(stdout) as { cases: { path: string }[] }
  expect(cases.map(({ path }) => path)).toEqual(sorted.map(({ path }) => path))
})

test('verify --filter and --shard choose transcripts, merge joins what came of them', async () => {
  for (const name of ['a', 'b', 'c']) write(`many/${name}.transcript`, '$ tic-tac-toe\n...\n...\n...\nX> ')
  expect((await ninehole('verify', 'many', '--filter', 'b.')).stdout).toBe('2 of 2 sessions as recorded\n')
  for (const shard of [1, 2]) {
    const { stdout } = await ninehole(
      'verify',
      'many',
      '--shard',
      `${shard}/2`,
      '--reporter',
      `json=shard${shard}.json`,
    )
    expect(stdout).toBe('')
  }
  expect((await ninehole('merge', 'shard1.json', 'shard2.json')).stdout).toBe('6 of 6 sessions as recorded\n')
})

describe('a game from a file', () => {
  const game = `
    const ask = 'guess> '
    export const guess = {
      name: 'guess',
      prompt: /^guess> /,
      open: () => ({ output: ask, state: 0 }),
      answer: (tries: number, line: string | null) =>
        line === '7' ? { output: 'yes\\n' } : line === null ? { output: 'bye\\n' } : { output: 'no\\n' + ask, state: tries + 1 },
      legal: () => ['7'],
      illegal: () => ['1', '99'],
      key: () => '',
    }`
  write('guess.ts', game)
  write(
    'guess.pl',
    `$|=1;print"guess> ";while(defined($_=<>)){if(/^7$/){print"yes\\n";exit}print"no\\nguess> "}print"bye\\n"`,
  )
  write(
    'wrong.pl',
    `$|=1;print"guess> ";while(defined($_=<>)){if(/7/){print"yes\\n";exit}print"no\\nguess> "}print"bye\\n"`,
  )

  test('is played, counted, judged and fuzzed', async () => {
    expect((await run('ninehole', ['play', './guess.ts'], { cwd: folder, input: '1\n7\n' })).stdout).toBe(
      'guess> no\nguess> yes\n',
    )
    expect((await ninehole('moves', './guess.ts')).stdout).toBe('7\n')
    expect((await ninehole('perft', './guess.ts', '-d', '1')).stdout).toBe('1\n')
    const hints = ['--game', './guess.ts', '--runtime', 'perl', '--input', 'interactive']
    expect(await ninehole('judge', ...hints, 'guess.pl', '--reporter', 'json')).toMatchObject({ exitCode: 0 })
    expect((await ninehole('fuzz', './guess.ts', '--runs', '20', '--', 'perl', 'guess.pl')).exitCode).toBe(0)
  })

  test('has turns in any script', async () => {
    write('accents.ts', game.replaceAll("'7'", "'é7'").replaceAll('guess', 'accents'))
    const options = { cwd: folder, input: 'é7\n\n' }
    const { stdout } = await run('ninehole', ['moves', './accents.ts', '-'], options)
    expect(stdout).toBe('\né7\n')
  })

  test('a wrong program is found out, the smallest session kept, and verified', { tags: 'slow' }, async () => {
    const args = ['./guess.ts', '--runs', '300', '--seed', '1', '--save', 'small.transcript', '--', 'perl', 'wrong.pl']
    const { exitCode, stdout } = await ninehole('fuzz', ...args)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^WA perl wrong\.pl\n/)
    const kept = readFileSync(join(folder, 'small.transcript'), 'latin1')
    // One line with a 7 in it is all it takes.
    expect(kept).toMatch(/\n\$ guess\nguess> [^\n]*7[^\n]*\nno\nguess> $/)
    const options = ['small.transcript', '--game', './guess.ts', '--input', 'interactive']
    expect((await ninehole('verify', ...options)).stdout).toBe('1 of 1 sessions as recorded\n')
    expect((await ninehole('verify', ...options, '--', 'perl', 'wrong.pl')).exitCode).toBe(1)
  })

  test.each([
    ['none.ts', undefined, 'no such file or folder'],
    ['nothing.ts', 'export const x = 1', 'exports no game'],
    ['throws.ts', 'throw new Error("oh")', 'cannot be loaded: oh'],
  ])('%s cannot be used', { tags: 'slow' }, async (name, source, message) => {
    if (source !== undefined) write(name, source)
    const { exitCode, stderr } = await ninehole('moves', `./${name}`)
    expect(stderr).toMatch(new RegExp(`^ninehole: \\./${name}: ${message}[^\\n]*\\n$`))
    expect(exitCode).toBe(2)
  })
})

describe('a game with options of its own', () => {
  const bulls = `
    import type { Game } from 'ninehole/game'
    const game = (secret: string): Game<number> => ({
      name: 'bulls',
      prompt: /^guess> /,
      open: () => ({ output: 'guess> ', state: 0 }),
      answer: (_, line) =>
        line === secret || line === null
          ? { output: line === null ? 'bye\\n' : 'yes\\n' }
          : { output: 'no\\nguess> ', state: 0 },
      legal: () => [secret],
      illegal: () => ['x'],
      key: String,
    })
    export const bulls = {
      name: 'bulls',
      usage: 'Usage: bulls --seed SECRET',
      parse: ([option, value]: string[]) =>
        option === '--seed' && value ? { game: game(value) } : { error: 'which --seed?', status: 2 },
    }`
  write('options/my bulls.ts', bulls)
  write('options/bulls.ts', bulls)
  const loop = `while(<>){if(/^7$/){print"yes\\n";exit}print"no\\nguess> "}print"bye\\n"`
  write('options/seven.pl', `$|=1;print"guess> ";${loop}`)
  write('options/program', `test "$*" = "--seed 7" && exec perl seven.pl`)
  const cwd = join(folder, 'options')
  const call = (args: string[], input = '') => run('ninehole', args, { cwd, input })
  const asked = './bulls.ts --seed 7'

  test('takes them in one word with its name, in every verb', { tags: 'slow' }, async () => {
    expect((await call(['play', asked], 'x\n7\n')).stdout).toBe('guess> no\nguess> yes\n')
    expect((await call(['play', "'./my bulls.ts' --seed 7"], '7\n')).stdout).toBe('guess> yes\n')
    expect((await call(['moves', asked])).stdout).toBe('7\n')
    expect((await call(['perft', asked, '-d', '1'])).stdout).toBe('1\n')
    const { stdout } = await call(['record', 'seven.transcript', '--game', asked, '--lines', 'x'])
    expect(stdout).toBe('seven.transcript: 1 answer, replays\n')
    expect(readFileSync(join(cwd, 'seven.transcript'), 'utf8')).toContain('\n$ bulls --seed 7\n')
  })

  test('is fuzzed with them, and the program gets them', async () => {
    const { stdout } = await call(['fuzz', asked, '--seed', '3', '--runs', '9', '--', 'sh', 'program'])
    expect(stdout).toContain(' random sessions of bulls --seed 7 match the reference (seed 3)')
  })

  test('is judged with them, and the failed session is kept with them', { tags: 'slow' }, async () => {
    const judged = (secret: string, ...more: string[]) => {
      const game = `./bulls.ts --seed ${secret}`
      return call(['judge', '--game', game, '--runtime', 'perl', '--input', 'interactive', 'seven.pl', ...more])
    }
    expect((await judged('7')).exitCode).toBe(0)
    const { stdout, exitCode } = await judged('8', '--save', 'eight.transcript', '--reporter', 'json')
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout).cases[0]).toMatchObject({
      game: 'bulls --seed 8',
      reproduce: expect.stringContaining("--game './bulls.ts --seed 8'"),
    })
    expect(readFileSync(join(cwd, 'eight.transcript'), 'utf8')).toContain('\n$ bulls --seed 8\n')
  })
})

test('fuzz passes the options of the game on to another program', { tags: 'slow' }, async () => {
  const program = write(
    'other',
    `test "$*" = "-n 2 -m 2" && exec ${process.execPath} ${join(packageRoot, 'dist/ortho.js')} "$@"`,
  )
  const call = ['fuzz', 'ortho', '-n', '2', '-m', '2', '--runs', '4', '--seed', '7', '--', 'sh', program]
  const { stdout, exitCode } = await ninehole(...call)
  expect(stdout).toContain('4 random sessions of ortho -n 2 -m 2 match the reference (seed 7)\n')
  expect(exitCode).toBe(0)
})

describe('killed while programs run, it leaves no process', { ...needs('/proc'), concurrent: true }, () => {
  const entry = write('tic-tac-toe/bun-interactive/loops.ts', 'for(;;);')
  const slow = ['--', 'sh', '-c', 'while :; do :; done']
  async function leavesNone(_: string, sign: string, args: string[]) {
    const TMPDIR = mkdtempSync(join(folder, 'tmp-'))
    const call = execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], {
      env: { TMPDIR },
      reject: false,
    })
    const left = () => processesWith(`TMPDIR=${TMPDIR}`)
    const isSigned = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(sign)
    const started = () => left().filter((pid) => existsSync(`/proc/${pid}`) && isSigned(pid)).length
    await vi.waitFor(() => expect(started()).toBeGreaterThan(0), { timeout: 100_000, interval: 20 })
    call.kill('SIGKILL')
    await call
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 10_000 })
  }
  test.each([
    ['judge', 'loops', ['judge', '--real', '--suite', 'fixtures', '--timeout', '60', entry]],
    ['verify', 'while', ['verify', '--timeout', '60', join(packageRoot, 'fixtures/ortho'), ...slow]],
  ])('%s', leavesNone)
  test.each([
    ['judge in one process', 'worker.mjs', ['judge', join(packageRoot, 'solutions/tic-tac-toe/node-args/record.ts')]],
    ['fuzz', 'while', ['fuzz', 'ortho', '--timeout', '60', ...slow]],
  ])('%s', { tags: 'slow' }, leavesNone)
})

describe('temporary folders', () => {
  const places = (TMPDIR: string) => readdirSync(TMPDIR).filter((name) => name.startsWith('entry-'))

  test('of a judge that was killed are removed by the next', { tags: 'slow' }, async () => {
    const TMPDIR = mkdtempSync(join(folder, 'tmp-'))
    const judge = (...args: string[]) =>
      execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), 'judge', ...args], {
        env: { TMPDIR },
        reject: false,
      })
    const entry = write('tic-tac-toe/perl-stdin/sleeps.pl', 'sleep 7')
    const killed = judge('--timeout', '60', entry)
    await vi.waitFor(() => expect(places(TMPDIR)).toHaveLength(1), { timeout: 100_000, interval: 20 })
    killed.kill('SIGKILL')
    await killed
    expect(places(TMPDIR)).toHaveLength(1)
    await judge('--suite', 'leftover', join(packageRoot, 'solutions/tic-tac-toe/perl-stdin/record.pl'))
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  test('are all removed after Ctrl-C', async () => {
    const TMPDIR = mkdtempSync(join(folder, 'tmp-'))
    const paths = ['a', 'b', 'c', 'd'].map((name) => write(`tic-tac-toe/perl-stdin/${name}.pl`, 'sleep 60'))
    const words = ['judge', '--sandbox', 'off', '--suite', 'fixtures', '--timeout', '60', '--jobs', '4', ...paths]
    const judge = execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...words], {
      env: { TMPDIR },
      reject: false,
    })
    await vi.waitFor(() => expect(places(TMPDIR)).toHaveLength(4), { timeout: 100_000, interval: 20 })
    judge.kill('SIGINT')
    await judge
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  async function reportsWhatWasFound(_: string, items: string, words: string[]) {
    write('stopped/tic-tac-toe/perl-stdin/a.pl', "print 'wrong'")
    // It leaves a process in a session of its own.
    const stray = join(folder, `stray-of-${items}`)
    const program = write('stray.sh', `setsid sh -c 'echo $$ > ${stray}; exec sleep 60' &\nsleep 60\n`)
    write('stopped/tic-tac-toe/perl-stdin/b.pl', `exec 'sh', '${program}'`)
    write('stopped/a.transcript', '# prompt: ^> \n$ echo wrong\n> 1\n')
    write('stopped/b.transcript', `# prompt: ^> \n$ sh ${program}\n> 1\n`)
    const TMPDIR = mkdtempSync(join(folder, 'tmp-'))
    const call = [...words, '--timeout', '60', '--jobs', '2', '--reporter', 'table', '--reporter', 'json=stopped.json']
    const running = execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...call], {
      cwd: folder,
      env: { TMPDIR },
      reject: false,
    })
    let shown = ''
    running.stdout.on('data', (data) => {
      shown += data
    })
    const pid = () => (existsSync(stray) ? readFileSync(stray, 'utf8').trim() : '')
    await vi.waitFor(
      () => expect([shown, pid()]).toEqual([expect.stringMatching(/^WA /m), expect.stringMatching(/\d/)]),
      {
        timeout: 30_000,
      },
    )
    running.kill('SIGINT')
    expect(await running).toMatchObject({
      signal: 'SIGINT',
      stdout: expect.stringContaining(`stopped after 1 of 2 ${items}`),
    })
    expect(JSON.parse(readFileSync(join(folder, 'stopped.json'), 'utf8'))).toMatchObject({
      ok: false,
      stopped: `stopped after 1 of 2 ${items}`,
      cases: [{ verdict: 'WA' }],
    })
    expect(readdirSync(TMPDIR)).toEqual([])
    await vi.waitFor(() => expect(existsSync(`/proc/${pid()}`)).toBe(false), { timeout: 10_000 })
  }
  const stopped = '%s: what was found until Ctrl-C is reported, and nothing is left'
  test.each([['verify', 'transcripts', ['verify', '--input', 'stdin', 'stopped']]])(
    stopped,
    needs('/proc', 'setsid'),
    reportsWhatWasFound,
  )
  test.each([['judge', 'entries', ['judge', '--sandbox', 'off', '--suite', 'fixtures', 'stopped']]])(
    stopped,
    { ...needs('/proc', 'setsid'), tags: 'slow' },
    reportsWhatWasFound,
  )

  test('that an entry has closed are removed all the same', { tags: 'slow' }, async ({ skip }) => {
    // Nothing is closed to root.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    const TMPDIR = mkdtempSync(join(tmpdir(), 'ninehole-open-'))
    chmodSync(TMPDIR, 0o777)
    const entry = join(TMPDIR, 'mine.sh')
    writeFileSync(entry, 'mkdir -p a; touch a/b; chmod 0 a')
    const words = ['judge', '--game', 'tic-tac-toe', '--runtime', 'bash', '--input', 'stdin', '--sandbox', 'off', entry]
    const { stdout } = await execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...words], {
      env: { TMPDIR },
      cwd: TMPDIR,
      reject: false,
      ...user,
    }).catch(() => ({ stdout: '' }))
    const left = readdirSync(TMPDIR)
    rmSync(TMPDIR, { recursive: true })
    if (stdout === '') skip('another user cannot run it here')
    expect(stdout).toContain('0 of 1 entries accepted')
    expect(left).toEqual(['mine.sh'])
  })
})

test('a machine that has no room for pipes gives no verdict', { tags: 'slow' }, async () => {
  const right = join(packageRoot, 'solutions/tic-tac-toe/perl-stdin/exact.pl')
  const found = new Set<string>()
  // The number of files that Node has open by itself differs from version to version.
  for (const files of [34, 38, 40, 42, 44, 100]) {
    const limited = `ulimit -n ${files}; exec "$0" "$@"`
    const words = [join(packageRoot, 'dist/ninehole.js'), 'judge', '--sandbox', 'off', '--suite', 'fixtures', right]
    const { stdout } = await execa('sh', ['-c', limited, process.execPath, ...words], { reject: false })
    found.add(/\b(AC|WA|RTE|TLE|error)\b/.exec(stdout)?.[0] ?? '')
  }
  expect([...found].filter((verdict) => !['AC', 'error', ''].includes(verdict))).toEqual([])
  expect(found).toContain('AC')
})
