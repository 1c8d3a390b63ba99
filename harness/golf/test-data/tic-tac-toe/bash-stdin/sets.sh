# A player's fields are a string of digits.
X= O=
free=012345678
player=X

board() {
  local i text=
  for i in 0 1 2 3 4 5 6 7 8; do
    case $i in
      ["$X"]) text+=X ;;
      ["$O"]) text+=O ;;
      *) text+=. ;;
    esac
  done
  echo "${text:0:3}"
  echo "${text:3:3}"
  echo "${text:6:3}"
}

# Whether all digits of a line are among the fields of the player.
owns() {
  local -n fields=$player
  local digits=$1
  while [ "$digits" ]; do
    if [[ $fields != *"${digits:0:1}"* ]]; then
      return 1
    fi
    digits=${digits:1}
  done
}

board
printf 'X> '
while read -r answer; do
  if [[ $answer == ? && $free == *"$answer"* ]]; then
    free=${free//"$answer"/}
    declare "$player=${!player}$answer"
    for line in 012 345 678 036 147 258 048 246; do
      if owns $line; then
        echo "$player won."
        exit
      fi
    done
    if [ -z "$free" ]; then
      echo tie.
      exit
    fi
    if [ $player = X ]; then player=O; else player=X; fi
    board
  else
    echo invalid.
  fi
  printf '%s> ' $player
done
