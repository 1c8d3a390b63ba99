# Asks, then writes so many lines of about a hundred bytes.
printf '> '
read -r answer
seq "$1" | sed 's/.*/new & ------------------------------------------------------------------------------------------/'
