import { expect, test } from 'vitest'
import type { Script, Session } from '../session/session.ts'
import { withoutDoubt } from './process.ts'

const end = { how: 'cut' } as const
const script: Script = { turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }], end }
const asks: Script = { ...script, turns: script.turns.with(1, { output: '\nB> ', answer: '2' }) }

test.each<[Script, string[], string[]]>([
  [script, ['A> ', 'B> ', 'C'], ['at once']],
  [script, ['A> ', '\nB> ', 'C'], ['at once', 'carefully']],
  [script, ['A> ', 'B> ', '\nC'], ['at once', 'carefully']],
  [script, ['\nA> '], ['at once']],
  [script, ['A> ', 'B\n> '], ['at once']],
  [asks, ['A> ', '\nB> ', 'C'], ['at once']],
])('a newline that may have come before our answer is doubtful: %#', async (script, outputs, expected) => {
  const paces: string[] = []
  const session: Session = { turns: outputs.map((output) => ({ output })), end }
  const played = await withoutDoubt(script, async (pace) => {
    paces.push(pace)
    return { ...session, stderr: pace }
  })
  expect(paces).toEqual(expected)
  expect(played.stderr).toBe(expected.at(-1))
})
