# Tic-tac-toe; the moves are arguments.
LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6]
]

board = Array.new(9, '.')
player = 'X'

def show(board)
  board.each_slice(3) { |row| puts row.join }
end

show(board)
print "#{player}> "

ARGV.each do |answer|
  unless answer =~ /\A[0-8]\z/ && board[answer.to_i] == '.'
    puts 'invalid.'
    print "#{player}> "
    next
  end

  board[answer.to_i] = player

  if LINES.any? { |line| line.all? { |field| board[field] == player } }
    puts "#{player} won."
    break
  elsif !board.include?('.')
    puts 'tie.'
    break
  end

  player = player == 'X' ? 'O' : 'X'
  show(board)
  print "#{player}> "
end
