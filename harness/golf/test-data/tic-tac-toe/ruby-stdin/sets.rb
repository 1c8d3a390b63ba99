require 'set'

free = Set.new(0..8)
owned = Hash.new { |hash, player| hash[player] = Set.new }
wins = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]].map(&:to_set)

board = lambda do
  (0..8).map do |i|
    mark = owned.keys.find { |player| owned[player].include?(i) } || '.'
    i % 3 == 2 ? mark + "\n" : mark
  end.join
end

player = 'X'
$stdout.write(board.call, player, '> ')
$stdin.each_line do |line|
  field = free.find { |i| i.to_s == line.chomp }
  if field
    free.delete(field)
    owned[player] << field
    if wins.any? { |win| win.subset?(owned[player]) }
      puts "#{player} won."
      break
    elsif free.empty?
      puts 'tie.'
      break
    end
    player = player == 'X' ? 'O' : 'X'
    $stdout.write(board.call, player, '> ')
  else
    $stdout.write("invalid.\n", player, '> ')
  end
end
