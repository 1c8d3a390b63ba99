import { describe, expect, test } from 'vitest'
import { groupsOf, Revision } from './review.ts'
import { parseTranscript } from './transcript.ts'

const prompt = /^> /
const file = (session: string, settings = '') => `${settings}$ x\n${session}`
const revise = (recorded: string, now: string, settings = '') =>
  new Revision(
    parseTranscript('some.transcript', file(recorded, settings)),
    parseTranscript('some.transcript', file(now, settings)),
    prompt,
  )

test('a difference stands in its turn', () => {
  const revision = revise('> a\none\ntwo\n> b\nbye\n', '> a\none\nzwei\n> b\nbye\n')
  expect(revision.differences).toEqual([
    { path: 'some.transcript', before: '> a\none\n', expected: 'two\n', actual: 'zwei\n' },
  ])
  expect(revision.differences.map((one) => revision.lineOf(one))).toEqual([4])
})

test('the same lines in another turn are another difference', () => {
  const revision = revise('> a\nx\n> b\nboard\n', '> a\nboard\n> b\nx\n')
  expect(revision.differences.map(({ expected, actual }) => [expected, actual])).toEqual([
    ['x\n', 'board\n'],
    ['board\n', 'x\n'],
  ])
})

test('what was accepted is in the text, the rest is as it was, byte for byte', () => {
  const revision = revise('> a\none\xff\n> b\ntwo\r\n> ^D\nend', '> a\nun\xfe\n> b\ndeux\n> ^D\nfin')
  const [first, second, third] = revision.differences
  expect(revision.text).toBe(file('> a\none\xff\n> b\ntwo\r\n> ^D\nend'))
  revision.accept(first ? [first] : [])
  expect(revision.text).toBe(file('> a\nun\xfe\n> b\ntwo\r\n> ^D\nend'))
  expect(revision.differences).toEqual([second, third])
  revision.accept(revision.differences)
  expect(revision.text).toBe(file('> a\nun\xfe\n> b\ndeux\n> ^D\nfin'))
})

test('a session that ends early has one difference for all that is missing', () => {
  const revision = revise('> a\none\n> b\ntwo\n> c\n', '> a\nerror\n')
  expect(revision.differences.map(({ expected, actual }) => [expected, actual])).toEqual([
    ['one\n> b\ntwo\n> c\n', 'error\n'],
  ])
})

test('a turn with every line changed has one difference, however long it is', () => {
  const [old, now] = ['old', 'new'].map((word) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}\n`).join(''))
  const revision = revise(`> a\nsame\n${old}> b\nbye\n`, `> a\nsame\n${now}> b\nbye\n`)
  expect(revision.differences.map(({ before, expected, actual }) => [before, expected, actual])).toEqual([
    ['> a\nsame\n', old, now],
  ])
})

test('settings are compared, too', () => {
  const recorded = parseTranscript('some.transcript', file('bye\n'))
  const revision = new Revision(recorded, parseTranscript('some.transcript', file('bye\n', '# status: 3\n')), prompt)
  expect(revision.differences).toEqual([{ path: 'some.transcript', before: '', expected: '', actual: '# status: 3\n' }])
})

test('what counts as equal is no difference', () => {
  const [recorded, now] = ['> a\none \nx\n', '> a\none\ny\n']
  const differences = (settings: string) => revise(recorded, now, settings).differences
  expect(differences('')[0]?.expected).toBe('one \nx\n')
  expect(revise('> a\none \nend\n', '> a\none\nend\n', '# compare: trailing-space\n').differences).toEqual([])
  expect(revise('> b\n> ', '> b\n>', '# compare: whitespace\n').differences).toHaveLength(1)
  expect(revise('> b\nend', '> b\nend  ', '# compare: trailing-space\n').differences).toEqual([])
  expect(revise('> a\no  ne \nend\n', '> a\no ne\nend\n', '# compare: whitespace\n').differences).toEqual([])
  expect(revise('> a\none\nend\n', '> a\noh\nend\n', '# compare: whitespace\n').differences).toHaveLength(1)
})

describe('equal differences', () => {
  const one = { path: 'a', before: '> 1\n', expected: 'no\n', actual: 'No.\n' }

  test('are one group, whatever stands before them', () => {
    const other = { ...one, path: 'b', before: '> 2\n' }
    const another = { ...one, actual: 'Nope\n' }
    expect(groupsOf([one, another, other]).map(({ differences }) => differences)).toEqual([[one, other], [another]])
  })

  test('have the same name in every run', () => {
    expect(groupsOf([one])[0]?.id).toBe(groupsOf([{ ...one, path: 'z' }])[0]?.id)
    expect(groupsOf([{ ...one, expected: 'no\nNo.\n', actual: '' }])[0]?.id).not.toBe(groupsOf([one])[0]?.id)
  })
})
