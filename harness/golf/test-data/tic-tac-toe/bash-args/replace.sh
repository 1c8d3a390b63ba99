# Digits are free fields. A move replaces its digit, on the board and in the lines.
board=$'012\n345\n678'
lines='036 147 258 048 246'
output=

for player in X O X O X O X O X; do
  output+=${board//[0-8]/.}$'\n'
  while true; do
    output+="$player> "
    if [ $# -eq 0 ]; then
      printf %s "$output"
      exit
    fi
    answer=$1
    shift
    if [ "${#answer}" -eq 1 ]; then
      case $answer in
        [0-8])
          if [[ $board == *"$answer"* ]]; then
            break
          fi
          ;;
      esac
    fi
    output+=$'invalid.\n'
  done
  board=${board/$answer/$player}
  lines=${lines//$answer/$player}
  three=$player$player$player
  if [[ "$board $lines" == *$three* ]]; then
    printf '%s%s won.\n' "$output" "$player"
    exit
  fi
done
printf '%stie.\n' "$output"
