import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, bench, describe } from 'vitest'
import { packageRoot } from '../base/package-root.ts'

// Measures whole commands, with their start: `verify` beside expect, pexpect and cram, then `judge` and `perft`. The tools run
// the same 200 recorded sessions of a program in Perl, and compare every byte. expect and pexpect wait for a prompt before they
// answer, as we do in lock-step; cram sends all lines at once. The others run one session after the other, we several at a time.

const folder = mkdtempSync(join(tmpdir(), 'ninehole-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ninehole = [process.execPath, join(packageRoot, 'dist/ninehole.js')]
const succeeds = (...[file = '', ...args]: string[]) => spawnSync(file, args).status === 0

/**
 * Runs each command twice, and prints how many things it does a second.
 * @param count their number, or a function that reads it from what the command prints
 */
function measure(
  things: string,
  count: number | ((printed: string) => number),
  commands: Readonly<Record<string, readonly string[] | undefined>>,
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
        best = Math.max(
          best,
          ((typeof count === 'number' ? count : count(stdout)) * 1000) / (performance.now() - began),
        )
      }
      const teardown = (_: unknown, mode: string) => {
        const rate = Math.round(best).toLocaleString('en')
        if (mode === 'run' && best > 0) process.stdout.write(`${things}: ${rate} a second by ${name}\n`)
      }
      bench(name, run, { iterations: 2, time: 0, warmupIterations: 0, warmupTime: 0, throws: true, teardown })
    }
  })
}

const solution = (path: string) => join(packageRoot, 'solutions/tic-tac-toe', path)
const command = ['perl', solution('perl-interactive/ends.pl')]
/** Each session has 20 answers: moves, and repetitions of them, which are illegal. */
const sessions = Array.from({ length: 200 }, (_, at) => {
  const moves = [0, 1, 2, 3, 4, 5, 6, 7].map((move) => (move * (at % 2 ? 5 : 7) + at) % 9)
  const answers = moves.slice(0, 4).flatMap((move) => [move, move, move, move, move])
  const { stdout, status } = spawnSync('perl', command.slice(1), { input: answers.map((move) => `${move}\n`).join('') })
  /** Each text begins with the answer before it, as a terminal shows it. */
  const [first = '', ...others] = `${stdout}`.split(/(?<=> )/)
  const texts = [first, ...others.map((text, index) => `${answers[index]}\n${text}`)]
  return { answers: answers.slice(0, others.length), texts, status, output: `${stdout}` }
})

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
mkdirSync(join(folder, 'transcripts'))
for (const [at, { texts, status }] of sessions.entries())
  write(`transcripts/${at}.transcript`, `# prompt: > \n# status: ${status}\n$ ${command.join(' ')}\n${texts.join('')}`)

const quoted = (text: string) => `"${text.replaceAll('\n', '\\r\\n')}"`
const expectScript = `log_user 0
proc session {answers texts last} {
  spawn -noecho ${command.join(' ')}
  foreach answer $answers text $texts {
    expect -ex "> "
    if {$expect_out(buffer) ne $text} {exit 1}
    send -- "$answer\\n"
  }
  expect eof
  if {$expect_out(buffer) ne $last} {exit 1}
}
${sessions.map(({ answers, texts }) => `session {${answers.join(' ')}} {${texts.slice(0, -1).map(quoted).join(' ')}} ${quoted(texts.at(-1) ?? '')}`).join('\n')}
`
const pexpectScript = `import json, sys, pexpect
for session in json.loads(${JSON.stringify(JSON.stringify(sessions))}):
    *texts, last = [text.replace("\\n", "\\r\\n").encode() for text in session["texts"]]
    child = pexpect.spawn("perl", [${JSON.stringify(command[1])}])
    child.delaybeforesend = child.delayafterread = None
    child.ptyproc.delayafterclose = 0
    for answer, text in zip(session["answers"], texts):
        child.expect_exact("> ")
        if child.before + child.after != text: sys.exit(1)
        child.sendline(str(answer))
    child.expect_exact(pexpect.EOF)
    if child.before != last: sys.exit(1)
    child.close()
`
const cramScript = sessions.map(({ answers, output, status }) => {
  const input = [`  $ ${command.join(' ')} <<END`, ...answers.map((answer) => `  > ${answer}`), '  > END\n'].join('\n')
  const end = output.endsWith('\n') ? '' : ' (no-eol)\n'
  return `${input}${output.replace(/^(?=.)/gm, '  ')}${end}${status === 0 ? '' : `  [${status}]\n`}`
})
const cram = ['cram', 'cram3'].find((name) => succeeds(name, '--version'))
const python = ['python3', '/usr/bin/python3'].find((name) => succeeds(name, '-c', 'import pexpect'))

measure('transcripts', sessions.length, {
  'ninehole, lock-step': [...ninehole, 'verify', 'transcripts', '--input', 'interactive'],
  'ninehole, all at once': [...ninehole, 'verify', 'transcripts', '--input', 'stdin'],
  'expect, lock-step': succeeds('expect', '-v') ? ['expect', write('expect', expectScript)] : undefined,
  'pexpect, lock-step': python === undefined ? undefined : [python, write('pexpect', pexpectScript)],
  'cram, all at once': cram === undefined ? undefined : [cram, write('cram.t', cramScript.join('\n'))],
})

const sessionsIn = (report: string) =>
  JSON.parse(report).cases[0].plan.reduce((sum: number, { sessions }: { sessions: number }) => sum + sessions, 0)
const judging = (path: string) => [...ninehole, 'judge', solution(path), '--sandbox', 'off', '--reporter', 'json']
measure('judged sessions', sessionsIn, {
  'real processes': judging('perl-interactive/ends.pl'),
  'one process of Node': judging('node-args/ends.ts'),
})
measure('leaves of perft', Number, { ninehole: [...ninehole, 'perft', 'ordo', '-d', '4'] })
