-- A set of free fields, and for each player the set of his own.
local free, own = {}, { X = {}, O = {} }
for digit in ("012345678"):gmatch(".") do
  free[digit] = true
end

local function mark(digit)
  if own.X[digit] then
    return "X"
  elseif own.O[digit] then
    return "O"
  end
  return "."
end

local function board()
  return (("012\n345\n678\n"):gsub("%d", mark))
end

local function contains(set, line)
  for digit in line:gmatch("%d") do
    if not set[digit] then
      return false
    end
  end
  return true
end

local function wins(set)
  for line in string.gmatch("012,345,678,036,147,258,048,246", "[^,]+") do
    if contains(set, line) then
      return true
    end
  end
end

local player = "X"
io.write(board(), "X> ")
for _, answer in ipairs(arg) do
  if not free[answer] then
    io.write("invalid.\n", player, "> ")
    goto continue
  end
  free[answer] = nil
  own[player][answer] = true
  if wins(own[player]) then
    io.write(player, " won.\n")
    os.exit(0)
  end
  if next(free) == nil then
    io.write("tie.\n")
    os.exit(0)
  end
  player = player == "X" and "O" or "X"
  io.write(board(), player, "> ")
  ::continue::
end
