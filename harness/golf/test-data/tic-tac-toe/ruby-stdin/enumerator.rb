answers = $stdin.each_line(chomp: true)
board = '012345678'

# The board has the numbers of its free fields; they are written as dots.
def text_of(board)
  board.tr('0-8', '.').scan(/.{3}/).map { |row| "#{row}\n" }.join
end

def wins_of(board)
  [0, 3, 6].map { |i| board[i, 3] } +
    [0, 1, 2].map { |i| board[i] + board[i + 3] + board[i + 6] } +
    [board[0] + board[4] + board[8], board[2] + board[4] + board[6]]
end

message = catch(:over) do
  'XOXOXOXOX'.each_char do |player|
    print text_of(board), player, '> '
    answer = answers.next
    until answer =~ /^\d$/ && board.index(answer)
      print "invalid.\n", player, '> '
      answer = answers.next
    end
    board = board.sub(answer, player)
    throw :over, "#{player} won." if wins_of(board).include?(player * 3)
  end
  'tie.'
rescue StopIteration
  ''
end
puts message
