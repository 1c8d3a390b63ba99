# Leaves a process in a session of its own, which writes its id into a file, and waits.
setsid sh -c 'echo $$ > "$1"; exec sleep 60' sh "$1" &
sleep 60
