local cells = { ".", ".", ".", ".", ".", ".", ".", ".", "." }
local player = "X"
local field

local lines = {
  { 1, 1 }, { 4, 1 }, { 7, 1 }, -- rows: where they begin, and the step
  { 1, 3 }, { 2, 3 }, { 3, 3 },
  { 1, 4 }, { 3, 2 },
}

-- What is done in a state; it returns the next one.
local states = {}

function states.show()
  for i = 1, 9, 3 do
    print(table.concat(cells, "", i, i + 2))
  end
  return "ask"
end

function states.ask()
  io.write(player, "> ")
  local line = io.read("*l")
  if line == nil then
    return nil
  end
  field = line:match("^[0-8]$") and line + 1
  if field and cells[field] == "." then
    return "mark"
  end
  print("invalid.")
  return "ask"
end

function states.mark()
  cells[field] = player
  for _, line in ipairs(lines) do
    local start, step = table.unpack(line)
    if cells[start] == player and cells[start + step] == player and cells[start + 2 * step] == player then
      return "win"
    end
  end
  for i = 1, 9 do
    if cells[i] == "." then
      player = player == "X" and "O" or "X"
      return "show"
    end
  end
  return "tie"
end

function states.win() print(player .. " won.") end
function states.tie() print("tie.") end

local state = "show"
while state do
  state = states[state]()
end
