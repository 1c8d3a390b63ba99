# In a magic square, the numbers of a line sum up to 15.
magic=(2 7 6 9 5 1 4 3 8)
declare -A owner

print_board() {
  local text= i
  for i in {0..8}; do
    text+=${owner[$i]:-.}
    [ $(( i % 3 )) -eq 2 ] && text+=$'\n'
  done
  printf '%s%s> ' "$text" "$player"
}

makes_fifteen() {
  local a b
  for a in {0..8}; do
    [ "$a" != "$1" ] && [ "${owner[$a]}" = "$player" ] || continue
    for b in {0..8}; do
      [ "$b" != "$1" ] && [ "$b" -gt "$a" ] && [ "${owner[$b]}" = "$player" ] || continue
      if [ $(( magic[a] + magic[b] + magic[$1] )) -eq 15 ]; then
        return 0
      fi
    done
  done
  return 1
}

player=X
print_board
for answer in "$@"; do
  if ! [[ "$answer" =~ ^[012345678]$ ]] || [ -n "${owner[$answer]}" ]; then
    printf 'invalid.\n%s> ' "$player"
    continue
  fi
  owner[$answer]=$player
  if makes_fifteen "$answer"; then
    echo "$player won."
    exit
  fi
  if [ ${#owner[@]} -eq 9 ]; then
    echo "tie."
    exit
  fi
  [ "$player" = X ] && player=O || player=X
  print_board
done
