import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, bench, describe } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { locate, runtimes } from '../entries/runtimes.ts'
import { completeGames, explore } from '../games/explore.ts'
import { packageRoot } from '../games/package-root.ts'
import { formatTranscript } from './transcript.ts'

/**
 * Measures how many recorded sessions each tool runs per second: the same 100 sessions of 20 answers with the same program.
 * The time includes the start of the tool. All tools compare every byte and the exit status. expect and pexpect wait for a
 * prompt before they answer, as we do; cram sends all lines at once. The others run one session after the other, we run
 * several at a time.
 *
 * There are two programs. Python takes as long to start as most programs do. Perl starts in a millisecond or two, so the
 * time is that of the tools; a third of ours is the start of Node.
 */
const answers = 20
const games = completeGames(explore(ticTacToe) ?? []) ?? []
const sessions = Array.from({ length: 100 }, (_, index) =>
  padded(games[Math.floor((index * games.length) / 100)] ?? []),
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
  /** How often each tool runs the sessions; the best time counts. */
  readonly times: number
  /** Whether to measure also our default, which runs each session in lock-step and all at once. */
  readonly twice?: boolean
}

const heap = `heap = 100
for turn in range(${answers}):
    heap -= int(input(f"{heap} left, how many do you take?> "))
print(f"You leave {heap}.")
`
const taken = sessions.map((_, index) =>
  Array.from({ length: answers }, (_, turn) => `${((index + 7) * (turn + 3)) % 5}`),
)

const folder = mkdtempSync(join(tmpdir(), 'ninehole-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ends = join(packageRoot, 'solutions/tic-tac-toe/perl-interactive/ends.pl')
const opponents: readonly Opponent[] = [
  { runtime: 'perl', path: ends, sessions, times: 2, twice: true },
  { runtime: 'python', path: join(folder, 'heap.py'), source: heap, sessions: taken, times: 1 },
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

/** What a terminal shows, split at the prompts: each text begins with the answer before it. */
const shown = ({ lines, texts }: Recorded) =>
  texts.map((text, index) => (index === 0 ? '' : `${lines[index - 1]}\n`) + text)

/** One transcript per session. */
const transcriptOf = (command: readonly string[], session: Recorded) =>
  formatTranscript({
    comments: ['# prompt: > ', `# status: ${session.status}`],
    command: command.join(' '),
    session: shown(session).join(''),
  })

/** One script for all sessions. With these options, expect starts programs in half the time. */
const expectOf = (command: readonly string[], recorded: readonly Recorded[]) => `log_user 0
proc session {answers texts last status} {
  spawn -noecho -nottycopy -nottyinit ${command.join(' ')}
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

/** One file for all sessions: with one file each, cram takes twice as long. */
const cramOf = (command: readonly string[], recorded: readonly Recorded[]) =>
  recorded
    .map(({ lines, texts, status }) => {
      const output = texts.join('').replace(/^(?=.)/gm, '  ')
      const end = output.endsWith('\n') ? '' : ' (no-eol)\n'
      const input = [`  $ ${command.join(' ')} <<END`, ...lines.map((line) => `  > ${line}`), '  > END\n'].join('\n')
      return `${input}${output}${end}${status === 0 ? '' : `  [${status}]\n`}`
    })
    .join('\n')

const succeeds = (...[file = '', ...args]: string[]) => spawnSync(file, args).status === 0
const cram = ['cram', 'cram3'].find((name) => succeeds(name, '--version'))
const python = ['python3', '/usr/bin/python3'].find((name) => succeeds(name, '-c', 'import pexpect'))
const ninehole = [process.execPath, join(packageRoot, 'dist/ninehole.js'), 'verify']

for (const { runtime, path, source, sessions, times, twice } of opponents) {
  const found = runtimes.find(({ name }) => name === runtime)
  const file = found && (await locate(found))?.program
  if (file === undefined) {
    bench.skip(`100 transcripts of ${runtime}: ${runtime} is not installed`, () => {})
    continue
  }
  if (source !== undefined) writeFileSync(path, source)
  const command = [file, path]
  const recorded = sessions.map((lines) => record(command, lines))
  const here = join(folder, runtime)
  mkdirSync(join(here, 'transcripts'), { recursive: true })
  for (const [index, session] of recorded.entries())
    writeFileSync(join(here, 'transcripts', `${index}.transcript`), transcriptOf(command, session), 'latin1')
  writeFileSync(join(here, 'expect'), expectOf(command, recorded))
  writeFileSync(join(here, 'pexpect'), pexpectOf(command, recorded))
  writeFileSync(join(here, 'cram.t'), cramOf(command, recorded))

  const tools: readonly (readonly [name: string, command: readonly string[] | undefined])[] = [
    ['ninehole, lock-step', [...ninehole, join(here, 'transcripts'), '--input', 'interactive']],
    ['expect, lock-step', succeeds('expect', '-v') ? ['expect', join(here, 'expect')] : undefined],
    ['pexpect, lock-step', python === undefined ? undefined : [python, join(here, 'pexpect')]],
    ['cram, all at once', cram === undefined ? undefined : [cram, join(here, 'cram.t')]],
    ...(twice
      ? [['ninehole, each in lock-step and all at once', [...ninehole, join(here, 'transcripts')]] as const]
      : []),
  ]
  describe(`100 transcripts of ${runtime}`, () => {
    for (const [name, tool] of tools) {
      const [file = '', ...args] = tool ?? []
      let best = Number.POSITIVE_INFINITY
      const teardown = () => {
        if (best === Number.POSITIVE_INFINITY) return
        const rate = Math.round((sessions.length * 1000) / best)
        process.stdout.write(`${runtime}: ${String(rate).padStart(4)} transcripts a second by ${name}\n`)
      }
      bench.skipIf(tool === undefined)(
        tool === undefined ? `${name}: not installed` : name,
        async () => {
          const began = performance.now()
          const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 30_000 })
          if (status !== 0) throw new Error(`${name} failed: ${stdout}${stderr}`)
          best = Math.min(best, performance.now() - began)
        },
        { iterations: times, time: 0, warmupIterations: 0, warmupTime: 0, throws: true, teardown },
      )
    }
  })
}
