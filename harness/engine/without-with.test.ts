import { expect, test } from 'vitest'
import { withoutWith } from './without-with.ts'

test.each([
  ['with(process)stdin.on(a=>stdout.write(a))', 'process.stdin.on(a=>process.stdout.write(a))'],
  ['x=1;with(process)for(i of argv)exit(x.exit,{exit:1})', 'x=1;for(i of process.argv)process.exit(x.exit,{exit:1})'],
  ['with( process ) { exitCode = 1 }', '{ process.exitCode = 1 }'],
  ['argv;with(process)argv', 'argv;process.argv'],
  [
    'with(o=Buffer(`a`))for(i=8;o[k=i]^46;)console.log(o+i,/a/.test(o,write(o+"",k)))',
    'o=Buffer(`a`);for(i=8;o[k=i]^46;)console.log(o+i,/a/.test(o,o.write(o+"",k)))',
  ],
  ['x=1;with( o = Buffer(x) ) fill(x)', 'x=1;o = Buffer(x);o.fill(x)'],
])('%s is %s', (source, written) => {
  expect(withoutWith(source)).toBe(written)
})

test.each([
  'with(console)log(1)',
  'with(process)with(console)log(argv)',
  'with(process)process.x=1',
  'with(process)eval("argv")',
  'with(process)(argv=>argv)(1)',
  'with(process){let exit=1}',
  'with(process)x={argv}',
  'with(process)[argv]=x',
  'p=process;with(process)argv',
  'with(process',
  'if(x)with(o=Buffer(9))fill(1)',
  'with(o=Buffer(9))for(o of[1])fill(1)',
  'with(o=Buffer(9))o.i=i',
  'f=_=>o.i=1;with(o=Buffer(9))f(),i',
  'with(o=Buffer(9))o[x]=i',
  'with(o=Buffer(9))o[x]()',
  'with(o=Buffer(9))delete o[x]',
  'with(o=Buffer(9))f(o,i)',
  'with(o=Buffer(9))[o[x]]=[i]',
  'with(o=Buffer(9))Buffer.prototype.i=i',
  'with(o=Buffer(9))eval("i")',
  'with(o=Buffer(9))with(process)argv',
  'with(p=o=Buffer(9))i',
  'with(o=[])i',
])('%s stays as it is', (source) => {
  expect(withoutWith(source)).toBe(source)
})
