-- Fields of a line have numbers that sum up to 15.
local magic = { ["0"] = 2, ["1"] = 7, ["2"] = 6, ["3"] = 9, ["4"] = 5, ["5"] = 1, ["6"] = 4, ["7"] = 3, ["8"] = 8 }
local owner = {}
local numbers = { X = {}, O = {} }

local function draw()
  local text = {}
  for i = 0, 8 do
    text[#text + 1] = owner[tostring(i)] or "."
    if i % 3 == 2 then
      text[#text + 1] = "\n"
    end
  end
  return table.concat(text)
end

local function completes(list)
  for a = 1, #list do
    for b = a + 1, #list do
      for c = b + 1, #list do
        if list[a] + list[b] + list[c] == 15 then
          return true
        end
      end
    end
  end
end

local turn = 0
local player = "X"
io.write(draw(), player, "> ")
for index, answer in ipairs(arg) do
  if magic[answer] and not owner[answer] then
    owner[answer] = player
    table.insert(numbers[player], magic[answer])
    turn = turn + 1
    if completes(numbers[player]) then
      print(player .. " won.")
      return
    end
    if turn == 9 then
      print("tie.")
      return
    end
    player = turn % 2 == 0 and "X" or "O"
    io.write(draw(), player, "> ")
  else
    io.write("invalid.\n", player, "> ")
  end
end
