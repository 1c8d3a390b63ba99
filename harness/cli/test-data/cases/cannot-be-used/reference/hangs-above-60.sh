# Adds up numbers.
sum=0
printf '? '
while read -r line; do
  case $line in
    quit) echo bye; exit 3 ;;
    '' | *[!0-9]*) echo 'no number' ;;
    *) sum=$((sum + line)); [ $sum -gt 60 ] && sleep 60; echo "sum $sum" ;;
  esac
  printf '? '
done
printf '\nend\n'
