declare -A grid
for row in 0 1 2; do
  for column in 0 1 2; do
    grid[$row,$column]=.
  done
done

draw() {
  local row
  for row in 0 1 2; do
    echo "${grid[$row,0]}${grid[$row,1]}${grid[$row,2]}"
  done
}

three_of() {
  local i text_row text_column fall rise want=$1$1$1
  for i in 0 1 2; do
    text_row=${grid[$i,0]}${grid[$i,1]}${grid[$i,2]}
    text_column=${grid[0,$i]}${grid[1,$i]}${grid[2,$i]}
    fall+=${grid[$i,$i]}
    rise+=${grid[$i,$((2 - i))]}
    [[ $text_row = "$want" || $text_column = "$want" ]] && return 0
  done
  [[ $fall = "$want" || $rise = "$want" ]]
}

turn=0
until [ $turn -eq 9 ]; do
  if [ $((turn % 2)) -eq 0 ]; then
    player=X
  else
    player=O
  fi
  draw
  until false; do
    printf '%s> ' $player
    read -r answer || exit
    if [[ $answer = [0-8] ]]; then
      row=$((answer / 3))
      column=$((answer % 3))
      if [ "${grid[$row,$column]}" = . ]; then
        break
      fi
    fi
    echo invalid.
  done
  grid[$row,$column]=$player
  if three_of $player; then
    echo "$player won."
    exit
  fi
  let turn=turn+1
done
echo tie.
