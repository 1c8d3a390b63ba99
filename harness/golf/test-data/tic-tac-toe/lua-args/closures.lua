local function newGame(write)
  local cells = { ".", ".", ".", ".", ".", ".", ".", ".", "." }
  local player, other = "X", "O"

  local function prompt()
    write(player .. "> ")
  end

  local function show()
    write(("%s%s%s\n%s%s%s\n%s%s%s\n"):format(table.unpack(cells)))
    prompt()
  end

  local function line(a, b, c)
    return cells[a] == player and cells[b] == player and cells[c] == player
  end

  -- Returns false when the game is over.
  local function play(answer)
    local field = #answer == 1 and answer >= "0" and answer <= "8" and tonumber(answer) + 1
    if not field or cells[field] ~= "." then
      write("invalid.\n")
      prompt()
      return true
    end
    cells[field] = player
    for i = 1, 3 do
      if line(3 * i - 2, 3 * i - 1, 3 * i) or line(i, i + 3, i + 6) or line(1, 5, 9) or line(3, 5, 7) then
        write(player .. " won.\n")
        return false
      end
    end
    if not table.concat(cells):find(".", 1, true) then
      write("tie.\n")
      return false
    end
    player, other = other, player
    show()
    return true
  end

  show()
  return play
end

local play = newGame(function(text) io.stdout:write(text) end)
local i = 1
while arg[i] and play(arg[i]) do
  i = i + 1
end
