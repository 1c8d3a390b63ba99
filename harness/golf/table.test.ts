import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { compact } from '../entries/minify.ts'
import { characterDeletions, nodeDeletions, tokenDeletions } from './deletions.ts'
import { type Change, changed, readSource, type Source } from './source.ts'
import { table } from './table.ts'

function read(text: string): Source {
  const source = readSource(text)
  if (source === undefined) throw new Error(`not JavaScript: ${text}`)
  return source
}

/** Runs a program, after one that gives names their values. */
function run(program: string, given: string) {
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  const exit = () => {
    throw new Error('exit')
  }
  const context = createContext({
    console: { log: (...words: unknown[]) => print(`${words.join(' ')}\n`) },
    process: { stdout: { write: print }, exit },
    require: (name: string) => name.replace('node:', ''),
  })
  runInContext(given, context)
  let value: unknown
  try {
    value = runInContext(program, context)
  } catch {
    // Some rows end a program by an error.
  }
  const names = Object.fromEntries(Object.entries(context).filter(([name]) => /^\$[a-z]$/.test(name)))
  return { value, truth: Boolean(value), effect: { printed: printed.trim(), names: JSON.stringify(names) } }
}

describe.each(table.map((row) => [row.name, row] as const))('%s', (_, row) => {
  test('makes of its "before" its "after"', async () => {
    const source = read(row.before)
    const texts = await Promise.all(row.find(source).map((change) => compact(changed(source, change))))
    expect(texts).toContain(await compact(row.after))
  })

  test('does not change what it says it leaves the same', () => {
    expect(row.given).not.toHaveLength(0)
    for (const given of row.given) {
      const [before, after] = [row.before, row.after].map((program) => run(program, given)[row.as])
      expect(after, given).toEqual(before)
    }
  })
})

test('every row has a name of its own', () => {
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length)
})

describe('a pattern', () => {
  const texts = async (name: string, program: string) => {
    const source = read(program)
    const found = table.find((row) => row.name === name)?.find(source) ?? []
    return Promise.all(found.map((change) => compact(changed(source, change))))
  }

  test('fits wherever its shape is, and puts parentheses where they are needed', async () => {
    expect(await texts('plus for Number', 'f(Number(a,b),Number((a,b))[0]);Number(a+b)')).toEqual([
      'f(Number(a,b),(+(a,b))[0]);Number(a+b)',
      'f(Number(a,b),Number((a,b))[0]);+(a+b)',
    ])
  })

  test('demands the same where a name occurs twice', async () => {
    expect(await texts('field set if empty', 'if(!a[1])a[1]=b;if(!a[1])a[2]=b')).toEqual(['a[1]||=b;if(!a[1])a[2]=b'])
  })
})

describe('deletions', () => {
  const source = read("f(a,b+1);if(c){g('xyz')}")
  const texts = (changes: readonly Change[]) => changes.map((change) => changed(source, change))

  test('leave out nodes, or all of them but one part', () => {
    expect(texts(nodeDeletions(source))).toEqual(
      expect.arrayContaining([
        "f(b+1);if(c){g('xyz')}",
        "f(a);if(c){g('xyz')}",
        "f(a,(b));if(c){g('xyz')}",
        "if(c){g('xyz')}",
        'f(a,b+1);',
        "f(a,b+1);{g('xyz')};",
        "f(a,b+1);if(c){('xyz')}",
        'f(a,b+1);c;',
      ]),
    )
  })

  test('leave out tokens, keep words apart, and leave out characters of texts', () => {
    expect(texts(tokenDeletions(source))).toContain("f(a,b);if(c){g('xyz')}")
    const words = read('return new a')
    expect(tokenDeletions(words).map((change) => changed(words, change).replace('  ', ' '))).toContain('return a')
    expect(texts(characterDeletions(source))).toEqual(
      expect.arrayContaining(["f(a,b+1);if(c){g('xz')}", "f(a,b+1);if(c){g('x')}"]),
    )
  })
})
