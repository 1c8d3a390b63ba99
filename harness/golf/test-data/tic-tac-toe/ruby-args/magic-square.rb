# The numbers of a magic square: three of a player sum up to 15 only in a line.
MAGIC = [4, 9, 2, 3, 5, 7, 8, 1, 6]

owners = {}
turn = 0

show = proc do
  puts (0..8).each_slice(3).map { |row| row.map { |i| owners.fetch(i, '.') }.join }
end

show.call
print 'X> '
while (answer = ARGV.shift)
  player = turn.even? ? 'X' : 'O'
  field = (0..8).find { |i| i.to_s == answer }
  if field.nil? || owners.key?(field)
    print "invalid.\n#{player}> "
    next
  end
  owners[field] = player
  sums = owners.keys.select { |i| owners[i] == player }.combination(3).map { |three| three.sum { |i| MAGIC[i] } }
  if sums.include?(15)
    puts "#{player} won."
    break
  end
  turn += 1
  if turn == 9
    puts 'tie.'
    break
  end
  show.call
  print turn.even? ? 'X' : 'O', '> '
end
