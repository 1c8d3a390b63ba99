import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../base/files.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { codeOf } from './sh.ts'

const everyByte = Array.from({ length: 255 }, (_, byte) => String.fromCharCode(byte + 1)).join('')

test.each<[string, Bytes]>([
  ['nothing', ''],
  ['lines', '0\n1\n'],
  ['an empty line', '\n'],
  ['every byte but NUL', `${everyByte}\n`],
  ['NUL', '\0\n'],
  ['what a shell expands', '$nl `ls` $(ls) \\n \\\\ \'"\n'],
  ['what may end a here-document', 'end\nendend\n'],
  ['a line without its end', 'end\nx'],
  ['as much as fits into a here-document', `${'x'.repeat(4095)}\n`],
  ['more than that', `${'x'.repeat(100_000)}\n`],
])('a program that gets all its input at once gets %s byte for byte, in a pipe', (_, input) => {
  const { path, remove } = temporaryFolder('sh')
  try {
    const output = join(path, 'output')
    const code = codeOf(['sh', '-c', '[ -p /dev/stdin ] && cat'].map(toBytes), input)
    // As bytes: an argument would be encoded.
    const script = Buffer.from(`nl='\n'\nexec 3>&1\n${code}\n`, 'latin1')
    expect(execaSync('sh', ['-s', '/dev/null', output, '/dev/null'], { input: script }).stdout).toBe('+')
    expect(readFileSync(output, 'latin1')).toBe(input)
  } finally {
    remove()
  }
})
