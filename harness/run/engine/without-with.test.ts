import { expect, test } from 'vitest'
import { withoutWith } from './without-with.ts'

test.each([
  ['with(process)stdin.on(a=>stdout.write(a))', 'process.stdin.on(a=>process.stdout.write(a))'],
  ['x=1;with(process)for(i of argv)exit(x.exit,{exit:1})', 'x=1;for(i of process.argv)process.exit(x.exit,{exit:1})'],
  ['with( process ) { exitCode = 1 }', '{ process.exitCode = 1 }'],
  ['argv;with(process)argv', 'argv;process.argv'],
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
])('%s stays as it is', (source) => {
  expect(withoutWith(source)).toBe(source)
})
