import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { readJson } from './json.ts'

const { write } = testFolder()
const schema = v.object({ of: v.array(v.object({ a: v.number() })) })

describe('a long or hostile file is one line', () => {
  test.each([
    ['nested lists', '['.repeat(100_000), 'its values are nested too deeply'],
    ['nested objects', '{"a":'.repeat(100_000), 'its values are nested too deeply'],
    ['many wrong values', `{"of":[${'1,'.repeat(600_000)}1]}`, 'not a list: of.0: it must be Object, not 1'],
    ['many right values', `{"of":[${'{"a":1},'.repeat(2e5)}{}]}`, 'not a list: of.200000.a: it is missing'],
  ])('%s', (_, content, message) => {
    const path = write('x.json', content)
    expect(() => readJson(path, 'a list', schema)).toThrow(`${path}: ${message}`)
  })
})

test('a byte order mark and comments are no error', () => {
  expect(readJson(write('bom.json', '\ufeff{ "of": [{ "a": 1 }] } // one'), 'a list', schema)).toEqual({
    of: [{ a: 1 }],
  })
})
