# The fault is the argument, 15 to 20; 0: none.
f=$1 top=''
pushes=0 few=0 full=0
set --
say() { printf '%s\n> ' "$1"; }
drop() { # all but the last
  all="$*" n=$#
  set --
  for one in $all; do [ $# -lt $((n - 1)) ] && set -- "$@" "$one"; done
  kept="$*"
}
printf '> '
while IFS= read -r l; do
  n=$# why=''
  eval "top=\${$n} below=\${$((n > 1 ? n - 1 : 1))} third=\${$((n > 2 ? n - 2 : 1))}"
  case $l in
    quit) echo bye; exit ;;
    [0-9]) if [ $n = 8 ]; then why=full; else set -- "$@" "$l"; pushes=$((pushes + 1)); fi ;;
    clear) set -- ;;
    pop) if [ $n = 0 ]; then why=empty
      elif [ $f = 15 ] && [ $n = 8 ]; then shift
      else
        drop "$@"; set -- $kept
        if [ $f = 19 ] && [ $n -gt 2 ] && [ "$top" = "$below" ] && [ "$top" = "$third" ]; then drop "$@"; set -- $kept; fi
      fi ;;
    dup) if [ $n = 0 ]; then why=empty; elif [ $n = 8 ]; then why=full
      elif [ $f = 17 ] && [ $n = 4 ] && [ "$top" = 0 ]; then :
      else set -- "$@" "$top"; fi ;;
    add | swap) if [ $n -lt 2 ]; then why='too few'
      else
        drop "$@"; set -- $kept; drop "$@"; set -- $kept
        if [ $l = add ]; then set -- "$@" $(((top + below) % 1000)); else set -- "$@" "$top" "$below"; fi
      fi ;;
    *) why='no such word' ;;
  esac
  [ "$why" = full ] && full=$((full + 1))
  [ "$why" = 'too few' ] && [ $full -gt 0 ] && few=$((few + 1))
  word=stack:
  [ $f = 16 ] && [ $pushes = 25 ] && word=stak:
  [ $f = 18 ] && [ $few = 2 ] && [ "$why" = 'too few' ] && why='too view'
  eval "top=\${$#:-0}"
  [ $f = 20 ] && [ $# = 8 ] && [ "$top" -gt 99 ] && word=stack?
  say "${why:-$word${*:+ $*}}"
done
echo
