import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, bench, describe } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { packageRoot } from '../base/package-root.ts'
import { atOnce } from '../base/test-helpers.ts'
import { completeGames, explore } from '../games/explore.ts'

// Measures whole commands, with their start: `verify` beside expect and cram, then `judge` beside a bare loop of the same entry
// over the same games, whose output goes to /dev/null. The tools run the same 200 recorded sessions of a program in Perl, and compare
// every byte. expect waits for a prompt before it answers, as we do in lock-step; cram sends all lines at once. The others run
// one session after the other, we several at a time.

const folder = mkdtempSync(join(tmpdir(), 'ninehole-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ninehole = [process.execPath, join(packageRoot, 'dist/ninehole.js')]
const succeeds = (...[file = '', ...args]: string[]) => spawnSync(file, args).status === 0

/** Runs each command twice, and prints how many things it does a second, and the ratio of the first to it. */
function measure(things: string, count: number, commands: Readonly<Record<string, readonly string[] | undefined>>) {
  describe(things, () => {
    let first = 0
    for (const [name, command] of Object.entries(commands)) {
      const [file, ...args] = command ?? []
      if (file === undefined) {
        bench.skip(`${name}: not installed`, () => {})
        continue
      }
      let best = 0
      const run = () => {
        const began = performance.now()
        const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 600_000, cwd: folder })
        if (status !== 0) throw new Error(`${name} failed: ${stdout}${stderr}`)
        best = Math.max(best, (count * 1000) / (performance.now() - began))
      }
      const teardown = (_: unknown, mode: string) => {
        if (mode !== 'run' || best === 0) return
        first ||= best
        const ratio = `${(best / first).toFixed(2)} times the first`
        process.stdout.write(`${things}: ${Math.round(best).toLocaleString('en')} a second by ${name}, ${ratio}\n`)
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
const cramScript = sessions.map(({ answers, output, status }) => {
  const input = [`  $ ${command.join(' ')} <<END`, ...answers.map((answer) => `  > ${answer}`), '  > END\n'].join('\n')
  const end = output.endsWith('\n') ? '' : ' (no-eol)\n'
  return `${input}${output.replace(/^(?=.)/gm, '  ')}${end}${status === 0 ? '' : `  [${status}]\n`}`
})
const cram = ['cram', 'cram3'].find((name) => succeeds(name, '--version'))

measure('transcripts', sessions.length, {
  'ninehole, lock-step': [...ninehole, 'verify', 'transcripts', '--input', 'interactive'],
  'ninehole, all at once': [...ninehole, 'verify', 'transcripts', '--input', 'stdin'],
  'expect, lock-step': succeeds('expect', '-v') ? ['expect', write('expect', expectScript)] : undefined,
  'cram, all at once': cram === undefined ? undefined : [cram, write('cram.t', cramScript.join('\n'))],
})

const games = [...completeGames(atOnce(explore(ticTacToe)) ?? [])]
const entry = solution('node-args/record.ts')
const loop = `import { readFileSync } from 'node:fs'
const play = new Function('process', readFileSync(${JSON.stringify(entry)}, 'latin1'))
for (const game of JSON.parse(readFileSync(${JSON.stringify(write('games.json', JSON.stringify(games)))})))
  try {
    play({ argv: ['node', 'entry', ...game] })
  } catch {}
`
measure('games of an entry', games.length, {
  'ninehole, which compares each': [...ninehole, 'judge', entry, '--suite', 'games', '--sandbox', 'off'],
  'a bare loop': ['sh', '-c', `"$0" "$1" > /dev/null`, process.execPath, write('loop.mjs', loop)],
})
