// Standard input as a stream of text; what is left of a line waits for the next piece.
let rest = ''
let turn = 0
const grid: (string | null)[] = [null, null, null, null, null, null, null, null, null]
const winningLines: [number, number, number][] = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
]

function write(text: string): void {
  process.stdout.write(text)
}

function symbol(): string {
  return turn % 2 ? 'O' : 'X'
}

function drawBoard(): void {
  let text = ''
  grid.forEach((cell, index) => {
    text += cell ?? '.'
    if (index % 3 === 2) text += '\n'
  })
  write(text + symbol() + '> ')
}

function onLine(line: string): void {
  const index = line.length === 1 ? line.charCodeAt(0) - 48 : -1
  if (index < 0 || index > 8 || grid[index]) {
    write('invalid.\n' + symbol() + '> ')
    return
  }
  grid[index] = symbol()
  for (const [a, b, c] of winningLines) {
    if (grid[a] && grid[a] === grid[b] && grid[a] === grid[c]) {
      write(symbol() + ' won.\n')
      process.exit(0)
    }
  }
  turn++
  if (turn === 9) {
    write('tie.\n')
    process.exit(0)
  }
  drawBoard()
}

drawBoard()
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  lines.forEach(onLine)
})
