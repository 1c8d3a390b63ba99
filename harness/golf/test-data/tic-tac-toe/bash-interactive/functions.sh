repeat() {
  local text= i
  for (( i = 0; i < $2; i++ )); do
    text="$text$1"
  done
  echo "$text"
}

set_mark() {
  local board=$1 field=$2 mark=$3
  echo "${board:0:field}$mark${board:field + 1}"
}

rows_of() {
  echo "${1:0:3}"
  echo "${1:3:3}"
  echo "${1:6:3}"
}

columns_of() {
  local i
  for i in 0 1 2; do
    echo "${1:i:1}${1:i + 3:1}${1:i + 6:1}"
  done
}

diagonals_of() {
  echo "${1:0:1}${1:4:1}${1:8:1} ${1:2:1}${1:4:1}${1:6:1}"
}

opponent() {
  if [ "$1" = X ]; then echo O; else echo X; fi
}

board=$(repeat . 9)
player=X
while true; do
  rows_of "$board"
  echo -n "$player> "
  read -r answer || break
  until [[ $answer =~ ^[0-8]$ && ${board:answer:1} = . ]]; do
    echo invalid.
    echo -n "$player> "
    read -r answer || break 2
  done
  board=$(set_mark "$board" "$answer" "$player")
  lines="$(rows_of "$board") $(columns_of "$board") $(diagonals_of "$board")"
  if [[ $lines == *$(repeat "$player" 3)* ]]; then
    echo "$player won."
    break
  fi
  if [[ $board != *.* ]]; then
    echo tie.
    break
  fi
  player=$(opponent "$player")
done
