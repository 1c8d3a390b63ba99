// Asks for names as libraries of prompts do: reads keys in raw mode, and echoes them itself. Greets bo in other words if told.
const other = process.argv[2]
const ask = () => process.stdout.write('name? ')
let typed = ''
process.stdin.setRawMode(true)
process.stdin.on('data', (data) => {
  for (const key of String(data)) {
    if (key === '\x04') process.exit()
    if (key !== '\r') {
      process.stdout.write(key)
      typed += key
      continue
    }
    process.stdout.write(`\r\n${typed === 'bo' ? (other ?? 'hi') : 'hi'} ${typed}\r\n`)
    typed = ''
    ask()
  }
})
ask()
