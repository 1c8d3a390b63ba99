printf 'name? ' >&2
read -r name
echo "Hello, $name!"
