import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as shlex from 'shlex'
import { describe, expect, test, vi } from 'vitest'
import { UsageError } from '../base/usage-error.ts'
import { personAt } from '../cli/test-data/person.ts'
import { run } from '../cli/test-helpers.ts'
import { userContext } from '../run/launcher.ts'
import { needs, needsCalls, needsTerminal, testFolder } from '../run/test-helpers.ts'
import type { End, Turn } from '../session/session.ts'
import type { RecordedSession } from './converse.ts'
import { parsePrompt } from './prompt.ts'
import { ownFolderIn, recordAgain, record as recordSession, transcriptOf, whatVaries, whyUnfit } from './record.ts'
import { formatTranscript, parseTranscript, splitLines, turnsOf } from './transcript.ts'
import { reportOfError } from './verify.ts'

const { folder, write } = testFolder()
mkdirSync(join(folder, 'ortho'))

const record = (words: readonly string[], input = '', cwd = folder) => run(['record', ...words], { cwd, input })
const verified = async (path: string) => (await run(['verify', path], { cwd: folder })).stdout
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const files = () => readdirSync(folder, { recursive: true }).map(String)
const perl = (program: string) => ['--', 'perl', '-e', `$|=1;${program}`]
/** Records the answers `a` and `b` of a program in Perl. */
const recordTwo = (path: string, program: string, ...options: string[]) =>
  record([path, '--answers', 'a b', '--prompt', '^> ', ...options, ...perl(program)])

test('a flood ends at the limit of output, in time by its size', async () => {
  const head = parseTranscript('x', '# prompt: ^> \n$ sh -c "printf \'> \'; read line; yes"\n')
  const options = { limits: { milliseconds: 60_000 }, context: userContext(), isInTerminal: false, isJoined: true }
  const began = process.cpuUsage()
  const { end } = await recordSession(head, undefined, ['x', 'y'].values(), options)
  expect(end).toEqual({ how: 'flood', bytes: 16 * 1024 * 1024 })
  expect(process.cpuUsage(began).user / 1e6).toBeLessThan(5)
})

test('the folder names the game; lines from standard input may be empty, odd, and the end of input', async () => {
  const path = 'ortho/odd.transcript'
  expect(await record([path], 'c3\n\n  R 3 \né\t\n^D')).toMatchObject({ status: 0 })
  expect(read(path)).toMatch(/^# Odd\.\n\$ ortho\n/)
  for (const answer of ['\n', '  R 3 \n', 'é\t\n', '^D\n']) expect(read(path)).toContain(` > ${answer}`)
})

test('a session without answers is recorded only if --answers says so; one with a key is not', async () => {
  const words = ['none.transcript', '--prompt', '', '--', 'echo', 'hi']
  const { status, stderr } = await record(words)
  expect([status, stderr.split('\n').length]).toEqual([2, 2])
  expect(stderr).toContain("has no answers: type them, give them with --answers, or say --answers '' for none\n")
  const key = 'standard input: ^C would be typed as two characters'
  expect((await record(words, 'a\n^C\n')).stderr).toContain(key)
  expect((await record(['--answers', '', ...words])).stdout).toBe('none.transcript: 0 answers, replays\n')
})

test('a password that is read from the terminal itself is typed, and hidden', needsTerminal(), async () => {
  const asks = 'print "name? "; <>; open T, "/dev/tty"; system "stty -echo"; print "word? "; <T>; print "hi\\n"'
  await record(['word.transcript', '--pty', '--prompt', '', '--answers', 'joe secret', ...perl(asks)])
  expect(read('word.transcript')).toMatch(/\nname\? joe\nword\? <hidden>\nhi\n$/)
})

test('unknown prompts are found behind a sleep, and beside a job in the background', needsCalls(), async () => {
  const code =
    'sleep 0.5; printf "a? "; read a; sleep 60 >/dev/null 2>&1 & printf "b? "; read b; sleep 0.5; echo "$a$b"'
  await record(['jobs.transcript', '--prompt', '', '--answers', '1 2', '--', 'sh', '-c', code])
  expect(read('jobs.transcript')).toMatch(/\na\? 1\nb\? 2\n12\n$/)
})

describe('no transcript is written', () => {
  test.each([
    ['there.transcript --game ortho', /^there\.transcript: exists already \(--force/],
    ['x.transcript -- cat', /^cat: what do its prompts look like\? --prompt/],
    ["x.transcript --prompt '>' -- no-such-program", /^no-such-program: cannot be started: is it there/],
    ['x.transcript', /^x\.transcript: its folder is not named after a game: use --game/],
    ["x.transcript --prompt '>' -- sh -c 'a\nb'", /with a newline/],
    ['x.transcript --game ortho --answers a\ufffd', /^--answers: not UTF-8: give the answers on/],
  ])('no transcript is written for the options %j', async (line, why) => {
    const place = mkdtempSync(join(folder, 'place-'))
    writeFileSync(join(place, 'there.transcript'), 'there')
    const { status, stderr } = await record(shlex.split(`--answers c3 ${line}`), '', place)
    expect(stderr.replace(/^ninehole: (.*)\n$/, '$1')).toMatch(why)
    expect(status).toBe(2)
    expect(readdirSync(place)).toEqual(['there.transcript'])
    expect(readFileSync(join(place, 'there.transcript'), 'utf8')).toBe('there')
  })

  test.each([
    ['draws on the whole screen', 'print "\\e[?1049h~ ";<STDIN>', 'draws on the whole screen (ESC [?1049h): a'],
    [
      'waits where there is no prompt',
      'print "menu\\n"; while (<STDIN>) { print "menu\\n" }',
      'does not end after its last output, which is no prompt (in Node, readline keeps a pipe open: call process.exit()); if it reads on, end the answers with ^D\n',
      '',
    ],
    ['writes for ever', '$| = 1; print "on " while !select undef, undef, undef, 0.1', 'took more than 3 s for one'],
    [
      'takes a single key',
      'system "stty -icanon"; print "> "; sysread STDIN, $c, 1; system "stty icanon"; print "\\n> "; <STDIN>',
      'reacts to a key before Enter: ',
    ],
  ])('no transcript is written of a program that %s', needsTerminal(), async (what, program, why, prompt = '^> ') => {
    const pty = what.includes('key') ? ['--pty'] : []
    const words = ['x.transcript', ...pty, '--timeout', '0.3', '--prompt', prompt, '--answers', 'a', ...perl(program)]
    const { status, stderr } = await record(words)
    expect(stderr.replace(/^ninehole: perl -e '.*?': /, '').slice(0, why.length)).toBe(why)
    expect([status, files().includes('x.transcript')]).toEqual([2, false])
  })

  const counts = 'echo x >>runs; '
  test.concurrent.each<[what: string, script: string, varies: string]>([
    ['a number and a path', 'echo "it is $$"; echo "in /tmp/x$$/y"', 'number path'],
    ['the date', 'echo "today is $(date +%F)"', 'date'],
    ['a greeting of four\x07, by luck', `${counts}[ "$(grep -c x runs)" = 5 ] && echo Hi || echo Hello`, ''],
  ])('no transcript is written where the output varies: %s', async (what, script, varies) => {
    const path = `${what}.transcript`
    const program = `printf "> "; read -r x; ${script}`
    const { status, stdout, stderr } = await record([path, '--prompt', '', '--answers', 'a', '--', 'sh', '-c', program])
    expect([status, files().includes(path)]).toEqual([1, false])
    expect(stdout).toMatch(`${path.replace('\x07', '␇')}: not written, as it `)
    const options = [...stderr.matchAll(/# varies: (\w+)$/gm)].map(([, kind]) => kind)
    expect(options.sort().join(' ')).toBe(varies)
    const [, again = ''] = /^ninehole: this replays: npx ninehole record (.*)$/m.exec(stderr) ?? []
    if (varies !== '') expect(await record(shlex.split(again))).toMatchObject({ status: 0 })
  })
})

describe('record finds out what it takes', { ...needsTerminal(), concurrent: true }, () => {
  const recorded = async (path: string, lines: string, ...command: string[]) => {
    const words = [path, '--timeout', '0.5', '--prompt', '', '--answers', lines, '--', ...command]
    const { status, stdout, stderr } = await record(words)
    expect([status, stderr.replace(/^ninehole: on pipes: .*\n/, '')], stdout).toEqual([0, ''])
    return { said: `${stdout}${stderr}`, text: read(path).replace(/^\$ .*$/m, '$ …') }
  }
  test.each([
    [
      'never, where the session is cut off',
      'for (;;) { print "first? "; <STDIN>; print "second? "; <STDIN> }',
      /replays, cut off where it waits for another, in a .* \(# pty: only\)\nninehole: on pipes: wrote nothing after/,
    ],
    [
      'in lines',
      'print "first?\\n"; $a = <STDIN>; print "second?\\n"; $b = <STDIN>; print $a * $b, "\\n"',
      /replays, in a pseudo-terminal only \(# pty: only\)\nninehole: on pipes: reads before it has/,
    ],
  ])('a program that flushes %s is recorded in a terminal', async (when, program, remarks) => {
    const { said, text } = await recorded(`flushes ${when}.transcript`, '6 7', 'perl', '-e', program)
    expect(said).toMatch(remarks)
    expect(text).toMatch(/\n# pty: only\n(# unprompted: 6 7\n)?\$ …\nfirst\?\s6\nsecond\?\s7\n/)
  })

  test.each([
    ['reads all its input first', '1 2 ^D', '$s += $_ while <>; print "$s\\n"'],
    ['has a child that reads a line', 'a c b', 'print "n? ";<>;system "head","-n1";print "m? ";print scalar <>'],
    ['takes all there is', 'a b c', 'sysread STDIN,$_,99 and print "$_" for 1..3'],
    [
      'reads keys, and shows them',
      'Ada',
      'system "stty raw -echo"; print "> "; $_.=$c while sysread(STDIN,$c,1)&&$c ne "\\r";print "\\n$_\\n"',
    ],
  ])('a session of a program that %s is verified', async (what, lines, program) => {
    const pty = what.includes('keys') ? ['--pty'] : []
    const words = [`${what}.transcript`, ...pty, '--prompt', '', '--answers', lines, ...perl(program)]
    expect((await record(words)).status).toBe(0)
    expect(await verified(`${what}.transcript`)).toMatch(/^(\d) of \1 sessions as recorded\n$/)
  })

  test.each([
    [
      'has a thread that sleeps',
      'python3',
      'import threading as t, time; input("a? "); w = t.Thread(target=time.sleep, args=[2]); w.start(); w.join(); input("b? ")',
    ],
    ['works', 'perl', '$| = 1; print "a? "; <>; 1 while (times)[0] + (times)[1] < 2; print "b? "; <>'],
  ])('a program that %s is waited for', { ...needs('python3'), tags: 'slow' }, async (name, ...[program, code]) => {
    const { text } = await recorded(`${name}.transcript`, '1 2', program, program === 'perl' ? '-e' : '-c', code)
    expect(text).toMatch(/\n# timeout: \d+\n\$ …\na\? 1\nb\? 2\n$/)
  })

  test('a prompt that a program shows in a terminal only is named', async () => {
    const program = '$| = 1; print "first? " if -t; $a = <STDIN>; print "$a"'
    const words = ['asks.transcript', '--prompt', '', '--answers', '6', ...perl(program)]
    expect((await record(words)).stderr).toBe("ninehole: in a terminal it asks 'first? ': --pty records that\n")
    expect(read('asks.transcript')).toMatch(/\n6\n6\n$/)
  })

  test('a timer of Node is no question', async () => {
    const code = `const rl = require('readline/promises').createInterface({ input: process.stdin, output: process.stdout });
      rl.question('a? ').then((a) => setTimeout(() => rl.question('b? ').then((b) => { console.log(a + b); rl.close() }), 400))`
    const { text } = await recorded('timer.transcript', '1 2', process.execPath, '-e', code.replaceAll('\n', ''))
    expect(text).toContain('\na? 1\nb? 2\n12\n')
  })

  test('a session that shows the folder replays in another', async () => {
    const cwd = mkdtempSync(join(folder, 'own-'))
    const words = shlex.split("x.transcript --prompt '' --answers a -- sh -c")
    words.push('printf "> "; read -r x; echo "in $PWD/x"')
    const { stderr } = await record(words, '', cwd)
    expect(stderr).toBe(`ninehole: it shows a folder of this machine, ${cwd}: # varies: path\n`)
    renameSync(cwd, `${cwd}-elsewhere`)
    const { stdout } = await run(['verify', 'x.transcript'], { cwd: `${cwd}-elsewhere` })
    expect(stdout).toMatch(/^2 of 2 sessions as recorded\n/)
  })
})

const complains = 'for(1..2){print "> ";$_=<STDIN>;print STDERR "no $_";print "yes\\n"}'
const holdsBack = `$|=0;for(1..2){print "> ";vec($r='',0,1)=1;$|=select($r,undef,undef,.1)<1;$_=<STDIN>;print STDERR "no $_"}`

test.concurrent.each<[what: string, program: string, options: string[], remarks: string, session: string]>([
  ['appears', complains, [], ', with standard error (# stderr: shown)', '> a\nno a\nyes\n> b\nno b\nyes\n'],
  [
    'appears if each answer waits for its prompt',
    holdsBack,
    [],
    ', line by line only (# input: interactive), with standard error (# stderr: shown)',
    '> a\nno a\n> b\nno b\n',
  ],
  ['is left out, and counted', complains, ['--no-stderr', '--force'], '', '> a\nyes\n> b\nyes\n'],
])('standard error %s', async (what, program, options, remarks, session) => {
  const path = `${what}.transcript`
  if (options.includes('--force')) write(path, 'there')
  const { stdout, stderr } = await recordTwo(path, program, ...options)
  expect(stdout).toBe(`${path}: 2 answers, replays${remarks}\n`)
  const more = 'wrote 10 bytes to standard error that the transcript does not have'
  expect(stderr).toBe(remarks === '' ? `ninehole: it ${more}\n` : '')
  expect(read(path).replace(/^(#|\$) .*\n/gm, '')).toBe(session)
  if (remarks === '') expect(await verified(path)).toContain(`${path}: ${more}`)
})

const person = (args: readonly string[], env?: Record<string, string>, afterwards?: string) =>
  personAt(folder, ['record', ...args], env, afterwards)

describe('a person at a terminal', { ...needsTerminal(), concurrent: true }, () => {
  test('a person plays a program with unknown prompts, mistypes and corrects it', async () => {
    const program =
      '$|=1; print "Who are you? "; $n=<>; $i=1; do { print "$n$i> " } while (defined($_=<>) && ++$i); print "\\n"'
    const { sees, types, isDone } = await person(['untold.transcript', '--', 'perl', '-e', program])
    await sees('Who are you? ')
    types('mr\x7fe\r')
    await sees('1> ')
    types('nonsense\x15a\r')
    await sees('2> ')
    types('\r')
    await sees('3> ')
    types('\x04')
    await sees('4 answers, replays')
    expect(await isDone()).toBe(0)
    expect(read('untold.transcript')).toMatch(
      /^# prompt: \^\(\?:.*\n# compare: exact\n\$ .*\nWho are you\? me\nme\n1> a\nme\n2> \nme\n3> \^D\n$/m,
    )
  })

  test('a person sees once what they type', needs('bash'), async () => {
    const code = 'read -e -p "> " x; echo "[$x]"'
    const { sees, types, isDone, screen } = await person(['line-read.transcript', '--', 'bash', '-c', code])
    await sees('> ')
    types('ab\r')
    await sees('1 answer, replays')
    expect(await isDone()).toBe(0)
    expect(screen()).toMatch(/> ab\r\n\[ab\]\r\n/)
  })

  test.each([
    ['x\r', 0, 'x\r\nninehole: replaying'],
    ['\x1c', 2, '^\\\r\nninehole: sh '],
  ])('no blank line is between the keys %j to a program and the next remark', async (keys, status, shown) => {
    const { sees, types, isDone, screen } = await person([`${status}.transcript`, '--', 'sh', '-c', 'echo go; read a'])
    await sees('go\r\n')
    types(keys)
    expect(await isDone()).toBe(status)
    expect(screen()).toContain(`go\r\n${shown}`)
  })

  test('a password that a person types is neither shown nor written', needs('python3'), async () => {
    const program = `import getpass; name = input('name: '); word = getpass.getpass('password: '); print('welcome', name, len(word))`
    const path = 'password.transcript'
    const args = [path, '--', 'python3', '-c', program]
    const { sees, types, isDone, screen, echoes } = await person(args, {}, 'stty -a')
    await sees('name: ')
    types('joe\r')
    await sees('password: ')
    // The echo of the person's terminal is turned off a moment later.
    await vi.waitFor(async () => expect(await echoes()).toBe(false), { timeout: 100_000 })
    types('secret\r')
    await sees('welcome joe 6')
    await sees('in place of <hidden>')
    await sees(' echo ')
    expect(await isDone()).toBe(0)
    expect(screen()).not.toContain('secret')
    expect(read(path)).not.toContain('secret')
    expect(read(path)).toMatch(/^# Not replayed: .*\n[^$]*^# pty: only\n/m)
    expect(read(path)).toContain('password: <hidden>\n')
    write(path, read(path).replace(/<hidden>$/m, 'secret'))
    expect(await verified(path)).toBe('1 of 1 sessions as recorded\n')
  })

  test('the echo is on again once a person gives up at a password', { ...needs('python3'), tags: 'slow' }, async () => {
    const args = ['never.transcript', '--', 'python3', '-c', "import getpass; getpass.getpass('password: ')"]
    const { sees, types, isDone, echoes } = await person(args, {}, 'stty -a')
    await sees('password: ')
    await vi.waitFor(async () => expect(await echoes()).toBe(false), { timeout: 100_000 })
    types('\x03')
    expect(await isDone()).toBe(130)
    expect(files().join()).not.toContain('never.')
    await sees(' echo ')
  })

  test('a person cuts a session off with ^\\', { tags: 'slow' }, async () => {
    const path = 'ortho/cut-by-hand.transcript'
    const { sees, types, isDone } = await person([path])
    await sees(' > ')
    types('c3\r')
    await sees('Player 2 (O) - ')
    types('\x1c')
    expect(await isDone()).toBe(0)
    expect(read(path)).toMatch(/ > c3\n[\s\S]* > $/)
  })
})

test.concurrent.each([
  ['fails', 'print "> "; <STDIN>; sleep 1000', 2],
  ['does not replay', 'print "> "; <STDIN>; print "$$\\n> "; <STDIN>', 1],
])('the lines of a session that %s are printed, to play it again', async (name, program, expected) => {
  const words = [`${name}.transcript`, '--timeout', '0.3', '--prompt', '> ', ...perl(program)]
  const { stderr, status } = await record(words, "it's\nc d\n")
  const [, again = ''] = /^ninehole: (?:to play it again|this replays): npx ninehole record (.*)$/m.exec(stderr) ?? []
  const all = shlex.split(again)
  expect(splitLines(all[all.indexOf('--answers') + 1] ?? '')).toEqual(["it's", 'c d'])
  expect(status).toBe(expected)
  expect(files().join()).not.toContain(name)
  expect((await record(all)).stderr).not.toContain('what do its prompts')
})

const promptOf = (source: string) => {
  const parsed = parsePrompt(source)
  if ('error' in parsed) throw new Error(parsed.error)
  return parsed.value
}
const exit: End = { how: 'exit', status: 0 }

/** A recording in which a program wrote these texts, and got an answer after each but the last. */
const recordingOf = (
  outputs: readonly string[],
  answers: readonly (string | null)[],
  end: End = exit,
): RecordedSession => ({
  turns: outputs.map((output, at) => ({ output, ...(at < answers.length && { answer: answers[at] ?? null }) })),
  end,
})

const everyByte = String.fromCharCode(...Array(256).keys())

test.each<[name: string, outputs: string[], answers: (string | null)[], session: string, settings?: string]>([
  ['a prompt inside an answer', ['> ', 'bye\n'], ['a > b'], '> a > b\nbye\n'],
  [
    'what looks like a setting or a command, and every byte',
    ['# status: 3\n$ x\n> ', '$ y\n> ', everyByte],
    ['# status: 3', '$ x'],
    `# status: 3\n$ x\n> # status: 3\n$ y\n> $ x\n${everyByte}`,
  ],
  ['answers without prompts', ['', '', '', '3\n'], ['1', '2', null], '1\n2\n^D3\n', '# unprompted: 1 2 ^D\n'],
  [
    'an empty answer at the start, and one after an empty line',
    ['', 'Sure?\n\n', ''],
    ['', ''],
    '\nSure?\n\n\n',
    "# unprompted: '' ''\n# unanswered: 2\n",
  ],
  ['an end at a prompt, which is not cut off', ['> ', '> '], ['a'], '> a\n> ', '# status: 0\n'],
  [
    'output that begins like a prompt, behind an answer that does',
    ['> say\n> ', '> 4\n> ', '> \nbye\n'],
    ['> 4', null],
    '> say\n> > 4\n> 4\n> ^D> \nbye\n',
    '# unanswered: 1 3\n',
  ],
])('a session is written so that it reads as it was: %s', (_, outputs, answers, session, settings = '') => {
  const head = parseTranscript('x.transcript', '# prompt: ^> \n$ x\n')
  const recording = recordingOf(outputs, answers)
  const transcript = transcriptOf(head, undefined, recording)
  expect(formatTranscript(transcript)).toBe(`# prompt: ^> \n${settings}$ x\n${session}`)
  expect(turnsOf(transcript, promptOf('^> '))).toEqual(recording.turns)
})

const silent: End = { how: 'silent', milliseconds: 1000 }
const flood: End = { how: 'flood', bytes: 9 }

test.each<[outputs: string[], (string | null)[], Partial<RecordedSession>, prompt: string, why: RegExp]>([
  [[''], [], { end: silent }, '^> ', /^no output for 1 s$/],
  [['Hi\n? '], [], { end: silent }, '', /^no output for 1 s: if "\? " is a prompt, say so: --prompt/],
  [['Hi\n'], [], { end: silent }, '', /^no output for 1 s$/],
  [['> ', 'hello\n'], ['a'], { end: silent }, '^> ', /after answer 1, 'a': .* not match the detected prompt \^> $/],
  [[''], [], { unsent: 'a', stderr: 'x: gone' }, '^> ', /^ended before 'a' could be sent, with exit status 0: x: gone/],
  [['oh\n'], [], { unsent: null }, '^> ', /^ended before the end of input could be sent, with exit status 0: oh/],
  [['> ', ''], [null], { end: flood }, '^> ', /^wrote more than 9 bytes after the end of input/],
  [['', '', ''], ['a', 'b'], { end: { how: 'cut' } }, '', /^wrote nothing after any answer/],
  [['? ', 'hi'], ['a'], { takesKeys: true }, '^> ', /^reacts to a key before Enter: an answer is a line, and other/],
])('why %j with the answers %j and %j is no session, where the prompt is %s', (outputs, answers, more, source, why) => {
  const recording = { ...recordingOf(outputs, answers), ...more }
  expect(whyUnfit(recording, source === '' ? undefined : promptOf(source), true)).toMatch(why)
})

const times = <Item>(count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at))

test.each<[what: string, turns: Turn[], settings: string, why: string]>([
  [
    'an answer without a prompt begins like the end of input',
    [{ output: 'a\n', answer: '^Da' }],
    '# unprompted:',
    '^D (prompt: none); give answers that begin neither with ^D nor like a prompt, or have the prompts detected with',
  ],
  [
    'few of many answers are named',
    times(100, (at) => ({ output: `>${at}? `, answer: 'a' })),
    '# prompt: ^>',
    `${times(10, (at) => `'${at}? a'`).join(' ')} … and 90 more (prompt: ^>); give answers`,
  ],
])('a session that would read as another one is not written: %s', (_, turns, settings, why) => {
  const recording = { ...recordingOf([], []), turns: [...turns, { output: 'bye\n' }] }
  const write = () => transcriptOf(parseTranscript('x.transcript', `${settings}\n$ x\n`), undefined, recording)
  expect(write).toThrow(`x.transcript: the answers would read as ${why}`)
})

/** A transcript of a program in sh as it would be recorded now. */
const updated = async (code: string, session: string, head = '# prompt: ^name\\? ') => {
  const transcript = parseTranscript('x.transcript', `${head}\n$ ${code}\n${session}`)
  const again = await recordAgain(transcript, [], { milliseconds: 2000 }, { cwd: folder, env: process.env })
  return formatTranscript(again.transcript).replace(/^#.*\n/gm, '')
}

const asks = "printf 'name? '; read -r line"

test.each([
  ['sh gone.sh', 'name? Ada\nname? Bob\nhi\n', /2 of 2 answers .* \(Ada Bob\): .* exit status 2.*gone\.sh/],
  [asks, 'name? Ada\nname? ^D\n', /1 of 2 answers .* \(\^D\): .* exit status 0;/],
  [
    "printf 'your name? '; read -r line",
    'name? Ada\n',
    /"your name\? " does not .*'# prompt:' must match it and the rec/,
  ],
  [
    `${asks}; echo hi`,
    'your name? Ada\nhi\n',
    /^x.* not written, as the program asks once more after 0 answers, where/,
  ],
])('an update by %s keeps the answers in %j', async (code, session, why) => {
  await expect(updated(code, session)).rejects.toThrow(why)
})

test('an update leaves what varies as it was recorded', async () => {
  const code = `${asks}; echo "took $(date +%N)ms"; echo "hello $line"`
  const now = await updated(code, 'name? Ada\ntook 3ms\nhi\n', '# prompt: ^name\\? \n# varies: number')
  expect(now).toBe(`$ ${code}\nname? Ada\ntook 3ms\nhello Ada\n`)
})

test('a session shows the present time if it was that up to a minute ago, outside its varying places', async () => {
  const shownAt = async (time: string, settings = '# unprompted:') => {
    const transcript = parseTranscript('x.transcript', `${settings}\n$ x\nsaved at 14:05\n`)
    const replayed = { transcript, report: { ...reportOfError('x', new UsageError('x', 'y')), ok: true } }
    return [...(await whatVaries(replayed, async () => replayed, new Date(`2026-11-28T${time}Z`)))].join()
  }
  for (const time of ['14:05:59', '14:06:59']) expect(await shownAt(time)).toBe('time,14:05')
  for (const time of ['14:04:59', '14:07:00']) expect(await shownAt(time)).toBe('')
  expect(await shownAt('14:05:59', '# varies: time')).toBe('')
})

test('a session shows a folder of this machine, but not where that is the root, which any address has', () => {
  const shown = parseTranscript('x.transcript', '# unprompted:\n$ x\nhttp://a.org/home/ann/x\n')
  const atHome = (HOME: string) => ownFolderIn(shown, { cwd: '/none', env: { HOME } })
  expect(['/home/ann', '/home/a', '/'].map(atHome)).toEqual(['/home/ann', undefined, undefined])
})
