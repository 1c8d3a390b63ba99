# The sum of each row, column and diagonal: X counts 1, O counts -1.
declare -a rows=(0 0 0) columns=(0 0 0)
declare -i falling=0 rising=0 left=9
marks=()

show() {
  local i
  for ((i = 0; i < 9; i++)); do
    printf '%s' "${marks[i]-.}"
    if ((i == 2 || i == 5 || i == 8)); then
      echo
    fi
  done
}

put() {
  local -i row=$1/3 column=$1%3 step=$2
  ((rows[row] += step, columns[column] += step))
  if ((row == column)); then falling+=step; fi
  if ((row + column == 2)); then rising+=step; fi
  ((3 * step == rows[row] || 3 * step == columns[column] || 3 * step == falling || 3 * step == rising))
}

while ((left > 0)); do
  if ((left % 2)); then
    player=X step=1
  else
    player=O step=-1
  fi
  show
  printf '%s> ' "$player"
  while read -r number; do
    if [[ $number == [0-8] ]] && [[ -z ${marks[number]} ]]; then
      break
    fi
    printf '%s\n%s> ' invalid. "$player"
  done
  [[ $number ]] || exit
  marks[number]=$player
  if put "$number" "$step"; then
    echo "$player won."
    exit
  fi
  left=left-1
done
echo "tie."
