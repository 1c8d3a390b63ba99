module Board
  EMPTY = '.'.freeze
  LINES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6].each_slice(3).to_a

  module_function

  def empty
    [EMPTY] * 9
  end

  def show(cells)
    cells.each_slice(3) { |three| $stdout.puts(three.join) }
  end

  def free?(cells, text)
    text.match?(/\A[0-8]\z/) && cells[text.to_i] == EMPTY
  end

  def line?(cells, player)
    LINES.any? { |line| cells.values_at(*line) == [player] * 3 }
  end
end

module Game
  def self.ask(cells, player)
    $stdout.print(player, '> ')
    $stdout.flush
    text = $stdin.gets&.chomp
    return text if text.nil? || Board.free?(cells, text)

    $stdout.puts('invalid.')
    ask(cells, player)
  end

  def self.run
    cells = Board.empty
    %w[X O].cycle.first(9).each do |player|
      Board.show(cells)
      text = ask(cells, player)
      return if text.nil?

      cells[text.to_i] = player
      return puts("#{player} won.") if Board.line?(cells, player)
    end
    puts('tie.')
  end
end

Game.run
