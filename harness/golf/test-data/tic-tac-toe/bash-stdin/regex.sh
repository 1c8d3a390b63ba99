# Regular expressions do everything: they check the answer, split the board, and find lines.
board=.........
player=X
digit='^([0-8])$'
thirds='^(...)(...)(...)$'

print_turn() {
  [[ $board =~ $thirds ]]
  printf '%s\n%s\n%s\n' "${BASH_REMATCH[@]:1}"
}

has_won() {
  local pattern
  for pattern in '^(...)*ppp' 'p..p..p' 'p...p...p' '^..p.p.p'; do
    if [[ $board =~ ${pattern//p/$player} ]]; then
      return 0
    fi
  done
  return 1
}

print_turn
while printf '%s> ' "$player" && read -r input; do
  if [[ $input =~ $digit ]]; then
    number=${BASH_REMATCH[1]}
    if [[ $board =~ ^(.{$number})\.(.*)$ ]]; then
      board=${BASH_REMATCH[1]}$player${BASH_REMATCH[2]}
      if has_won; then
        echo "$player won."
        break
      elif [[ ! $board =~ [.] ]]; then
        echo 'tie.'
        break
      fi
      player=$([[ $player == X ]] && echo O || echo X)
      print_turn
      continue
    fi
  fi
  echo 'invalid.'
done
