# play BOARD PLAYER ANSWER...: one answer, and then the others
play() {
  local board=$1 player=$2 answer=$3 p
  printf '%s> ' "$player"
  if [ $# -lt 3 ]; then
    return
  fi
  shift 3
  if [[ $answer != [0-8] ]] || [[ ${board:$answer:1} != . ]]; then
    echo 'invalid.'
    play "$board" "$player" "$@"
    return
  fi
  board=${board:0:$answer}$player${board:$answer+1}
  p=$player
  if [[ $board =~ ^(...)*$p$p$p|$p..$p..$p|$p...$p...$p|^..$p.$p.$p ]]; then
    echo "$p won."
    return
  fi
  if [[ ! $board =~ \. ]]; then
    echo 'tie.'
    return
  fi
  case $player in
    X) player=O ;;
    O) player=X ;;
  esac
  show "$board"
  play "$board" "$player" "$@"
}

show() {
  local rest=$1
  while [ -n "$rest" ]; do
    echo "${rest:0:3}"
    rest=${rest:3}
  done
}

show .........
play ......... X "$@"
