b="012
345
678"
for p in {,,,}{X,O} X
{ while echo "${b//[0-8]/.}
$p> "
read -r n&&[[ ${n,} != [$b] ]]
do echo invalid.
done
b=${b/$n/$p}
[[ $b =~ $p($p|..($p|.($p|.$p.).)..)$p ]]&&exec echo $p won.
}
echo tie.