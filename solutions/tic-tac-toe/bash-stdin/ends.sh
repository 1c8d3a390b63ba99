b="012
345
678"
for p in {,,,}{X,O} X
do until echo "${b//[0-8]/.}
$p> "
read -r n||exit
[[ $n$n = [0-8][$b] ]]
do echo invalid.
done
b=${b/$n/$p}
[[ $b =~ $p($p|..($p|.($p|.$p.).)..)$p ]]&&exec echo $p won.
done
echo tie.