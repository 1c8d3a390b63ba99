local cells = { "0", "1", "2", "3", "4", "5", "6", "7", "8" }

local function draw()
  for i, cell in ipairs(cells) do
    io.write(cell:match("%d") and "." or cell, i % 3 == 0 and "\n" or "")
  end
end

-- Raises an error if the answer is not a free field.
local function mark(answer, player)
  for i, cell in ipairs(cells) do
    if cell == answer and cell:match("%d") then
      cells[i] = player
      return
    end
  end
  error("invalid.", 0)
end

local function line(a, b, c)
  return cells[a] == cells[b] and cells[b] == cells[c]
end

local function won()
  return line(1, 2, 3) or line(4, 5, 6) or line(7, 8, 9)
    or line(1, 4, 7) or line(2, 5, 8) or line(3, 6, 9)
    or line(1, 5, 9) or line(3, 5, 7)
end

for turn = 1, 9 do
  local player = turn % 2 == 0 and "O" or "X"
  draw()
  local done = false
  while not done do
    io.write(player, "> ")
    io.flush()
    local answer = io.read()
    if not answer then os.exit() end
    local ok, message = pcall(mark, answer, player)
    if not ok then print(message) end
    done = ok
  end
  if won() then
    print(player .. " won.")
    os.exit()
  end
end
print("tie.")
