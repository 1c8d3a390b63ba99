# Says in the end what came of the game.
result=
trap '[[ $result ]] && echo "$result"' EXIT

free() {
  [[ $taken != *"$1"* ]]
}

mark_of() {
  local before=${taken%%"$1"*}
  if free "$1"; then
    mark=.
  elif (( ${#before} % 2 == 0 )); then
    mark=X
  else
    mark=O
  fi
}

# The moves so far, one after the other.
taken=

while (( ${#taken} < 9 )); do
  player=X
  (( ${#taken} % 2 == 1 )) && player=O
  all=
  for field in {0..8}; do
    mark_of "$field"
    all+=$mark
    (( field % 3 == 2 )) && all+=$'\n'
  done
  printf '%s' "$all"
  while true; do
    printf '%s> ' "$player"
    read -r answer || exit
    [[ $answer == [0-8] ]] && free "$answer" && break
    echo invalid.
  done
  taken+=$answer
  for line in 012 345 678 036 147 258 048 246; do
    count=0
    for (( i = 0; i < 3; i++ )); do
      mark_of "${line:i:1}"
      [[ $mark == "$player" ]] && (( count += 1 ))
    done
    if (( count == 3 )); then
      result="$player won."
      exit
    fi
  done
done
result=tie.
