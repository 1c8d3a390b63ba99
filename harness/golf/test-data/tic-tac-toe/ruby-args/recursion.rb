# A turn calls the next one.
def picture(board)
  board.gsub(/.../) { |row| row + "\n" }
end

def won?(board, player)
  %w[012 345 678 036 147 258 048 246].any? do |line|
    line.each_char.all? { |digit| board[digit.to_i] == player }
  end
end

def read(board, player, answers)
  print "#{player}> "
  exit if answers.empty?
  answer, *others = answers
  return [answer.to_i, others] if answer.length == 1 && '012345678'.include?(answer) && board[answer.to_i] == '.'

  puts 'invalid.'
  read(board, player, others)
end

def turn(board, player, opponent, answers)
  return 'tie.' unless board.include?('.')

  print picture(board)
  field, others = read(board, player, answers)
  after = board.dup
  after[field] = player
  won?(after, player) ? "#{player} won." : turn(after, opponent, player, others)
end

puts turn('.' * 9, 'X', 'O', ARGV)
