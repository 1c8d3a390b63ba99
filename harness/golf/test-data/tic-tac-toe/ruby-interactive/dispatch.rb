$stdout.sync = true

BOARD = Array.new(9, '.')
PLAYERS = %w[X O]

# What is done when a line is ...
ACTIONS = {
  refused: ->(_) { puts 'invalid.' },
  tie: ->(_) { puts 'tie.'; exit },
  won: ->(player) { puts "#{player} won."; exit },
  marked: lambda do |_|
    PLAYERS.reverse!
    draw
  end
}

def draw
  puts BOARD.join.scan(/.../)
end

def line_of?(player)
  [[0, 1], [3, 1], [6, 1], [0, 3], [1, 3], [2, 3], [0, 4], [2, 2]].any? do |start, step|
    BOARD.values_at(start, start + step, start + 2 * step).all? { |mark| mark == player }
  end
end

def judge(line, player)
  return :refused unless line =~ /\A[0-8]\n?\z/ && BOARD[line.to_i] == '.'

  BOARD[line.to_i] = player
  return :won if line_of?(player)

  BOARD.include?('.') ? :marked : :tie
end

draw
loop do
  player = PLAYERS.first
  print "#{player}> "
  line = gets
  break if line.nil?

  ACTIONS[judge(line, player)].call(player)
end
