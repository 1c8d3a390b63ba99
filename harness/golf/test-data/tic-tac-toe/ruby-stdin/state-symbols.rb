board = '.' * 9
player = 'X'
state = :show

while state != :stop
  case state
  when :show
    puts board[0, 3], board[3, 3], board[6, 3]
    state = :ask
  when :ask
    print "#{player}> "
    line = $stdin.gets
    state =
      if line.nil?
        :stop
      elsif line =~ /\A([0-8])\Z/ && board[$1.to_i] == '.'
        :mark
      else
        :refuse
      end
  when :refuse
    puts 'invalid.'
    state = :ask
  when :mark
    board[line.to_i] = player
    state = :check
  when :check
    # From a field, twice a step further.
    lines = { 0 => [1, 3, 4], 1 => [3], 2 => [2, 3], 3 => [1], 6 => [1] }
    won = lines.any? do |start, steps|
      steps.any? { |step| [0, 1, 2].all? { |count| board[start + count * step] == player } }
    end
    if won
      puts "#{player} won."
      state = :stop
    elsif board.include?('.')
      player = player == 'X' ? 'O' : 'X'
      state = :show
    else
      puts 'tie.'
      state = :stop
    end
  end
end
