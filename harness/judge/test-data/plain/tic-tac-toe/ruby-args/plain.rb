class Board
  LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

  def initialize
    @fields = Array.new(9, '.')
  end

  def to_s
    @fields.each_slice(3).map(&:join).join("\n")
  end

  def free?(answer)
    answer.match?(/\A[0-8]\z/) && @fields[answer.to_i] == '.'
  end

  def mark(answer, player)
    @fields[answer.to_i] = player
  end

  def won_by?(player)
    LINES.any? { |line| @fields.values_at(*line).uniq == [player] }
  end
end

board = Board.new
players = %w[X O].cycle
9.times do
  player = players.next
  puts board
  print "#{player}> "
  until (answer = ARGV.shift).nil? || board.free?(answer)
    puts 'invalid.'
    print "#{player}> "
  end
  if answer.nil?
    puts
    exit
  end
  board.mark(answer, player)
  if board.won_by?(player)
    puts "#{player} won."
    exit
  end
end
puts 'tie.'
