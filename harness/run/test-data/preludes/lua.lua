function say(...) io.write(...):flush() end
function complain(text) io.stderr:write(text) end
function crash() error() end
function spin() while true do end end
function fill(text, count) say(text:rep(count)) end
function flood(text) while true do fill(text, 9999) end end
exit, ask = os.exit, io.read
