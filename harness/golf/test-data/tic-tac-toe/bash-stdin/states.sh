# The name of a state is the name of its function.
board=.........
player=X
state=show

show() {
  echo "${board:0:3}"
  echo "${board:3:3}"
  echo "${board:6:3}"
  state=ask
}

ask() {
  echo -n "$player> "
  if ! read -r answer; then
    state=stop
  elif [[ $answer =~ ^[0-8]$ ]] && [[ ${board:$answer:1} = . ]]; then
    state=mark
  else
    state=refuse
  fi
}

refuse() {
  echo "invalid."
  state=ask
}

mark() {
  board="${board:0:$answer}$player${board:$((answer + 1))}"
  state=pass_on
  local start step
  while read -r start step; do
    if [[ ${board:start:1}${board:start+step:1}${board:start+2*step:1} = $player$player$player ]]; then
      state=win
    fi
  done <<< $'0 1\n3 1\n6 1\n0 3\n1 3\n2 3\n0 4\n2 2'
  if [[ $state != win && $board != *.* ]]; then
    state=tie
  fi
}

pass_on() {
  if [[ $player = X ]]; then player=O; else player=X; fi
  state=show
}

win() {
  echo "$player won."
  state=stop
}

tie() {
  echo "tie."
  state=stop
}

while [[ $state != stop ]]; do
  "$state"
done
