import { describe, expect, test } from 'vitest'
import { hiddenAssignments, movedAssignments, movedSteps, reusedValues } from './assignments.ts'
import { inBrackets, withBrackets, withoutBrackets } from './blocks.ts'
import { perlPackagesAway, pythonClassesAway, rubyClassesAway } from './classes.ts'
import { characterDeletions, conditionDeletions, groupDeletions, runDeletions } from './deletions.ts'
import { inlined, parametersAway } from './functions.ts'
import {
  foldedNumbers,
  linesAsSlices,
  listsAsTexts,
  namedOnce,
  otherSeparators,
  stringsAsDigits,
  swaps,
  textsAsFlags,
  topics,
} from './ideas.ts'
import { everywhere, type Language, languages } from './languages.ts'
import { joinedLines, type Layout, namesInStrings, otherNames, ownNames, shorterGaps, tightGaps } from './minify.ts'
import { type Change, disjoint } from './source.ts'
import { joinedStrings, otherDelimiters, pairsOf, synonym } from './synonyms.ts'
import { changedTokens, readTokens, type Tokens } from './tokens.ts'

const rows = Object.entries(languages)
const tokensOf = (extension: string) => (languages[extension] as Language).tokens
const texts = (find: (source: Tokens) => readonly Change[], extension: string, text: string) => {
  const source = readTokens(text, tokensOf(extension))
  return find(source).map((change) => changedTokens(source, change))
}
/** The texts after all changes that do not overlap. */
const together = (find: (source: Tokens) => readonly Change[], extension: string, text: string) => {
  const source = readTokens(text, tokensOf(extension))
  return disjoint(find(source)).map((changes) => changedTokens(source, changes.flat()))
}

describe('tokens', () => {
  test.each([
    ['.pl', 'a;\n\n=head1 b "\n\n=cut\n\nc;\n=pod d', ['a', ';', 'c', ';']],
    ['.rb', 'a\n=begin\nb "\n=end\nc\n__END__\nd', ['a', 'c']],
    ['.pl', `print"a b",$x=~/\\d$|/?1:2 # end`, ['print', '"a b"', ',', '$x', '=~', '/\\d$|/', '?', '1', ':', '2']],
    ['.pl', 'f(2)#a b\n;$#c=1#d', ['f', '(', '2', ')', ';', '$', '#', 'c', '=', '1']],
    ['.sh', 'a>/dev/null;b=$c/d', ['a', '>', '/dev/null', ';', 'b', '=', '$c', '/', 'd']],
    ['.sh', 'a=$((16#ff)) # b', ['a', '=', '$', '(', '(', '16', '#', 'ff', ')', ')']],
    ['.py', `x=f'{a} b'  # end`, ['x', '=', `f'{a} b'`]],
    ['.rb', `@b=?a if d? &&c =~ /x\\/y/`, ['@b', '=', '?a', 'if', 'd?', '&&', 'c', '=~', '/x\\/y/']],
    ['.rb', 'when /#{a} b/ then c / 2\nwhen /d/m', ['when', '/#{a} b/', 'then', 'c', '/', '2', 'when', '/d/m']],
    ['.awk', '$0 !~ /^[0-8]$/ # no', ['$', '0', '!~', '/^[0-8]$/']],
    ['.php', '<?php $a<=1; // end', ['<?php', '$a', '<=', '1', ';']],
    ['.lua', "print'a'--[[b]]..[[c d]]", ['print', "'a'", '..', '[[c d]]']],
    ['.sh', '[[ $a == "b c" ]] # end', ['[', '[', '$a', '==', '"b c"', ']', ']']],
    ['.c', '#include <stdio.h>\nx/y/2;/* a */', ['#include <stdio.h>\n', 'x', '/', 'y', '/', '2', ';']],
    ['.ts', '`a\nb`,/c/.d // e', ['`a\nb`', ',', '/c/', '.', 'd']],
  ])('of %s', (extension, text, expected) => {
    expect(readTokens(text, tokensOf(extension)).tokens.map(({ text }) => text)).toEqual(expected)
  })

  test.each(rows)('of %s hold every character of any text, once', (_, { tokens }) => {
    const text = 'a "b \' c` /d #e\n//f [[g $h ?i <?php ))}]'
    const { tokens: found, gaps } = readTokens(text, tokens)
    const pieces = gaps.flatMap(({ start, end }, i) => [text.slice(start, end), found[i]?.text ?? ''])
    expect(pieces.join('')).toBe(text)
  })
})

const pairs = rows.flatMap(([extension, { sure, synonyms }]) =>
  pairsOf([...sure, ...(extension === '.c' ? everywhere : []), ...synonyms]).map(
    ({ before, after, example }) => [extension, before, after, example] as const,
  ),
)

test.each(pairs)('a synonym of %s: %s → %s', (extension, before, after, example) => {
  const filled = (text: string | RegExp, space = '') =>
    String(text)
      .replace(/(?<=\w)«(\w)»/g, `${space}$1`)
      .replace(/«(\w)»/g, '$1')
  const missing = (text: string, found: string, other: string) => text.split(found).length - text.split(other).length
  /** A pattern with blocks as a program. */
  const lines = (text: string) => {
    if (!/[⟨⟩]/.test(`${before}${after}`)) return text
    const start = 'while a:⟨'.repeat(Math.max(0, missing(text, '⟩', '⟨')))
    const end = 'a;⟩'.repeat(Math.max(0, missing(text, '⟨', '⟩')))
    return withoutBrackets(start + text + end, tokensOf(extension))
  }
  const [program, result] = example ?? [lines(filled(before)), lines(filled(after, ' '))]
  expect(texts(synonym(before, after, tokensOf(extension)), extension, program)).toContain(result)
})

describe('rewrites', () => {
  test('white space and comments go; lines stay where they count, and their depths', () => {
    const text = '# first\nf(a):\n    g a + 1  # more\n\n    h\n'
    const shortest = (layout: Layout) => together(shorterGaps(layout), '.py', text)
    expect(shortest('free')).toEqual(['f(a):g a+1 h'])
    expect(shortest('lines')).toEqual(['f(a):\ng a+1\nh'])
    expect(shortest('words')).toEqual(['f(a):\ng a + 1\nh'])
    expect(shortest('indented')).toEqual(['f(a):\n g a+1\n h'])
    expect(together(shorterGaps('free'), '.c', 'a;\n #define b 1\n c')).toEqual(['a;\n#define b 1\nc'])
    expect(together(tightGaps('words'), '.sh', '[ a ] && b\nc')).toEqual(['[ a ]&&b\nc'])
    expect(texts(tightGaps('indented'), '.py', 'a[3 in b]')).toContain('a[3in b]')
    expect(together(joinedLines('indented', tokensOf('.py')), '.py', 'if a:\n b\n c\nfor d in e:\n f')).toEqual([
      'if a:b;c\nfor d in e:f',
    ])
  })

  test('blocks of Python have brackets around them, in a pattern', () => {
    const text = '@a\nclass b:\n  c={1:2}\n  def d(e): f(\n g);h\nif i[lambda:1:]:\n if lambda:j:k\nelse: l;\nm'
    const brackets = '@a;class b:⟨c={1:2};def d(e):⟨f(\n g);h;⟩⟩if i[lambda:1:]:⟨if lambda:j:⟨k;⟩⟩else:⟨l;⟩m;'
    expect(withBrackets(text, tokensOf('.py'))).toBe(brackets)
    expect(withoutBrackets(brackets, tokensOf('.py'))).toBe(
      '@a\nclass b:\n c={1:2}\n def d(e):f(\n g);h\nif i[lambda:1:]:\n if lambda:j:k\nelse:l\nm',
    )
    expect(withBrackets('if a:\n  b\n c', tokensOf('.py'))).toBe(undefined)
  })

  test('names become letters, also in strings, and words of the language stay', () => {
    const text = 'my $player = "X"; sub show { print "$player> player" } show();'
    expect(together(ownNames, '.pl', text)).toEqual(['my $a = "X"; sub b { print "$a> player" } b();'])
    expect(texts(otherNames, '.pl', 'print show')).toEqual(['a show', 'print a'])
    expect(texts(namesInStrings, '.py', 'tuple("n","row column");a.row')).toEqual(['tuple("n","b column");a.b'])
    expect(together(ownNames, '.ts', 'a.map(e22=>e22.b)')).toEqual(['a.map(c=>c.b)'])
    expect(together(ownNames, '.rb', 'LINES = 1\nputs "#{LINES}"')).toEqual(['A = 1\nputs "#{A}"'])
    expect(together(ownNames, '.py', 'end = 1\nprint(row, sep="")')).toEqual(['a = 1\nprint(row, sep="")'])
    expect(together(ownNames, '.awk', 'function f(row,col){g(f(row),col,len)}')).toEqual([
      'function f(a,b){g(f(a),b,len)}',
    ])
    expect(together(ownNames, '.rb', 'f{|row,col|g(row,col)}')).toEqual(['f{|a,b|g(a,b)}'])
    expect(together(ownNames, '.py', '@data\nclass Game:\n def __init__(self):')).toEqual([
      '@data\nclass A:\n def __init__(self):',
    ])
  })

  test('a synonym takes the place of each occurrence; outer ones and inner ones are two groups', () => {
    expect(texts(synonym('eq', '==', tokensOf('.pl')), '.pl', '$a eq 1;$b eq 2')).toEqual([
      '$a == 1;$b eq 2',
      '$a eq 1;$b == 2',
    ])
    const block = synonym('if(«a»){«b»}', '«a»&&do{«b»}', tokensOf('.pl'))
    const nested = 'if (f(1)) { if(g){2} } if(h){i}'
    expect(together(block, '.pl', nested)).toEqual(['f(1)&&do{if(g){2}} h&&do{i}', 'if (f(1)) { g&&do{2} } if(h){i}'])
  })

  test('holes stand for the same where they occur twice, for operands, for statements, and for texts in strings', () => {
    const found = (extension: string, before: string, after: string, text: string) =>
      texts(synonym(before, after, tokensOf(extension)), extension, text)
    expect(found('.c', '«a»==«a»', '1', 'b==c;d==d')).toEqual(['b==c;1'])
    expect(found('.lua', '«F»("«s»")', '«F»"«s»"', "a:b('c',1)d.e('f')")).toContain(`a:b('c',1)d.e"f"`)
    expect(found('.rb', 'if «1»;«2»;end', '«2» if «1»', 'if a\nb 1\nend\nif c;d;e;end')).toEqual([
      'b 1 if a\nif c;d;e;end',
    ])
    expect(found('.py', 'f"{«a»}«s»"', '«a»+"«s»"', `g(f'{h}> ')`)).toEqual(['g(h+"> ")'])
  })

  test('the end of a statement is a sign, a new line, or nothing before a bracket', () => {
    const ends = (text: string) => texts(synonym('f();', 'g;', tokensOf('.awk')), '.awk', text)
    expect([ends('f();a'), ends('f()\na'), ends('{f()}'), ends('f()+a')]).toEqual([['g;a'], ['g;\na'], ['{g;}'], []])
  })

  test('strings have other delimiters, and newlines as they are', () => {
    const found = otherDelimiters([['[[', ']]']]).flatMap((find) => together(find, '.lua', `f("a\\nb")g'c'`))
    expect(found).toEqual([`f("a\nb")g'c'`, `f([[a\\nb]])g[[c]]`, `f([[a\nb]])g[[c]]`])
  })

  test('strings that are joined become one', () => {
    expect(texts(joinedStrings, '.lua', `f("a".."b",'c'"d")`)).toEqual([`f("ab",'c'"d")`])
    expect(texts(joinedStrings, '.py', `f('a''b','c')`)).toEqual(["f('ab','c')", "f('a''bc')"])
  })

  test('deletions take statements, groups, conversions and brackets', () => {
    const found = texts(groupDeletions, '.php', 'a();b(1);f((int)$x);')
    expect(found).toEqual(expect.arrayContaining(['b(1);f((int)$x);', 'a();b(1);f($x);', 'a();1;f((int)$x);']))
    expect(texts(groupDeletions, '.php', 'a();if($b){break;}c();')).toContain('a();c();')
    expect(texts(groupDeletions, '.pl', '$a{b}=1;c')).toEqual(expect.arrayContaining(['c', '=1;c']))
    const runs = texts(runDeletions, '.awk', 'a(b)(c)d')
    expect(runs).toEqual(expect.arrayContaining(['a(b c)d', '(b)(c)d', 'a d', 'a']))
    expect(runs).not.toContain('ab)(c)d')
    expect(texts(characterDeletions, '.py', "f('xyz')")).toEqual(expect.arrayContaining(["f('xz')", "f('x')"]))
  })

  test('an assignment goes to where its variable or its value is used', () => {
    const found = (text: string) => texts(movedAssignments, '.c', text)
    expect(found('i=8;f(i+1)')).toEqual(expect.arrayContaining(['f((i=8)+1)', 'f(i=8+1)', 'f(8+1)']))
    expect(found('a=1;f(a,a)')).toContain('f(1,1)')
    expect(found("b[*o-48]='x';f()")).toEqual([])
    expect(found('b[k]=p,n[j]=2;f(p)')).toContain('n[j]=2;f(b[k]=p)')
    expect(texts(movedAssignments, '.py', 'i = 8\nf(i)')).toContain('f(i = 8)')
    expect(texts(movedAssignments, '.lua', 'a="x"print(a)')).toContain('print("x")')
    expect(texts(movedAssignments, '.py', 'f();c=a\nf(c)')).toContain('f()\nf(a)')
    expect(texts(movedAssignments, '.py', 'c="a"\nif c in d:0')).toContain('if"a"in d:0')
    expect(texts(movedAssignments, '.php', '$a="b";f("> $a",$a);')).toContain('f("> b","b");')
    expect(texts(movedAssignments, '.php', 'const A=[1];foreach(A as$b);')).toContain('foreach([1] as$b);')
  })

  test('a value that is used again gives way to its variable', () => {
    expect(texts(reusedValues, '.py', 'h=d()\nf(d()+g)')).toEqual(['h=d()\nf(h+g)'])
    expect(texts(reusedValues, '.py', 'h=1\nf(1)')).toEqual([])
  })

  test('a parameter that is the same in all calls goes', () => {
    expect(texts(parametersAway, '.py', 'def f(a,p):\n return a[p]\nf(b,1);f(b,2)')).toEqual([
      'def f(p):\n return b[p]\nf(1);f(2)',
    ])
  })

  test('numbers are computed', () => {
    expect(texts(foldedNumbers, '.py', 'f(3-1-n,3*3)')).toEqual(['f(2-n,3*3)', 'f(3-1-n,9)'])
  })

  test('items at regular places become slices', () => {
    const lines = '[(0,1,2),(6,7,8),(0,3,6),(2,4,6)]'
    const slices = 'f(b[:3],b[6:],b[::3],b[2:7:2])'
    expect(texts(linesAsSlices, '.py', `f[[b[i]for i in l]for l in${lines}]`)).toEqual([slices])
    expect(texts(linesAsSlices, '.py', `L=${lines}\nf[[b[i]for i in l]for l in L]`)).toEqual([slices])
    expect(texts(linesAsSlices, '.py', 'f[[b[i]for i in l]for l in[(0,1,3),(0,3,6)]]')).toEqual([])
  })

  test('a step by one goes to where its variable is used', () => {
    expect(texts(movedSteps, '.c', 'for(;i<9;i++)f(i);')).toContain('for(;i<9;)f(i++);')
    expect(texts(movedSteps, '.c', 'f();++i;g(i+1)')).toEqual(['f();g(i+++1)', 'f();g(++i+1)'])
  })

  test('a part of a condition goes, with what joins it', () => {
    const found = texts(conditionDeletions, '.py', 'if len(a)!=1 or a in"01"or b[int(a)]>c:d')
    expect(found).toEqual(expect.arrayContaining(['if  a in"01"or b[int(a)]>c:d', 'if len(a)!=1 or a in"01":d']))
    expect(texts(conditionDeletions, '.rb', 'a if b && c\nd')).toEqual(['a if b \nd', 'a if  c\nd'])
    expect(texts(conditionDeletions, '.c', 'f(a&&b[c&&d])')).toEqual(['f(a)', 'f(b[c&&d])', 'f(a&&b[c])', 'f(a&&b[d])'])
  })

  test('the body of a function goes where it is called, with arguments for parameters', () => {
    const inPlace = (extension: string, text: string) => {
      const { functions = { definitions: [] }, tokens } = languages[extension] as Language
      return texts(inlined(functions, tokens), extension, text)
    }
    expect(inPlace('.pl', 'sub f{($a,$b)=@_;print $a,$b}f(1,$x+2);')).toContain('print 1,($x+2);')
    expect(inPlace('.pl', 'sub f{$a=shift;print $a;1}if(f(2)){g}')).toContain('if(do{print 2;1}){g}')
    expect(inPlace('.c', 'int f(int a){return a+1;}main(){g(f(2));}')).toContain('main(){g((2+1));}')
    expect(inPlace('.lua', 'function f(a)if a then g(a)end end f(b)')).toContain(' if b then g(b)end')
    expect(inPlace('.sh', 'f(){ echo a;}\nf;f')).toContain('\necho a;echo a')
    expect(inPlace('.ts', 'a=(b,c)=>b+c;d(a(1,2))')).toContain('d(1+2)')
    expect(inPlace('.ts', 'function a(b){d(b);e()}for(;;){a(1)}')).toContain('for(;;){d(1);e()}')
    expect(inPlace('.php', 'function f(){for(;;){if($a){return}}}f();')).toContain('for(;;){if($a){break}};')
    const tested = 'function f($a){foreach($b as$c)if($c==$a)return 1;return 0;}for(;;){if(f(2)){g();die;}}'
    expect(inPlace('.php', tested)).toContain('for(;;){foreach($b as$c)if($c==2){g();die;};}')
    expect(inPlace('.pl', 'sub f{for(@a){return 1 if$_>2}return 0}f()&&exit print 3;')).toContain(
      'for(@a){exit print 3 if$_>2}',
    )
    expect(inPlace('.lua', 'function f()if a then return true end return false end if f()then g()end')).toContain(
      ' if a then g() end',
    )
    expect(inPlace('.pl', 'sub f{while($a=<>){return$a if$a>0}}g();$b{f()}=1;')).toContain(
      'g();while($a=<>){last if$a>0};$b{$a}=1;',
    )
    expect(
      inPlace('.pl', 'sub f{for(@a){return"$b won."if$_>2}return"tie"if$c;""}$d=f();if($d){print"$d\n";last}'),
    ).toContain('for(@a){do{print"$b won.\n";exit}if$_>2}do{print"tie\n";exit}if$c;')
    expect(inPlace('.pl', 'sub f{/a/&&$b[pop]eq$c}!f($_)?g:h')).toContain('!(/a/&&$b[$_]eq$c)?g:h')
    expect(inPlace('.rb', 'until f\ng\nend\ndef f\nif a\nputs"b"\nreturn true\nend\nfalse\nend')).toContain(
      'loop{if a\nputs"b"\nexit\nend\ng}\n',
    )
    const { functions, tokens } = languages['.py'] as Language
    const withBlocks = inBrackets(inlined(functions ?? { definitions: [] }, tokens), tokens)
    expect(texts(withBlocks, '.py', 'def f(a):\n for b in a:\n  if b:return 1\nif f(c):g();0/0\n')).toContain(
      'for b in c:\n if b:g();0/0',
    )
    const inBlocks = (text: string) => texts(withBlocks, '.py', text)
    expect(inBlocks('def f(a):\n return a+1\nprint(f(b*2))')).toContain('print(((b*2)+1))')
    expect(inBlocks('def f(a):\n b=a\n return b+1\nif c:\n d=f(2)\n')).toContain('if c:b=2;d=(b+1)')
    expect(inBlocks('def f(a):\n for b in a:\n  g(b)\nwhile 1:\n f(c)\n')).toContain('while 1:\n for b in c:g(b)')
    expect(inBlocks('def f(a):return a+a\nprint(f(g()))')).toContain('a=g();print((a+a))')
    expect(inBlocks('def f(a):c=g();return a+a\nprint(f(g()))')).toEqual(
      expect.arrayContaining(['c=g();print(((g())+(g())))', 'a=g();c=g();print((a+a))']),
    )
    expect(inBlocks('def f():\n global a\n for a in b:\n  if a:return\nf()\n')).toContain('for a in b:\n if a:break')
    expect(inBlocks('def f():\n while 1:\n  a,b=g()\n  if a:return a,b\na,b=f()\n')).toContain(
      'while 1:\n a,b=g()\n if a:break\na,b=(a,b)',
    )
  })

  test('the members of a class of Python become functions and variables', () => {
    const text = `@dataclass
class A:
 b:list[int]=field(default_factory=lambda:[1])
 def __init__(self):self.c=2
 def d(self,e):
  self.c+=e
 @property
 def h(self):
  return self.c
 def __str__(self):return self.b[self.h]
f=A()
f.d(3);print(f)
`
    expect(texts(pythonClassesAway, '.py', text)).toEqual([
      `b=[1]
def __init__():global c;c=2
def d(e):
 global c
 c+=e
def h():
 global c
 return c
def __str__():global c;return b[h()]
f=__init__()
d(3);print(__str__())
`,
    ])
  })

  test('so do those of a package of Perl and of the classes of Ruby', () => {
    const perl = `package A;sub new{my($c)=@_;my$s={d=>'.'x 9,e=>[1]};return bless$s,$c}sub f{my($s,$g)=@_;print"$s->{d}a"if$s->{e}[0]eq$g;$s->h}sub h{shift->{d}}package main;A->new->f(2);`
    expect(texts(perlPackagesAway, '.pl', perl)).toEqual([
      `sub new_A{$d_='.'x 9;$e_=[1];}sub f{my($g)=@_;print"$\{d_}a"if$e_->[0]eq$g;h()}sub h{$d_}new_A();f(2);`,
    ])
    const ruby = `class A
B=1
attr_reader :c
def initialize(d)
@c=d
end
def to_s
if c
B
end
end
end
class D
def initialize
@e=A.new(2)
end
private
def f
puts@e
exit if@e.c
end
end
class E<F;end
D.new.f`
    expect(texts(rubyClassesAway, '.rb', ruby)).toEqual([
      `B=1
def initialize_A(d)
@c=d
end
def to_s_A
if @c
B
end
end
def initialize_D
@e=initialize_A(2)
end
def f
puts to_s_A
exit if@c
end
class E<F;end
initialize_D
f`,
    ])
  })

  test('a text that is returned with a flag is returned alone', () => {
    const perl = 'sub f{return(1,"a")if$b;(0,"")}($c,$d)=f();print$d;last if$c'
    expect(texts(textsAsFlags, '.pl', perl)).toEqual(['sub f{return"a"if$b;""}$c=f();print$c;last if$c'])
    expect(texts(textsAsFlags, '.py', 'def f():\n if a:return True,"a"\n return False,""\nb,c=f()\nprint(c)')).toEqual([
      'def f():\n if a:return"a"\n return""\nb=f()\nprint(b)',
    ])
  })

  test('$_ of Perl takes the place of a variable', () => {
    expect(texts(topics, '.pl', '$a=<>;f if$a!~/b/;print"$a";for$c(0..2){g$c}')).toEqual([
      '$_=<>;f if!/b/;print"$_";for$c(0..2){g$c}',
      '$a=<>;f if$a!~/b/;print"$a";for(0..2){g$_}',
    ])
  })

  test('an assignment goes to the place of a constant or of an index', () => {
    expect(texts(hiddenAssignments, '.ts', "i=8;f(b+'')")).toContain('f(b+(i=8))')
    expect(texts(hiddenAssignments, '.c', 'b[k]=p,n[i%2]=2')).toContain('n[b[k]=p]=2')
    expect(texts(hiddenAssignments, '.ts', 'i=8,f()')).toEqual(['f(i=8)'])
  })

  test('a constant has another separator, as have the patterns that read it, or not', () => {
    const found = texts(otherSeparators, '.rb', `b="012\n\n345";b=~/\n\n/;c="\n\n"`)
    expect(found).toEqual(
      expect.arrayContaining([
        `b="012 345";b=~/ /;c=" "`,
        `b="012 345";b=~/\n\n/;c="\n\n"`,
        `b="012,345";b=~/,/;c="\n\n"`,
      ]),
    )
  })

  test('a list of words of one length becomes one text; what reads its items may change, too', () => {
    const found = (extension: string, text: string) =>
      texts(listsAsTexts(languages[extension]?.lists ?? { texts: [] }), extension, text)
    expect(found('.py', "f(['012', '345', '678', '036',])")).toEqual(['f("012 345 678 036".split())'])
    expect(found('.ts', '[[0,1],[2,3],[4,5],[6,7]].some(l=>l.every(f))')).toContain(
      '"01234567".match(/.../g).some(l=>[...l].every(f))'.replace('...', '..'),
    )
    expect(found('.c', 'w[][2]={{0,1},{2,3},{4,5},{6,7}};')).toEqual(['w[][2]={0,1,2,3,4,5,6,7};'])
    expect(found('.pl', 'for([0,1],[2,3],[4,5],[6,7]){f@$_}')).toContain('for("01234567"=~/../g){f/./g}')
    expect(found('.pl', 'f(012,345,678,036,"a","bc","d","e")')).toEqual([])
  })

  test('a string that is only compared becomes a digit', () => {
    const found = texts(stringsAsDigits, '.py', 'return"won"\nif f()=="won":g("won")or h("tie")')
    expect(found[0]).toBe('return 1\nif f()==1:g(1)or h("tie")')
    expect(found).toHaveLength(3)
  })

  test('a swap saves a space, a second name a longer one', () => {
    expect(texts(swaps, '.py', 'if p=="X":f()')).toContain('if"X"==p:f()')
    expect(texts(namedOnce, '.py', 'print(1)\nprint(2)')).toEqual(['P=print\nP(1)\nP(2)'])
    expect(texts(namedOnce, '.py', 'f(range(3),range(3))')).toContain('P=range(3)\nf(P,P)')
    expect(texts(namedOnce, '.lua', 'io.write(1)f()io.write(2)')).toEqual(['P=io.write\nP(1)f()P(2)'])
  })
})
