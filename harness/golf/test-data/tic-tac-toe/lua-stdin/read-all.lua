-- Reads everything, plays, and writes everything.
local text = io.read("*a")
local answers = {}
for line in text:gmatch("([^\n]*)\n") do
  answers[#answers + 1] = line
end

local output = {}
local function say(...)
  for _, part in ipairs({...}) do
    table.insert(output, part)
  end
end

local function play()
  local board = "012345678"
  local lines = "012 345 678 036 147 258 048 246"
  local position = 0
  for turn = 1, 9 do
    local player = turn % 2 == 1 and "X" or "O"
    say((board:gsub("%d", "."):gsub("...", "%0\n")))
    local answer
    repeat
      say(player, "> ")
      position = position + 1
      answer = answers[position]
      if answer == nil then
        return
      end
      local free = answer:match("^%d$") and board:find(answer)
      if not free then
        say("invalid.\n")
      end
    until free
    board = board:gsub(answer, player)
    lines = lines:gsub(answer, player)
    if lines:find(player:rep(3)) then
      say(player, " won.\n")
      return
    end
  end
  say("tie.\n")
end

play()
io.write(table.concat(output))
