# The board is the list of positional parameters.
set -- . . . . . . . . .

line() {
  [ "$1$2$3" = "$p$p$p" ]
}

won() {
  line $1 $2 $3 || line $4 $5 $6 || line $7 $8 $9 || line $1 $4 $7 ||
    line $2 $5 $8 || line $3 $6 $9 || line $1 $5 $9 || line $3 $5 $7
}

for p in X O X O X O X O X; do
  printf '%s%s%s\n' "$@"
  printf "$p> "
  field=
  while [ -z "$field" ]; do
    read -r field || exit 0
    case "$field" in
      0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8)
        index=$((field + 1))
        if [ "${!index}" != . ]; then
          field=
        fi
        ;;
      *)
        field=
        ;;
    esac
    if [ -z "$field" ]; then
      printf "invalid.\n$p> "
    fi
  done
  set -- "${@:1:field}" $p "${@:field+2}"
  if won "$@"; then
    echo "$p won."
    exit 0
  fi
done
echo tie.
