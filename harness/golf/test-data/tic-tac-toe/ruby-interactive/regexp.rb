WON = /
  ^(...)*(XXX|OOO)          # a row
  | X..X..X | O..O..O       # a column
  | X...X...X | O...O...O   # a diagonal
  | ^..(X.X.X|O.O.O)..$     # the other one
/x

board = '.........'
player = 'X'

print board.gsub(/(...)/, "\\1\n"), player, '> '
$stdout.flush

while (line = gets)
  field = line[/\A[0-8]$/]
  valid = line.chomp == field && board[field.to_i] == '.'
  if valid
    board[field.to_i] = player
    if board =~ WON
      print player, " won.\n"
      exit
    end
    unless board =~ /\./
      print "tie.\n"
      exit
    end
    player = player == 'X' ? 'O' : 'X'
    print board.gsub(/(...)/, "\\1\n")
  else
    print "invalid.\n"
  end
  print player, '> '
  $stdout.flush
end
