printf '...\n...\n...\nX> '
read -r answer
printf '...\n.X.\n...\nX> '
read -r answer
