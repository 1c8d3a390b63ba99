#!/usr/bin/env bash
set -o nounset

declare -a lines=("0 1 2" "3 4 5" "6 7 8" "0 3 6" "1 4 7" "2 5 8" "0 4 8" "2 4 6")
declare -a fields
for (( i = 0; i < 9; i++ )); do
  fields[i]='.'
done

function show {
  printf '%s%s%s\n' "${fields[@]}"
}

function count_marks {
  local number count=0
  for number in $1; do
    if [[ "${fields[number]}" == "$2" ]]; then
      (( count++ ))
    fi
  done
  echo $count
}

function winner {
  local line
  for line in "${lines[@]}"; do
    if [[ $(count_marks "$line" "$1") -eq 3 ]]; then
      return 0
    fi
  done
  return 1
}

turn=0
players=(X O)
show
printf '%s> ' "${players[0]}"
for answer in "$@"; do
  player=${players[turn % 2]}
  if [[ ! "$answer" =~ ^[0-8]$ ]] || [[ "${fields[answer]}" != '.' ]]; then
    printf 'invalid.\n%s> ' "$player"
    continue
  fi
  fields[answer]=$player
  turn=$(( turn + 1 ))
  if winner "$player"; then
    printf '%s won.\n' "$player"
    exit 0
  elif [[ $turn -eq 9 ]]; then
    printf 'tie.\n'
    exit 0
  fi
  show
  printf '%s> ' "${players[turn % 2]}"
done
