import { createInterface } from 'node:readline'

let balance = 100
process.stdout.write('amount> ')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'q') {
    console.log('Goodbye')
    process.exit()
  }
  if (!/^\d+$/.test(line)) console.log('Not a number')
  else if (Number(line) > balance) console.log('Not enough')
  else {
    balance -= Number(line)
    console.log(`Balance: ${balance}`)
  }
  process.stdout.write('amount> ')
}
console.log()
