# Reads all answers into an array first.
mapfile -t answers
position=0
board='.........'

rows() {
  printf '%s\n%s\n%s\n' "${board::3}" "${board:3:3}" "${board:6}"
}

# Sets answer, or ends the program.
next_answer() {
  if (( position >= ${#answers[@]} )); then
    exit 0
  fi
  answer=${answers[position]}
  (( position += 1 ))
}

at() {
  result=${board:$1:1}
}

for (( turn = 0; turn < 9; turn++ )); do
  player=X
  (( turn % 2 )) && player=O
  rows
  while :; do
    printf '%s> ' $player
    next_answer
    if [[ ${#answer} -eq 1 && $answer == [0-8] ]]; then
      at "$answer"
      [[ $result == . ]] && break
    fi
    printf 'invalid.\n'
  done
  board=${board:0:answer}$player${board:answer+1}
  for line in 012 345 678 036 147 258 048 246; do
    text=
    for (( i = 0; i < 3; i++ )); do
      at "${line:i:1}"
      text+=$result
    done
    if [[ $text == $player$player$player ]]; then
      echo "$player won."
      exit 0
    fi
  done
done
echo 'tie.'
