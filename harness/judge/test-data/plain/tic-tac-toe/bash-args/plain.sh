set -u

lines=(012 345 678 036 147 258 048 246)
board=.........
player=X

show_turn() {
  printf '%s\n' "${board:0:3}" "${board:3:3}" "${board:6:3}"
  printf '%s> ' "$player"
}

has_won() {
  local line
  for line in "${lines[@]}"; do
    if [ "${board:${line:0:1}:1}${board:${line:1:1}:1}${board:${line:2:1}:1}" = "$player$player$player" ]; then
      return 0
    fi
  done
  return 1
}

show_turn
for answer in "$@"; do
  case $answer in
    [0-8]) mark=${board:answer:1} ;;
    *) mark= ;;
  esac
  if [ "$mark" != . ]; then
    printf 'invalid.\n%s> ' "$player"
    continue
  fi
  board=${board:0:answer}$player${board:answer+1}
  if has_won; then
    echo "$player won."
    exit
  fi
  if [[ $board != *.* ]]; then
    echo tie.
    exit
  fi
  if [ "$player" = X ]; then player=O; else player=X; fi
  show_turn
done
echo
