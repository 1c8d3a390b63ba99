import { expect, test } from 'vitest'
import { formatCast } from './cast.ts'

/** As the description of asciicast, version 2, has it: a header, then `[time, code, data]`. */
test('a session is typed and shown, in the same rhythm each time', () => {
  const turns = [{ output: 'one\nX> ', answer: 'né' }, { output: 'O> ', answer: null }, { output: 'bye\xff\n' }]
  const turnsInBytes = turns.map((turn) => ({ ...turn, ...(turn.answer === 'né' && { answer: 'n\xc3\xa9' }) }))
  expect(formatCast('ask -n 3', turnsInBytes).split('\n')).toEqual([
    '{"version":2,"width":80,"height":24,"title":"ask -n 3"}',
    '[0,"o","$ ask -n 3\\r\\n"]',
    '[0.1,"o","one\\r\\nX> "]',
    '[1.2,"i","n"]',
    '[1.2,"o","n"]',
    '[1.3,"i","é"]',
    '[1.3,"o","é"]',
    '[1.4,"i","\\r"]',
    '[1.4,"o","\\r\\n"]',
    '[1.5,"o","O> "]',
    '[2.6,"i","\\u0004"]',
    '[2.7,"o","bye�\\r\\n"]',
    '',
  ])
})
