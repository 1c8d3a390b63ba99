printf '? '
while read -r line; do
  echo "you said $line"
  printf '? '
done
