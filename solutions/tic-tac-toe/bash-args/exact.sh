b="012
345
678"
for p in {,,,}{X,O} X
{ c=${b//[0-8]/.}
until printf "$c
$p> "
n=$1
shift
[[ ${n,} = [$b] ]]
do c=invalid.
done
b=${b/$n/$p}
[[ $b =~ $p($p|..($p|.($p|.$p.).)..)$p ]]&&exec echo $p won.
}
echo tie.