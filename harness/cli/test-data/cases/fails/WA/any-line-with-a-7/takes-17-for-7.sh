printf 'guess> '
while IFS= read -r line; do
  case $line in *7*) echo yes; exit ;; esac
  printf 'no\nguess> '
done
echo bye
