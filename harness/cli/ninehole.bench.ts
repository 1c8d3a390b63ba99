import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, bench, describe } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../base/package-root.ts'
import { locate } from '../entries/installed.ts'
import { runtimes } from '../entries/runtimes.ts'
import { completeGames, explore } from '../games/explore.ts'
import { formatTranscript } from '../transcripts/transcript.ts'

/*
 * Measures whole commands, as a user runs them: `verify` beside expect, pexpect and cram, then `judge` and `perft`. The time
 * includes the start of the command; the best time counts.
 *
 * The tools run the same 200 recorded sessions of 20 answers with the same program, and compare every byte and the exit
 * status. expect and pexpect wait for a prompt before they answer, as we do; cram sends all lines at once. The others run one
 * session after the other, we run several at a time. Python takes as long to start as most programs do. Perl starts in a
 * millisecond or two, so the time is that of the tools.
 */

/** A command to measure; `undefined` if it is not installed. */
type Measured = readonly string[] | undefined

const folder = mkdtempSync(join(tmpdir(), 'ninehole-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ninehole = [process.execPath, join(packageRoot, 'dist/ninehole.js')]

/**
 * Runs each command several times, and prints how many things it does a second.
 * @param things what it does, with their number, or a function that reads it from what the command prints
 */
function measure(
  things: string,
  count: number | ((printed: string) => number),
  commands: Readonly<Record<string, Measured>>,
) {
  describe(things, () => {
    for (const [name, command] of Object.entries(commands)) {
      const [file, ...args] = command ?? []
      if (file === undefined) {
        bench.skip(`${name}: not installed`, () => {})
        continue
      }
      let best = 0
      const run = () => {
        const began = performance.now()
        const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 120_000, cwd: folder })
        if (status !== 0) throw new Error(`${name} failed: ${stdout}${stderr}`)
        const many = typeof count === 'number' ? count : count(stdout)
        best = Math.max(best, (many * 1000) / (performance.now() - began))
      }
      const teardown = (_: unknown, mode: string) => {
        const rate = Math.round(best).toLocaleString('en')
        if (mode === 'run' && best > 0) process.stdout.write(`${things}: ${rate} a second by ${name}\n`)
      }
      bench(name, run, { iterations: 2, time: 0, warmupIterations: 0, warmupTime: 0, throws: true, teardown })
    }
  })
}

const answers = 20
const games = [...completeGames(explore(ticTacToe) ?? [])]
const sessions = Array.from({ length: 200 }, (_, index) =>
  padded(games[Math.floor((index * games.length) / 200)] ?? []),
)

/** The same game in 20 answers: between its moves, the last move is repeated, which is illegal. */
function padded(moves: readonly string[]): string[] {
  const more = answers - moves.length
  const upTo = (index: number) => Math.floor((more * index) / (moves.length - 1))
  return moves.flatMap((move, index) => [
    move,
    ...(index < moves.length - 1 ? Array<string>(upTo(index + 1) - upTo(index)).fill(move) : []),
  ])
}

/** A program, and its answers in each session. */
interface Opponent {
  readonly runtime: string
  /** Its file, and the content to write there. */
  readonly path: string
  readonly source?: string
  readonly sessions: readonly (readonly string[])[]
}

const heap = `heap = 100
for turn in range(${answers}):
    heap -= int(input(f"{heap} left, how many do you take?> "))
print(f"You leave {heap}.")
`
const taken = sessions.map((_, index) =>
  Array.from({ length: answers }, (_, turn) => `${((index + 7) * (turn + 3)) % 5}`),
)

const ends = join(packageRoot, 'solutions/tic-tac-toe/perl-interactive/ends.pl')
const opponents: readonly Opponent[] = [
  { runtime: 'perl', path: ends, sessions },
  { runtime: 'python', path: join(folder, 'heap.py'), source: heap, sessions: taken },
]

/** A recorded session: the answers, the texts around them, and the exit status. */
interface Recorded {
  readonly lines: readonly string[]
  readonly texts: readonly string[]
  readonly status: number
}

function record(command: readonly string[], lines: readonly string[]): Recorded {
  const [file = '', ...args] = command
  const { stdout, status } = spawnSync(file, args, {
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'latin1',
  })
  const texts = stdout.split(/(?<=> )/)
  if (texts.length !== lines.length + 1) throw new Error(`${command.join(' ')} did not ask ${lines.length} times`)
  return { lines, texts, status: status ?? -1 }
}

/** A session as a terminal shows it, split at the prompts: each text begins with the answer before it. */
const shown = ({ lines, texts }: Recorded) =>
  texts.map((text, index) => (index === 0 ? '' : `${lines[index - 1]}\n`) + text)

/** One transcript per session. */
const transcriptOf = (command: readonly string[], session: Recorded) =>
  formatTranscript({
    comments: ['# prompt: > ', `# status: ${session.status}`],
    command: command.join(' '),
    session: shown(session).join(''),
  })

/** One script for all sessions. Its manual teaches no options; with `-nottycopy -nottyinit`, it starts programs in half the time. */
const expectOf = (options: string, command: readonly string[], recorded: readonly Recorded[]) => `log_user 0
proc session {answers texts last status} {
  spawn -noecho ${options} ${command.join(' ')}
  foreach answer $answers text $texts {
    expect -ex "> "
    if {$expect_out(buffer) ne $text} {exit 1}
    send -- "$answer\\n"
  }
  expect eof
  if {$expect_out(buffer) ne $last} {exit 1}
  if {[lindex [wait] 3] != $status} {exit 1}
}
${recorded
  .map((session) => {
    const quoted = shown(session).map((text) => `"${text.replaceAll('\n', '\\r\\n')}"`)
    return `session {${session.lines.join(' ')}} {${quoted.slice(0, -1).join(' ')}} ${quoted.at(-1)} ${session.status}`
  })
  .join('\n')}
`

/** One script for all sessions, without the pauses that pexpect makes for slow programs. */
const pexpectOf = ([file, ...args]: readonly string[], recorded: readonly Recorded[]) => `import json, sys, pexpect
for session in json.loads(${JSON.stringify(JSON.stringify(recorded.map((one) => ({ ...one, shown: shown(one) }))))}):
    *texts, last = [text.replace("\\n", "\\r\\n").encode() for text in session["shown"]]
    child = pexpect.spawn(${JSON.stringify(file)}, ${JSON.stringify(args)})
    child.delaybeforesend = child.delayafterread = None
    child.ptyproc.delayafterclose = 0
    for answer, text in zip(session["lines"], texts):
        child.expect_exact("> ")
        if child.before + child.after != text: sys.exit(1)
        child.sendline(answer)
    child.expect_exact(pexpect.EOF)
    if child.before != last or child.wait() != session["status"]: sys.exit(1)
    child.close()
`

/** A session for cram, which runs all those of a file in one shell. */
const cramOf = (command: readonly string[], { lines, texts, status }: Recorded) => {
  const output = texts.join('').replace(/^(?=.)/gm, '  ')
  const end = output.endsWith('\n') ? '' : ' (no-eol)\n'
  const input = [`  $ ${command.join(' ')} <<END`, ...lines.map((line) => `  > ${line}`), '  > END\n'].join('\n')
  return `${input}${output}${end}${status === 0 ? '' : `  [${status}]\n`}`
}

const succeeds = (...[file = '', ...args]: string[]) => spawnSync(file, args).status === 0
const hasExpect = succeeds('expect', '-v')
const cram = ['cram', 'cram3'].find((name) => succeeds(name, '--version'))
const python = ['python3', '/usr/bin/python3'].find((name) => succeeds(name, '-c', 'import pexpect'))

for (const { runtime, path, source, sessions } of opponents) {
  const found = runtimes.find(({ name }) => name === runtime)
  const file = found && (await locate(found))?.program
  if (file === undefined) continue
  if (source !== undefined) writeFileSync(path, source)
  const command = [file, path]
  const recorded = sessions.map((lines) => record(command, lines))
  const here = join(folder, runtime)
  mkdirSync(join(here, 'transcripts'), { recursive: true })
  for (const [index, session] of recorded.entries())
    writeFileSync(join(here, 'transcripts', `${index}.transcript`), transcriptOf(command, session), 'latin1')
  writeFileSync(join(here, 'expect'), expectOf('', command, recorded))
  writeFileSync(join(here, 'expect-fast'), expectOf('-nottycopy -nottyinit', command, recorded))
  writeFileSync(join(here, 'pexpect'), pexpectOf(command, recorded))
  const forCram = recorded.map((session) => cramOf(command, session))
  writeFileSync(join(here, 'cram.t'), forCram.join('\n'))
  mkdirSync(join(here, 'cram'))
  for (const [index, session] of forCram.entries()) writeFileSync(join(here, 'cram', `${index}.t`), session)
  measure(`transcripts of ${runtime}`, recorded.length, {
    'ninehole, lock-step': [...ninehole, 'verify', join(here, 'transcripts'), '--input', 'interactive'],
    'ninehole, all at once': [...ninehole, 'verify', join(here, 'transcripts'), '--input', 'stdin'],
    'ninehole, each in lock-step and all at once': [...ninehole, 'verify', join(here, 'transcripts')],
    'expect, lock-step': hasExpect ? ['expect', join(here, 'expect')] : undefined,
    'expect without stty, lock-step': hasExpect ? ['expect', join(here, 'expect-fast')] : undefined,
    'pexpect, lock-step': python === undefined ? undefined : [python, join(here, 'pexpect')],
    'cram, all at once, a file each': cram === undefined ? undefined : [cram, join(here, 'cram')],
    'cram, all at once, one file for all': cram === undefined ? undefined : [cram, join(here, 'cram.t')],
  })
}

const solution = (path: string) => join(packageRoot, 'solutions/tic-tac-toe', path)
const judging = (path: string, suite: string, sandbox: string): Measured => [
  ...ninehole,
  'judge',
  solution(path),
  '--suite',
  suite,
  '--sandbox',
  sandbox,
  '--reporter',
  'json',
]
const sessionsIn = (report: string) => {
  const [{ plan }] = (JSON.parse(report) as { cases: [{ plan: { sessions: number }[] }] }).cases
  return plan.reduce((sum, { sessions }) => sum + sessions, 0)
}
measure('judged sessions', sessionsIn, {
  'real processes': judging('perl-interactive/ends.pl', 'positions', 'off'),
  'real processes, in the sandbox': succeeds('bwrap', '--version')
    ? judging('perl-interactive/ends.pl', 'positions', 'auto')
    : undefined,
  'one process of Node': judging('node-args/ends.ts', 'games', 'off'),
})

for (const [game, depth] of [
  ['ordo', '4'],
  ['ordo-x', '2'],
] as const)
  measure(`leaves of ${game} perft ${depth}`, Number, { ninehole: [...ninehole, 'perft', game, '-d', depth] })
