-- Half of each number.
io.stdout:setvbuf('no')
io.write('> ')
for line in io.lines() do
  print(tonumber(line) and tonumber(line) / 2)
  io.write('> ')
end
