printf '> means: your turn\n> '
read -r answer
echo new
