// A game is a closure: it takes an answer and returns what to print, or ends.
interface Outcome {
  text: string
  over: boolean
}

function createGame() {
  const marks = new Map<number, string>()
  const triples = ['012', '345', '678', '036', '147', '258', '048', '246']

  const current = () => (marks.size % 2 === 0 ? 'X' : 'O')
  const at = (index: number) => marks.get(index) ?? '.'
  const row = (start: number) => `${at(start)}${at(start + 1)}${at(start + 2)}\n`
  const prompt = () => `${row(0)}${row(3)}${row(6)}${current()}> `
  const owns = (player: string) => triples.some((triple) => triple.split('').every((one) => at(Number(one)) === player))

  function play(answer: string): Outcome {
    const index = '012345678'.indexOf(answer)
    if (answer.length !== 1 || index < 0 || marks.has(index)) {
      return { text: `invalid.\n${current()}> `, over: false }
    }
    const player = current()
    marks.set(index, player)
    if (owns(player)) return { text: `${player} won.\n`, over: true }
    if (marks.size === 9) return { text: 'tie.\n', over: true }
    return { text: prompt(), over: false }
  }

  return { prompt, play }
}

const game = createGame()
process.stdout.write(game.prompt())
process.argv.slice(2).some((answer) => {
  const { text, over } = game.play(answer)
  process.stdout.write(text)
  return over
})
