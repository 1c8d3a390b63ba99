-- The game is a coroutine: it yields what to print, and is resumed with an answer.
local game = coroutine.wrap(function()
  local cells = {}
  for i = 0, 8 do cells[tostring(i)] = "." end
  local text = ""
  local players = "XO"
  for _ = 1, 9 do
    local player = players:sub(1, 1)
    local order = {}
    for i = 0, 8 do
      order[#order + 1] = cells[tostring(i)] .. (i % 3 == 2 and "\n" or "")
    end
    text = table.concat(order)
    local answer
    while true do
      answer = coroutine.yield(text .. player .. "> ")
      if cells[answer] == "." then break end
      text = "invalid.\n"
    end
    cells[answer] = player
    for a, b, c in ("012 345 678 036 147 258 048 246"):gmatch("(%d)(%d)(%d)") do
      if cells[a] == player and cells[b] == player and cells[c] == player then
        return player .. " won.\n", true
      end
    end
    players = players:reverse()
  end
  return "tie.\n", true
end)

local text, over = game()
io.write(text)
while not over do
  local line = io.read("l")
  if not line then break end
  text, over = game(line)
  io.write(text)
end
