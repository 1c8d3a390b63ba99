while printf 'name? '; read -r name; do
  case $name in
    '') echo 'Nobody!' ;;
    bye) echo 'Goodbye!'; exit ;;
    *) echo "Hallo, $name!" ;;
  esac
done
echo
