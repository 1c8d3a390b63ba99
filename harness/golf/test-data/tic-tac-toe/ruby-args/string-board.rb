board = "...\n...\n...\n"
player, other = 'X', 'O'

# Where three marks of a player stand in a row, in a column, or in a diagonal.
def winning?(board, player)
  case board
  when /#{player}#{player}#{player}/ then true
  when /#{player}...#{player}...#{player}/m then true
  when /#{player}....#{player}....#{player}/m then true
  when /#{player}..#{player}..#{player}/m then true
  else false
  end
end

output = board + player + '> '
for answer in ARGV
  index = answer =~ /\A[0-8]\z/ ? answer.to_i + answer.to_i / 3 : nil
  if index.nil? or board[index] != '.'
    output += "invalid.\n" + player + '> '
    next
  end
  board[index] = player
  if winning?(board, player)
    output += player + " won.\n"
    break
  end
  if board.count('.') == 0
    output += "tie.\n"
    break
  end
  player, other = other, player
  output += board + player + '> '
end
print output
