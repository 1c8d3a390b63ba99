#!/bin/bash
# Tic-tac-toe: the moves are arguments.

board=(. . . . . . . . .)
player=X

show_board() {
  local row
  for row in 0 3 6; do
    echo "${board[row]}${board[row + 1]}${board[row + 2]}"
  done
}

same() {
  [[ ${board[$1]} == "$player" && ${board[$2]} == "$player" && ${board[$3]} == "$player" ]]
}

has_won() {
  same 0 1 2 || same 3 4 5 || same 6 7 8 ||
    same 0 3 6 || same 1 4 7 || same 2 5 8 ||
    same 0 4 8 || same 2 4 6
}

is_full() {
  local cell
  for cell in "${board[@]}"; do
    if [[ $cell == . ]]; then
      return 1
    fi
  done
  return 0
}

show_board
echo -n "$player> "
for answer in "$@"; do
  if [[ ! $answer =~ ^[0-8]$ || ${board[$answer]} != . ]]; then
    echo invalid.
    echo -n "$player> "
    continue
  fi
  board[$answer]=$player
  if has_won; then
    echo "$player won."
    exit 0
  fi
  if is_full; then
    echo tie.
    exit 0
  fi
  if [[ $player == X ]]; then
    player=O
  else
    player=X
  fi
  show_board
  echo -n "$player> "
done
