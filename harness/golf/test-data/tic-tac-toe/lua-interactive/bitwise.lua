-- A player's fields are the bits of an integer.
local WINS = { 0x7, 0x38, 0x1c0, 0x49, 0x92, 0x124, 0x111, 0x54 }
local bits = { 0, 0 }
local names = { "X", "O" }

local function cell(i)
  for index, name in ipairs(names) do
    if bits[index] >> i & 1 == 1 then
      return name
    end
  end
  return "."
end

local turn = 1
repeat
  for i = 0, 8 do
    io.write(cell(i))
    if i == 2 or i == 5 or i == 8 then
      io.write("\n")
    end
  end
  local bit = 0
  while bit == 0 do
    io.write(names[turn], "> ")
    io.flush()
    local answer = io.read("L")
    if not answer then
      os.exit(true)
    end
    local digit = answer:match("^([0-8])\n?$")
    if digit and cell(tonumber(digit)) == "." then
      bit = 1 << tonumber(digit)
    else
      io.write("invalid.\n")
    end
  end
  bits[turn] = bits[turn] | bit
  for _, win in ipairs(WINS) do
    if bits[turn] & win == win then
      io.write(names[turn], " won.\n")
      os.exit(true)
    end
  end
  turn = 3 - turn
until bits[1] | bits[2] == 511
io.write("tie.\n")
