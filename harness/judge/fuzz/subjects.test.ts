import { afterAll, expect, test } from 'vitest'
import { Programs, userPlace } from '../../run/programs.ts'
import type { Script } from '../../session/session.ts'
import { openSubjects, type Subject, subjectOf } from './subjects.ts'

const programs = new Programs(userPlace())
afterAll(() => programs.close())
const limits = { milliseconds: 60_000 }

test('a subject is a command, quoted as in a shell', () => {
  expect(subjectOf('--witness', "perl 'a b.pl'")).toEqual({
    ...{ name: "perl 'a b.pl'", words: ['sh', '-c', "exec perl 'a b.pl'"] },
  })
  expect(() => subjectOf('--witness', '')).toThrow("--witness '': names no command")
})

/** Prompts, repeats a line, and ends with a status. */
const repeats = (status: number, text = '$line') =>
  subjectOf('--', `sh -c 'printf "> "; read -r line; echo "${text}"; exit ${status}'`)
const script: Script = {
  turns: [{ output: '> ', answer: 'a' }, { output: [{ name: 'sign', oneOf: ['!'], times: '?' }, 'a\n'] }],
  end: { how: 'exit', status: 0 },
}
const verdictsOf = async (subjects: readonly Subject[], exact?: boolean, index?: number) =>
  (await openSubjects(programs, subjects, { limits, exact }).run(script, index)).map(
    ({ verdict, fault }) => fault ?? verdict,
  )

test('a session is played with all programs, or with one of them; the exit status counts', async () => {
  const subjects = [repeats(0), repeats(3), repeats(0, 'b')]
  expect(await verdictsOf(subjects)).toEqual(['AC', 'status', 'output'])
  expect(await verdictsOf(subjects, false, 2)).toEqual(['output'])
})

test('variations are allowed, unless the exact form is demanded', async () => {
  const subjects = [repeats(0, '!$line')]
  expect(await verdictsOf(subjects)).toEqual(['AC'])
  expect(await verdictsOf(subjects, true)).toEqual(['output'])
})

test('a missing program is named as it was typed; other errors are passed on', async () => {
  const missing = subjectOf('--', './no-such-program -x')
  await expect(verdictsOf([missing])).rejects.toThrow(/^\.\/no-such-program -x: cannot be started$/)
  const closed = new Programs(userPlace())
  closed.close()
  const { run } = openSubjects(closed, [repeats(0)], { limits })
  await expect(run(script)).rejects.toThrow('no more programs are started here')
})

test('a session is played line by line: early output is wrong', async () => {
  const early = subjectOf('--', `sh -c 'printf "> a\\n"; read -r line'`)
  expect(await verdictsOf([early])).toEqual([expect.stringMatching(/^(early|output)$/)])
})

test('without a script, a program is played as a reference is: --compare says what may vary', async () => {
  const says = 'echo "a  b"'
  const { asReferences, names } = openSubjects(programs, [subjectOf('--', says)], { limits, compare: 'whitespace' })
  expect([names, asReferences.map(({ name }) => name)]).toEqual([[says], [says]])
  expect(typeof (await asReferences[0]?.script([]))?.turns[0]?.output).toBe('object')
})
