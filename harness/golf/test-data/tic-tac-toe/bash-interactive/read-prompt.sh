#!/usr/bin/env bash

cells=(. . . . . . . . .)
wins=("0 1 2" "3 4 5" "6 7 8" "0 3 6" "1 4 7" "2 5 8" "0 4 8" "2 4 6")

ask() {
  local reply
  while true; do
    printf '%s> ' "$1"
    read -r reply || exit 1
    if [[ $reply =~ ^[0-8]$ && ${cells[reply]} == "." ]]; then
      field=$reply
      return
    fi
    echo "invalid."
  done
}

is_winner() {
  local win a b c
  for win in "${wins[@]}"; do
    read -r a b c <<< "$win"
    if [[ "${cells[a]}${cells[b]}${cells[c]}" == "$1$1$1" ]]; then
      return 0
    fi
  done
  return 1
}

main() {
  local player=X other=O turn
  for turn in {1..9}; do
    printf '%s%s%s\n' "${cells[@]}"
    ask "$player"
    cells[field]=$player
    if is_winner "$player"; then
      echo "$player won."
      return
    fi
    set -- "$player"
    player=$other
    other=$1
  done
  echo "tie."
}

main
