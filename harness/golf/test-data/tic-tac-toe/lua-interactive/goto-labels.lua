local b = { ".", ".", ".", ".", ".", ".", ".", ".", "." }
local player = "X"
local line, field

::turn::
print(b[1] .. b[2] .. b[3] .. "\n" .. b[4] .. b[5] .. b[6] .. "\n" .. b[7] .. b[8] .. b[9])

::prompt::
io.stdout:write(player, "> ")
io.stdout:flush()
line = io.stdin:read()
if line == nil then
  goto finish
end
field = tonumber(line:match("^[0-8]$"))
if field == nil or b[field + 1] ~= "." then
  print("invalid.")
  goto prompt
end
b[field + 1] = player

-- Around the middle, and around the corners.
do
  local function own(i, j, k)
    return b[i] == player and b[j] == player and b[k] == player
  end
  local middle = own(1, 5, 9) or own(2, 5, 8) or own(3, 5, 7) or own(4, 5, 6)
  local edges = own(1, 2, 3) or own(7, 8, 9) or own(1, 4, 7) or own(3, 6, 9)
  if middle or edges then
    print(player .. " won.")
    goto finish
  end
end

if not table.concat(b):match("[.]") then
  print("tie.")
  goto finish
end
player = (player == "X") and "O" or "X"
goto turn

::finish::
