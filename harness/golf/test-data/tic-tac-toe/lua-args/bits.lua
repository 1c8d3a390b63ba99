-- Needs no bit operators: each field is a power of two, and a player's fields are a sum.
local wins = { 7, 56, 448, 73, 146, 292, 273, 84 }
local sums = { X = 0, O = 0 }

local function has(sum, bit)
  return math.floor(sum / bit) % 2 == 1
end

local function includes(sum, win)
  local bit = 1
  while bit <= 256 do
    if has(win, bit) and not has(sum, bit) then
      return false
    end
    bit = bit * 2
  end
  return true
end

local function show(player)
  for i = 0, 8 do
    local bit = 2 ^ i
    io.write(has(sums.X, bit) and "X" or has(sums.O, bit) and "O" or ".")
    if i % 3 == 2 then
      io.write("\n")
    end
  end
  io.write(player, "> ")
end

local player = "X"
show(player)
for i = 1, #arg do
  local digit = string.match(arg[i], "^([0-8])$")
  local bit = digit and 2 ^ digit
  if bit and not has(sums.X, bit) and not has(sums.O, bit) then
    sums[player] = sums[player] + bit
    for _, win in pairs(wins) do
      if includes(sums[player], win) then
        io.write(player, " won.\n")
        return
      end
    end
    if sums.X + sums.O == 511 then
      io.write("tie.\n")
      return
    end
    player = player == "X" and "O" or "X"
    show(player)
  else
    io.write("invalid.\n", player, "> ")
  end
end
