import { expect, test } from 'vitest'
import { compare } from '../session/compare.ts'
import type { End, Script } from '../session/session.ts'
import { failureOf } from './difference.ts'
import { failureFor } from './test-data/reports.ts'

const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'right\n' }],
  end: { how: 'exit', status: 0 },
}

/** The sentence on a program that stops after some output of its first turn. */
function sentenceOn(output: string, end: End) {
  const outcome = compare(script, { turns: [{ output }], end }, { lockStep: true })
  return failureOf('random', script, outcome).difference.sentence
}

test.each<[End, string]>([
  [{ how: 'silent', milliseconds: 2000 }, 'no output for 2 s'],
  [
    { how: 'silent', milliseconds: 500, later: 'wrote' },
    'no output for 0.5 s, then it went on: a slow program needs a longer --timeout',
  ],
  [
    { how: 'silent', milliseconds: 2000, later: 'flushed' },
    'no output for 2 s until its input was closed: it does not flush its prompt (try --pty)',
  ],
  [{ how: 'slow', milliseconds: 20_000 }, 'took more than 20 s for one reply'],
  [{ how: 'flood', bytes: 131_072 }, 'wrote more than 131072 bytes'],
  [{ how: 'memory', mebibytes: 768 }, 'used more than 768 MiB of memory'],
  [{ how: 'processes', count: 64 }, 'ran more than 64 processes'],
  [{ how: 'lost' }, 'killed the shell that ran it'],
  [{ how: 'changed' }, 'its file was changed while it was judged'],
])('%j', (end, sentence) => {
  expect(sentenceOn('', end)).toMatch(sentence)
})

test.each<[End, string[] | undefined]>([
  [{ how: 'silent', milliseconds: 2000 }, ['turn']],
  [{ how: 'exit', status: 1 }, ['turn']],
  [{ how: 'flood', bytes: 131_072 }, ['turn']],
  [{ how: 'lost' }, ['turn']],
  [{ how: 'memory', mebibytes: 768 }, undefined],
  [{ how: 'processes', count: 64 }, undefined],
  [{ how: 'changed' }, undefined],
])('%j breaks %j', (end, rules) => {
  expect(failureFor(['4'], '\n', { end }).rules?.map(({ id }) => id)).toEqual(rules)
})
