echo "out of order" >&2
exit 2
