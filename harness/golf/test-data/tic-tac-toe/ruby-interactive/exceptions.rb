class Refused < StandardError; end

@board = Array.new(3) { Array.new(3, '.') }

def place(answer, player)
  raise Refused unless answer =~ /\A[0-8]\z/

  row = answer.to_i / 3
  column = answer.to_i % 3
  raise Refused unless @board[row][column] == '.'

  @board[row][column] = player
end

def three?(player)
  lines = @board + @board.transpose
  lines << [0, 1, 2].map { |i| @board[i][i] }
  lines << [0, 1, 2].map { |i| @board[i][2 - i] }
  lines.map(&:join).include?(player * 3)
end

9.times do |turn|
  player = 'XO'[turn % 2]
  @board.each { |row| puts row.join }
  begin
    print player, '> '
    STDOUT.flush
    answer = STDIN.gets
    exit if answer.nil?
    place(answer.chomp, player)
  rescue Refused
    puts 'invalid.'
    retry
  end
  if three?(player)
    puts "#{player} won."
    exit
  end
end
puts 'tie.'
