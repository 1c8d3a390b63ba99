printf '> '
read -r answer
exit 3
