-- counts["X3"] is how many marks X has in line 3.
local counts = {}
local board = "........."
local through = {
  [0] = { 1, 4, 7 }, { 1, 5 }, { 1, 6, 8 },
  { 2, 4 }, { 2, 5, 7, 8 }, { 2, 6 },
  { 3, 4, 8 }, { 3, 5 }, { 3, 6, 7 },
}

local function add(player, field)
  local best = 0
  for _, line in ipairs(through[field]) do
    local key = player .. line
    counts[key] = (counts[key] or 0) + 1
    best = math.max(best, counts[key])
  end
  return best
end

local player, other, left = "X", "O", 9
while left > 0 do
  io.write(string.format("%s\n%s\n%s\n", board:match("(...)(...)(...)")))
  local field
  while not field do
    io.write(player, "> ")
    local answer = io.stdin:read("*line")
    if not answer then
      return
    end
    if #answer == 1 and tonumber(answer) and tonumber(answer) < 9 then
      local place = math.tointeger(tonumber(answer))
      if board:sub(place + 1, place + 1) == "." then
        field = place
      end
    end
    if not field then
      io.write("invalid.\n")
    end
  end
  board = board:sub(1, field) .. player .. board:sub(field + 2)
  if add(player, field) == 3 then
    print(player .. " won.")
    return
  end
  left = left - 1
  player, other = other, player
end
print("tie.")
