printf 'name? '
read -r name
echo "Hi, $name!"
