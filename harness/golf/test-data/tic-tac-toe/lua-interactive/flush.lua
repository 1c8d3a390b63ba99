local board = {}
for i = 1, 9 do table.insert(board, ".") end

local wins = { "123", "456", "789", "147", "258", "369", "159", "357" }

local function ask(player)
  io.write(player, "> ")
  io.flush()
  local answer = io.read()
  if answer == nil then
    os.exit(1)
  end
  return answer
end

local function check(player)
  for _, win in ipairs(wins) do
    local all = true
    for i = 1, 3 do
      local field = tonumber(win:sub(i, i))
      if board[field] ~= player then
        all = false
      end
    end
    if all then
      return true
    end
  end
  return false
end

local player = "X"
for move = 1, 9 do
  print(board[1] .. board[2] .. board[3])
  print(board[4] .. board[5] .. board[6])
  print(board[7] .. board[8] .. board[9])
  local answer = ask(player)
  while not answer:match("^[0-8]$") or board[answer + 1] ~= "." do
    print("invalid.")
    answer = ask(player)
  end
  board[answer + 1] = player
  if check(player) then
    print(player .. " won.")
    os.exit(0)
  end
  if player == "X" then player = "O" else player = "X" end
end
print("tie.")
