# Each line as an expression of the shell, in a shell of its own: in some, a wrong one ends it.
while printf '> ' && IFS= read -r line; do
  (echo $((0 + $line))) 2>/dev/null || echo error
done
