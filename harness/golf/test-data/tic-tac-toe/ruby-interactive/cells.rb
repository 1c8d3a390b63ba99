# Every cell is an object that knows its neighbours in each line.
class Cell
  attr_accessor :mark
  attr_reader :lines

  def initialize
    @mark = '.'
    @lines = []
  end

  def free?
    @mark == '.'
  end
end

cells = Array.new(9) { Cell.new }
%w[012 345 678 036 147 258 048 246].each do |line|
  members = line.each_char.map { |digit| cells[digit.to_i] }
  members.each { |cell| cell.lines << members }
end

player = 'X'
while cells.any?(&:free?)
  cells.each_slice(3) { |row| puts row.map(&:mark).join }
  chosen = nil
  until chosen
    $stdout << player << '> '
    $stdout.flush
    answer = $stdin.gets
    exit unless answer
    number = ('0'..'8').to_a.index(answer.chomp)
    chosen = cells[number] if number && cells[number].free?
    puts 'invalid.' unless chosen
  end
  chosen.mark = player
  if chosen.lines.any? { |line| line.all? { |cell| cell.mark == player } }
    puts "#{player} won."
    exit
  end
  player = player == 'X' ? 'O' : 'X'
end
puts 'tie.'
