fields = ('0'..'8').to_h { |name| [name, '.'] }
lines = %w[012 345 678 036 147 258 048 246].map(&:chars)
players = %w[X O].cycle
player = players.next

display = -> { fields.values.each_slice(3).map(&:join).join("\n") }

puts display.()
$stdout.print(player, '> ')
ARGV.each do |input|
  if fields[input] != '.'
    $stdout.print("invalid.\n", player, '> ')
    next
  end

  fields[input] = player
  if lines.map { |line| fields.values_at(*line).uniq }.include?([player])
    puts("#{player} won.")
    break
  end
  if fields.value?('.')
    player = players.next
    puts display.()
    $stdout.print(player, '> ')
  else
    puts('tie.')
    break
  end
end
