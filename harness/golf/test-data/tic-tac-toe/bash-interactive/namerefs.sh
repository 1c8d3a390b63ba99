# An object is an associative array, and functions take its name.
new_game() {
  local -n game=$1
  game=([cells]=......... [player]=X [over]=no)
}

show() {
  local -n game=$1
  local i
  for i in 0 3 6; do
    printf '%s\n' "${game[cells]:i:3}"
  done
}

accepts() {
  local -n game=$1
  [[ $2 =~ ^[0-8]$ ]] && [[ ${game[cells]:$2:1} == . ]]
}

play() {
  local -n game=$1
  local p=${game[player]} cells=${game[cells]}
  cells=${cells:0:$2}$p${cells:$2+1}
  game[cells]=$cells
  local pattern="^(...)*$p$p$p(...)*$|$p..$p..$p|^$p...$p...$p|^..$p.$p.$p"
  if [[ $cells =~ $pattern ]]; then
    game[over]="$p won."
  elif [[ $cells != *.* ]]; then
    game[over]="tie."
  elif [[ $p == X ]]; then
    game[player]=O
  else
    game[player]=X
  fi
}

declare -A mine
new_game mine
while [[ ${mine[over]} == no ]]; do
  show mine
  while printf '%s> ' "${mine[player]}"; do
    read -r line || exit 0
    accepts mine "$line" && break
    echo invalid.
  done
  play mine "$line"
done
echo "${mine[over]}"
