board=.........
player=X
other=O

# A line of three marks, as a pattern.
wins() {
  local p=$1
  case $board in
    $p$p$p??????) return 0 ;;
    ???$p$p$p???) return 0 ;;
    ??????$p$p$p) return 0 ;;
    *$p??$p??$p*) return 0 ;;
    $p???$p???$p) return 0 ;;
    ??$p?$p?$p??) return 0 ;;
  esac
  return 1
}

draw() {
  printf '%s\n' "${board:0:3}" "${board:3:3}" "${board:6:3}"
  printf '%s> ' "$player"
}

draw
while (( $# > 0 )); do
  answer=$1
  shift
  valid=no
  if [[ $answer == [0-8] ]]; then
    if [[ ${board:answer:1} == . ]]; then
      valid=yes
    fi
  fi
  if [[ $valid == no ]]; then
    printf 'invalid.\n%s> ' "$player"
    continue
  fi
  board=${board:0:answer}$player${board:answer + 1}
  if wins "$player"; then
    printf '%s won.\n' "$player"
    break
  fi
  if [[ $board != *.* ]]; then
    printf 'tie.\n'
    break
  fi
  swap=$player
  player=$other
  other=$swap
  draw
done
