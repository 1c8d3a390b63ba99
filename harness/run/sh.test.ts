import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../base/files.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { shellCodeOf } from './sh.ts'

const everyByte = Array.from({ length: 255 }, (_, byte) => String.fromCharCode(byte + 1)).join('')

test.each<[string, Bytes]>([
  ['nothing', ''],
  ['an empty line', '\n'],
  ['every byte but NUL', `${everyByte}\n`],
  ['NUL', '\0\n'],
  ['what a shell expands', '$nl `ls` $(ls) \\n \\\\ \'"\n'],
  ['what may end a here-document', 'end\nendend\n'],
  ['a line without its end', 'end\nx'],
  ['as much as fits into a here-document', `${'x'.repeat(4095)}\n`],
  ['more than that', `${'x'.repeat(100_000)}\n`],
])('a program that gets all its input at once gets %s byte for byte, in a pipe', (_, input) => {
  const code = shellCodeOf(['sh', '-c', '[ -p /dev/stdin ] && cat'].map(toBytes), input)
  expect(run(code)).toEqual({ output: input, error: '' })
})

test.each([
  ['apart' as const, { output: 'a\nc\n', error: 'b\n' }],
  ['joined' as const, { output: 'a\nb\nc\n', error: '' }],
])('standard error is a part of the output or not: %s', (streams, expected) => {
  const code = shellCodeOf(['sh', '-c', 'echo a; echo b >&2; echo c'].map(toBytes), null, streams)
  expect(run(code)).toEqual(expected)
})

/** Runs a line of code in a shell, with files for its output. */
function run(code: Bytes) {
  const { path, remove } = temporaryFolder('sh')
  const [output, error] = [join(path, 'output'), join(path, 'error')]
  writeFileSync(error, '')
  try {
    // As bytes: an argument would be encoded.
    const input = Buffer.from(`exec 3>&1\n${code}\n`, 'latin1')
    execaSync('sh', ['-s', '/dev/null', output, error], { input })
    return { output: readFileSync(output, 'latin1'), error: readFileSync(error, 'latin1') }
  } finally {
    remove()
  }
}
