import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
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

test.each(table)('$before becomes $after, which keeps its $as', async (row) => {
  const source = read(row.before)
  const texts = await Promise.all(row.find(source).map((change) => compact(changed(source.text, change))))
  expect(texts).toContain(await compact(row.after))
  expect(row.given).not.toHaveLength(0)
  for (const given of row.given) {
    const [before, after] = [row.before, row.after]
      .map((program) => program.replaceAll('$s', 'X').replaceAll('$t', 'O'))
      .map((program) => run(program, given)[row.as])
    expect(after, given).toEqual(before)
  }
})

test.each<[string, string[], string[]]>([
  [
    'puts parentheses where they are needed',
    ['Number($a)', '+$a', 'f(Number(a,b),Number((a,b))[0]);Number(a+b)'],
    ['f(Number(a,b),(+(a,b))[0]);Number(a+b)', 'f(Number(a,b),Number((a,b))[0]);+(a+b)'],
  ],
  ['matches lists', ['f($$a)', 'g($$a)', 'f(a,b,c)'], ['g(a,b,c)']],
  [
    'matches texts',
    ["f('a$s')", 'f(`$s`)', 'f("b");f("ab`");f(`ac`)'],
    ['f("b");f(`b\\``);f(`ac`)', 'f("b");f("ab`");f(`c`)'],
  ],
  [
    'matches neighbouring statements',
    ['f($a);for(;;){$$b;$a}', 'for(;;){$a;$$b;}', 'f(1);for(;;){g();if(h)i();1}'],
    ['for(;;){1;g();if(h)i()}'],
  ],
  [
    'matches neighbouring expressions',
    ['f($a),f($b)', 'f($a+$b)', 'f(1);f(2);g(),f(3),f(4)'],
    ['f(1+2);g(),f(3),f(4)', 'f(1);f(2);g(),f(3+4)'],
  ],
  [
    'puts no parentheses around a function in a list, which a printer would keep',
    ['$a.every($b)', '$a.some($b)', 'f(a.every(b=>b),a.every((b=>b,c)))'],
    ['f(a.some(b=>b),a.every((b=>b,c)))', 'f(a.every(b=>b),a.some((b=>b,c)))'],
  ],
  [
    'takes an operand that is no program alone as it is',
    ['f($a)', 'g($a)', 'class A{#b=f(this.#b)}'],
    ['class A{#b=g(this.#b)}'],
  ],
  ['takes an item that is nothing', ['f($$a)', 'g($$a)', 'f()'], ['g()']],
  [
    'demands the same where a name occurs twice',
    ['if(!$a)$a=$b;', '$a||=$b;', 'if(!a[1])a[1]=b;if(!a[1])a[2]=b'],
    ['a[1]||=b;if(!a[1])a[2]=b'],
  ],
])('a pattern %s', async (_, [before = '', after = '', program = ''], texts) => {
  const edits = rewrite(before, after)(read(program))
  expect(await Promise.all(edits.map((edit) => compact(changed(program, [edit]))))).toEqual(texts)
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
