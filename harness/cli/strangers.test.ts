import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSandbox } from '../run/sandbox.ts'
import { testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()
const mark = join(folder, 'ran')

/** Each is another: what was loaded before is not run again. */
const game = (number: number) => `import { writeFileSync } from 'node:fs'
try { writeFileSync(${JSON.stringify(mark)}, '${number}') } catch {}
export const game = { name: 'evil', prompt: /^> /, open: () => ({ output: '> ', state: 0 }),
  answer: () => ({ output: 'bye\\n' }), legal: () => ['x'], illegal: () => [], key: () => '', rules: [] }
`
const session = '> x\nbye\n'
write('evil.js', game(0))
let number = 0
write('of-game/a.transcript', `# game: ../evil.ts\n$ evil\n${session}`)
write('with-prompt.transcript', `# game: evil.ts\n# prompt: ^> \n$ evil\n${session}`)
write('of-command.transcript', `# prompt: ^> \n$ sh evil.sh\n${session}`)
write('changed.transcript', '# prompt: ^> \n$ sh evil.sh\n> x\nold\n')
write('evil.sh', `(: > ${mark}) 2>/dev/null; printf '> '; read -r line && echo bye`)
write('line.transcript', `# prompt: ^> \n$ sh evil.sh $(: > ${mark})\n${session}`)
write('mine.sh', "printf '> '; read -r line && echo bye")
write('s/evil.js/bash-stdin/a.sh', '')
write('s2/tic-tac-toe/sh-stdin/a.evil', '')
write('report.json', '{ "cases": [], "ok": true, "machines": [] }')
const first = `(: > ${mark}) 2>/dev/null; `
const compile = ['sh', '-c', `${first}cp "$0" "$1"`, '{file}', '{program}']
const [version, play] = ['echo 1.2', '. "$0"'].map((then) => ['sh', '-c', `${first}${then}`])
const row = { name: 'sh', extension: '.evil', compile, run: [...(play ?? []), '{program}'], version }
write('ninehole.runtimes.json', JSON.stringify([row]))

const ofGame = 'of-game/a.transcript'
const refused = `${ofGame}:1: this game is a program, which is not run here for a transcript; if you trust it: --game evil.ts`
const hasSandbox = (await openSandbox('auto')).wrap !== undefined
const kept = ['--sandbox', 'require']

/** The rows of the table in SECURITY.md: whether code of the file runs outside a sandbox, and what its user sees. */
test.each<[file: string, words: string[], runs: boolean, seen: string]>([
  ['command', ['verify', 'of-command.transcript'], true, '2 of 2 sessions'],
  ['command', ['verify', ...kept, 'of-command.transcript'], false, '2 of 2 sessions'],
  ['command', ['verify', ...kept, '--update', '--yes', 'changed.transcript'], false, '1 transcript changed, 1 written'],
  ['command', ['verify', 'of-command.transcript', '--', 'sh', 'mine.sh'], false, '2 of 2 sessions'],
  ['command', ['verify', 'line.transcript', '--', 'sh', 'mine.sh'], false, '2 of 2 sessions'],
  ['command', ['verify', 'line.transcript'], true, '2 of 2 sessions'],
  ['game', ['verify', ofGame], true, '2 of 2 sessions'],
  ['game', ['verify', ...kept, ofGame], false, refused],
  ['game', ['verify', ...kept, 'with-prompt.transcript'], false, 'with-prompt.transcript:1: this game is a program'],
  ['game', ['verify', ...kept, '--update', '--yes', ofGame], false, refused],
  ['game', ['verify', ...kept, '--game', './evil.ts', ofGame], true, '2 of 2 sessions'],
  ['game', ['verify', ofGame, '--', 'sh', 'mine.sh'], false, refused],
  ['game', ['verify', 'with-prompt.transcript', '--', 'sh', 'mine.sh'], false, '2 of 2 sessions'],
  ['game', ['fuzz', '--reference', 'sh mine.sh', '--like', ofGame, '--', 'sh', 'mine.sh'], false, refused],
  ['folder', ['judge', ...kept, 's'], false, "'evil.js' is not one of our games"],
  ['runtime', ['judge', '--suite', 'fixtures', '--sandbox', 'off', 's2'], true, 'sh 1.2'],
  ['runtime', ['judge', '--suite', 'fixtures', ...kept, 's2'], false, 'sh 1.2'],
  ['runtime', ['sizes', 's2'], false, 'a.evil'],
  ['report', ['merge', 'report.json'], false, ''],
])('a %s of a stranger: %j', async (_, words, runs, seen) => {
  if (words.includes('require') && !hasSandbox) return

  write('evil.ts', game(++number))
  rmSync(mark, { force: true })
  const { stdout, stderr } = await run(words, { cwd: folder })
  expect(`${stdout}\n${stderr}`).toContain(seen)
  expect(existsSync(mark)).toBe(runs)
})
