echo 'debug: 1'
printf 'name? '
read -r name
echo "Hello, $name!"
