#!/bin/bash

b=(. . . . . . . . .)
player=X
moves=0

function print_board() {
  echo "${b[0]}${b[1]}${b[2]}"
  echo "${b[3]}${b[4]}${b[5]}"
  echo "${b[6]}${b[7]}${b[8]}"
  printf "%s> " "$player"
}

function check() {
  if [ "${b[$1]}" = "$player" ] && [ "${b[$2]}" = "$player" ] && [ "${b[$3]}" = "$player" ]; then
    winner=$player
  fi
}

print_board
while IFS= read -r line; do
  valid=false
  if [[ "$line" =~ ^[0-8]$ ]]; then
    if [ "${b[$line]}" = "." ]; then
      valid=true
    fi
  fi
  if [ "$valid" = false ]; then
    echo "invalid."
    printf "%s> " "$player"
    continue
  fi
  b[$line]=$player
  moves=$((moves + 1))
  for i in 0 1 2; do
    check $((3 * i)) $((3 * i + 1)) $((3 * i + 2))
    check $i $((i + 3)) $((i + 6))
  done
  check 0 4 8
  check 2 4 6
  if [ -n "$winner" ]; then
    echo "$winner won."
    exit
  fi
  if [ $moves -eq 9 ]; then
    echo "tie."
    exit
  fi
  if [ "$player" = "X" ]; then player="O"; else player="X"; fi
  print_board
done
