import { expect, onTestFinished, test } from 'vitest'
import { Launcher } from '../run/launcher.ts'
import { testFolder } from '../run/test-helpers.ts'
import { verdictLimits } from '../session/limits.ts'
import { unscriptedProgram } from './converse.ts'

const { folder, write } = testFolder()

/** The session of a shell script that is sent a line and then the end of input. */
function played(name: string, code: string) {
  const programs = new Launcher({ cwd: folder, env: { PATH: process.env.PATH } })
  onTestFinished(() => programs.close())
  const program = unscriptedProgram(programs, ['sh', write(name, code)])
  const turns = [{ output: null, answer: 'a' }, { output: null, answer: null }, { output: null }]
  return program.play({ turns, end: { how: 'cut' } }, { milliseconds: 1000 })
}

test('a program without a script gets the answers as it asks, and its end is its own', async () => {
  const { turns, end } = await played('asks.sh', "printf '? '; read -r a; echo $a; exit 3")
  expect(turns).toEqual([{ output: '? ', answer: 'a' }, { output: 'a\n' }])
  expect(end).toEqual({ how: 'exit', status: 3 })
})

test('a program that never stops writing is stopped at a limit', async () => {
  const { end } = await played('endless.sh', "printf '? '; read -r a; exec yes")
  expect(end).toEqual({ how: 'flood', bytes: verdictLimits.lastWordsLimit })
})

test('a program that was seen to read, and sleeps for another reason, hangs: its silence is no prompt', async () => {
  const { turns, end } = await played('hangs.sh', "printf '? '; read -r a; sleep 60; echo never")
  expect(turns).toEqual([{ output: '? ', answer: 'a' }, { output: '' }])
  expect(end).toEqual({ how: 'silent', milliseconds: 1000 })
})
