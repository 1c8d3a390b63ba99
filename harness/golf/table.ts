import {
  arrowsToStatements,
  breaksThrown,
  callsToStart,
  declarationsAway,
  listsAsValues,
  loopsFreed,
  propertiesRead,
  switchesAway,
} from './changes.ts'
import { classesAway } from './classes.ts'
import { rewrite } from './patterns.ts'
import type { Change, Source } from './source.ts'

/** A rewrite that may be right; the judge decides. */
interface Row {
  /** A program, and what the row makes of it. */
  readonly before: string
  readonly after: string
  /**
   * What stays the same: the value, whether it counts as true, or the effect (the values of variables, and the output
   * apart from white space at its ends).
   */
  readonly as: 'value' | 'truth' | 'effect'
  /** Programs that give `$a`, `$b` … values for which that holds. */
  readonly given: readonly string[]
  /** Every place where the row can be used. */
  find(source: Source): readonly Change[]
}

/** A row of two patterns. */
function row(before: string, after: string, as: Row['as'], ...given: string[]): Row {
  const edits = rewrite(before, after)
  return { before, after, as, given, find: (source) => edits(source).map((edit) => [edit]) }
}

/** A row in code, with an example. */
const code = (before: string, after: string, find: Row['find']): Row => ({
  before,
  after,
  as: 'effect',
  given: [''],
  find,
})

/** Gives `$a` and `$b` other values each time, and `$c` and `$d` an effect; `$d` throws in the end. */
const counting = `n=0,$e=0;Object.defineProperties(globalThis,{$a:{get:()=>n<9},$b:{get:()=>++n%3},
  $c:{get:()=>console.log('c')},$d:{get(){console.log('d');if(n>11)throw 0}}})`

/** Every rewrite that is tried. A new one is a new row. */
export const table: readonly Row[] = [
  row('$a!=$b', '$a-$b', 'truth', '$a=1,$b=2', '$a=$b=2'),
  row('$a!=$b', '$a^$b', 'truth', '$a=1,$b=2', '$a=$b=2'),
  row('$a==$b', '$a<$b', 'truth', '$a=1,$b=0'),
  row('$a==$b', '$a>$b', 'truth', '$a=0,$b=1'),
  row('$a==$b', '!$a', 'value', '$a=$b=0', '$a=3,$b=null'),
  row('$a<=$b', '$a<$b', 'value', '$a=1,$b=2', '$a=3,$b=2'),
  row('$a>=$b', '$a>$b', 'value', '$a=1,$b=2', '$a=3,$b=2'),
  row('$a&&$b', '$a&$b', 'truth', '$a=true,$b=false', '$a=$b=true'),
  row('$a||$b', '$a|$b', 'truth', '$a=true,$b=false', '$a=$b=false'),
  row('$a?$b:$c', '$a&&$b', 'value', '$a=1,$b=2,$c=3', '$a=$c=0,$b=2'),
  row('$a?$b:$c', '$a||$c', 'value', '$a=$b=1,$c=2', '$a=0,$b=1,$c=2'),
  row('!$a?$b:$c', '$a?$c:$b', 'value', '$a=1,$b=2,$c=3', '$a=0,$b=2,$c=3'),
  row('if($a)if($b)$c;', 'if($a&&$b)$c;', 'value', '$a=$b=1,$c=2', '$a=0,$b=$c=1'),
  row('if(!$a)$a=$b;', '$a||=$b;', 'effect', '$a=0,$b=5', '$a=3,$b=5'),
  row('process.stdout.write($a)', 'console.log($a)', 'effect', "$a='a'"),
  row("process.stdout.write($a+'\\n')", 'console.log($a)', 'effect', "$a='a'"),
  row("process.stdout.write('$s\\n')", 'console.log(`$s`)', 'effect', ''),
  row('process.exit()', '$', 'effect', ''),
  row('process.exit($a)', '$', 'effect', '$a=0'),
  row('for($a of $b)$c;', '$b.map($a=>$c);', 'truth', '$b=[1,2],$c=3'),
  row('$a.forEach($b)', '$a.map($b)', 'effect', '$a=[1,2],$b=n=>console.log(n)'),
  row('$a.every($b)', '$a.some($b)', 'value', '$a=[1],$b=n=>n>1', '$a=[2],$b=n=>n>1'),
  row('$a.some($b)', '$a.map($b)', 'truth', '$a=[2],$b=n=>n>1'),
  row('$a.filter($b)', '$a.find($b)', 'truth', '$a=[1,2],$b=n=>n>1'),
  row('$a.includes($b)', '$a.match($b)', 'truth', "$a='abc',$b='b'", "$a='abc',$b='d'"),
  row('$a.indexOf($b)>=0', '$a.includes($b)', 'value', "$a='abc',$b='b'", "$a='abc',$b='d'"),
  row('$a.indexOf($b)==-1', '!$a.includes($b)', 'value', "$a='abc',$b='b'", "$a='abc',$b='d'"),
  row('[...$a][$b]', '$a[$b]', 'value', "$a='abc',$b=1"),
  row("[$a[0],$a[1],$a[2]].join('')", '$a.join``', 'value', '$a=[1,2,3]'),
  row('$a[0]+$a[1]+$a[2]', '$a.join``', 'value', "$a=['a','b','c']"),
  row('$a({input:$b,output:$c})', '$a($b,$c)', 'value', '$a=(a,b)=>b??a.output,$b=$c=1'),
  row('for($a of $b)if($c)return 1;return $d', 'return $b.some($a=>$c)||$d', 'effect', ''),
  row('for($a=0;$a<3;$a++)if($c)return 1;return $d', 'return[0,1,2].some($a=>$c)||$d', 'effect', ''),
  row('$a.charAt($b)', '$a[$b]', 'value', "$a='abc',$b=1"),
  row('$a.at($b)', '$a[$b]', 'value', "$a='abc',$b=1"),
  row('$a.substring($b)', '$a.slice($b)', 'value', "$a='abc',$b=1"),
  row('$a.substring($b,$c)', '$a.slice($b,$c)', 'value', "$a='abcd',$b=1,$c=3"),
  row('$a.slice()', '[...$a]', 'value', '$a=[1,2]'),
  row("$a.split('')", '[...$a]', 'value', "$a='abc'"),
  row('Array.from($a)', '[...$a]', 'value', "$a='abc'"),
  row('Array.from($a,$b)', '[...$a].map($b)', 'value', "$a='123',$b=Number"),
  row('$a=$b.slice(1)', '[,...$a]=$b', 'effect', '$a=0,$b=[1,2,3]'),
  row('$a=$b.slice(2)', '[,,...$a]=$b', 'effect', '$a=0,$b=[1,2,3]'),
  row('Math.floor($a)', '$a|0', 'value', '$a=2.5', '$a=3'),
  row('Math.trunc($a)', '$a|0', 'value', '$a=2.5', '$a=-2.5'),
  row('Number($a)', '+$a', 'value', "$a='12'", "$a='x'"),
  row('parseInt($a)', '+$a', 'value', "$a='12'", "$a='x'"),
  row('parseInt($a,10)', '+$a', 'value', "$a='12'", "$a='x'"),
  row('String($a)', "$a+''", 'value', '$a=12'),
  row('$a.toString()', "$a+''", 'value', '$a=12'),
  row(`\`\${$a}\``, "$a+''", 'value', '$a=12'),
  row("$a(0,'utf8')", "$a(0)+''", 'value', "$a=_=>'abc'"),
  row('$a+=1', '$a++', 'effect', '$a=1'),
  row('$a-=1', '$a--', 'effect', '$a=1'),
  row('$a=($$p)=>{return $b}', '$a=($$p)=>$b', 'effect', '$b=1'),
  row('$a=($$p)=>{$$d;if($b)return;return $c}', '$a=($$p)=>{$$d;if(!$b)return $c}', 'effect', '$b=$c=1'),
  row('$a=($$p)=>{$$d;if($b)return $c;return $e}', '$a=($$p)=>{$$d;return $b?$c:$e}', 'effect', '$b=$c=$e=1'),
  row('function $a($$p){return $b}', '$a=($$p)=>$b;', 'effect', '$b=1'),
  row('function $a($$p){$$b}', '$a=($$p)=>{$$b};', 'effect', ''),
  row("$a('$s')", '$a`$s`', 'value', '$a=String'),
  row("['$s','$t']", '`$s$t`', 'truth', ''),
  row("$a%2?'$s':'$t'", '`$t$s`[$a%2]', 'value', '$a=1', '$a=2'),
  row("$a%2==0?'$s':'$t'", '`$s$t`[$a%2]', 'value', '$a=1', '$a=2'),
  row("$a?'$s':'$t'", '`$t$s`[+$a]', 'value', '$a=true', '$a=0'),
  row('$a($b),$a($c)', '$a($b+$c)', 'effect', "$a=process.stdout.write,$b='b',$c='c'"),
  row('console.log($a),console.log($b)', 'console.log($a+`\\n`+$b)', 'effect', "$a='a',$b='b'"),
  row("require('node:$s')", 'require(`$s`)', 'value', ''),
  row('if($a)$b;', '$a&&$b;', 'effect', '$a=1,$b=2', '$a=0,$b=2'),
  row('if($a)$b;else $c;', '$a?$b:$c;', 'effect', '$a=1,$b=2,$c=3', '$a=0,$b=2,$c=3'),
  row('$a==$d&$b==$d&$c==$d', '$a+$b+$c==$d+$d+$d', 'truth', "$a=$b=$c=$d='X'", "$a='X',$b='O',$c=$d='X'"),
  row('$a==$d&&$b==$d&&$c==$d', '$a+$b+$c==$d+$d+$d', 'value', "$a=$b=$c=$d='X'", "$a='X',$b='O',$c=$d='X'"),
  row("Array(9).fill('$s')", '[...`$s$s$s$s$s$s$s$s$s`]', 'value', ''),
  row("[,,,,,,,,,].fill('$s')", '[...`$s$s$s$s$s$s$s$s$s`]', 'effect', ''),
  row('$b==$a?$c:$b', '$a<$b?$b:$c', 'value', "$a=$b='X',$c='O'", "$a=$c='O',$b='X'"),
  row('$a==$b?$c:$b', '$a<$b?$b:$c', 'value', "$a=$b='X',$c='O'", "$a=$c='O',$b='X'"),
  row('$a.every($b=>$c!=$d)', '!$a.includes($d)', 'value', "$a=['X'],$b=$c='X',$d='.'"),
  row('$a.every($b=>$d!=$c)', '!$a.includes($d)', 'value', "$a=['X'],$b=$c='X',$d='.'"),
  row("$c+($a?$b:'')", '$c+[$a&&$b]', 'value', "$a=1,$b='b',$c='c'", "$a=undefined,$b='',$c='c'"),
  row('$a||process.exit()', '$a.a', 'effect', '$a=1', '$a=undefined'),
  row('$a($b),process.exit()', '$a($b,process.exit)', 'effect', "$a=process.stdout.write,$b='b'"),
  row('!$a&&$b', '$a||$b', 'effect', '$a=1,$b=2', '$a=0,$b=2'),
  row('!$a||$b', '$a&&$b', 'effect', '$a=1,$b=2', '$a=0,$b=2'),
  row('(()=>$a)()', '$a', 'value', '$a=1'),
  row('($a=>$b)($c)', '($a=$c,$b)', 'value', '$b=1,$c=2'),
  row('(($a,$b)=>$c)($d,$e)', '($a=$d,$b=$e,$c)', 'value', '$c=1,$d=2,$e=3'),
  row('($a=>{$b})($c)', '$a=$c,$b', 'effect', '$b=1,$a=$c=2'),
  row('($$a,$b)($$c);', '$$a;$b($$c);', 'value', '$$a=1,$b=String,$$c=2'),
  row('(()=>{$a})()', '$a', 'effect', '$a=1'),
  row('(()=>{$$a})();', '$$a;', 'effect', '$$a=1'),
  row('$c=(()=>{$$a;return $b})();', '$$a;$c=$b;', 'effect', '$b=1,$$a=2'),
  // What is done before a loop and at its end moves to its start.
  row('$a;for(;$c;){$$b;$a}', 'for(;$a,$c;){$$b}', 'effect', '$c=0,$$b=$a=1'),
  row('for($a;$c;){$$b;$a}', 'for(;$a,$c;){$$b}', 'effect', '$c=0,$$b=$a=1'),
  row('$a;for(;$c;)$$b,$a;', 'for(;$a,$c;)$$b;', 'effect', '$c=0,$$b=$a=1'),
  row('for($a;$c;)$$b,$a;', 'for(;$a,$c;)$$b;', 'effect', '$c=0,$$b=$a=1'),
  row('$a;for(;$c;){$$b;$a}', 'for(;$c;){$a;$$b}', 'effect', '$c=0,$$b=$a=1'),
  row(
    'for(;$e;){$$a;for(;;){$$b;if($c)break;$$d}$$f}',
    '$$a;for(;$e;){$$b;if($c){$$f;$$a}else{$$d}}',
    'effect',
    '$c=$e=1,$$a=$$b=$$d=2',
  ),
  row('for(;;){if($c)$d;else{$$b;$a}}', 'for(;;){if($c)$d;else{$$b}$a}', 'effect', ''),
  row('$a;for(;;){$$b;$a}', 'for(;;){$a;$$b}', 'effect', ''),
  row('for($a;;){$$b;$a}', 'for(;;){$a;$$b}', 'effect', ''),
  row('$a.map($b=>$b.join(``)).join(`\n`)', '$a.map($b=>$b.join(``)).join`\n`', 'value', '$a=[[1,2],[3]],$b=0'),
  row(
    '[$a.slice(0,3),$a.slice(3,6),$a.slice(6,9)].map($b=>$b.join(``))',
    '$a.join``.match(/.../g)',
    'effect',
    '$a=[...`abcdefghi`],$b=0',
  ),
  row(
    "for($a=0;$a<3;$a++)$b($c.slice(3*$a,3*$a+3).join(''));",
    '$b($c.join``.replace(/...(?!$)/g,`$&\n`));',
    'effect',
    '$a=3,$b=console.log,$c=[...`abcdefghi`]',
  ),
  row("$a.replace(/(...)(...)(...)/,'$1\\n$2\\n$3')", '$a.replace(/...(?!$)/g,`$&\n`)', 'value', '$a=`abcdefghi`'),
  row('$a.replace(/...(?!$)/g,$b)', '$a.replace(/.../g,$b)', 'truth', '$a=`abcdefghi`,$b=`$&\n`'),
  row('[0,3,6].map($b=>$a.slice($b,$b+3).join(``))', '$a.join``.match(/.../g)', 'effect', '$a=[...`abcdefghi`],$b=0'),
  row('!$a.every($b=>$c!=$d)', '$a.some($b=>$c==$d)', 'value', "$a=['X'],$b=$c='X',$d='.'"),
  row('$a.every($b=>$c!=$d)?$e:$f', '$a.some($b=>$c==$d)?$f:$e', 'value', "$a=['X'],$b=$c='X',$d='.',$e=1,$f=2"),
  // Neighbouring loops become one; what is done before a loop in a loop is done in each turn.
  row('for($a of $b)$c;for($a of $b)$d;', 'for($a of $b)$c,$d;', 'effect', '$b=[1],$c=$d=2'),
  row('for($a of $b)$c;for($d of $b)$e;', 'for($a of $b)$c,$d=$a,$e;', 'effect', '$b=[1],$c=$e=2'),
  row('for($a;$b;$c)$d;for($a;$b;$c)$e;', 'for($a;$b;$c)$d,$e;', 'effect', '$a=$b=$c=$d=$e=0'),
  row('for(;$a;){for($e;$b;)$c;$d}', 'for(;$a;)$e,$b?$c:$d;', 'effect', counting),
  row('for(;;){for($e;$b;)$c;$d}', 'for(;;)$e,$b?$c:$d;', 'effect', counting),
  row('$a<0||$a>8', '$a<0|$a>8', 'truth', '$a=-1', '$a=4'),
  row('$a.splice($b,1,$c)', '$a[$b]=$c', 'effect', '$a=[1,2],$b=1,$c=3'),
  row('$a.length==9', '$a[8]', 'truth', '$a=[...`abcdefghi`]', '$a=[]'),
  row('$a.length>8', '$a[8]', 'truth', '$a=[...`abcdefghi`]', '$a=[]'),
  code('for(;;){a=1;if(a){console.log(a);break}}', 'for(;;){a=1;a&&console.log(a).a}', breaksThrown),
  code('(()=>{for(;;){a=1;if(a)return}})();console.log(a)', 'for(;;){a=1;if(a)break}console.log(a)', loopsFreed),
  code(
    'a=1;for(const a of[2])console.log(a);for(let a of[3])console.log(a);console.log(a)',
    'a=1;for(const a of[2])console.log(a);for(c of[3])console.log(c);console.log(a)',
    declarationsAway,
  ),
  code('const a=1,b=2;console.log(a,b)', 'a=1,b=2;console.log(a,b)', declarationsAway),
  code('new class{b(){this.c=1}}().b();console.log(2)', 'a=()=>{d=1};Z=_=>0;(Z(),a)();console.log(2)', classesAway),
  code(
    'class A{b=1;c(d){console.log(this.b+d)}}new A().c(2)',
    'a=1;e=d=>{console.log(a+d)};A=_=>0;(A(),e)(2)',
    classesAway,
  ),
  code(
    'class A{get b(){return 1}}console.log(new A().b)',
    'a=()=>{return 1};A=_=>0;console.log((A(),a()))',
    classesAway,
  ),
  code("[a,b]=0?[,'c']:[1,'d'];if(a)console.log(b)", "b=0?'c':'d';if(b)console.log(b)", listsAsValues),
  code(
    "f=a=>{if(a)return[1,'b'];return[]};[c,d]=f(1);if(c)console.log(d)",
    "f=a=>{if(a)return'b';return 0};d=f(1);if(d)console.log(d)",
    listsAsValues,
  ),
  code(
    'switch(a=2){case 1:console.log(3);break;case 0:case 2:console.log(a);break;default:console.log(4)}',
    '{b=a=2;if(b==1){console.log(3)}else if(b==0||b==2){console.log(a)}else{console.log(4)}}',
    switchesAway,
  ),
  code(
    "a:for(;;)switch($a?1:0||'x'){case 1:console.log(1);break a;case 'x':break;default:console.log(3)}",
    'a:for(;;)if($a){console.log(1);break a}else if(0){console.log(3)}else{}',
    switchesAway,
  ),
  code('switch(true){case $a:{console.log(1)}}', 'if($a){console.log(1)}', switchesAway),
  code(
    'a=0,f=()=>{for(;a<2;)console.log(a++)};for(b of[3])f(),console.log(b)',
    'a=0;for(b of[3]){for(;a<2;)console.log(a++);console.log(b)}',
    arrowsToStatements,
  ),
  code(
    'f=a=>console.log(a);f(b=0);for(c of[1,2])b=c,c<2?f(b):0;',
    'f=a=>console.log(a);(b=0);for(c of[1,2])f(b),b=c,c<2?0:0;',
    callsToStart,
  ),
  code("const {log:a}=console;a('b')", "console.log('b')", propertiesRead),
  code("({log:a}=console),c=1;a('b')", "0,c=1;console.log('b')", propertiesRead),
]
