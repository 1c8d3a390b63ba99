-- Plays sessions with an entry, one after the other, in this process; messages.ts describes what it reads and writes. It replaces
-- what touches the outside - files, exit, clocks, modules, random numbers - and what would show this process: `debug`, coroutines,
-- `collectgarbage`. It reports `unsupported` for what it cannot show as a real process would, or is not sure about.

local type, next, error, select, tostring, tonumber, rawset = type, next, error, select, tostring, tonumber, rawset
local concat, unpack, sub, find, gsub = table.concat, table.unpack, string.sub, string.find, string.gsub
local clock, real_exit, tointeger, math_type = os.clock, os.exit, math.tointeger, math.type
local getmetatable, setmetatable, setupvalue = debug.getmetatable, debug.setmetatable, debug.setupvalue
local create, resume, yield, running = coroutine.create, coroutine.resume, coroutine.yield, coroutine.running
local isyieldable = coroutine.isyieldable
local collect, load, format = collectgarbage, load, string.format
local G, stdin, stdout, stderr = _G, io.stdin, io.stdout, io.stderr
local files = getmetatable(stdout).__index
local read_file, write_file, flush_file = files.read, files.write, files.flush

-- How long reports are kept, in seconds.
local patience = .02
-- The size of the buffer of standard output, if that is a pipe, in bytes.
local block = 4096
-- How often an entry may try to continue after the end of its session.
local most_stops = 100

-- The input of the entry: interactive, stdin or args; and the most that a session may write.
local input, limit
-- The session: its lines, the available input and how much of it was read, its output, how much of that a reader of the pipe has
-- seen, and how it ended.
local lines, pending, position, pieces, length, visible, buffering, read_at, complained, ended, status, stops, thread

local function say(...)
  write_file(stdout, ...)
  flush_file(stdout)
end

local function say_unsupported(why) say("unsupported 0 0 ", #why, "\n", why) end

-- Gives up: only real processes can play the entry.
local function give_up(why)
  say_unsupported(why)
  real_exit(0)
end

local function refuse(name)
  return function() give_up(name) end
end

-- Thrown to end a session that cannot simply yield: inside a C function or a coroutine of the entry.
local stopped = {}

local function stop(how, code)
  if not ended then ended, status = how, code or 0 end
  stops = stops + 1
  if stops > most_stops then give_up("it goes on when its session is over") end
  if running() == thread and isyieldable() then yield() end
  error(stopped, 0)
end

local function guard()
  if ended then stop() end
end

-- Standard output.

local function put(text)
  guard()
  pieces[#pieces + 1] = text
  local last = buffering == "no" and #text or buffering == "line" and find(text, "\n[^\n]*$")
  if last then visible = length + last end
  length = length + #text
  if length > limit then
    visible = length
    stop("flooding")
  end
end

local function flush()
  guard()
  visible = length
end

local function bad_argument(index, name, why)
  error(format("bad argument #%d to '%s' (%s)", index, name, why), 3)
end

local function write(file, ...)
  for index = 1, select("#", ...) do
    local value = select(index, ...)
    local kind = type(value)
    if kind == "number" then value = format(math_type(value) == "integer" and "%d" or "%.14g", value)
    elseif kind ~= "string" then bad_argument(index, "write", "string expected, got " .. (value == nil and "nil" or kind)) end
    if file == stdout then put(value)
    else
      guard()
      complained = 1
    end
  end
  return file
end

-- Standard input.

-- Makes input available; returns false at its end.
local function fill()
  guard()
  if position <= #pending then return true end
  if input ~= "interactive" then return false end
  if length - visible >= block then give_up("it fills the buffer of its output") end
  local asked = #read_at + 1
  if not lines[asked] then stop("waiting") end
  read_at[asked] = visible
  pending, position = lines[asked], 1
  return true
end

local function read_line(keeps)
  local line = ""
  while fill() do
    local last = find(pending, "\n", position, true)
    line = line .. sub(pending, position, last)
    position = (last or #pending) + 1
    if last then return keeps and line or sub(line, 1, -2) end
  end
  return line ~= "" and line or nil
end

local function read_bytes(count)
  if count == 0 then return fill() and "" or nil end
  local bytes = ""
  while #bytes < count and fill() do
    local last = position + count - #bytes - 1
    bytes = bytes .. sub(pending, position, last)
    position = last < #pending and last + 1 or #pending + 1
  end
  return bytes ~= "" and bytes or nil
end

-- Reads a number as C does: what can be no part of one stays, and the end of its line is such. At most 200 characters are read.
local function read_number()
  while fill() and find(pending, "^%s", position) do position = position + 1 end
  local first = position
  local function skip(pattern)
    local _, last = find(pending, "^" .. pattern, position)
    local count = (last or 0) - position + 1
    if last then position = last + 1 end
    return last and count or 0
  end
  skip("[-+]?")
  local is_hex = find(pending, "^0[xX]", position)
  if is_hex then position = position + 2 end
  local digits = is_hex and "%x*" or "%d*"
  local count = skip(digits)
  if skip("%.") > 0 then count = count + skip(digits) end
  if count > 0 and skip(is_hex and "[pP]" or "[eE]") > 0 then
    skip("[-+]?")
    skip("%d*")
  end
  if position - first > 200 then
    position = first + 200
    return nil
  end
  return tonumber(sub(pending, first, position - 1))
end

local function read_all()
  local all = {}
  while fill() do
    all[#all + 1] = sub(pending, position)
    position = #pending + 1
  end
  return concat(all)
end

local function read_one(index, wanted)
  if type(wanted) == "number" then
    return read_bytes(tointeger(wanted) or bad_argument(index, "read", "number has no integer representation"))
  end
  if type(wanted) ~= "string" then bad_argument(index, "read", "string expected, got " .. type(wanted)) end
  local letter = sub(gsub(wanted, "^%*", ""), 1, 1)
  if letter == "l" then return read_line(false) end
  if letter == "L" then return read_line(true) end
  if letter == "n" then return read_number() end
  if letter == "a" then return read_all() end
  bad_argument(index, "read", "invalid format")
end

local function read(...)
  local count = select("#", ...)
  guard()
  if count == 0 then return read_line(false) end
  local found = {}
  for index = 1, count do
    found[index] = read_one(index, (select(index, ...)))
    if found[index] == nil then return unpack(found, 1, index) end
  end
  return unpack(found, 1, count)
end

local function iterator(...)
  local wanted, count = {...}, select("#", ...)
  return function() return read(unpack(wanted, 1, count)) end
end

-- What reaches out.

local function method(name, of_input, of_output)
  return function(file, ...)
    if file == stdin and of_input then return of_input(...) end
    if (file == stdout or file == stderr) and of_output then return of_output(file, ...) end
    give_up("file:" .. name)
  end
end

local function replace(library, kept, replaced)
  for name, value in next, G[library] do
    if type(value) == "function" and not find(kept, "%f[%w]" .. name .. "%f[%W]") then
      G[library][name] = replaced[name] or refuse(library .. "." .. name)
    end
  end
end

local function flushed(file)
  if file == stdout then flush() end
  return file
end

for name, replaced in next, {
  read = method("read", read),
  lines = method("lines", iterator),
  write = method("write", nil, write),
  flush = method("flush", nil, flushed),
  setvbuf = method("setvbuf", nil, function(file, mode, size)
    if file ~= stdout or size or mode ~= "no" and mode ~= "line" and mode ~= "full" then
      give_up("file:setvbuf with such a buffer")
    end
    if length > visible then give_up("file:setvbuf when something is in the buffer") end
    buffering = mode
    return true
  end),
  close = refuse("file:close"),
  seek = refuse("file:seek"),
} do files[name] = replaced end

replace("io", "type", {
  read = read,
  write = function(...) return write(stdout, ...) end,
  flush = function() return flushed(stdout) end,
  lines = function(file, ...)
    if file ~= nil then give_up("io.lines of other files") end
    return iterator(...)
  end,
  input = function(file)
    if file ~= nil and file ~= stdin then give_up("io.input of other files") end
    return stdin
  end,
  output = function(file)
    if file ~= nil and file ~= stdout then give_up("io.output of other files") end
    return stdout
  end,
})

replace("os", "date difftime getenv time", {
  exit = function(code, closes)
    if closes then give_up("os.exit that closes the state") end
    guard()
    if code == nil or code == true then code = 0 end
    if code == false then code = 1 end
    local number = tointeger(tonumber(code)) or bad_argument(1, "exit", "number expected, got " .. type(code))
    visible = length
    stop("ended", number & 255)
  end,
})

replace("debug", "getmetatable setmetatable", {})
replace("package", "", {})

local function is_main() return running() == thread end

function coroutine.running()
  local current, main = running()
  return current, main or current == thread
end

function coroutine.isyieldable(...)
  if select("#", ...) > 0 then give_up("coroutine.isyieldable of another coroutine") end
  return not is_main() and isyieldable()
end

function coroutine.yield(...)
  if is_main() then error("attempt to yield from outside a coroutine", 0) end
  return yield(...)
end

function print(...)
  for index = 1, select("#", ...) do
    if index > 1 then put("\t") end
    put(tostring((select(index, ...))))
  end
  put("\n")
  flush()
end

function collectgarbage(option)
  if option ~= nil and option ~= "collect" then give_up("collectgarbage with such an option") end
  return collect()
end

local modules = package.loaded
function require(name)
  return modules[name] or give_up("require of other modules")
end

dofile, loadfile, warn = refuse("dofile"), refuse("loadfile"), warn and refuse("warn")
math.random, math.randomseed = refuse("math.random"), refuse("math.randomseed")

-- What outlives a session.

local function copy(original)
  local result = {}
  for name, value in next, original do result[name] = value end
  return result
end

-- All tables that can be reached from the globals, and their contents.
local contents = {}
local function remember(value)
  if type(value) == "table" and not contents[value] then
    contents[value] = copy(value)
    for _, inner in next, contents[value] do remember(inner) end
  end
  if type(value) ~= "function" and getmetatable(value) then remember(getmetatable(value)) end
end

local function restore(changed)
  local before = contents[changed]
  for name, value in next, changed do
    if before[name] ~= value then rawset(changed, name, before[name]) end
  end
  for name, value in next, before do rawset(changed, name, value) end
end

local function must_be_unchanged()
  for changed, before in next, contents do
    local count = 0
    for name, value in next, changed do
      if before[name] ~= value then give_up("it changes " .. tostring(name)) end
      count = count + 1
    end
    for _ in next, before do count = count - 1 end
    if count ~= 0 or type(getmetatable(changed)) ~= "nil" then give_up("it changes a library") end
  end
end

local of_strings = getmetatable("")
-- A value of each type whose values share a metatable.
local of_types = {0, true, print, create(print)}

local function tidy()
  setmetatable(G, nil)
  restore(G)
  setmetatable("", of_strings)
  restore(of_strings)
  setmetatable(nil, nil)
  for index = 1, #of_types do setmetatable(of_types[index], nil) end
end

-- The sessions.

local path, chunk, interpreter

local function play(given)
  lines, pending, position = {}, "", 1
  pieces, length, visible, buffering, read_at, complained, ended, status, stops = {}, 0, 0, "full", {}, 0, nil, 0, 0
  local words = {}
  if input == "stdin" then pending = given
  elseif input == "interactive" then for line in given:gmatch("[^\n]*\n") do lines[#lines + 1] = line end
  else for line in given:gmatch("([^\n]*)\n") do words[#words + 1] = line end end
  local count = #words
  arg = {[-1] = interpreter, [0] = path, unpack(words, 1, count)}
  setupvalue(chunk, 1, G)
  thread = create(chunk)
  local is_right, failure = resume(thread, unpack(words, 1, count))
  if not ended then
    if not is_right then complained, status = 1, 1 end
    ended, visible = "ended", length
  end
  tidy()
  local output = sub(concat(pieces), 1, visible < limit and visible or limit)
  local head = concat({ended, status, complained, #output, unpack(read_at)}, " ")
  return head .. "\n" .. output
end

local function receive(length)
  return length == 0 and "" or read_file(stdin, length)
end

-- Takes the source of the entry, or reports why it cannot.
local function take(source)
  if find(source, "__gc", 1, true) then return say_unsupported("__gc") end
  chunk = load(gsub(gsub(source, "^\xef\xbb\xbf", ""), "^#[^\n]*", ""), "@" .. path, "t")
  if chunk then say("ready\n") else say_unsupported("it cannot be compiled") end
end

local words = {}
for word in read_file(stdin, "l"):gmatch("%S+") do words[#words + 1] = word end
input = words[1]
path = receive(tonumber(words[2]))
local body = receive(tonumber(words[3]))

if _VERSION ~= "Lua 5.3" and _VERSION ~= "Lua 5.4" then give_up(_VERSION) end
interpreter = arg[-1]
arg = nil
remember(G)
contents[G], contents[of_strings] = copy(G), copy(of_strings)

take(body)

-- Plays sessions. The line has the most that a session may write, and the lengths of the inputs.
local function play_all(line)
  local lengths = {}
  for number in line:gmatch("%d+") do lengths[#lengths + 1] = tonumber(number) end
  limit = lengths[1]
  local inputs = {}
  for index = 2, #lengths do inputs[index - 1] = receive(lengths[index]) end
  local sent = clock()
  for index = 1, #inputs do
    write_file(stdout, play(inputs[index]))
    if clock() - sent > patience then
      flush_file(stdout)
      sent = clock()
    end
  end
  must_be_unchanged()
  flush_file(stdout)
end

for line in function() return read_file(stdin, "l") end do
  local length = line:match("^source (%d+)$")
  if length then take(receive(tonumber(length))) else play_all(line) end
end
real_exit(0)
