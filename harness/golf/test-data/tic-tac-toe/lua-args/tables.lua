-- Tic-tac-toe with the board in a table.
local board = {}
for i = 1, 9 do
  board[i] = "."
end

local lines = {
  {1, 2, 3}, {4, 5, 6}, {7, 8, 9},
  {1, 4, 7}, {2, 5, 8}, {3, 6, 9},
  {1, 5, 9}, {3, 5, 7},
}
local player = "X"
local moves = 0

local function show()
  for row = 1, 7, 3 do
    print(board[row] .. board[row + 1] .. board[row + 2])
  end
end

local function won()
  for _, line in ipairs(lines) do
    local count = 0
    for _, field in ipairs(line) do
      if board[field] == player then
        count = count + 1
      end
    end
    if count == 3 then
      return true
    end
  end
  return false
end

show()
io.write(player, "> ")
for i = 1, #arg do
  local answer = arg[i]
  local field = answer:match("^[0-8]$") and tonumber(answer) + 1
  if not field or board[field] ~= "." then
    io.write("invalid.\n", player, "> ")
  else
    board[field] = player
    moves = moves + 1
    if won() then
      print(player .. " won.")
      os.exit()
    elseif moves == 9 then
      print("tie.")
      os.exit()
    end
    player = player == "X" and "O" or "X"
    show()
    io.write(player, "> ")
  end
end
