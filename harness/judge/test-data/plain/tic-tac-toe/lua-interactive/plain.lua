local lines = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }
local fields = { '.', '.', '.', '.', '.', '.', '.', '.', '.' }

io.stdout:setvbuf('no')

local function read_move(player)
  while true do
    io.write(player, '> ')
    local answer = io.read()
    if answer == nil then
      print()
      os.exit()
    end
    if answer:match('^[0-8]$') and fields[answer + 1] == '.' then
      return answer + 1
    end
    print('invalid.')
  end
end

local function has_won(player)
  for _, line in ipairs(lines) do
    if fields[line[1]] == player and fields[line[2]] == player and fields[line[3]] == player then
      return true
    end
  end
  return false
end

for turn = 1, 9 do
  local player = turn % 2 == 1 and 'X' or 'O'
  for row = 1, 7, 3 do
    print(table.concat(fields, '', row, row + 2))
  end
  fields[read_move(player)] = player
  if has_won(player) then
    print(player .. ' won.')
    os.exit()
  end
end
print('tie.')
