import type { Interface } from 'node:readline'

const lines: Interface = require('node:readline').createInterface({ input: process.stdin })
const ask = (): void => {
  process.stdout.write('n? ')
}
const answer = (text: string): string => {
  const number = Number(text)
  if (number % 15 === 0) return 'FizzBuzz'
  if (number % 5 === 0) return 'Buzz'
  if (number % 3 === 0) return 'Fizz'
  return text
}
lines.on('line', (line: string) => {
  if (line === 'q') process.exit()
  console.log(answer(line))
  ask()
})
ask()
