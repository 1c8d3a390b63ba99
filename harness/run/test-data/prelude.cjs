// biome-ignore-all lint/correctness/noUnusedVariables: what follows this file in a program uses them.
const { readSync, writeSync } = require('node:fs')

const say = (...texts) => writeSync(1, Buffer.from(texts.join(''), 'latin1'))
const complain = (text) => writeSync(2, text)
const exit = (status) => process.exit(status)
const crash = () => {
  throw 1
}
const spin = () => {
  for (;;);
}
const fill = (text, count) => say(text.repeat(count))
const flood = (text) => {
  for (;;) fill(text, 9999)
}

const bytes = Buffer.alloc(9999)
let rest = ''
function ask() {
  while (!rest.includes('\n')) rest += bytes.toString('latin1', 0, readSync(0, bytes)) || '\n'
  const line = rest.slice(0, rest.indexOf('\n'))
  rest = rest.slice(line.length + 1)
  return line
}

let a
let b
