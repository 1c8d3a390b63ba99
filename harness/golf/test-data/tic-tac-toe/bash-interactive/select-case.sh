board="........."
player="X"

turn() {
  echo "${board:0:3}"
  echo "${board:3:3}"
  echo "${board:6:3}"
  printf "%s> " "$player"
}

invalid() {
  echo "invalid."
  printf "%s> " "$player"
}

finish() {
  echo "$1"
  exit
}

turn
while read -r key; do
  case "$key" in
    [0-8])
      if [ "${board:$key:1}" != "." ]; then
        invalid
        continue
      fi
      before="${board:0:$key}"
      after="${board:$key+1}"
      board="$before$player$after"
      ;;
    *)
      invalid
      continue
      ;;
  esac
  case "$board" in
    XXX*|???XXX*|??????XXX|*X??X??X*|X???X???X|??X?X?X*)
      finish "X won."
      ;;
    OOO*|???OOO*|??????OOO|*O??O??O*|O???O???O|??O?O?O*)
      finish "O won."
      ;;
    *.*)
      ;;
    *)
      finish "tie."
      ;;
  esac
  if [ "$player" = "X" ]; then
    player="O"
  else
    player="X"
  fi
  turn
done
