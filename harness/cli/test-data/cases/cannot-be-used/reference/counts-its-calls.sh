# Adds up numbers.
echo x >> calls
sum=$(wc -l < calls)
printf '? '
while read -r line; do
  case $line in
    quit) echo bye; exit 3 ;;
    '' | *[!0-9]*) echo 'no number' ;;
    *) sum=$((sum + line)); echo "sum $sum" ;;
  esac
  printf '? '
done
printf '\nend\n'
