P=print
b=[[036 147 258 048 246 012
345
678
]]p="X"q="O"for i=1,9 do repeat P(b:sub(21):gsub("%d",".")..p.."> ")c=b b=b:gsub("%d",{[io.read()]=p})until b>c or P"invalid."p,q=q,p,b:find(p..p..p)and P(p.." won.")()end P"tie."