# Says something wrong COUNT times, in all processes together; then writes its id to DIR/waits, and waits.
# wrong-until-it-waits.sh DIR COUNT
echo x >> "$1/calls"
if [ "$(wc -l < "$1/calls")" -le "$2" ]
then
  echo wrong
  exit
fi
[ -e "$1/waits" ] || echo $$ > "$1/waits"
exec sleep 600
