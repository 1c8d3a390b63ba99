import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitIn, needs, testFolder } from '../run/test-helpers.ts'
import { mayChangeLineEnds } from './line-ends.ts'

const { folder, write } = testFolder()

test(
  'Git may change the line ends of a transcript in a repository, unless an attribute forbids it',
  needs('git'),
  async () => {
    const path = join(folder, 'deep/x.transcript')
    write('deep/other', '')
    expect(mayChangeLineEnds(path)).toBe(false)
    await gitIn(folder)(['init', '-q'])
    expect(mayChangeLineEnds(path)).toBe(true)
    write('.gitattributes', '*.transcript -text\n')
    expect(mayChangeLineEnds(path)).toBe(false)
  },
)
