import { rewrite } from './patterns.ts'
import { type Row, shapes } from './shapes.ts'

/** A row of two patterns, as `rewrite` reads them. */
function row(name: string, before: string, after: string, as: Row['as'], ...given: string[]): Row {
  const edits = rewrite(before, after)
  return { name, before, after, as, given, find: (source) => edits(source).map((edit) => [edit]) }
}

const patterns: readonly Row[] = [
  row('loose equality', '$a===$b', '$a==$b', 'value', '$a=1,$b=2', '$a=$b=2'),
  row('loose difference', '$a!==$b', '$a!=$b', 'value', '$a=1,$b=2', '$a=$b=2'),
  row('difference', '$a!=$b', '$a-$b', 'truth', '$a=1,$b=2', '$a=$b=2'),
  row('exclusive or', '$a!=$b', '$a^$b', 'truth', '$a=1,$b=2', '$a=$b=2'),
  row('less for equal', '$a==$b', '$a<$b', 'truth', '$a=1,$b=0'),
  row('more for equal', '$a==$b', '$a>$b', 'truth', '$a=0,$b=1'),
  row('not for equal', '$a==$b', '!$a', 'value', '$a=$b=0', '$a=3,$b=null'),
  row('less', '$a<=$b', '$a<$b', 'value', '$a=1,$b=2', '$a=3,$b=2'),
  row('more', '$a>=$b', '$a>$b', 'value', '$a=1,$b=2', '$a=3,$b=2'),
  row('and without shortcut', '$a&&$b', '$a&$b', 'truth', '$a=true,$b=false', '$a=$b=true'),
  row('or without shortcut', '$a||$b', '$a|$b', 'truth', '$a=true,$b=false', '$a=$b=false'),
  row('and for a question', '$a?$b:$c', '$a&&$b', 'value', '$a=1,$b=2,$c=3', '$a=$c=0,$b=2'),
  row('or for a question', '$a?$b:$c', '$a||$c', 'value', '$a=$b=1,$c=2', '$a=0,$b=1,$c=2'),
  row('question inside out', '!$a?$b:$c', '$a?$c:$b', 'value', '$a=1,$b=2,$c=3', '$a=0,$b=2,$c=3'),
  row('one question for two', 'if($a)if($b)$c;', 'if($a&&$b)$c;', 'value', '$a=$b=1,$c=2', '$a=0,$b=$c=1'),
  row('field set if empty', 'if(!$a)$a=$b;', '$a||=$b;', 'effect', '$a=0,$b=5', '$a=3,$b=5'),
  row('print a line', 'process.stdout.write($a)', 'console.log($a)', 'effect', "$a='a'"),
  row('print a line for text and newline', "process.stdout.write($a+'\\n')", 'console.log($a)', 'effect', "$a='a'"),
  row('crash for exit', 'process.exit()', '$', 'effect', ''),
  row('crash for exit with a status', 'process.exit($a)', '$', 'effect', '$a=0'),
  row('crash for throw', 'throw $a;', '$;', 'effect', '$a=0'),
  row('map for a loop', 'for($a of $b)$c;', '$b.map($a=>$c);', 'truth', '$b=[1,2],$c=3'),
  row('map for forEach', '$a.forEach($b)', '$a.map($b)', 'effect', '$a=[1,2],$b=n=>console.log(n)'),
  row('find for some', '$a.some($b)', '$a.find($b)', 'truth', '$a=[1,2],$b=n=>n>1', '$a=[1],$b=n=>n>1'),
  row('some for every', '$a.every($b)', '$a.some($b)', 'value', '$a=[1],$b=n=>n>1', '$a=[2],$b=n=>n>1'),
  row('map for some', '$a.some($b)', '$a.map($b)', 'truth', '$a=[2],$b=n=>n>1'),
  row('find for filter', '$a.filter($b)', '$a.find($b)', 'truth', '$a=[1,2],$b=n=>n>1'),
  row('match for includes', '$a.includes($b)', '$a.match($b)', 'truth', "$a='abc',$b='b'", "$a='abc',$b='d'"),
  row('match for test', '$a.test($b)', '$b.match($a)', 'truth', "$a=/b/,$b='abc'", "$a=/d/,$b='abc'"),
  row('includes for indexOf', '$a.indexOf($b)>=0', '$a.includes($b)', 'value', "$a='abc',$b='b'", "$a='abc',$b='d'"),
  row('index for charAt', '$a.charAt($b)', '$a[$b]', 'value', "$a='abc',$b=1"),
  row('index for at', '$a.at($b)', '$a[$b]', 'value', "$a='abc',$b=1"),
  row('slice for substring', '$a.substring($b)', '$a.slice($b)', 'value', "$a='abc',$b=1"),
  row('slice for substring of two', '$a.substring($b,$c)', '$a.slice($b,$c)', 'value', "$a='abcd',$b=1,$c=3"),
  row('spread for a copy', '$a.slice()', '[...$a]', 'value', '$a=[1,2]'),
  row('spread for split', "$a.split('')", '[...$a]', 'value', "$a='abc'"),
  row('spread for from', 'Array.from($a)', '[...$a]', 'value', "$a='abc'"),
  row('spread for from with map', 'Array.from($a,$b)', '[...$a].map($b)', 'value', "$a='123',$b=Number"),
  row('spread for concat', '$a.concat($b)', '[...$a,...$b]', 'value', '$a=[1],$b=[2]'),
  row('rest for slice', '$a=$b.slice(1)', '[,...$a]=$b', 'effect', '$a=0,$b=[1,2,3]'),
  row('rest for slice of arguments', '$a=$b.slice(2)', '[,,...$a]=$b', 'effect', '$a=0,$b=[1,2,3]'),
  row('whole numbers', 'Math.floor($a)', '$a|0', 'value', '$a=2.5', '$a=3'),
  row('truncated numbers', 'Math.trunc($a)', '$a|0', 'value', '$a=2.5', '$a=-2.5'),
  row('plus for Number', 'Number($a)', '+$a', 'value', "$a='12'", "$a='x'"),
  row('plus for parseInt', 'parseInt($a)', '+$a', 'value', "$a='12'", "$a='x'"),
  row('plus for parseInt with a base', 'parseInt($a,10)', '+$a', 'value', "$a='12'", "$a='x'"),
  row('text by addition', 'String($a)', "$a+''", 'value', '$a=12'),
  row('text by addition for toString', '$a.toString()', "$a+''", 'value', '$a=12'),
  row('text by addition for a template', `\`\${$a}\``, "$a+''", 'value', '$a=12'),
  row('text by addition for an encoding', "$a(0,'utf8')", "$a(0)+''", 'value', "$a=_=>'abc'"),
  row('increment', '$a+=1', '$a++', 'effect', '$a=1'),
  row('decrement', '$a-=1', '$a--', 'effect', '$a=1'),
]

/** Every rewrite that is tried. A new one is a new row. */
export const table: readonly Row[] = [...patterns, ...shapes]
