// The fields carry the numbers of a magic square: three marks that add up to fifteen are a line.
const square = [2, 7, 6, 9, 5, 1, 4, 3, 8]
const taken: { X: number[]; O: number[] } = { X: [], O: [] }

type Player = keyof typeof taken

const cell = (field: number): string => {
  if (taken.X.includes(field)) return 'X'
  if (taken.O.includes(field)) return 'O'
  return '.'
}

const showBoard = (): void => {
  for (const start of [0, 3, 6]) {
    console.log([start, start + 1, start + 2].map(cell).join(''))
  }
}

const hasLine = (fields: number[]): boolean => {
  for (const a of fields) {
    for (const b of fields) {
      for (const c of fields) {
        if (a !== b && b !== c && a !== c && square[a] + square[b] + square[c] === 15) return true
      }
    }
  }
  return false
}

const askFor = (player: Player): number => {
  for (;;) {
    const answer = prompt(`${player}>`) ?? ''
    const field = '012345678'.split('').indexOf(answer)
    if (field >= 0 && cell(field) === '.') return field
    console.log('invalid.')
  }
}

const play = (player: Player): void => {
  showBoard()
  taken[player].push(askFor(player))
  if (hasLine(taken[player])) console.log(`${player} won.`)
  else if (taken.X.length + taken.O.length === 9) console.log('tie.')
  else play(player === 'X' ? 'O' : 'X')
}

play('X')
