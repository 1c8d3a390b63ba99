MASKS = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100].freeze

# The fields of both players as bits.
marks = { 'X' => 0, 'O' => 0 }

draw = lambda do
  9.times do |i|
    owner = marks.keys.find { |name| marks[name][i] == 1 }
    print owner || '.'
    puts if i % 3 == 2
  end
end

taken = ->(i) { marks.values.any? { |bits| bits[i] == 1 } }

answers = ARGV.dup
(0...9).each do |turn|
  player = %w[X O][turn % 2]
  draw.call
  print player, '> '
  answer = answers.shift
  until answer.nil? || (('0'..'8').cover?(answer) && answer.size == 1 && !taken.call(answer.to_i))
    puts 'invalid.'
    print player, '> '
    answer = answers.shift
  end
  exit if answer.nil?
  marks[player] |= 1 << answer.to_i
  next unless MASKS.any? { |mask| marks[player] & mask == mask }

  puts "#{player} won."
  exit
end
puts 'tie.'
