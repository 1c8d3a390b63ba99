printf 'guess> '
while IFS= read -r line; do
  [ "$line" = "${2:-7}" ] && echo yes && exit
  printf 'no\nguess> '
done
echo bye
