printf '> '
read -r answer
echo no >&2
echo yes
