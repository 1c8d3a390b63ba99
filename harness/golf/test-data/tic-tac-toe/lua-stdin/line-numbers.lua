-- Digits stand for free fields, and a move replaces one of them everywhere.
local board = [[
012
345
678
]]
local lines = "036 147 258 048 246"
local order = { "X", "O", "X", "O", "X", "O", "X", "O", "X" }

local function shown()
  local text = board:gsub("[0-8]", ".")
  return text
end

local function is_free(answer)
  if answer:len() ~= 1 or answer:byte() < 48 or answer:byte() > 56 then
    return false
  end
  return board:find(answer, 1, true) ~= nil
end

for _, player in ipairs(order) do
  io.write(shown(), player, "> ")
  local answer = io.read()
  while answer and not is_free(answer) do
    io.write("invalid.\n", player, "> ")
    answer = io.read()
  end
  if not answer then
    os.exit()
  end
  local replacement = { [answer] = player }
  board = board:gsub("%d", replacement)
  lines = lines:gsub("%d", replacement)
  local three = string.rep(player, 3)
  if (board .. lines):find(three, 1, true) then
    print(player .. " won.")
    os.exit()
  end
end
print("tie.")
