STDOUT.sync = true

# How often each player has marked each row, column and diagonal.
counts = { 'X' => Hash.new(0), 'O' => Hash.new(0) }
board = [nil] * 9

lines_through = lambda do |field|
  row, column = field.divmod(3)
  names = ["row #{row}", "column #{column}"]
  names << 'falling' if row == column
  names << 'rising' if row + column == 2
  names
end

player = 'X'
until board.none?(&:nil?)
  board.each_with_index do |mark, i|
    print(mark || '.')
    print("\n") if (i + 1) % 3 == 0
  end
  answer = nil
  loop do
    print("#{player}> ")
    answer = gets or exit
    answer = answer.chomp
    break if answer.size == 1 && answer.between?('0', '8') && board[Integer(answer)].nil?

    print("invalid.\n")
  end
  field = Integer(answer)
  board[field] = player
  lines_through.(field).each { |name| counts[player][name] += 1 }
  if counts[player].values.max == 3
    print("#{player} won.\n")
    exit
  end
  player = { 'X' => 'O', 'O' => 'X' }[player]
end
print("tie.\n")
