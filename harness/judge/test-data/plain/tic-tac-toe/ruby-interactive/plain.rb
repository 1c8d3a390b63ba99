LINES = %w[012 345 678 036 147 258 048 246]

$stdout.sync = true
fields = '.' * 9
player = 'X'
loop do
  puts fields.scan(/.../)
  loop do
    print player, '> '
    answer = gets
    if answer.nil?
      puts
      exit
    end
    answer = answer.chomp
    if answer =~ /\A[0-8]\z/ && fields[answer.to_i] == '.'
      fields[answer.to_i] = player
      break
    end
    puts 'invalid.'
  end
  if LINES.any? { |line| line.chars.all? { |field| fields[field.to_i] == player } }
    puts "#{player} won."
    exit
  end
  unless fields.include? '.'
    puts 'tie.'
    exit
  end
  player = player == 'X' ? 'O' : 'X'
end
