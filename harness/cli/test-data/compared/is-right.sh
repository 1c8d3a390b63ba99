printf 'name? '
read -r name
echo "Hello, $name!"
