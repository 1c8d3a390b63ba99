printf 'name? '
read -r name
