local board = { [0] = ".", ".", ".", ".", ".", ".", ".", ".", "." }
local player = "X"
local count = 0

local function print_board()
  print(board[0] .. board[1] .. board[2])
  print(board[3] .. board[4] .. board[5])
  print(board[6] .. board[7] .. board[8])
end

local function three(a, b, c)
  return board[a] ~= "." and board[a] == board[b] and board[b] == board[c]
end

local function is_won()
  for i = 0, 2 do
    if three(3 * i, 3 * i + 1, 3 * i + 2) or three(i, i + 3, i + 6) then
      return true
    end
  end
  return three(0, 4, 8) or three(2, 4, 6)
end

print_board()
io.write(player .. "> ")
for line in io.lines() do
  if string.match(line, "^%d$") and board[tonumber(line)] == "." then
    board[tonumber(line)] = player
    count = count + 1
    if is_won() then
      print(player .. " won.")
      break
    end
    if count == 9 then
      print("tie.")
      break
    end
    if player == "X" then
      player = "O"
    else
      player = "X"
    end
    print_board()
  else
    print("invalid.")
  end
  io.write(player .. "> ")
end
