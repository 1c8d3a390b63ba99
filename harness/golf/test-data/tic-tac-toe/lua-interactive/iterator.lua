io.output():setvbuf("line")

local function turns(count)
  local turn = 0
  return function()
    turn = turn + 1
    if turn <= count then
      return turn, turn % 2 == 1 and "X" or "O"
    end
  end
end

local function map(list, f)
  local result = {}
  for i, value in ipairs(list) do
    result[i] = f(value)
  end
  return result
end

local fields = {}
local function mark_of(name)
  return fields[name] or "."
end

local rows = { { "0", "1", "2" }, { "3", "4", "5" }, { "6", "7", "8" } }
local lines = { table.unpack(rows) }
for column = 1, 3 do
  lines[#lines + 1] = map(rows, function(row) return row[column] end)
end
lines[#lines + 1] = { "0", "4", "8" }
lines[#lines + 1] = { "2", "4", "6" }

for turn, player in turns(9) do
  for _, row in ipairs(rows) do
    print(table.concat(map(row, mark_of)))
  end
  local answer
  repeat
    if answer then print("invalid.") end
    io.write(player .. "> ")
    io.flush()
    answer = io.read()
    if not answer then return end
  until answer:match("^[0-8]$") and not fields[answer]
  fields[answer] = player
  for _, line in ipairs(lines) do
    if table.concat(map(line, mark_of)) == player .. player .. player then
      print(player .. " won.")
      return
    end
  end
end
print("tie.")
