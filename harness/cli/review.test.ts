import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { needsTerminal, testFolder } from '../run/test-helpers.ts'
import { editorIn } from './review.ts'
import { personAt } from './test-data/person.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

/** Puts a program of the tests into the folder. */
function copy(program: string, path: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  copyFileSync(join(packageRoot, 'harness/cli/test-data/programs', program), join(folder, path))
  chmodSync(join(folder, path), 0o755)
}

/** A program whose two messages have changed, and transcripts with the old ones. */
function changed(place: string, count: number) {
  copy('greets-in-new-words.sh', `${place}/greet`)
  const session = (index: number) => `name? a${index}\nno digits\nname? Ada\nHello, Ada!\n`
  for (let index = 0; index < count; index++)
    write(`${place}/${index}.transcript`, `# prompt: ^name. \n$ ./greet\n${session(index)}`)
  return join(folder, place)
}

test('the editor may have arguments; one with an open quote is no reason to end', () => {
  expect(editorIn({ VISUAL: 'code --wait', EDITOR: 'ed' })).toEqual(['code', '--wait'])
  expect(editorIn({ VISUAL: '', EDITOR: "it's" })).toEqual(["it's"])
  expect(editorIn({})).toEqual(['vi'])
})

const review = (cwd: string, ...words: string[]) => run(['verify', '--review', ...words], { cwd })
const verified = async (cwd: string) => (await run(['verify'], { cwd })).stdout.trimEnd().split('\n').at(-1)
const read = (cwd: string, index = 0) => readFileSync(join(cwd, `${index}.transcript`), 'utf8')

interface Printed {
  accepted: number
  groups: {
    id: string
    expected: string
    actual: string
    transcripts: { path: string; line: number; before: string; note?: string }[]
  }[]
}
const printed = ({ stdout }: { readonly stdout: string }): Printed => JSON.parse(stdout)

describe('not on a terminal', { concurrent: true }, () => {
  test('equal differences are a group, and nothing is written', async () => {
    const cwd = changed('json', 3)
    const { stdout, status, stderr } = await review(cwd)
    const { accepted, groups } = printed({ stdout })
    expect([accepted, status, stderr]).toEqual([0, 1, ''])
    expect(groups.map(({ expected, actual, transcripts }) => [expected, actual, transcripts.length])).toEqual([
      ['no digits\n', 'No digits, please.\n', 3],
      ['Hello, Ada!\n', 'Hi, Ada!\n', 3],
    ])
    expect(groups[0]?.transcripts[1]).toEqual({ path: '1.transcript', line: 4, before: 'name? a1\n' })
    expect(await verified(cwd)).toBe('0 of 6 sessions as recorded')
  })

  test('--accept writes those that it names, and only these', async () => {
    const cwd = changed('accept', 3)
    const [first, second] = printed(await review(cwd)).groups
    const after = await review(cwd, '--accept', first?.id ?? '')
    expect([printed(after), after.status]).toEqual([{ accepted: 3, groups: [second] }, 1])
    expect(read(cwd, 2)).toContain('name? a2\nNo digits, please.\nname? Ada\nHello, Ada!\n')
    const last = await review(cwd, '--accept', second?.id ?? '')
    expect([printed(last), last.status]).toEqual([{ accepted: 3, groups: [] }, 0])
    expect(await verified(cwd)).toBe('6 of 6 sessions as recorded')
  })

  test('a name that there is not is an error, and nothing is written', { tags: 'slow' }, async () => {
    const cwd = changed('unknown', 1)
    const [first] = printed(await review(cwd)).groups
    expect(await review(cwd, '--accept', first?.id ?? '', 'nonsense')).toMatchObject({
      status: 2,
      stderr: "ninehole: --accept: no difference is called 'nonsense'\n",
    })
    expect(read(cwd)).toContain('no digits\n')
  })

  test('a transcript that cannot be run is named, the others are reviewed', { tags: 'slow' }, async () => {
    const cwd = changed('mixed', 1)
    write('mixed/bad.transcript', 'bad')
    const { stdout, stderr, status } = await review(cwd)
    expect(printed({ stdout }).groups).toHaveLength(2)
    expect(stderr).toMatch(/^ninehole: bad\.transcript:1: expected a comment/)
    expect(status).toBe(2)
  })

  test('standard error of which a transcript says nothing is named', async () => {
    chmodSync(write('complains/greet', "#!/bin/sh\nprintf 'name? '; read -r name; echo no >&2; echo hi\n"), 0o755)
    for (const index of [0, 1]) write(`complains/${index}.transcript`, '# prompt: ^name. \n$ ./greet\nname? a\nhello\n')
    write('complains/2.transcript', '# prompt: ^name. \n# stderr: shown\n$ ./greet\nname? a\nno\nhello\n')
    const { groups } = printed(await review(join(folder, 'complains')))
    const note = 'wrote 3 bytes to standard error that the transcript does not have'
    expect(groups.map(({ transcripts }) => transcripts.map((one) => one.note))).toEqual([[note, note, undefined]])
  })

  test('a failure without a difference is named', { tags: 'slow' }, async () => {
    copy('reads-all-that-is-there.pl', 'unexplained/more')
    write('unexplained/0.transcript', '# prompt: ^> \n$ ./more\n> a\n> b\nb\n\n')
    const { stderr, status } = await review(join(folder, 'unexplained'))
    expect(stderr).toBe('ninehole: 0.transcript: fails, but its lines, sent one by one, show no difference to review\n')
    expect(status).toBe(2)
  })
})

describe('a person', { ...needsTerminal(), concurrent: true }, () => {
  const at = (cwd: string, env?: Record<string, string>) => personAt(cwd, ['verify', '--review'], env)

  test('accepts a changed wording in four transcripts with one key', async () => {
    const cwd = changed('four', 4)
    const { sees, types, isDone } = await at(cwd)
    await sees('0.transcript:4, the same in 4 transcripts')
    await sees('name? a0')
    await sees('accept all 4 (a)')
    types('a')
    await sees('accept all 4 (a)')
    expect(read(cwd, 3)).toContain('\nNo digits, please.\n')
    types('k')
    await sees('4 accepted, 4 kept, 0 skipped')
    expect(await isDone()).toBe(1)
    expect(read(cwd, 3)).toContain('Hello, Ada!\n')
  })

  test('looks at equal differences one by one', { tags: 'slow' }, async () => {
    const cwd = changed('each', 2)
    const { sees, types, isDone } = await at(cwd)
    await sees('one by one (o)')
    types('o')
    await sees('accept (a)')
    types('s')
    await sees('1.transcript:4')
    types('a')
    await sees('accept all 2 (a)')
    types('a')
    await sees('3 accepted, 0 kept, 1 skipped')
    expect(await isDone()).toBe(1)
    expect([read(cwd, 0), read(cwd, 1)].map((text) => text.includes('please'))).toEqual([false, true])
  })

  test('edits a transcript at the line', { tags: 'slow' }, async () => {
    const cwd = changed('edit', 1)
    write('edit/editor', '#!/bin/sh\necho "edits $*"\nsed -i "s/no digits/No digits, please./" "$3"\n')
    chmodSync(join(cwd, 'editor'), 0o755)
    const { sees, types, isDone } = await at(cwd, { VISUAL: '', EDITOR: './editor -x' })
    await sees('edit (e)')
    types('e')
    await sees('edits -x +4 0.transcript')
    await sees('Hi,')
    await sees('accept (a)')
    types('a')
    await sees('1 accepted, 0 kept, 0 skipped')
    expect(await isDone()).toBe(0)
    expect(await verified(cwd)).toBe('2 of 2 sessions as recorded')
  })
})
