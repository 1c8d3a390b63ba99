local lines = { '012', '345', '678', '036', '147', '258', '048', '246' }
local fields, player, next = '.........', 'X', 0
while true do
  print((fields:gsub('(...)(...)(...)', '%1\n%2\n%3')))
  local field
  repeat
    io.write(player, '> ')
    next = next + 1
    local answer = arg[next]
    if not answer then
      print()
      os.exit()
    end
    field = answer:match('^[0-8]$')
    if field and fields:sub(field + 1, field + 1) ~= '.' then
      field = nil
    end
    if not field then
      print('invalid.')
    end
  until field
  fields = fields:sub(1, field + 0) .. player .. fields:sub(field + 2)
  for _, line in ipairs(lines) do
    local marks = 0
    for digit in line:gmatch('.') do
      if fields:sub(digit + 1, digit + 1) == player then
        marks = marks + 1
      end
    end
    if marks == 3 then
      print(player .. ' won.')
      os.exit()
    end
  end
  if not fields:find('.', 1, true) then
    print('tie.')
    os.exit()
  end
  player = player == 'X' and 'O' or 'X'
end
