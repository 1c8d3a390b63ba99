import { expect, test } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { write } = testFolder()

test('merged reports have the order of a single one, whichever is given first', async () => {
  const about = { kind: 'entry', game: 'g', runtime: 'perl', chars: 1, milliseconds: 0, exact: false, variations: [] }
  const entry = (path: string, input: string, bytes: number, more = {}) => ({
    ...{ ...about, path, input, bytes, expected: 'AC', verdict: 'AC', ok: true, plan: [], failure: null },
    ...more,
  })
  const transcript = (path: string, input: string) => ({
    ...{ kind: 'transcript', path, input, verdict: 'AC', ok: true, line: 1, milliseconds: 0, failure: null },
  })
  const sorted = [
    entry('b/small', 'args', 9),
    entry('a/large', 'args', 10),
    entry('a/small', 'stdin', 9),
    entry('a/wrong', 'args', 1, { expected: 'WA', ok: false }),
    entry('a/bad', 'args', 0, { verdict: undefined, ok: false, error: 'a/bad: is no file' }),
    transcript('a', 'interactive'),
    transcript('a', 'stdin'),
    transcript('b', 'interactive'),
  ]
  const [small, large, other, wrong, bad, a, again, b] = sorted
  const report = (name: string, cases: unknown) => write(name, JSON.stringify({ version: 2, ok: false, cases }))
  const reports = [report('1.json', [b, bad, large, wrong]), report('2.json', [other, small, a, again])]
  const { stdout } = await run(['merge', ...reports, '--reporter', 'json'])
  const shown = (cases: readonly { path: string; input: string }[]) => cases.map(({ path, input }) => [path, input])
  expect(shown(JSON.parse(stdout).cases)).toEqual(shown(sorted))
})
