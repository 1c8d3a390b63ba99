import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { execa, execaSync } from 'execa'
import * as shlex from 'shlex'
import { describe, expect, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { personAt } from '../cli/test-data/person.ts'
import { needs, needsTerminal, testFolder } from '../entries/test-helpers.ts'
import { processesWith } from '../run/procfs.ts'
import { whyNoPty } from '../run/pty.ts'
import type { Turn } from '../session/session.ts'
import { withSession } from './record.ts'
import { joinLines, parseTranscript, splitLines } from './transcript.ts'

const { folder } = testFolder()
const ninehole = resolve('dist/ninehole.js')
const ortho = join(folder, 'ortho')
mkdirSync(ortho)

/** Counts the processes that have these variables in their environment. */
const marked = (mark: Record<string, string>) =>
  processesWith(
    Object.entries(mark)
      .map(([name, value]) => `${name}=${value}`)
      .join(),
  ).length

const run = (args: readonly string[], input = '', cwd = folder) =>
  execa(process.execPath, [ninehole, ...args], { cwd, input, reject: false })
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const files = () => readdirSync(folder, { recursive: true }).map(String)

describe('one of our games', { concurrent: true }, () => {
  test('is recorded and then verified', async () => {
    const path = 'ortho/first-choices.transcript'
    const { stdout, exitCode } = await run([
      'record',
      path,
      '--lines',
      'c3 r3 r3 quit',
      '--',
      'ortho',
      '-n',
      '3',
      '-m',
      '3',
    ])
    expect([stdout, exitCode]).toEqual([`${path}: 4 answers, replays`, 0])
    expect(read(path)).toMatch(/^# First choices\.\n\$ ortho -n 3 -m 3\n=== Ortho ===/)
    expect(read(path)).toMatch(/Exiting game\.\n$/)
    expect((await run(['verify', path])).exitCode).toBe(0)
  })

  test('is named by the folder or by --game', async () => {
    expect((await run(['record', 'ortho/named-by-folder.transcript', '--lines', 'q'])).exitCode).toBe(0)
    expect((await run(['record', 'named.transcript', '--game', 'tic-tac-toe', '--lines', '^D'])).exitCode).toBe(0)
    expect(read('named.transcript')).toMatch(/^\$ tic-tac-toe$/m)
    expect(await run(['record', 'unnamed.transcript', '--lines', 'q'])).toMatchObject({
      exitCode: 2,
      stderr: 'ninehole: unnamed.transcript: its folder is not named after a game: use --game NAME or -- COMMAND',
    })
  })

  async function isCutOff(way: string) {
    const path = `ortho/cut-off-${way}.transcript`
    const { exitCode } = await run(['record', path, '--lines', 'c3', ...(way === 'pty' ? ['--pty'] : [])])
    expect(exitCode).toBe(0)
    expect(read(path)).toMatch(/ > c3\n[\s\S]* > $/)
    expect((await run(['verify', path])).exitCode).toBe(0)
  }
  test.each(['interactive', 'pty'])('is cut off where the lines run out (%s)', { tags: 'slow' }, isCutOff)

  test('reads lines from standard input: empty ones, odd bytes, and the end of input', async () => {
    const path = 'ortho/odd.transcript'
    expect(await run(['record', path, '--comment', 'Odd\nlines'], 'c3\n\n  R 3 \né\t\n^D')).toMatchObject({
      exitCode: 0,
    })
    expect(read(path)).toMatch(/^# Odd\n# lines\n\$ ortho\n/)
    for (const answer of ['\n', '  R 3 \n', 'é\t\n', '^D\n']) expect(read(path)).toContain(` > ${answer}`)
    expect((await run(['verify', path])).exitCode).toBe(0)
  })

  test('ends before all lines were sent', { tags: 'slow' }, async () => {
    expect(await run(['record', 'ortho/early.transcript', '--lines', 'quit r3'])).toMatchObject({
      exitCode: 0,
      stderr: "ninehole: the program ended before 'r3' could be sent",
    })
  })
})

describe('nothing is played or written', { concurrent: true }, () => {
  async function isRefused(_: string, args: string[], why: RegExp) {
    const place = mkdtempSync(join(folder, 'place-'))
    writeFileSync(join(place, 'there.transcript'), 'there')
    const given = args.includes('--lines') ? [] : ['--lines', 'c3']
    const { exitCode, stderr } = await run(['record', ...given, ...args], '', place)
    expect(stderr).toMatch(why)
    expect([exitCode, stderr.split('\n').length]).toEqual([2, 1])
    expect(readdirSync(place)).toEqual(['there.transcript'])
    expect(readFileSync(join(place, 'there.transcript'), 'utf8')).toBe('there')
  }

  test.each([
    ['over a file', ['there.transcript', '--game', 'ortho'], /^ninehole: there\.transcript: exists already \(--force/],
    ['without a prompt', ['x.transcript', '--', 'cat'], /^ninehole: cat: what do its prompts look like\? --prompt/],
    [
      'with a comment like a setting',
      ['x.transcript', '--game', 'ortho', '--comment', 'compair: exact'],
      /^ninehole: --comment:1: no setting is called 'compair'/,
    ],
  ])('%s', isRefused)

  test.each([
    [
      'with options, without --',
      ['x.transcript', 'ortho', '-n', '3'],
      /^ninehole: unknown option '-n' \(a command follows --\)$/,
    ],
    [
      'of no program',
      ['x.transcript', '--prompt', '>', '--', 'no-such-program'],
      /^ninehole: no-such-program: no such command$/,
    ],
    ['into a missing folder', ['nowhere/x.transcript', '--game', 'ortho'], /^ninehole: nowhere: no such folder$/],
    ['over a folder', ['.', '--force', '--game', 'ortho'], /^ninehole: \.: is a folder$/],
    ['of an unknown game', ['x.transcript', '--game', 'chess'], /^ninehole: chess: no such game/],
    ['with a bad prompt', ['x.transcript', '--prompt', '(', '--', 'cat'], /^ninehole: --prompt: is no regular/],
    [
      'with a prompt at a line end',
      ['x.transcript', '--prompt', '> $', '--', 'cat'],
      /^ninehole: --prompt: ends in '\$'/,
    ],
    [
      'without --',
      ['x.transcript', 'ortho'],
      /^ninehole: too many arguments for 'record'\. .* \(a command follows --\)$/,
    ],
    [
      'with a mistyped option',
      ['x.transcript', '--frce'],
      /^ninehole: unknown option '--frce' \(did you mean --force\?\)$/,
    ],
    [
      'with a setting for a comment',
      ['x.transcript', '--game', 'ortho', '--comment', 'compare: whitespace'],
      /--comment: /,
    ],
    [
      'of no program in a terminal',
      ['x.transcript', '--pty', '--prompt', '>', '--', 'no-such-program'],
      /^ninehole: no-such-program: no such command$/,
    ],
    ['of a newline in the command', ['x.transcript', '--prompt', '>', '--', 'sh', '-c', 'a\nb'], /with a newline/],
    [
      'after the end of input',
      ['x.transcript', '--game', 'ortho', '--lines', '^D c3'],
      /--lines: nothing can follow \^D/,
    ],
  ])('%s', { tags: 'slow' }, isRefused)

  const perl = (program: string) => ['--', 'perl', '-e', `$|=1;${program}`]
  async function isNotRecorded(_: string, prompt: string, program: string, why: RegExp) {
    const place = mkdtempSync(join(folder, 'place-'))
    const args = ['record', 'x.transcript', '--timeout', '1', '--prompt', prompt, '--lines', 'a', ...perl(program)]
    const { exitCode, stderr } = await run(args, '', place)
    expect(stderr).toMatch(why)
    expect(exitCode).toBe(2)
    expect(readdirSync(place)).toEqual([])
  }

  test.each([
    [
      'draws on the whole screen',
      '^> ',
      'print "\\e[?1049h~ ";<STDIN>',
      /^ninehole: perl .*: draws on the whole screen \(ESC \[\?1049h\): a transcript is of a program that writes line by line$/,
    ],
    [
      'writes what looks like an answer',
      '> ',
      'print "a > b$/> ";<STDIN>',
      /: b is output; use --prompt '\^\(\?:> \)'; the answers would read as b a \(prompt: > \)$/,
    ],
  ])('a program that %s', isNotRecorded)

  // Where a program cannot be seen to wait for a line, there is no such remedy.
  const findOut = existsSync('/proc') ? ": let it match this, or find it out with --prompt ''" : ''
  test.each([
    [
      'shows another prompt',
      '^> ',
      'print "? ";<STDIN>',
      RegExp(`no output for 1 s: "\\? " does not match the prompt \\^> ${findOut}$`),
    ],
    ['never prompts', '^> ', 'sleep 9', /no output for 1 s$/],
    ['does not ask', '^> ', 'print "? ";sleep 9', /no output for 1 s: "\? " does not match the prompt \^> $/],
    [
      'shows another prompt later',
      '^> ',
      'print "> ";<STDIN>;print "hello$/";<STDIN>',
      RegExp(`no output for 1 s after answer 1, 'a': "hello\\\\n" does not match the prompt \\^> ${findOut}$`),
    ],
    ['kills its shell', '^> ', 'print "> ";<STDIN>;kill 9,getppid;sleep 9', /: killed the shell that ran it$/],
    ['never stops writing', '^> ', 'print "x" x 1000 while 1', /wrote /],
    [
      'writes a line that is the next answer, without prompts',
      '',
      'for(1..2){print "a$/";<STDIN>;print "thanks$/"}',
      /a line of the output reads as answer 1, a; give answers that the program does not write; the answers would read as/,
    ],
  ])('a program that %s', { tags: 'slow' }, isNotRecorded)

  test('a program that prompts in a terminal only, on pipes', { ...needsTerminal(), tags: 'slow' }, async () => {
    const args = ['record', 'x.transcript', '--timeout', '1', '--prompt', '^> ', '--lines', 'a']
    const { exitCode, stderr } = await run([...args, ...perl('print "> " if -t STDIN;<STDIN>')])
    expect(stderr).toMatch(/^ninehole: perl .*: no output for 1 s; it works in a terminal: use --pty$/)
    expect(exitCode).toBe(2)
  })

  test('a program that is ended by a signal has the status that a shell sees', { tags: 'slow' }, async () => {
    const program = perl('print "> ";<STDIN>;kill 11,$$')
    const path = 'killed.transcript'
    const { exitCode } = await run(['record', path, '--prompt', '^> ', '--lines', 'a', ...program])
    expect(exitCode).toBe(0)
    expect(read(path)).toContain('\n# status: 139\n')
    expect((await run(['verify', path])).exitCode).toBe(0)
  })

  test('--lines with bytes that are not UTF-8', async () => {
    const given = `--prompt '^> ' --lines "$(printf 'a\\377')" -- cat`
    const command = `exec "$0" "$1" record x.transcript ${given}`
    const options = { cwd: folder, input: '', reject: false } as const
    const { stderr, exitCode } = await execa('sh', ['-c', command, process.execPath, ninehole], options)
    expect([stderr, exitCode]).toEqual(['ninehole: --lines: not UTF-8: give the answers on standard input', 2])
  })

  test('a program that ends before an answer for which it may not have waited', async () => {
    // It is busy while it is recorded, and done when it is replayed; that it waits for a line is not seen.
    const waits = 'vec($r,0,1)=1;select($r,undef,undef,undef);<STDIN>'
    const program = perl(`$|=1;print "a? ";${waits};print "b? ";exit 3 if -e "busy";open F,">busy";sleep 60`)
    const { stderr, exitCode } = await run(['record', 'x.transcript', '--prompt', '', '--lines', 'x y z', ...program])
    expect(stderr).toMatch(/^ninehole: it may not have waited for 'z': give --prompt, or leave it out$/m)
    expect(exitCode).toBe(1)
  })

  test('a program that keeps a file', async () => {
    const cwd = mkdtempSync(join(folder, 'keeps-'))
    const record = (...command: string[]) =>
      run(['record', 'x.transcript', '--force', '--prompt', '^guess. ', '--lines', '7', '--', ...command], '', cwd)
    const program = join(packageRoot, 'harness/transcripts/test-data/keeps-its-best.sh')
    const { stderr } = await record('sh', program)
    const again = `rm -f best; exec sh ${program}`
    expect(stderr.split('\n')[0]).toBe(
      `ninehole: it wrote best here: if it reads that, begin without it, as in -- sh -c '${again}'`,
    )
    expect((await record('sh', '-c', again)).stdout).toBe('x.transcript: 1 answer, replays')
    writeFileSync(join(cwd, 'best'), '1')
    expect((await record('sh', program)).stderr).toContain(
      `begin with the same file each time, as in -- sh -c 'cp start/best .`,
    )
  })

  test('a program whose output is never the same', async () => {
    const program = perl('print "> ";<STDIN>;print $$,$/')
    const { exitCode, stdout, stderr } = await run([
      'record',
      'x.transcript',
      '--prompt',
      '^> ',
      '--lines',
      'a',
      ...program,
    ])
    expect(stdout).toMatch(/^x\.transcript: not written, as it does not replay\nWA x\.transcript\ninteractive: a\n/)
    expect(stderr).toMatch(/it differs at '\d+': # varies: number\? With --varies number it replays/)
    expect(exitCode).toBe(1)
    expect(files()).not.toContain('x.transcript')
  })

  test('--force overwrites', { tags: 'slow' }, async () => {
    writeFileSync(join(folder, 'ortho/there.transcript'), 'there')
    expect((await run(['record', 'ortho/there.transcript', '--force', '--lines', 'q'])).exitCode).toBe(0)
    expect(read('ortho/there.transcript')).toMatch(/^# There\.\n/)
  })

  test('the name of the command is no comment', { tags: 'slow' }, async () => {
    await run(['record', 'ortho/ortho.transcript', '--lines', 'q'])
    expect(read('ortho/ortho.transcript')).toMatch(/^\$ ortho\n/)
  })
})

const noPty = whyNoPty() !== undefined

describe('standard error', { concurrent: true }, () => {
  const perl = (program: string) => ['--lines', 'a b', '--prompt', '^> ', '--', 'perl', '-e', `$|=1;${program}`]
  const complains = 'for(1..2){print "> ";$_=<STDIN>;print STDERR "no $_";print "yes\\n"}'

  test('is where it appears, and compared', async () => {
    const path = 'complaint.transcript'
    const { stdout, stderr } = await run(['record', path, ...perl(complains)])
    expect([stdout, stderr]).toEqual([`${path}: 2 answers, replays, with standard error (# stderr: shown)`, ''])
    expect(read(path).replace(/^\$.*$/m, '$ …')).toBe(
      '# Complaint.\n# prompt: ^> \n# stderr: shown\n$ …\n> a\nno a\nyes\n> b\nno b\nyes\n',
    )
    expect((await run(['verify', path])).stdout).toBe('2 of 2 sessions as recorded')
    writeFileSync(join(folder, 'changed.transcript'), read(path).replace('no b\n', 'none b\n'))
    expect((await run(['verify', 'changed.transcript'])).stdout).toMatch(/^WA changed.*^- none·b␊$/ms)
  })

  test('may have the prompts', { tags: 'slow' }, async () => {
    const path = 'prompt-on-stderr.transcript'
    await run(['record', path, ...perl('for(1..2){print STDERR "> ";<STDIN>;print "yes\\n"}')])
    expect(read(path)).toMatch(/# stderr: shown\n.*\n> a\nyes\n> b\nyes\n$/)
  })

  test('comes too early for the transcript where the program holds back its output: line by line only', {
    tags: 'slow',
  }, async () => {
    const holdsBack = `$|=0;for(1..2){print "> ";vec($r='',0,1)=1;$|=select($r,undef,undef,.1)<1;$_=<STDIN>;print STDERR "no $_"}`
    const { stdout } = await run(['record', 'held-back.transcript', ...perl(holdsBack)])
    expect(stdout).toBe(
      'held-back.transcript: 2 answers, replays, line by line only (# input: interactive), with standard error (# stderr: shown)',
    )
    expect(read('held-back.transcript')).toMatch(/\n> a\nno a\n> b\nno b\n$/)
    expect((await run(['verify', 'held-back.transcript'])).stdout).toBe('1 of 1 sessions as recorded')
    expect((await run(['verify', 'held-back.transcript', '--input', 'stdin'])).exitCode).toBe(1)
  })

  test('--no-stderr leaves it out, and says how much that is', { tags: 'slow' }, async () => {
    const path = 'left-out.transcript'
    const { stdout, stderr } = await run(['record', path, '--no-stderr', ...perl(complains)])
    expect([stdout, stderr]).toEqual([
      `${path}: 2 answers, replays`,
      'ninehole: it wrote 10 bytes to standard error that the transcript does not have',
    ])
    expect(read(path)).toMatch(/\n> a\nyes\n> b\nyes\n$/)
    expect((await run(['verify', path])).stdout).toBe(
      [
        '2 of 2 sessions as recorded',
        '',
        `${path}: wrote 10 bytes to standard error that the transcript does not have`,
        "'# stderr: shown' makes it part of a transcript, '# stderr: none' a failure",
      ].join('\n'),
    )
    const report = JSON.parse((await run(['verify', path, '--reporter', 'json'])).stdout)
    expect(report.cases.map(({ ok, unseen }: { ok: boolean; unseen?: number }) => [ok, unseen])).toEqual([
      [true, 10],
      [true, 10],
    ])
  })
})

describe('without a file name', { concurrent: true }, () => {
  test('the last output is the name, and no file is overwritten', async () => {
    const place = mkdtempSync(join(folder, 'unnamed-'))
    const args = ['record', '--game', 'tic-tac-toe', '--lines', '0 3 1 4 2']
    expect((await run(args, '', place)).stdout).toBe('x-won.transcript: 5 answers, replays')
    expect((await run(args, '', place)).stdout).toBe('x-won-2.transcript: 5 answers, replays')
    expect(readFileSync(join(place, 'x-won.transcript'), 'utf8')).toMatch(/^# X won\.\n\$ tic-tac-toe\n/)
    mkdirSync(join(place, 'fixtures/tic-tac-toe'), { recursive: true })
    expect((await run(args, '', place)).stdout).toBe('fixtures/tic-tac-toe/x-won.transcript: 5 answers, replays')
  })

  test('nor a command or a game, it is a usage error', { tags: 'slow' }, async () => {
    expect(await run(['record', '--lines', 'a'])).toMatchObject({
      exitCode: 2,
      stderr: 'ninehole: record: say what to record: use --game NAME or -- COMMAND',
    })
  })
})

describe('another program', { ...needsTerminal(), concurrent: true }, () => {
  const ask = 'function ask() { printf("> "); fflush(); return 1 }'
  const programs: [string, string, string, ...string[]][] = [
    ['python3', '^(?:>>>|\\.\\.\\.) ', `'def f():' ' return "a b"' '' 'f()' 1/0 ^D`, '-q', '-i'],
    ['sh', '^[$#] ', "'echo a' 'exit 4'", '-i'],
    [
      'perl',
      '^> ',
      `a '' 'b  c' 'é"' q`,
      '-e',
      '$|=1; print "> "; while(<>){chomp; exit 2 if /^q/; print length,"\\n> "}',
    ],
  ]
  /** Similar ones; run with DEEP=1, as `npm run test:deep` sets it. */
  const more: typeof programs = [
    ['bc', '', '1+1 2*4 quit', '-q'],
    ['sqlite3', '^(?:sqlite>|   \\.\\.\\.>) ', `'select 1' ';' .quit`],
    ['bash', '^\\w+> ', 'joe ^D', '-c', 'read -p "name> " n; echo "hi $n"; read -p "again> " || echo; exit 3'],
    ['dc', '', "'1 2 + p' q"],
    ['ed', '', 'a hello . ,n Q', '-p', '* '],
    ['awk', '^> ', "a '' 'b  c'", `${ask} BEGIN { while (ask() && (getline line) > 0) print length(line) }`],
    ['tclsh', '^% ', "'expr 1+1' 'exit 3'"],
    ['gdb', '^\\(gdb\\) ', "'print 1+1' quit", '-q', '-nx'],
    ['node', '^> ', `1+1 '"a"' .exit`, '-i'],
    ['factor', '', '12 97 ^D'],
  ]
  for (const [program, prompt, lines, ...args] of process.env.DEEP ? [...programs, ...more] : programs) {
    test(program, { ...needs(program), tags: program === 'perl' ? [] : ['slow'] }, async () => {
      const path = `${program}.transcript`
      const command = ['--lines', lines, '--', program, ...args]
      const { exitCode, stderr, stdout } = await run(['record', path, '--pty', '--prompt', prompt, ...command])
      expect([stderr, exitCode]).toEqual(['', 0])
      const recorded = parseTranscript(path, readFileSync(join(folder, path), 'latin1'))
      expect(recorded.command).toBe(shlex.join([program, ...args]))
      if (stdout.includes('only')) expect(recorded.comments).toContain('# pty: only')
      else expect((await run(['verify', path])).exitCode).toBe(0)
    })
  }
})

const person = (args: readonly string[], env?: Record<string, string>, afterwards?: string) =>
  personAt(folder, ['record', ...args], env, afterwards)

describe('a person', { ...needsTerminal(), concurrent: true }, () => {
  test('plays one of our games, mistypes and corrects it', async () => {
    const path = 'ortho/by-hand.transcript'
    const { sees, types, isDone } = await person([path, '--', 'ortho', '-n', '3', '-m', '3'])
    await sees('Choose any row or column > ')
    types('c4\x7f3\r')
    await sees('Player 2 (O) - ')
    types('nonsense\x15r3\r')
    await sees('Player 1 (X) - ')
    types('quit\r')
    await sees('3 answers, replays')
    expect(await isDone()).toBe(0)
    expect(read(path)).toMatch(/ > c3\nSelected col 3.* > r3\n.* > quit\nExiting game\.\n$/s)
    expect((await run(['verify', path])).exitCode).toBe(0)
  })

  test('plays a program with unknown prompts', async () => {
    const program =
      '$|=1; print "Who are you? "; $n=<>; $i=1; do { print "$n$i> " } while (defined($_=<>) && ++$i); print "\\n"'
    const { sees, types, isDone } = await person(['untold.transcript', '--', 'perl', '-e', program])
    await sees('Who are you? ')
    types('me\r')
    await sees('1> ')
    types('a\r')
    await sees('2> ')
    types('\r')
    await sees('3> ')
    types('\x04')
    await sees('4 answers, replays')
    expect(await isDone()).toBe(0)
    expect(read('untold.transcript')).toMatch(
      /^# prompt: \^\(\?:.*\n\$ .*\nWho are you\? me\nme\n1> a\nme\n2> \nme\n3> \^D\n$/m,
    )
  })

  test('answers where there is no prompt', { ...needs('ed'), tags: 'slow' }, async () => {
    const { sees, types, isDone } = await person(['line-editor.transcript', '--', 'ed', '-p', '* '])
    for (const line of ['a', 'hello', '.', ',p', 'Q']) {
      // While ed takes text it prompts for nothing, so that only its echo can be seen.
      if (!['hello', '.'].includes(line)) await sees('* ')
      types(`${line}\r`)
      await sees(line)
    }
    await sees('ninehole: replaying')
    await sees('5 answers, replays')
    expect(await isDone()).toBe(0)
    expect(read('line-editor.transcript')).toBe(
      "# Line editor.\n# prompt: ^(?:\\* )\n# unprompted: hello .\n$ ed -p '* '\n* a\nhello\n.\n* ,p\nhello\n* Q\n",
    )
  })

  test('types a password, which is neither shown nor written', needs('python3'), async () => {
    const program = `import getpass; name = input('name: '); word = getpass.getpass('password: '); print('welcome', name, len(word))`
    const path = 'password.transcript'
    const { sees, types, isDone, screen, echoes } = await person([path, '--', 'python3', '-c', program])
    await sees('name: ')
    types('joe\r')
    await sees('password: ')
    // The echo of the person's terminal is turned off a moment later.
    await vi.waitFor(async () => expect(await echoes()).toBe(false), { timeout: 100_000 })
    types('secret\r')
    await sees('welcome joe 6')
    await vi.waitFor(async () => expect(await echoes()).toBe(true), { timeout: 100_000 })
    await sees('hidden')
    expect(await isDone()).toBe(0)
    expect(screen()).not.toContain('secret')
    expect(read(path)).not.toContain('secret')
    expect(read(path)).toMatch(/^# Not replayed: .*\n# pty: only\n/m)
    expect(read(path)).toContain('password: <hidden>\n')
  })

  test('types a password in a session that cannot be written', { ...needs('python3'), tags: 'slow' }, async () => {
    const program = `import getpass; print('x > a'); getpass.getpass('> '); print('x > b')`
    const path = 'unwritable-password.transcript'
    const args = [path, '--prompt', '> ', '--', 'python3', '-c', program]
    const { sees, types, isDone, screen, echoes } = await person(args, {}, 'stty -a')
    await sees('x > a')
    await sees('> ')
    await vi.waitFor(async () => expect(await echoes()).toBe(false), { timeout: 100_000 })
    types('secret\r')
    await sees('to play it again')
    expect(await isDone()).toBe(2)
    // The last output may come after the exit.
    await sees(' echo ')
    expect(screen()).not.toContain('secret')
    expect(read(`${path}.rejected`)).not.toContain('secret')
  })

  test('gives up at a password: the echo is on again', { ...needs('python3'), tags: 'slow' }, async () => {
    const program = `import getpass; getpass.getpass('password: ')`
    const args = ['never.transcript', '--', 'python3', '-c', program]
    const { sees, types, isDone, echoes } = await person(args, {}, 'stty -a')
    await sees('password: ')
    await vi.waitFor(async () => expect(await echoes()).toBe(false), { timeout: 100_000 })
    types('\x03')
    expect(await isDone()).toBe(130)
    await sees(' echo ')
  })

  test('is asked for the name of the file', { tags: 'slow' }, async () => {
    const { sees, types, isDone } = await person(['--', 'tic-tac-toe'])
    for (const move of '03142') {
      await sees('> ')
      types(`${move}\r`)
    }
    await sees('write it to: ')
    await sees('x-won.transcript')
    types('\x15ortho/there-is-none/x.transcript\r')
    await sees('ninehole: ortho/there-is-none: no such folder')
    await sees('write it to: ')
    await sees('x-won.transcript')
    types('\x15by-name.transcript\r')
    await sees('by-name.transcript: 5 answers, replays')
    expect(await isDone()).toBe(0)
    expect(read('by-name.transcript')).toMatch(/^# By name\.\n/)
  })

  test('cuts a session off', { tags: 'slow' }, async () => {
    const path = 'ortho/cut-by-hand.transcript'
    const { sees, types, isDone } = await person([path])
    await sees(' > ')
    types('c3\r')
    await sees('Player 2 (O) - ')
    types('\x1c')
    expect(await isDone()).toBe(0)
    expect(read(path)).toMatch(/ > c3\n[\s\S]* > $/)
  })

  type GivingUp = [name: string, giveUp: (terminal: Awaited<ReturnType<typeof person>>) => void, status: number]
  async function leavesNothing(...[name, giveUp, status]: GivingUp) {
    const mark = { NINEHOLE_TEST: randomUUID() }
    const path = `ortho/given-up-${name}.transcript`
    const terminal = await person([path], mark)
    await terminal.sees(' > ')
    terminal.types('c3\r')
    await terminal.sees(' > ')
    if (existsSync('/proc')) expect(marked(mark)).toBeGreaterThan(1)
    giveUp(terminal)
    expect(await terminal.isDone()).toBe(status)
    await vi.waitFor(() => expect(marked(mark)).toBe(0), { timeout: 100_000 })
    expect(files().filter((file) => file.includes(name))).toEqual([])
  }
  const givesUp = 'gives up: %s leaves no file and no process'
  test.each<GivingUp>([['^C', ({ types }) => types('\x03'), 130]])(givesUp, leavesNothing)
  test.each<GivingUp>([
    ['SIGTERM', ({ pid }) => process.kill(pid, 'SIGTERM'), 143],
    ['SIGHUP', ({ pid }) => process.kill(pid, 'SIGHUP'), 129],
    ['SIGKILL', ({ pid }) => process.kill(pid, 'SIGKILL'), 137],
  ])(givesUp, { tags: 'slow' }, leavesNothing)
})

describe('a session that cannot be written', { concurrent: true }, () => {
  /** Its output contains its own prompt. */
  const program = ['--', 'perl', '-e', '$|=1; print "a > b\\n> "; <STDIN>; print "> "; <STDIN>']

  test('is saved in another file, with the lines that play it again', async () => {
    const { stderr, exitCode } = await run(
      ['record', 'unwritable.transcript', '--prompt', '> ', ...program],
      "it's\nc d\n",
    )
    const why = `unwritable.transcript: b is output; use --prompt '^(?:> )'; the answers would read as b 'it'"'"'s' 'c d' (prompt: > )`
    const [first = '', ...others] = stderr.split('\n')
    expect(others).toEqual(['ninehole: the session is in unwritable.transcript.rejected', `ninehole: ${why}`])
    const [, lines = ''] = /^ninehole: to play it again: --lines (.*)$/.exec(first) ?? []
    const { stdout: unquoted } = execaSync('sh', ['-c', `printf %s ${lines}`])
    expect(splitLines(unquoted)).toEqual(["it's", 'c d'])
    expect(exitCode).toBe(2)
    expect(files()).not.toContain('unwritable.transcript')
    const [reason, again, command, ...session] = read('unwritable.transcript.rejected').split('\n')
    expect(reason).toBe(`# Not a transcript: ${why}`)
    expect(again).toBe(`# To play it again: --lines ${lines}`)
    expect(command).toMatch(/^\$ perl -e /)
    expect(session).toEqual(['a > b', "> it's", '> c d', ''])
  })

  test('where that cannot be written either, the reason is still told', async () => {
    const name = `${'x'.repeat(240)}.transcript`
    const { stderr, exitCode } = await run(['record', name, '--prompt', '> ', ...program], 'a\nb\n')
    expect(stderr.split('\n').slice(1)).toEqual([
      `ninehole: ${name}.rejected: name too long`,
      expect.stringContaining(`${name}: b is output`),
    ])
    expect(exitCode).toBe(2)
  })

  test('the lines are printed if the program failed', { tags: 'slow' }, async () => {
    const sleeps = ['--', 'perl', '-e', '$|=1; print "> "; <STDIN>; sleep 60']
    const { stderr } = await run(
      ['record', 'silent.transcript', '--timeout', '1', '--prompt', '> ', ...sleeps],
      'a\nb\n',
    )
    expect(stderr.split('\n')[0]).toBe("ninehole: to play it again: --lines 'a b'")
    expect(files()).not.toContain('silent.transcript.rejected')
  })
})

describe('killed at any moment', { concurrent: true }, () => {
  async function isWholeOrNot(ms: number) {
    const mark = { NINEHOLE_TEST: randomUUID() }
    const path = `ortho/killed-${ms}.transcript`
    const args = ['record', path, '--lines', 'c3 r3 quit', ...(ms % 40 === 0 && !noPty ? ['--pty'] : [])]
    await execa(process.execPath, [ninehole, ...args], {
      cwd: folder,
      env: mark,
      timeout: ms,
      killSignal: 'SIGKILL',
      reject: false,
    })
    await vi.waitFor(() => expect(marked(mark)).toBe(0), { timeout: 100_000 })
    if (existsSync(join(folder, path))) expect(read(path)).toMatch(/Exiting game\.\n$/)
    expect(files().filter((file) => file.includes(`killed-${ms}.`) && !file.endsWith(path))).toEqual([])
  }
  const moment = 'after %i ms: no process, and the file whole or not there'
  test.each([300])(moment, isWholeOrNot)
  test.each([20, 120, 180, 240, 400, 600])(moment, { tags: 'slow' }, isWholeOrNot)
})

test('where there is no pseudo-terminal, --pty is a usage error', { tags: 'slow' }, async () => {
  const bare = mkdtempSync(join(folder, 'bare-'))
  await cp('dist', join(bare, 'dist'), { recursive: true })
  await cp('package.json', join(bare, 'package.json'))
  mkdirSync(join(bare, 'node_modules'))
  for (const name of readdirSync('node_modules')) {
    if (name !== '@lydell') symlinkSync(resolve('node_modules', name), join(bare, 'node_modules', name))
  }
  const args = ['record', 'ortho/bare.transcript', '--pty', '--lines', 'c3 quit']
  const options = { cwd: folder, reject: false } as const
  const { exitCode, stderr } = await execa(process.execPath, [join(bare, 'dist/ninehole.js'), ...args], options)
  expect(stderr).toMatch(/^ninehole: --pty: no pseudo-terminal here \(.*\)$/)
  expect(exitCode).toBe(2)
})

/** The error on a session whose prompts a pattern matches only in part. */
function misread(turns: readonly Turn[]): string {
  const head = parseTranscript('x.transcript', '# prompt: ^>\n$ x\n')
  const recording = {
    turns: [...turns, { output: 'bye\n' }],
    end: { how: 'cut' },
    isHidden: false,
    unsent: undefined,
  } as const
  try {
    withSession(head, recording, head.settings.prompt)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('what would be misread comes first, and few of many answers are named', () => {
  const answers = Array.from({ length: 4000 }, (_, at) => `a${at}`)
  expect(misread(answers.map((answer) => ({ output: '>? ', answer })))).toBe(
    "x.transcript: answer 1, a0, is lost; use --prompt '^(?:>\\? )'; " +
      "the answers would read as '? a0' '? a1' '? a2' '? a3' '? a4' … and 3,995 more (prompt: ^>)",
  )
  const long = misread([{ output: '>? ', answer: 'x'.repeat(1e6) }])
  expect(long).toMatch(
    /^x\.transcript: answer 1, x+… 999,800 more characters, is lost; .* read as '\? x+… 999,\d+ more char/,
  )
})

test('a pattern of many prompts is not printed', () => {
  const turns = Array.from({ length: 100 }, (_, at) => ({ output: `>${at}? `, answer: 'a' }))
  expect(misread(turns)).toMatch(
    /: answer 1, a, is lost; find the prompts out with --prompt ''; the answers .* and 95 more/,
  )
})

test('lines are split as a shell does it', () => {
  const split = (text: string) => splitLines(text)
  expect(split('')).toEqual([])
  expect(split(` c3  r3\n"" 'a "b"' "a 'b' \\"c\\" \\\\ \\d" a' 'b \\\\ é ^D`)).toEqual([
    ...['c3', 'r3', '', 'a "b"', `a 'b' "c" \\ \\d`, 'a b', '\\', '\xc3\xa9', null],
  ])
  expect(split('^Dx ^D')).toEqual(['^Dx', null])
  expect(() => split("a 'b")).toThrow('a quote is not closed')
  expect(() => split('a "b \\"')).toThrow('a quote is not closed')
})

test('lines are joined as they are split', () => {
  const lines = ['c3', '', 'a b', `it's "so"`, '\\', `a'\\"`, 'x\t', '\xc3\xa9', null]
  expect(splitLines(joinLines(lines))).toEqual(lines)
  expect(joinLines(['c3', 'a b', '', null])).toBe("c3 'a b' '' ^D")
})

test.each([
  [['bc', '-q'], 'bc -q'],
  [['a b', '', "it's", '$x', '*'], `'a b' '' 'it'"'"'s' '$x' '*'`],
  [['A=b', 'C=d', '--x=y'], 'A=b C=d --x=y'],
  [['é', '~', '#', '!'], `'é' '~' '#' '!'`],
])('a command is quoted so that a shell runs it again: %j', (words, line) => {
  expect(shlex.join(words)).toBe(line)
  const { stdout } = execaSync('sh', ['-c', `printf '<%s>' ${line}`])
  expect(stdout).toBe(words.map((word) => `<${word}>`).join(''))
})
