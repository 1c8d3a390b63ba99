while printf 'name? '; read -r name; do
  case $name in
    '') echo 'Nobody?' ;;
    bye) echo 'bye'; exit ;;
    *) echo "Hello, $name!" ;;
  esac
done
echo
