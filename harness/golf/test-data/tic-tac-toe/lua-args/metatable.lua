local Board = {}
Board.__index = Board

function Board.new()
  return setmetatable({ cells = "........." }, Board)
end

function Board:at(field)
  return self.cells:sub(field + 1, field + 1)
end

function Board:accepts(answer)
  return answer:find("^[0-8]$") ~= nil and self:at(answer) == "."
end

function Board:mark(field, player)
  self.cells = self.cells:sub(1, field) .. player .. self.cells:sub(field + 2)
end

function Board:wonBy(player)
  for line in ("012 345 678 036 147 258 048 246"):gmatch("%d+") do
    local marks = line:gsub("%d", function(digit) return self:at(digit) end)
    if marks == player:rep(3) then
      return true
    end
  end
  return false
end

function Board:full()
  return not self.cells:find("%.")
end

function Board:__tostring()
  return (self.cells:gsub("...", "%0\n"))
end

local board = Board.new()
local players = { X = "O", O = "X" }
local player = "X"
io.write(tostring(board), player, "> ")
for _, answer in ipairs(arg) do
  if not board:accepts(answer) then
    io.write("invalid.\n", player, "> ")
  else
    board:mark(math.tointeger(tonumber(answer)), player)
    if board:wonBy(player) then
      io.write(player, " won.\n")
      break
    elseif board:full() then
      io.write("tie.\n")
      break
    end
    player = players[player]
    io.write(tostring(board), player, "> ")
  end
end
