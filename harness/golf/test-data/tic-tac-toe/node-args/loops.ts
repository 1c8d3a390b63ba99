// Nothing but loops and a board of rows and columns.
var board: string[][] = [];
for (var row = 0; row < 3; row++) {
  board[row] = [];
  for (var column = 0; column < 3; column++) {
    board[row][column] = '.';
  }
}

function printBoard() {
  for (var r = 0; r < 3; r++) {
    var line = '';
    for (var c = 0; c < 3; c++) {
      line += board[r][c];
    }
    console.log(line);
  }
}

function winner(): string | null {
  for (var i = 0; i < 3; i++) {
    if (board[i][0] !== '.' && board[i][0] === board[i][1] && board[i][1] === board[i][2]) return board[i][0];
    if (board[0][i] !== '.' && board[0][i] === board[1][i] && board[1][i] === board[2][i]) return board[0][i];
  }
  if (board[1][1] !== '.') {
    if (board[0][0] === board[1][1] && board[1][1] === board[2][2]) return board[1][1];
    if (board[0][2] === board[1][1] && board[1][1] === board[2][0]) return board[1][1];
  }
  return null;
}

var turns = 0;
var next = 2;
printBoard();
while (next <= process.argv.length) {
  var player = turns % 2 === 0 ? 'X' : 'O';
  process.stdout.write(player + '> ');
  var answer = process.argv[next];
  next += 1;
  if (answer === undefined) break;
  var field = parseInt(answer, 10);
  if (answer !== String(field) || !(field >= 0 && field <= 8) || board[Math.floor(field / 3)][field % 3] !== '.') {
    console.log('invalid.');
    continue;
  }
  board[Math.floor(field / 3)][field % 3] = player;
  turns += 1;
  if (winner() !== null) {
    console.log(winner() + ' won.');
    break;
  }
  if (turns === 9) {
    console.log('tie.');
    break;
  }
  printBoard();
}
