-- The fault is the argument, 8 to 14; 0: none.
io.stdout:setvbuf('no')
local f, s, lines, clears, row, last = tonumber(arg[1]), {}, 0, 0, 0, ''
local before = 0
local prompt = '> '
local function said(text) io.write(text, '\n', prompt) end
io.write(prompt)
for l in io.lines() do
  local n = #s
  lines = lines + 1
  row = l == last and row + 1 or 1
  local dups = last == 'dup' and row == 1
  if l == 'quit' then
    print(f == 8 and lines > 30 and 'Bye' or 'bye')
    os.exit()
  end
  local why
  if l:match('^[0-9]$') then
    if n == 8 then why = 'full' else s[n + 1] = tonumber(l) end
  elseif l == 'clear' then
    s = {}
    clears = clears + 1
    if f == 10 and clears == 4 then prompt = '>> ' end
  elseif l == 'pop' then
    if n == 0 then why = 'empty' else s[n] = nil end
  elseif l == 'dup' then
    if n == 0 then why = 'empty' elseif n == 8 then why = 'full' else s[n + 1] = s[n] end
  elseif l == 'add' then
    if n < 2 then why = 'too few' else
      local r = (s[n] + s[n - 1]) % 1000
      if f == 9 and dups and before == 3 then r = r + 1 end
      if f == 11 and n == 5 and s[4] == s[5] then r = 0 end
      if f == 14 and r > 200 then r = r - 200 end
      s[n] = nil
      s[n - 1] = r
    end
  elseif l == 'swap' then
    if n < 2 then why = 'too few' else
      s[n], s[n - 1] = s[n - 1], s[n]
      if f == 13 and row == 3 then s[n] = nil end
    end
  else why = 'no such word' end
  if f == 12 and table.concat(s, ' ') == '1 2 3 4' then s = { 4, 3, 2, 1 } end
  before, last = row, l
  said(why or (#s == 0 and 'stack:' or 'stack: ' .. table.concat(s, ' ')))
end
print()
