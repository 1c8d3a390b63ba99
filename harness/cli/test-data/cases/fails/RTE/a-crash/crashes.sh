printf '> '
read -r answer
echo "Traceback: $answer" >&2
exit 1
