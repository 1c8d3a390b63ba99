-- Each turn is a tail call.
local turn

local function picture(board)
  return board:sub(1, 3) .. "\n" .. board:sub(4, 6) .. "\n" .. board:sub(7, 9) .. "\n"
end

local function won(board, p)
  local rows = picture(board)
  return rows:find(p .. p .. p)
    or rows:find(p .. "..." .. p .. "..." .. p)
    or rows:find(p .. "...." .. p .. "...." .. p)
    or rows:find(p .. ".." .. p .. ".." .. p)
end

local function ask(board, player, other, index)
  io.write(player, "> ")
  local answer = arg[index]
  if answer == nil then
    return
  end
  local number = #answer == 1 and ("012345678"):find(answer, 1, true)
  if not number or board:byte(number) ~= 46 then
    print("invalid.")
    return ask(board, player, other, index + 1)
  end
  local after = board:sub(1, number - 1) .. player .. board:sub(number + 1)
  if won(after, player) then
    return print(player .. " won.")
  end
  if select(2, after:gsub("%.", "")) == 0 then
    return print("tie.")
  end
  return turn(after, other, player, index + 1)
end

function turn(board, player, other, index)
  io.write(picture(board))
  return ask(board, player, other, index)
end

turn(string.rep(".", 9), "X", "O", 1)
