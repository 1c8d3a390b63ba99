import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runtimes } from '../entries/runtimes.ts'
import { compare } from '../session/compare.ts'
import type { Program } from '../session/program.ts'
import type { Input, Way } from '../session/script.ts'
import type { Script } from '../session/session.ts'
import { unscriptedProgram } from '../transcripts/converse.ts'
import { Launcher } from './launcher.ts'
import { processProgram } from './process.ts'
import { needsCalls, needsTerminal, testFolder } from './test-helpers.ts'
import { openWorker } from './worker/program.ts'

/** What every program must show, whatever plays its sessions. */

const { folder } = testFolder()
const programs = new Launcher({ cwd: folder, env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } })
afterAll(() => programs.close())

const newlines = { name: 'n', oneOf: ['\n'], times: '*' } as const
const exit = { how: 'exit', status: 0 } as const

/** Asks twice and repeats both answers. */
const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: [newlines, '1+2\n'] }],
  end: exit,
}
const cutOff: Script = { turns: [...script.turns.slice(0, 1), { output: 'B> ' }], end: { how: 'cut' } }
const endOfInput: Script = { turns: [{ output: 'A> ', answer: null }, { output: 'bye\n' }], end: exit }
/** Repeats a line that is not UTF-8. */
const odd: Script = { turns: [{ output: 'A> ', answer: '\xff\xc3' }, { output: '\udcff\udcc3\n' }], end: exit }
/** So long that a program may write 140,000 bytes, more than usual. */
const long: Script = { turns: [{ output: [newlines, 'x'.repeat(70_000)] }], end: exit }

interface Behaviour {
  readonly name: string
  /** For processes, in Perl; absent where it is for the worker only. */
  readonly perl?: string
  /** For the worker: calls of the functions in test-data/prelude.cjs. */
  readonly code?: string
  readonly script?: Script
  readonly verdict: string
  readonly fault?: string
  readonly variations?: readonly string[]
  /** Only where each answer is given after its prompt, or only where all are there at once. */
  readonly lockStep?: boolean
}

const perl = 'print "A> ";chomp($a=<STDIN>);print "B> ";chomp($b=<STDIN>);print "$a+$b\\n"'
const code = 'say("A> ");a=ask();say("B> ");b=ask();say(a,"+",b,"\\n")'
const right = { perl, code, verdict: 'AC' }
/** The right program with another text. */
const but = (text: string, other: string) => ({ perl: perl.replace(text, other), code: code.replace(text, other) })
const first = 'print "A> ";<STDIN>;'
const firstCode = 'say("A> ");a=ask();'
const wrong = { verdict: 'WA', fault: 'output' }
const early = { verdict: 'WA', fault: 'early', lockStep: true }
const stopped = { fault: 'stopped' }

const behaviours: readonly Behaviour[] = [
  { name: 'is right', ...right },
  {
    name: 'writes single bytes',
    perl: `sub p{print for split//,shift}p"A> ";<STDIN>;p"B> ";<STDIN>;p"1+2\\n"`,
    code: 'say("A");say(">");say(" ");a=ask();say("B");say("> ");b=ask();say("1","+");say("2");say("\\n")',
    verdict: 'AC',
  },
  {
    name: 'uses a variation, complains and ends with a status',
    perl: `${perl.replace('print "$a', 'print "\\n$a')};print STDERR "oh";exit 3`,
    code: `${code.replace('say(a', 'say("\\n",a')};complain("oh");exit(3)`,
    verdict: 'AC',
    variations: ['n', 'exit-status', 'stderr'],
  },
  { name: 'is cut off', ...right, script: cutOff },
  { name: 'is at the end of its input', perl: `${first}print "bye\\n"`, script: endOfInput, verdict: 'AC' },
  {
    name: 'repeats bytes that are not UTF-8',
    perl: 'print "A> ";print scalar <STDIN>',
    code: `${firstCode}say(a,"\\n")`,
    script: odd,
    verdict: 'AC',
  },
  { name: 'leaves lines unread', ...right, script: { ...script, leftover: ['3', '4'] }, lockStep: false },
  { name: 'says something else', perl: perl.replace('+$b', '-$b'), code: code.replace('"+"', '"-"'), ...wrong },
  { name: 'says too much', perl: `${perl};print "!"`, code: `${code};say("!")`, ...wrong },
  { name: 'says nothing more', perl: first, code: firstCode, verdict: 'WA', fault: 'short' },
  { name: 'crashes', perl: `${first}exit 255`, code: `${firstCode}crash()`, verdict: 'RTE', fault: 'short' },
  { name: 'kills itself', perl: `${first}kill 9,$$;sleep 9`, verdict: 'RTE', fault: 'short' },
  { name: 'says a newline after the prompt', ...but('A> "', 'A> \\n"'), ...early },
  {
    name: 'says a newline after the prompt, in a write of its own',
    perl: perl.replace('print "A> "', 'print "A> ";print "\\n"'),
    code: code.replace('say("A> ")', 'say("A> ");say("\\n")'),
    ...early,
  },
  { name: 'does not wait for the answer', perl: 'print "A> B> ";<STDIN>', code: 'say("A> B> ");a=ask()', ...early },
  { name: 'is silent', perl: 'sleep 99', verdict: 'TLE', ...stopped },
  {
    name: 'waits for another line',
    perl: `${first}<STDIN>;sleep 99`,
    // Where the system does not show it, it may as well sleep.
    verdict: 'skip' in needsCalls() ? 'TLE' : 'ILE',
    ...stopped,
    lockStep: true,
  },
  { name: 'loops', perl: '1 while 1', code: 'spin()', verdict: 'TLE', ...stopped },
  { name: 'does not end', perl: `${perl};sleep 99`, verdict: 'TLE', fault: 'endless' },
  { name: 'floods', perl: 'print "x"x9999 while 1', code: 'flood("x")', ...wrong },
  {
    name: 'floods with what is allowed',
    perl: perl.replace('print "$a', 'print "\\n"x9999 while 1;print "$a'),
    code: code.replace('say(a', 'flood("\\n");say(a'),
    verdict: 'OLE',
    ...stopped,
  },
  {
    name: 'writes as much as it may',
    code: 'fill("\\n",70000);fill("x",70000)',
    script: long,
    verdict: 'AC',
    variations: ['n'],
  },
  { name: 'writes a byte more', code: 'fill("\\n",70001);fill("x",70000)', script: long, verdict: 'OLE', ...stopped },
]

/** One way in which programs are played. */
interface Kind {
  readonly name: string
  readonly lockStep: boolean
  shows(behaviour: Behaviour): boolean
  /** One at a time if the program is the worker, which has one source. */
  open(behaviour: Behaviour): Program
}

const inProcess = (name: string, way: Way): Kind => ({
  name: `a process ${name}`,
  lockStep: way !== 'stdin',
  shows: ({ perl }) => perl !== undefined,
  open: ({ perl }) => processProgram(programs, ['perl', '-e', `$|=1;${perl}`], way),
})

/** Played as a reference: of the script, only the answers count. */
const byItsPrompts: Kind = {
  name: 'a process that is played by its prompts',
  lockStep: true,
  shows: ({ perl, fault }) => perl !== undefined && fault !== 'stopped',
  open: ({ perl }) => unscriptedProgram(programs, ['perl', '-e', `$|=1;${perl}`], /^[AB]> /),
}

const [node] = runtimes
const prelude = readFileSync(join(import.meta.dirname, 'test-data/prelude.cjs'), 'utf8')

function inWorker(input: Input): Kind {
  const command = [process.execPath, node?.worker ?? '']
  const options = {
    runtime: { isJavaScript: true, isCommonJs: true },
    input,
    file: join(folder, 'entry.cjs'),
    command,
  } as const
  const worker = openWorker(programs, options)
  afterAll(() => worker.close())
  return {
    name: `the worker, ${input}`,
    lockStep: input === 'interactive',
    shows: ({ code }) => code !== undefined,
    open: ({ code = '' }) => worker.programOf(`${prelude}${code};`),
  }
}

function behavesAsAll({ lockStep, shows, open, name }: Kind) {
  const shown = behaviours.filter((behaviour) => behaviour.lockStep !== !lockStep && shows(behaviour))
  const each = name.includes('worker') ? test : test.concurrent
  each.each(shown)('$name', async ({ verdict, fault, variations = [], ...behaviour }) => {
    const { script: asked = script } = behaviour
    const session = await open({ verdict, ...behaviour }).play(asked, { milliseconds: 200 })
    const outcome = compare(asked, session, { lockStep })
    // A terminal shows standard error as output.
    if (name.endsWith('terminal') && variations.includes('stderr')) return
    expect([outcome.verdict, outcome.fault]).toEqual([verdict, fault])
    if (verdict !== 'AC') return
    expect([...outcome.variations]).toEqual(variations)
    expect(session.turns.map(({ answer }) => answer)).toEqual(asked.turns.map(({ answer }) => answer))
  })
}

const processes = [inProcess('on pipes', 'interactive'), inProcess('with all its input at once', 'stdin'), byItsPrompts]
describe.each([...processes, inWorker('interactive'), inWorker('stdin')])('$name', behavesAsAll)
describe.each([inProcess('in a terminal', 'pty')])('$name', { ...needsTerminal(), tags: 'slow' }, behavesAsAll)
