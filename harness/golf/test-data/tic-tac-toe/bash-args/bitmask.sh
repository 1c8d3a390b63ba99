set -u

# Bits of the fields that a player has marked.
declare -i x=0 o=0 turn=0
readonly full=$(( 2 ** 9 - 1 ))
readonly wins=(2#000000111 2#000111000 2#111000000 2#001001001 2#010010010 2#100100100 2#100010001 2#001010100)

show() {
  local i
  for (( i = 0; i < 9; i++ )); do
    if (( x >> i & 1 )); then
      printf X
    elif (( o >> i & 1 )); then
      printf O
    else
      printf .
    fi
    (( i % 3 == 2 )) && printf '\n'
  done
  prompt
}

prompt() {
  (( turn % 2 == 0 )) && printf 'X> ' || printf 'O> '
}

won() {
  local mine=$1 win
  for win in "${wins[@]}"; do
    (( (mine & win) == win )) && return 0
  done
  return 1
}

show
for answer; do
  if ! [[ $answer =~ ^[0-8]$ ]] || (( (x | o) >> answer & 1 )); then
    echo 'invalid.'
    prompt
    continue
  fi
  if (( turn % 2 == 0 )); then
    (( x |= 1 << answer ))
    won $x && { echo 'X won.'; exit; }
  else
    (( o |= 1 << answer ))
    won $o && { echo 'O won.'; exit; }
  fi
  (( (x | o) == full )) && { echo 'tie.'; exit; }
  turn+=1
  show
done
