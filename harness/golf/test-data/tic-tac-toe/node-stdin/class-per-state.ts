// A state is an object with a method for an answer; the end is no state.
const fs = require('node:fs')

class State {
  constructor(readonly fields: string, readonly player: string) {}

  get rows(): string {
    return this.fields.slice(0, 3) + '\n' + this.fields.slice(3, 6) + '\n' + this.fields.slice(6, 9) + '\n'
  }

  after(answer: string): State | undefined {
    const index = '012345678'.indexOf(answer)
    if (answer === '' || index === -1 || answer.length > 1 || this.fields[index] !== '.') {
      print('invalid.\n' + this.player + '> ')
      return this
    }
    const fields = this.fields.substring(0, index) + this.player + this.fields.substring(index + 1)
    if (wins(fields, this.player)) {
      print(this.player + ' won.\n')
      return undefined
    }
    if (fields.indexOf('.') === -1) {
      print('tie.\n')
      return undefined
    }
    const next = new State(fields, this.player === 'X' ? 'O' : 'X')
    print(next.rows + next.player + '> ')
    return next
  }
}

function print(text: string) {
  process.stdout.write(text)
}

function wins(fields: string, player: string): boolean {
  const lines = ['012', '345', '678', '036', '147', '258', '048', '246']
  return lines.some((line) => Array.from(line).every((field) => fields.charAt(Number(field)) === player))
}

let state: State | undefined = new State('.........', 'X')
print(state.rows + state.player + '> ')
for (const line of fs.readFileSync(0).toString().split('\n')) {
  state = state?.after(line)
  if (state === undefined) break
}
