import { rewrite } from './patterns.ts'
import { type Row, shapes } from './shapes.ts'

/** A row of two patterns, as `rewrite` reads them. */
const row = (name: string, before: string, after: string, same: Row['same'] = [[]], as: Row['as'] = 'value'): Row => {
  const edits = rewrite(before, after)
  return { name, before, after, same, as, find: (source) => edits(source).map((edit) => [edit]) }
}

const numbers = [
  [1, 2],
  [2, 2],
]
const flags = [
  [true, false],
  [true, true],
  [false, false],
]
const odd = (n: number) => n % 2

const patterns: readonly Row[] = [
  row('loose equality', '$a===$b', '$a==$b', numbers),
  row('loose difference', '$a!==$b', '$a!=$b', numbers),
  row('difference', '$a!=$b', '$a-$b', numbers, 'truth'),
  row('exclusive or', '$a!=$b', '$a^$b', numbers, 'truth'),
  row('less for equal', '$a==$b', '$a<$b', [[1, 0]], 'truth'),
  row('more for equal', '$a==$b', '$a>$b', [[0, 1]], 'truth'),
  row('not for equal', '$a==$b', '!$a', [
    [0, 0],
    [undefined, null],
    [3, null],
  ]),
  row('less or equal', '$a<=$b', '$a<$b', [
    [1, 2],
    [3, 2],
  ]),
  row('more or equal', '$a>=$b', '$a>$b', [
    [1, 2],
    [3, 2],
  ]),
  row('and without shortcut', '$a&&$b', '$a&$b', flags, 'truth'),
  row('or without shortcut', '$a||$b', '$a|$b', flags, 'truth'),
  row('and for a question', '$a?$b:$c', '$a&&$b', [
    [1, 2, 0],
    [0, 2, 0],
  ]),
  row('or for a question', '$a?$b:$c', '$a||$c', [
    [1, 1, 2],
    [0, 1, 2],
  ]),
  row('question inside out', '!$a?$b:$c', '$a?$c:$b', [
    [1, 2, 3],
    [0, 2, 3],
  ]),
  row('print a line', 'process.stdout.write($a)', 'console.log($a)', [['a']], 'effect'),
  row('print a line for text and newline', "process.stdout.write($a+'\\n')", 'console.log($a)', [['a']], 'effect'),
  row('crash for exit', 'process.exit()', '$', [[]], 'effect'),
  row('crash for exit with a status', 'process.exit($a)', '$', [[0]], 'effect'),
  row('crash for throw', 'throw $a;', '$;', [[1]], 'effect'),
  row('map for forEach', '$a.forEach($b)', '$a.map($b)', [[[1, 2], odd]], 'effect'),
  row(
    'find for some',
    '$a.some($b)',
    '$a.find($b)',
    [
      [[1, 2], odd],
      [[2], odd],
    ],
    'truth',
  ),
  row('some for every', '$a.every($b)', '$a.some($b)', [
    [[1], odd],
    [[2], odd],
  ]),
  row('map for some', '$a.some($b)', '$a.map($b)', [[[1], odd]], 'truth'),
  row('find for filter', '$a.filter($b)', '$a.find($b)', [[[1, 2], odd]], 'truth'),
  row(
    'match for includes',
    '$a.includes($b)',
    '$a.match($b)',
    [
      ['abc', 'b'],
      ['abc', 'd'],
    ],
    'truth',
  ),
  row(
    'match for test',
    '$a.test($b)',
    '$b.match($a)',
    [
      [/a/, 'abc'],
      [/d/, 'abc'],
    ],
    'truth',
  ),
  row('includes for indexOf', '$a.indexOf($b)>=0', '$a.includes($b)', [
    ['abc', 'b'],
    ['abc', 'd'],
  ]),
  row('index for charAt', '$a.charAt($b)', '$a[$b]', [['abc', 1]]),
  row('index for at', '$a.at($b)', '$a[$b]', [['abc', 1]]),
  row('slice for substring', '$a.substring($b)', '$a.slice($b)', [['abc', 1]]),
  row('slice for substring of two', '$a.substring($b,$c)', '$a.slice($b,$c)', [['abcd', 1, 3]]),
  row('spread for a copy', '$a.slice()', '[...$a]', [[[1, 2]]]),
  row('spread for split', "$a.split('')", '[...$a]', [['abc']]),
  row('spread for from', 'Array.from($a)', '[...$a]', [['abc']]),
  row('spread for from with map', 'Array.from($a,$b)', '[...$a].map($b)', [['123', Number]]),
  row('spread for concat', '$a.concat($b)', '[...$a,...$b]', [[[1], [2]]]),
  row('rest for slice', '$a=$b.slice(1)', '[,...$a]=$b', [[0, [1, 2, 3]]], 'effect'),
  row('rest for slice of arguments', '$a=$b.slice(2)', '[,,...$a]=$b', [[0, [1, 2, 3]]], 'effect'),
  row('whole numbers', 'Math.floor($a)', '$a|0', [[2.5], [3]]),
  row('bitwise truncation', 'Math.trunc($a)', '$a|0', [[2.5], [-2.5]]),
  row('plus for Number', 'Number($a)', '+$a', [['12'], ['x']]),
  row('plus for parseInt', 'parseInt($a)', '+$a', [['12'], ['x']]),
  row('plus for parseInt with a base', 'parseInt($a,10)', '+$a', [['12'], ['x']]),
  row('text by addition', 'String($a)', "$a+''", [[12], ['a']]),
  row('text by addition for toString', '$a.toString()', "$a+''", [[12], ['a']]),
  row('text by addition for a template', `\`\${$a}\``, "$a+''", [[12], ['a']]),
  row('text by addition for an encoding', "$a(0,'utf8')", "$a(0)+''", [[() => 'abc']]),
  row('increment', '$a+=1', '$a++', [[1]], 'effect'),
  row('decrement', '$a-=1', '$a--', [[1]], 'effect'),
  row(
    'field set if empty',
    'if(!$a)$a=$b;',
    '$a||=$b;',
    [
      [0, 5],
      [3, 5],
    ],
    'effect',
  ),
  row(
    'one question for two',
    'if($a)if($b)$c;',
    'if($a&&$b)$c;',
    flags.map((two) => [...two, 1]),
  ),
]

/** Every rewrite that is tried. A new one is a new row. */
export const table: readonly Row[] = [...patterns, ...shapes]
