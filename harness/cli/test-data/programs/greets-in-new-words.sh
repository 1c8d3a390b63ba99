#!/bin/sh
printf 'name? '
read -r name
case $name in *[0-9]*)
  echo "No digits, please."
  printf 'name? '
  read -r name
esac
echo "Hi, $name!"
