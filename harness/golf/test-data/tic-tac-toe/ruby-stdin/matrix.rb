# A board of rows and columns.
rows = [['.', '.', '.'], ['.', '.', '.'], ['.', '.', '.']]
player = 'X'
left = 9

until left.zero?
  rows.each { |row| puts row.join('') }

  row = column = nil
  begin
    print player + '> '
    text = STDIN.gets
    exit if text == nil
    text.chomp!
    good = false
    if text.size == 1 and text >= '0' and text <= '8'
      row, column = text.to_i.divmod(3)
      good = rows[row][column] == '.'
    end
    puts 'invalid.' if not good
  end until good

  rows[row][column] = player
  left -= 1

  columns = rows.transpose
  falling = (0..2).collect { |i| rows[i][i] }
  rising = (0..2).collect { |i| rows[i][2 - i] }
  if (rows + columns + [falling, rising]).include?([player, player, player])
    puts player + ' won.'
    exit
  end
  player = player == 'X' ? 'O' : 'X'
end
puts 'tie.'
