# frozen_string_literal: true

Game = Struct.new(:cells, :player, :message) do
  def to_s
    cells.scan(/.../).join("\n") + "\n"
  end

  def prompt
    player + '> '
  end

  def lines
    rows = cells.scan(/.../)
    columns = rows.map(&:chars).transpose.map(&:join)
    diagonals = [[0, 4, 8], [2, 4, 6]].map { |line| line.map { |i| cells[i] }.join }
    rows + columns + diagonals
  end

  def play(answer)
    return false unless answer.match?(/\A[0-8]\z/)

    field = Integer(answer)
    return false unless cells[field] == '.'

    self.cells = cells[0, field] + player + cells[field + 1..]
    if lines.include?(player * 3)
      self.message = player + ' won.'
    elsif cells.count('.').zero?
      self.message = 'tie.'
    end
    self.player = player.tr('XO', 'OX')
    true
  end
end

game = Game.new('.' * 9, 'X')
print game, game.prompt
ARGV.each do |answer|
  if !game.play(answer)
    print "invalid.\n", game.prompt
  elsif game.message
    puts game.message
    exit
  else
    print game, game.prompt
  end
end
