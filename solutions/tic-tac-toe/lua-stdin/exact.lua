b=[[036 147 258 048 246 012
345
678
]]p="X"q="O"for i=1,9 do r=b:sub(21):gsub("%d",".")repeat io.write(r,p,"> ")c=b b=b:gsub("%d",{[io.read()]=p})r="invalid.\n"until b>c p,q=q,p,b:find(p..p..p)and os.exit(print(p.." won."))end print"tie."