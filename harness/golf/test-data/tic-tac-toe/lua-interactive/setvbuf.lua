io.stdout:setvbuf("no")

-- The board is text as it is shown; fields are at 1 2 3, 5 6 7, 9 10 11.
local board = "...\n...\n...\n"
local player = "X"

local function place_of(answer)
  if not answer:find("^[0-8]$") then
    return nil
  end
  local place = answer + answer // 3 + 1
  return board:sub(place, place) == "." and place or nil
end

local function is_line(gap)
  local between = ("."):rep(gap)
  return board:find(player .. between .. player .. between .. player)
end

while true do
  io.write(board)
  local place
  repeat
    io.write(player, "> ")
    local answer = io.read()
    if not answer then
      return
    end
    place = place_of(answer)
    if not place then
      io.write("invalid.\n")
    end
  until place
  board = board:sub(1, place - 1) .. player .. board:sub(place + 1)
  if is_line(0) or is_line(2) or is_line(3) or is_line(4) then
    io.write(player, " won.\n")
    return
  elseif not board:find("%.") then
    io.write("tie.\n")
    return
  end
  player = ({ X = "O", O = "X" })[player]
end
