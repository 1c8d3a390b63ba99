board = %w[. . . . . . . . .]
player = 'X'
moves = 0

def line?(board, a, b, c)
  board[a] != '.' && board[a] == board[b] && board[b] == board[c]
end

def winner?(board)
  (0..2).each do |i|
    return true if line?(board, 3 * i, 3 * i + 1, 3 * i + 2)
    return true if line?(board, i, i + 3, i + 6)
  end
  line?(board, 0, 4, 8) || line?(board, 2, 4, 6)
end

loop do
  puts board[0..2].join
  puts board[3..5].join
  puts board[6..8].join
  field = nil
  while field.nil?
    print "#{player}> "
    answer = gets
    exit if answer.nil?
    answer = answer.chomp
    if ('0'..'8').to_a.include?(answer) && board[answer.to_i] == '.'
      field = answer.to_i
    else
      puts 'invalid.'
    end
  end
  board[field] = player
  moves += 1
  if winner?(board)
    puts "#{player} won."
    break
  end
  if moves == 9
    puts 'tie.'
    break
  end
  player = (player == 'X') ? 'O' : 'X'
end
