if [ -e "$1" ]
then echo right
else
  touch "$1"
  echo wrong
fi
