import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBytes, toText } from './bytes.ts'

test('valid UTF-8 is decoded, other bytes become lone surrogates', () => {
  expect(toText('r3')).toBe('r3')
  expect(toText('\xef\xbc\x94')).toBe('４')
  expect(toText('\xf0\x9f\x8e\xb2')).toBe('🎲')
  expect(toText('r3\xff')).toBe('r3\udcff')
  expect(toText('\xef\xbf\xbd\x80')).toBe('\ufffd\udc80')
  expect(toText('\xed\xa0\x80')).toBe('\udced\udca0\udc80')
  expect(toText('\xe2\x82')).toBe('\udce2\udc82')
})

test('any bytes survive a way through text', () => {
  const bytes = fc.uint8Array().map((array) => Buffer.from(array).toString('latin1'))
  fc.assert(fc.property(bytes, (bytes) => toBytes(toText(bytes)) === bytes))
})

test('any well-formed text survives a way through bytes, as UTF-8', () => {
  // Not `fc.string({ unit: 'binary' })`, which takes two seconds to begin.
  const texts = fc.array(fc.nat(0x10ffff)).map((codes) => String.fromCodePoint(...codes).toWellFormed())
  fc.assert(
    fc.property(texts, (text) => {
      expect(toBytes(text)).toBe(Buffer.from(text).toString('latin1'))
      expect(toText(toBytes(text))).toBe(text)
    }),
  )
})

test('a report of many megabytes is written, and read', () => {
  // `^\p{ASCII}*$` overflows the stack from 16 MB on.
  const text = `${'a'.repeat(16_000_000)}␊`
  expect(toText(toBytes(text)) === text).toBe(true)
})
