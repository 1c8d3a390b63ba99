printf '> '
read -r answer
echo oh >&2
