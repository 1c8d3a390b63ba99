lines='012 345 678 036 147 258 048 246'
fields=(. . . . . . . . .)
player=X

show_board() {
  for row in 0 3 6; do
    printf '%s%s%s\n' "${fields[@]:row:3}"
  done
}

is_move() {
  [[ $1 =~ ^[0-8]$ ]] && [[ ${fields[$1]} == . ]]
}

read_move() {
  while true; do
    printf '%s> ' "$player"
    if ! IFS= read -r answer; then
      echo
      exit
    fi
    if is_move "$answer"; then
      return
    fi
    echo invalid.
  done
}

has_won() {
  for line in $lines; do
    a=${fields[${line:0:1}]}
    b=${fields[${line:1:1}]}
    c=${fields[${line:2:1}]}
    if [[ $a$b$c == "$player$player$player" ]]; then
      return 0
    fi
  done
  return 1
}

for ((turn = 1; turn <= 9; turn++)); do
  show_board
  read_move
  fields[answer]=$player
  if has_won; then
    echo "$player won."
    exit
  fi
  if [[ $player == X ]]; then
    player=O
  else
    player=X
  fi
done
echo tie.
