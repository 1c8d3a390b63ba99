import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { locate, runtimes } from '../entries/runtimes.ts'
import { gameProgram } from '../games/test-helpers.ts'
import { compare } from '../session/compare.ts'
import type { Limits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import type { Way } from '../session/script.ts'
import type { Script, Session, Turn } from '../session/session.ts'
import { outputOf } from '../session/session.ts'
import { unscriptedProgram } from '../transcripts/unscripted.ts'
import { processProgram } from './process.ts'
import { Programs } from './programs.ts'
import { needs, needsTerminal, testFolder } from './test-helpers.ts'
import { workerProgram } from './worker/program.ts'

/** Tests that every program must pass, whatever plays its sessions. */

const { folder } = testFolder()
const programs = new Programs({ cwd: folder, env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } })
afterAll(() => programs.close())

const limits = { milliseconds: 400 }

/** Asks twice and says what it heard. */
const script: Script = {
  turns: [
    { output: 'A> ', answer: '1' },
    { output: 'B> ', answer: '2' },
    { output: [{ name: 'n', oneOf: ['\n'], times: '*' }, '1+2\n'] },
  ],
  end: { how: 'exit', status: 0 },
}
const cutOff: Script = { turns: [...script.turns.slice(0, 1), { output: 'B> ' }], end: { how: 'cut' } }
const endOfInput: Script = {
  turns: [{ output: 'A> ', answer: null }, { output: 'bye\n' }],
  end: { how: 'exit', status: 0 },
}
/** Repeats a line that is not UTF-8. */
const odd: Script = {
  turns: [{ output: 'A> ', answer: '\xff\xc3' }, { output: '\udcff\udcc3\n' }],
  end: { how: 'exit', status: 0 },
}

/** The behaviour of a program, in each of the forms that we have programs of. */
interface Behaviour {
  readonly name: string
  readonly perl: string
  /** In each language that has a worker: calls of the functions of its prelude. */
  readonly code?: string
  readonly session?: Session
  readonly script?: Script
  readonly verdict: string
  readonly fault?: string
  readonly variations?: readonly string[]
  /** Only where each answer is given after its prompt, or only where all are there at once. */
  readonly lockStep?: boolean
  /** A worker's own part: each language shows it. What is the same for all is shown by one. */
  readonly isOfLanguage?: true
}

const right = 'print "A> ";chomp($a=<STDIN>);print "B> ";chomp($b=<STDIN>);print "$a+$b\\n"'
const rightCode = 'say("A> ");a=ask();say("B> ");b=ask();say(a,"+",b,"\\n")'
const turns = (...outputs: string[]): Turn[] =>
  outputs.map((output, index) => ({ output, ...(index < outputs.length - 1 && { answer: `${index + 1}` }) }))
const exit = (status: number) => ({ how: 'exit', status }) as const

const behaviours: readonly Behaviour[] = [
  {
    name: 'is right',
    perl: right,
    code: rightCode,
    session: { turns: turns('A> ', 'B> ', '1+2\n'), end: exit(0) },
    verdict: 'AC',
  },
  {
    name: 'writes single bytes',
    perl: 'sub p{print for split//,shift}p"A> ";<STDIN>;p"B> ";<STDIN>;p"1+2\\n"',
    code: 'say("A");say(">");say(" ");a=ask();say("B");say("> ");b=ask();say("1","+");say("2");say("\\n")',
    verdict: 'AC',
  },
  {
    name: 'uses a variation, complains and ends with a status',
    isOfLanguage: true,
    perl: `${right.replace('print "$a', 'print "\\n$a')};print STDERR "oh";exit 3`,
    code: `${rightCode.replace('say(a', 'say("\\n",a')};complain("oh");exit(3)`,
    session: { turns: turns('A> ', 'B> ', '\n1+2\n'), end: exit(3), stderr: 'oh' },
    verdict: 'AC',
    variations: ['n', 'exit-status', 'stderr'],
  },
  {
    name: 'is cut off',
    perl: right,
    code: rightCode,
    session: { turns: turns('A> ', 'B> '), end: { how: 'cut' } },
    script: cutOff,
    verdict: 'AC',
  },
  {
    name: 'hears the end of input',
    perl: 'print "A> ";<STDIN>;print "bye\\n"',
    session: { turns: [{ output: 'A> ', answer: null }, { output: 'bye\n' }], end: exit(0) },
    script: endOfInput,
    verdict: 'AC',
  },
  {
    name: 'repeats bytes that are not UTF-8',
    isOfLanguage: true,
    perl: 'print "A> ";print scalar <STDIN>',
    code: 'say("A> ");a=ask();say(a,"\\n")',
    session: { turns: [{ output: 'A> ', answer: '\xff\xc3' }, { output: '\xff\xc3\n' }], end: exit(0) },
    script: odd,
    verdict: 'AC',
  },
  {
    name: 'leaves lines unread',
    perl: right,
    code: rightCode,
    script: { ...script, leftover: ['3', '4'] },
    verdict: 'AC',
    lockStep: false,
  },
  {
    name: 'says something else',
    perl: right.replace('+$b', '-$b'),
    code: rightCode.replace('"+"', '"-"'),
    session: { turns: turns('A> ', 'B> ', '1-2\n'), end: exit(0) },
    verdict: 'WA',
    fault: 'output',
  },
  {
    name: 'says something else and then crashes',
    perl: right.replace('+$b\\n"', '-$b\\n";exit 1'),
    code: `${rightCode.replace('"+"', '"-"')};exit(1)`,
    verdict: 'WA',
    fault: 'output',
  },
  { name: 'says too much', perl: `${right};print "!"`, code: `${rightCode};say("!")`, verdict: 'WA', fault: 'output' },
  {
    name: 'says nothing more',
    perl: 'print "A> ";<STDIN>',
    code: 'say("A> ");a=ask()',
    session: { turns: turns('A> ', ''), end: exit(0) },
    verdict: 'WA',
    fault: 'short',
  },
  {
    name: 'crashes',
    isOfLanguage: true,
    perl: 'print "A> ";<STDIN>;exit 255',
    code: 'say("A> ");a=ask();crash()',
    session: { turns: turns('A> ', ''), end: exit(255) },
    verdict: 'RTE',
    fault: 'short',
  },
  {
    name: 'kills itself',
    perl: 'print "A> ";<STDIN>;kill 9,$$;sleep 9',
    session: { turns: turns('A> ', ''), end: exit(137) },
    verdict: 'RTE',
    fault: 'short',
  },
  {
    name: 'says a newline after the prompt',
    perl: right.replace('A> "', 'A> \\n"'),
    code: rightCode.replace('A> "', 'A> \\n"'),
    session: { turns: turns('A> \n', 'B> ', '1+2\n'), end: exit(0) },
    verdict: 'WA',
    fault: 'early',
    lockStep: true,
  },
  {
    name: 'says a newline after the prompt, in a write of its own',
    perl: right.replace('print "A> "', 'print "A> ";print "\\n"'),
    code: rightCode.replace('say("A> ")', 'say("A> ");say("\\n")'),
    verdict: 'WA',
    fault: 'early',
    lockStep: true,
  },
  {
    name: 'does not wait for the answer',
    perl: 'print "A> B> ";<STDIN>',
    code: 'say("A> B> ");a=ask()',
    verdict: 'WA',
    fault: 'early',
    lockStep: true,
  },
  {
    name: 'is silent',
    perl: 'sleep 99',
    session: { turns: turns(''), end: { how: 'silent', milliseconds: 9 } },
    verdict: 'TLE',
    fault: 'stopped',
  },
  { name: 'loops', perl: '1 while 1', code: 'spin()', verdict: 'TLE', fault: 'stopped' },
  {
    name: 'does not end',
    perl: `${right};sleep 99`,
    session: { turns: turns('A> ', 'B> ', '1+2\n'), end: { how: 'silent', milliseconds: 9 } },
    verdict: 'TLE',
    fault: 'endless',
  },
  {
    name: 'floods',
    perl: 'print "x"x9999 while 1',
    code: 'flood("x")',
    verdict: 'WA',
    fault: 'output',
  },
  {
    name: 'floods with what is allowed',
    perl: right.replace('print "$a', 'print "\\n"x9999 while 1;print "$a'),
    code: rightCode.replace('say(a', 'flood("\\n");say(a'),
    session: { turns: turns('A> ', 'B> ', '\n\n\n'), end: { how: 'flood', bytes: 3 } },
    verdict: 'OLE',
    fault: 'stopped',
  },
]

/**
 * The functions that `code` may use, in each language that has a worker: `say` writes its arguments at once, `ask` returns a
 * line without its newline, `flood` never ends.
 */
const preludes = {
  node: `
const fs = require('fs'), say = (...s) => fs.writeSync(1, Buffer.from(s.join(''), 'latin1'))
const complain = s => fs.writeSync(2, s), exit = s => process.exit(s), crash = () => { throw 1 }, spin = () => { for (;;); }
const fill = (text, count) => say(text.repeat(count)), flood = text => { for (;;) fill(text, 9999) }
let rest = '', bytes = Buffer.alloc(9999)
function ask() {
  for (let length = 1; length > 0 && !rest.includes('\\n'); rest += bytes.toString('latin1', 0, length))
    length = fs.readSync(0, bytes)
  const line = rest.slice(0, rest.indexOf('\\n'))
  rest = rest.slice(line.length + 1)
  return line
}
var a, b
`,
  python: `
import sys
def say(*s): print(*s, sep='', end='', flush=True)
def complain(s): sys.stderr.write(s)
def crash(): 1/0
def spin():
  while True: pass
def fill(text, count): say(text*count)
def flood(text):
  while True: fill(text, 9999)
exit, ask = sys.exit, input
`,
  lua: `
function say(...) io.write(...):flush() end
function complain(s) io.stderr:write(s) end
function crash() error() end
function spin() while true do end end
function fill(text, count) say(text:rep(count)) end
function flood(text) while true do fill(text, 9999) end end
exit, ask = os.exit, io.read
`,
  perl: `
$| = 1;
sub say { print @_ } sub complain { print STDERR @_ } sub crash { die } sub spin { 1 while 1 }
sub fill { my ($text, $count) = @_; print $text x $count } sub flood { print $_[0] x 9999 while 1 }
sub ask { my $line = <STDIN>; chomp $line; $line }
my ($a, $b); sub a(): lvalue { $a } sub b(): lvalue { $b }
`,
  ruby: `
$stdout.sync = true
def say(*s) = print(*s)
def complain(s) = $stderr.print(s)
def crash() = raise('')
def spin() = loop {}
def fill(text, count) = say(text * count)
def flood(text) = loop { fill(text, 9999) }
def ask() = gets.chomp
`,
  php: `<?php
function say(...$s) { echo implode($s); }
function complain($s) { fwrite(STDERR, $s); }
function crash() { exit(255); }
function spin() { for (;;); }
function fill($text, $count) { say(str_repeat($text, $count)); }
function flood($text) { for (;;) fill($text, 9999); }
function ask() { return rtrim(fgets(STDIN), "\\n"); }
`,
} as const

const process_ = (way: Way) => (behaviour: Behaviour) =>
  processProgram(programs, ['perl', '-e', `$|=1;${behaviour.perl}`], way)

/** The program of each runtime that has a worker, if it is installed. */
const located = Object.fromEntries(
  await Promise.all(
    runtimes.map(async (row) => [row.name, row.worker && (await locate(row))?.program] as [string, string | undefined]),
  ),
)
const languages = (Object.keys(preludes) as (keyof typeof preludes)[]).filter((name) => located[name] !== undefined)
let files = 0
const workerOf =
  (name: keyof typeof preludes, input: 'interactive' | 'stdin') =>
  ({ code }: Behaviour): Program | undefined => {
    const runtime = runtimes.find((row) => row.name === name)
    const program = located[name]
    if (code === undefined || runtime?.worker === undefined || program === undefined) return undefined
    const { worker } = runtime
    const file = join(folder, `${++files}${runtime.isCommonJs ? '.cjs' : runtime.extension}`)
    const source = `${preludes[name] + (name === 'php' ? code.replace(/\b[ab](?=[=,])/g, '$$$&') : code)};`
    writeFileSync(file, source)
    const command = runtime.run.map((word, index) => (index === 0 ? program : word === '{file}' ? worker : word))
    return workerProgram(programs, { source, runtime, input, file, command })
  }
/** As a reference is played: of the script, only the answers count. */
const unscripted = ({ perl, session }: Behaviour) =>
  session && unscriptedProgram(programs, ['perl', '-e', `$|=1;${perl}`], /^[AB]> /)

/** The game that does what a right session shows. */
function game({ session, script: asked = script }: Behaviour): Program | undefined {
  if (session === undefined || session.end.how !== 'exit' || session.stderr !== undefined) return undefined
  const { turns, end } = session
  const { status } = end
  const reply = (turn: number) => {
    const output = Buffer.from(turns[turn]?.output ?? '', 'latin1').toString('latin1')
    return turn === turns.length - 1 ? { output: textOf(output), status } : { output, state: turn }
  }
  const playing: Game<number> = {
    name: 'questions',
    prompt: /^[AB]> /,
    open: () => reply(0),
    answer: (turn) => reply(turn + 1),
    legal: () => [],
    illegal: () => [],
    key: String,
  }
  return asked.end.how === 'exit' ? gameProgram(playing as Game<unknown>) : undefined
}
/** Bytes as a game writes them: what is not UTF-8 as lone surrogates. */
const textOf = (bytes: string) =>
  bytes.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)))

const recording = ({ session }: Behaviour): Program | undefined => session && { play: async () => session, close() {} }

type Kind = [name: string, open: (behaviour: Behaviour) => Program | undefined, lockStep: boolean]

/** A worker in another language, or with another input, than the one that shows all behaviours. */
const inLanguage = (name: keyof typeof preludes, input: 'interactive' | 'stdin'): Kind => [
  `a worker in ${name}, ${input}`,
  (behaviour) =>
    behaviour.isOfLanguage || behaviour.lockStep === false ? workerOf(name, input)(behaviour) : undefined,
  input === 'interactive',
]

function behavesAsAll(...[kind, open, lockStep]: Kind) {
  const shown = behaviours.flatMap((behaviour) => {
    const program = behaviour.lockStep === !lockStep ? undefined : open(behaviour)
    return program === undefined ? [] : [{ ...behaviour, program }]
  })
  test.concurrent.each(shown)('$name', async ({ program, script: asked = script, verdict, fault, variations = [] }) => {
    const session = await program.play(asked, limits)
    program.close()
    const outcome = compare(asked, session, { lockStep })
    const answersIn = ({ turns }: Session<unknown>) => turns.map(({ answer }) => answer)
    if (verdict === 'AC') expect(answersIn(session)).toEqual(answersIn(asked))
    // A terminal shows standard error as output.
    if (kind.endsWith('terminal') && variations.includes('stderr')) return
    expect({ ...outcome, variations: [...outcome.variations] }).toMatchObject({
      verdict,
      ...(fault !== undefined && { fault }),
      variations: verdict === 'AC' ? variations : outcome.variations,
    })
  })
}
describe.each<Kind>([
  ['a process on pipes', process_('interactive'), true],
  ['a process with all its input at once', process_('stdin'), false],
  ['a worker in node', workerOf('node', 'interactive'), true],
  inLanguage('node', 'stdin'),
  ...languages.filter((name) => name !== 'node').map((name) => inLanguage(name, 'interactive')),
  ['a process that is played by its prompts', unscripted, true],
  ['a game', game, true],
  ['a recording', recording, true],
])('%s', behavesAsAll)
describe.each<Kind>([['a process in a terminal', process_('pty'), true]])(
  '%s',
  { ...needsTerminal(), tags: 'slow' },
  behavesAsAll,
)

const held = (perl: string, way: Way = 'interactive', wanted = script, patience: Limits = limits) =>
  process_(way)({ name: '', perl, verdict: '' }).play(wanted, patience)

test('a program that keeps its prompt back is said to do so', async () => {
  expect((await held(`$|=0;${right}`)).end).toEqual({ how: 'silent', milliseconds: 400, later: 'flushed' })
})

test('a line without a prompt is sent when the program asks for it: one that takes all there is gets one line', async () => {
  const turns = [{ output: 'n? ', answer: 'a' }, { output: '', answer: 'b' }, { output: 'a\nb\n' }]
  const takesAll = 'print "n? ";sysread STDIN,$a,99;sysread STDIN,$b,99;print $a,$b'
  expect(await held(takesAll, 'interactive', { turns, end: exit(0) })).toEqual({ turns, end: exit(0) })
})

test('a program that closes its output and goes on', async () => {
  const session = await held('print "A> ";close STDOUT;sleep 99')
  expect(session.end).toEqual({ how: 'closed' })
  expect(compare(script, session, { lockStep: true })).toMatchObject({ verdict: 'WA', fault: 'short' })
})

test('a reply in pieces without end', async () => {
  const dribbles = 'for(;;){print "\\n";select undef,undef,undef,.02}'
  const wanted: Script = {
    ...script,
    turns: [{ output: [{ name: 'n', oneOf: ['\n'], times: '*' }, 'A> '], answer: '1' }, ...script.turns.slice(1)],
  }
  expect((await held(dribbles, 'interactive', wanted, { milliseconds: 100 })).end).toEqual({
    how: 'slow',
    milliseconds: 1000,
  })
})

describe('the same output is too much, whatever plays the session', () => {
  const newlines = { name: 'n', oneOf: ['\n'], times: '*' } as const
  const long = 'x'.repeat(70_000)
  /** A game that says so much that a program may write more than usual. */
  const wordy: Script = { turns: [{ output: [newlines, long] }], end: { how: 'exit', status: 0 } }
  const writing = (count: number): Behaviour => ({
    name: `writes ${count} bytes`,
    perl: `print "\\n"x${count - long.length},"x"x${long.length}`,
    code: `fill("\\n",${count - long.length});fill("x",${long.length})`,
    verdict: '',
  })
  const floods = (bytes: number) => ({ how: 'flood', bytes })
  const brief: Script = { ...wordy, turns: [{ output: [newlines, 'x'] }] }

  test.each([
    ['a process', process_('stdin')],
    ...languages.map((name) => [`a worker in ${name}`, workerOf(name, 'interactive')] as const),
  ] as const)('%s', async (_, open) => {
    const play = async (asked: Script, behaviour: Behaviour) => {
      const program = open(behaviour)
      const session = await program?.play(asked, { milliseconds: 5000 })
      program?.close()
      return [session?.end, session && outputOf(session).length]
    }
    expect(await play(wordy, writing(140_000))).toEqual([exit(0), 140_000])
    expect(await play(wordy, writing(140_001))).toEqual([floods(140_000), 140_000])
  })

  test('of sessions that a worker plays in one call, each has its own limit', async () => {
    const program = workerOf('node', 'interactive')(writing(140_000))
    const sessions = await program?.playAll?.([brief, wordy], { milliseconds: 5000 })
    program?.close()
    expect(sessions?.map(({ end }) => end)).toEqual([floods(131_072), exit(0)])
  })
})

test('no process is left behind, in the group or out of it', needs('pgrep'), async () => {
  const nap = `sleep ${1_000_000 + process.pid}`
  const children = `if(!fork){${nap}}if(!fork){setpgrp;${nap}}`
  expect((await held(`${children}${right}`)).end).toEqual(exit(0))
  expect((await held(`${children}${nap}`)).end).toMatchObject({ how: 'silent' })
  await vi.waitFor(() => expect(execaSync('pgrep', ['-f', nap], { reject: false }).stdout).toBe(''), {
    timeout: 30_000,
  })
})

test('who holds the pipes of a program that has ended is killed', needs('pgrep'), async () => {
  const nap = `sleep ${2_000_000 + process.pid}`
  const own = new Programs({ cwd: folder, env: { PATH: process.env.PATH } })
  onTestFinished(() => own.close())
  const talk = await own.start(['perl', '-e', `exec "${nap}" if !fork; print "bye"`])
  await talk.ended
  await vi.waitFor(() => expect(execaSync('pgrep', ['-f', nap], { reject: false }).stdout).toBe(''), {
    timeout: 10_000,
  })
})

test.each([
  ['no-such-program', ['no-such-program']],
  ['sh', ['sh', '-c', "exec './no such program' a; true"]],
  ['sh', ['sh', '-c', 'exec "$@" a', 'sh', 'no-such-program']],
  ['/etc/passwd', ['/etc/passwd']],
  ['/etc', ['/etc']],
])('a program that is not there, or is none: %s %j', async (name, command) => {
  await expect(processProgram(programs, command, 'stdin').play(script, limits)).rejects.toThrow(
    `${name}: cannot be started`,
  )
})

const complaint = 'echo "sh: 1: exec: x: not found"'
test.each([
  ['interactive', ['sh', '-c', `${complaint} >&2; exit 127`]],
  ['stdin', ['sh', '-c', `exec sh -c '${complaint} >&2; exit 127'`]],
  ['args', ['sh', '-c', 'exec "$@"', 'sh', 'sh', '-c', `${complaint} >&2; exit 127`]],
] as const)('a program that only says that one is not there: %s %j', async (way, command) => {
  const { end } = await processProgram(programs, command, way).play(script, limits)
  expect(end).toEqual({ how: 'exit', status: 127 })
})

test('an answer that is long in coming is held back also where a session is played again', async () => {
  const newline = { name: 'n', oneOf: ['\n'], times: '*' } as const
  const varied: Script = { ...script, turns: script.turns.with(1, { output: [newline, 'B> '], answer: '2' }) }
  const impatient = 'vec($r,0,1)=1;print "Hurry!" unless select $r,undef,undef,.2'
  const program = right.replace('print "B> "', `print "\\nB> ";${impatient}`).replaceAll('<STDIN>', 'hear')
  const hear = 'sub hear{my $l="";while(sysread STDIN,$c,1){last if $c eq "\\n";$l.=$c}$l}'
  const session = await held(`${hear}${program}`, 'interactive', varied, { milliseconds: 2000, pause: 1000 })
  expect(compare(varied, session, { lockStep: true })).toMatchObject({ verdict: 'WA' })
})
