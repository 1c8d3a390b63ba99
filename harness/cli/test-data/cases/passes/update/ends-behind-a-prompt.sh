printf '> '
read -r answer
printf '> '
