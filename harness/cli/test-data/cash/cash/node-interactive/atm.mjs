import { createInterface } from 'node:readline'

let balance = 100
const lines = createInterface({ input: process.stdin })
process.stdout.write('amount> ')
lines.on('line', (line) => {
  if (line === 'q') {
    console.log('Goodbye')
    process.exit()
  }
  const amount = /^-?\d+$/.test(line) ? Number(line) : undefined
  if (amount === undefined) console.log('Not a number')
  else if (amount > balance) console.log('Not enough')
  else {
    balance -= amount
    console.log(`Balance: ${balance}`)
  }
  process.stdout.write('amount> ')
})
lines.on('close', () => console.log())
