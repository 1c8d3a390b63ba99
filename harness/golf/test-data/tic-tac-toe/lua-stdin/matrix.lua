local rows = {}
for r = 1, 3 do
  rows[r] = {}
  for c = 1, 3 do
    rows[r][c] = "."
  end
end

local function has_line(mark)
  local falling, rising = 0, 0
  for i = 1, 3 do
    local in_row, in_column = 0, 0
    for j = 1, 3 do
      if rows[i][j] == mark then in_row = in_row + 1 end
      if rows[j][i] == mark then in_column = in_column + 1 end
    end
    if in_row == 3 or in_column == 3 then return true end
    if rows[i][i] == mark then falling = falling + 1 end
    if rows[i][4 - i] == mark then rising = rising + 1 end
  end
  return falling == 3 or rising == 3
end

local marks = { "X", "O" }
for turn = 0, 8 do
  local mark = marks[turn % 2 + 1]
  for _, row in ipairs(rows) do
    print(table.concat(row))
  end
  while true do
    io.write(mark, "> ")
    local answer = io.read()
    if not answer then os.exit() end
    local number = answer:find("^[0-8]$") and math.floor(answer)
    if number then
      local r, c = number // 3 + 1, number % 3 + 1
      if rows[r][c] == "." then
        rows[r][c] = mark
        break
      end
    end
    print("invalid.")
  end
  if has_line(mark) then
    print(mark .. " won.")
    os.exit()
  end
end
print("tie.")
