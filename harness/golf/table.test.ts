import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { compact } from '../entries/minify.ts'
import { nodeDeletions } from './changes.ts'
import { rewrite } from './patterns.ts'
import { changed, readSource, type Source } from './source.ts'
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

describe.each(table)('$before → $after', (row) => {
  test('makes the second program of the first', async () => {
    const source = read(row.before)
    const texts = await Promise.all(row.find(source).map((change) => compact(changed(source.text, change))))
    expect(texts).toContain(await compact(row.after))
  })

  test('keeps what it says it keeps', () => {
    expect(row.given).not.toHaveLength(0)
    for (const given of row.given) {
      const [before, after] = [row.before, row.after]
        .map((program) => program.replaceAll('$s', 'X').replaceAll('$t', 'O'))
        .map((program) => run(program, given)[row.as])
      expect(after, given).toEqual(before)
    }
  })
})

describe('a pattern', () => {
  const texts = async (before: string, after: string, program: string) => {
    const edits = rewrite(before, after)(read(program))
    return Promise.all(edits.map((edit) => compact(changed(program, [edit]))))
  }

  test('fits wherever its shape is, and puts parentheses where they are needed', async () => {
    expect(await texts('Number($a)', '+$a', 'f(Number(a,b),Number((a,b))[0]);Number(a+b)')).toEqual([
      'f(Number(a,b),(+(a,b))[0]);Number(a+b)',
      'f(Number(a,b),Number((a,b))[0]);+(a+b)',
    ])
  })

  test('matches lists, texts and neighbours', async () => {
    expect(await texts('f($$a)', 'g($$a)', 'f(a,b,c)')).toEqual(['g(a,b,c)'])
    expect(await texts("f('a$s')", 'f(`$s`)', "f('b');f('ab`');f(`ac`)")).toEqual([
      "f('b');f(`b\\``);f(`ac`)".replaceAll("'", '"'),
      "f('b');f('ab`');f(`c`)".replaceAll("'", '"'),
    ])
    expect(await texts('f($a);for(;;){$$b;$a}', 'for(;;){$a;$$b;}', 'f(1);for(;;){g();if(h)i();1}')).toEqual([
      'for(;;){1;g();if(h)i()}',
    ])
    expect(await texts('f($a),f($b)', 'f($a+$b)', 'f(1);f(2);g(),f(3),f(4)')).toEqual([
      'f(1+2);g(),f(3),f(4)',
      'f(1);f(2);g(),f(3+4)',
    ])
  })

  test('puts no parentheses around a function in a list, which a printer would keep', async () => {
    expect(await texts('$a.every($b)', '$a.some($b)', 'f(a.every(b=>b),a.every((b=>b,c)))')).toEqual([
      'f(a.some(b=>b),a.every((b=>b,c)))',
      'f(a.every(b=>b),a.some((b=>b,c)))',
    ])
  })

  test('takes an operand that is no program alone as it is, and an item that is nothing', async () => {
    expect(await texts('f($a)', 'g($a)', 'class A{#b=f(this.#b)}')).toEqual(['class A{#b=g(this.#b)}'])
    expect(await texts('f($$a)', 'g($$a)', 'f()')).toEqual(['g()'])
  })

  test('demands the same where a name occurs twice', async () => {
    expect(await texts('if(!$a)$a=$b;', '$a||=$b;', 'if(!a[1])a[1]=b;if(!a[1])a[2]=b')).toEqual([
      'a[1]||=b;if(!a[1])a[2]=b',
    ])
  })
})

test('deletions remove nodes, or all of them but one part', () => {
  const source = read("f(a,b+1);if(c){g('xyz')}")
  expect(nodeDeletions(source).map((change) => changed(source.text, change))).toEqual(
    expect.arrayContaining([
      "f(b+1);if(c){g('xyz')}",
      "f(a);if(c){g('xyz')}",
      "f(a,(b));if(c){g('xyz')}",
      "if(c){g('xyz')}",
      'f(a,b+1);',
      "f(a,b+1);{g('xyz')};",
      "f(a,b+1);if(c){('xyz')}",
      'f(a,b+1);c;',
      'f(a,b+1);$;',
    ]),
  )
})
