echo right
if ! [ -e "$1" ]
then
  touch "$1"
  exit 3
fi
