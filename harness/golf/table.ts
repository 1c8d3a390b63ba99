import { declarationsAway, functionsInlined, listsAsTexts, namesShortened, valuesReused } from './changes.ts'
import { rewrite } from './patterns.ts'
import type { Change, Source } from './source.ts'

/** A rewrite that may be right; the judge decides. */
export interface Rewrite {
  /** Its name in reports. */
  readonly by: string
  readonly find: (source: Source) => readonly Change[]
  /** Its changes are tried one by one; otherwise, together. */
  readonly isAlone?: true
}

interface Row extends Rewrite {
  /** An example, and what the row makes of it. */
  readonly before: string
  readonly after: string
  /** What stays the same. Truth: if the value counts as true. Effect: variables, and the output, trimmed. */
  readonly as: 'value' | 'truth' | 'effect'
  /** Programs that give `$a`, `$b` … values for which that holds. */
  readonly given: readonly string[]
}

function row(before: string, after: string, as: Row['as'], ...given: string[]): Row {
  const edits = rewrite(before, after)
  const find = (source: Source) => edits(source).map((edit) => [edit])
  return { by: `${before} → ${after}`, before, after, as, given, find }
}

/** A row in code, with an example. */
const code = (before: string, after: string, find: Row['find']): Row => ({
  ...{ by: `${before} → ${after}`, before, after, find, isAlone: true },
  as: 'effect',
  given: [''],
})

/** Every rewrite that is tried. A new one is a new row. */
export const table: readonly Row[] = [
  row('$a===$b', '$a==$b', 'value', '$a=1,$b=2', '$a=$b=1'),
  row('$a!==$b', '$a!=$b', 'value', '$a=1,$b=2', '$a=$b=1'),
  row('$a==$b', '$b==$a', 'value', '$a=1,$b=2'),
  row('$a==$b', '$a<$b', 'truth', '$a=1,$b=0'),
  row('$a==$b', '$a>$b', 'truth', '$a=0,$b=1'),
  row('$a==$b', '!$a', 'value', '$a=$b=0', '$a=3,$b=null'),
  row('$a!=$b', '$b!=$a', 'value', '$a=1,$b=2'),
  row('$a!=$b', '$a-$b', 'truth', '$a=1,$b=2', '$a=$b=2'),
  row('$a!=$b', '$a^$b', 'truth', '$a=1,$b=2', '$a=$b=2'),
  row('$a!=$b', '$a', 'truth', '$a=1,$b=0'),
  row('$a>$b', '$a', 'truth', '$a=1,$b=0'),
  row('$a<=$b', '$a<$b', 'value', '$a=1,$b=2', '$a=3,$b=2'),
  row('$a&&$b', '$a&$b', 'truth', '$a=true,$b=false', '$a=$b=true'),
  row('$a||$b', '$a|$b', 'truth', '$a=true,$b=false', '$a=$b=false'),
  row('!$a&&$b', '$a||$b', 'effect', '$a=1,$b=2', '$a=0,$b=2'),
  row('!$a||$b', '$a&&$b', 'effect', '$a=1,$b=2', '$a=0,$b=2'),
  row('$a==$b?$c:$d', '$a?$d:$c', 'value', '$a=$b=0,$c=1,$d=2', '$a=3,$b=0,$c=1,$d=2'),
  row('$a?$b:$c', '$a&&$b', 'value', '$a=1,$b=2,$c=3', '$a=$c=0,$b=2'),
  row('$a?$b:$c', '$a||$c', 'value', '$a=$b=1,$c=2', '$a=0,$b=1,$c=2'),
  row('$b==$a?$c:$b', '$a<$b?$b:$c', 'value', "$a=$b='X',$c='O'", "$a=$c='O',$b='X'"),
  row("$c+($a?$b:'')", '$c+[$a&&$b]', 'value', "$a=1,$b='b',$c='c'", "$a=undefined,$b='',$c='c'"),
  row("$a%2?'$s':'$t'", '`$t$s`[$a%2]', 'value', '$a=1', '$a=2'),
  row("$a?'$s':'$t'", '`$t$s`[+$a]', 'value', '$a=true', '$a=0'),
  row('$a+=1', '$a++', 'effect', '$a=1'),
  row('if(!$a)$a=$b;', '$a||=$b;', 'effect', '$a=0,$b=5', '$a=3,$b=5'),
  row('process.stdout.write($a)', 'console.log($a)', 'effect', "$a='a'"),
  row("process.stdout.write($a+'\\n')", 'console.log($a)', 'effect', "$a='a'"),
  row("process.stdout.write('$s\\n')", 'console.log(`$s`)', 'effect', ''),
  row('console.log($a),console.log($b)', 'console.log($a+`\\n`+$b)', 'effect', "$a='a',$b='b'"),
  row('$a($b),$a($c)', '$a($b+$c)', 'effect', "$a=process.stdout.write,$b='b',$c='c'"),
  row('process.exit()', '$', 'effect', ''),
  row('process.exit($a)', '$', 'effect', '$a=0'),
  row('$a||process.exit()', '$a.a', 'effect', '$a=1', '$a=undefined'),
  row('$a($b),process.exit()', '$a($b,process.exit)', 'effect', "$a=process.stdout.write,$b='b'"),
  row("require('node:$s')", 'require(`$s`)', 'value', ''),
  row("$a(0,'utf8')", "$a(0)+''", 'value', "$a=_=>'abc'"),
  row("$a('$s')", '$a`$s`', 'value', '$a=String'),
  row('$a.forEach($b)', '$a.map($b)', 'effect', '$a=[1,2],$b=n=>console.log(n)'),
  row('$a.every($b)', '$a.some($b)', 'value', '$a=[1],$b=n=>n>1', '$a=[2],$b=n=>n>1'),
  row('$a.some($b)', '$a.map($b)', 'truth', '$a=[2],$b=n=>n>1'),
  row('$a.filter($b)', '$a.find($b)', 'truth', '$a=[1,2],$b=n=>n>1'),
  row('!$a.every($b=>$c!=$d)', '$a.some($b=>$c==$d)', 'value', "$a=['X'],$b=$c='X',$d='.'"),
  row('$a.every($b=>$c!=$d)', '!$a.includes($d)', 'value', "$a=['X'],$b=$c='X',$d='.'"),
  row('$a.every($b=>$c!=$d)?$e:$f', '$a.some($b=>$c==$d)?$f:$e', 'value', "$a=['X'],$b=$c='X',$d='.',$e=1,$f=2"),
  row('$a.includes($b)', '$a.match($b)', 'truth', "$a='abc',$b='b'", "$a='abc',$b='d'"),
  row('$a.indexOf($b)>=0', '$a.includes($b)', 'value', "$a='abc',$b='b'", "$a='abc',$b='d'"),
  row('$a.indexOf($b)==-1', '!$a.includes($b)', 'value', "$a='abc',$b='b'", "$a='abc',$b='d'"),
  row('[...$a][$b]', '$a[$b]', 'value', "$a='abc',$b=1"),
  row('$a.charAt($b)', '$a[$b]', 'value', "$a='abc',$b=1"),
  row('$a.substring($$b)', '$a.slice($$b)', 'value', "$a='abc',$$b=1"),
  row("$a.split('')", '[...$a]', 'value', "$a='abc'"),
  row('Array.from($a)', '[...$a]', 'value', "$a='abc'"),
  row('Array.from($a,$b)', '[...$a].map($b)', 'value', "$a='123',$b=Number"),
  row('$a=$b.slice(2)', '[,,...$a]=$b', 'effect', '$a=0,$b=[1,2,3]'),
  row('Math.floor($a)', '$a|0', 'value', '$a=2.5', '$a=3'),
  row('Math.trunc($a)', '$a|0', 'value', '$a=2.5', '$a=-2.5'),
  row('Number($a)', '+$a', 'value', "$a='12'", "$a='x'"),
  row('parseInt($a)', '+$a', 'value', "$a='12'", "$a='x'"),
  row('parseInt($a,10)', '+$a', 'value', "$a='12'", "$a='x'"),
  row(`\`\${$a}\``, "$a+''", 'value', '$a=12'),
  row('const $a=$b;', 'let $a=$b;', 'effect', '$b=1'),
  row('$a=($$p)=>{$b}', '$a=($$p)=>$b', 'effect', '$b=1'),
  row('function $a($$p){$$b}', '$a=($$p)=>{$$b};', 'effect', ''),
  row('()=>$a', '_=>$a', 'truth', '$a=1'),
  row('()=>{$$b}', '_=>{$$b}', 'truth', '$$b=1'),
  row('($a=>$b)($c)', '($a=$c,$b)', 'value', '$b=1,$c=2'),
  row('(($a,$b)=>$c)($d,$e)', '($a=$d,$b=$e,$c)', 'value', '$c=1,$d=2,$e=3'),
  row('($a=>{$b})($c)', '$a=$c,$b', 'effect', '$b=1,$a=$c=2'),
  row('for($a of $b)$c;', '$b.map($a=>$c);', 'truth', '$b=[1,2],$c=3'),
  row('for($a of $b)if($c)return 1;return $d', 'return $b.some($a=>$c)||$d', 'effect', ''),
  // Neighbouring loops become one.
  row('for($a of $b)$c;for($a of $b)$d;', 'for($a of $b)$c,$d;', 'effect', '$b=[1],$c=$d=2'),
  // What is done before a loop and at its end is done at its start.
  row('$a;for(;$c;){$$b;$a}', 'for(;$a,$c;){$$b}', 'effect', '$c=0,$$b=$a=1'),
  row('for($a;$c;){$$b;$a}', 'for(;$a,$c;){$$b}', 'effect', '$c=0,$$b=$a=1'),
  row('$a;for(;$c;)$$b,$a;', 'for(;$a,$c;)$$b;', 'effect', '$c=0,$$b=$a=1'),
  row('for($a;$c;)$$b,$a;', 'for(;$a,$c;)$$b;', 'effect', '$c=0,$$b=$a=1'),
  row('$a($b);for(;$c;$a($d));', 'for(;$a($b),$c;$b=$d);', 'effect', '$a=String,$b=$c=$d=0'),
  code('const a=1,b=2;console.log(a,b)', 'a=1,b=2;console.log(a,b)', declarationsAway),
  code('a=b=>b+1;console.log(a(2))', 'console.log(((2)+1))', functionsInlined),
  code(
    'a=b=>{console.log(b);return b+1};console.log(a(2))',
    '{b=2;console.log(b);console.log((b+1))}',
    functionsInlined,
  ),
  code(
    'a=0,f=()=>{for(;a<2;)console.log(a++)};for(b of[3])f(),console.log(b)',
    'a=0;for(b of[3]){for(;a<2;)console.log(a++);0,console.log(b)}',
    functionsInlined,
  ),
  code('a=[1,2];console.log([1,2])', 'a=[1,2];console.log(a)', valuesReused),
  code('a={long:1};console.log(a.long)', 'a={a:1};console.log(a.a)', namesShortened),
  code('s=1,s2=2,console.log(s,s2)', 's=1,a=2,console.log(s,a)', namesShortened),
  code("console.log(['ab','cd','ef'].join())", 'console.log(`abcdef`.match(/../g).join())', listsAsTexts),
  code(
    '[[1,2],[3,4],[5,6]].map(a=>a.map(b=>console.log(+b)))',
    '`123456`.match(/../g).map(a=>[...a].map(b=>console.log(+b)))',
    listsAsTexts,
  ),
]
