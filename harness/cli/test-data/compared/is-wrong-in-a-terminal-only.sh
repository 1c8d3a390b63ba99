[ ! -t 0 ] || exit 1
printf 'name? '
read -r name
echo "Hello, $name!"
