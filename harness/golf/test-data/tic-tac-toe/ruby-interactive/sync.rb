$stdout.sync = true

LINES = %w(012 345 678 036 147 258 048 246)

board = {}
(0..8).each { |i| board[i] = '.' }
players = ['X', 'O']

def show(board)
  puts "#{board[0]}#{board[1]}#{board[2]}"
  puts "#{board[3]}#{board[4]}#{board[5]}"
  puts "#{board[6]}#{board[7]}#{board[8]}"
end

def prompt(player)
  print "#{player}> "
  answer = gets
  exit unless answer
  answer.strip
end

def won?(board, player)
  LINES.each do |line|
    first, second, third = line.chars.map { |c| board[c.to_i] }
    return true if first == player && second == player && third == player
  end
  false
end

while board.values.include?('.')
  show(board)
  player = players.first
  answer = prompt(player)
  until answer =~ /^[0-8]$/ && board[answer.to_i] == '.'
    puts 'invalid.'
    answer = prompt(player)
  end
  board[answer.to_i] = player
  if won?(board, player)
    puts "#{player} won."
    exit
  end
  players.rotate!
end
puts 'tie.'
