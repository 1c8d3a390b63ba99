local L={{1,2,3},{4,5,6},{7,8,9},{1,4,7},{2,5,8},{3,6,9},{1,5,9},{3,5,7}}
local f={'.','.','.','.','.','.','.','.','.'} local p='X' local n=0
while true do
  print(f[1]..f[2]..f[3]..'\n'..f[4]..f[5]..f[6]..'\n'..f[7]..f[8]..f[9])
  local a
  while true do print(p..'> ') a=io.read() if a:match'^[0-8]$' and f[a+1]=='.' then break end print'invalid.' end
  f[a+1]=p n=n+1
  local won=false
  for _,l in ipairs(L) do if f[l[1]]==p and f[l[2]]==p and f[l[3]]==p then won=true end end
  local full=n==9
  if won or full then local m=won and p..' won.' or 'tie.'
    local r={} if won then r[p..' won.']=1 end if full then r['tie.']=1 end m=next(r)
    print(m) os.exit() end
  p=p=='X' and 'O' or 'X'
end
