printf '...\n...\n...\nX> '
read -r answer
echo oops
