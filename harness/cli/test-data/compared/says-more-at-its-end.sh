printf 'name? '
read -r name
echo "Hello, $name!"
echo 'debug: 1'
