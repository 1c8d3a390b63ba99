b="012
345
678"
for n
{ p=O
let i%2||p=X
echo "${b//[0-8]/.}
$p> "
[[ ${n,} = [$b] ]]&&{ b=${b/$n/$p}
[[ $b =~ $p($p|..($p|.($p|.$p.).)..)$p ]]&&exec echo $p won.
let i++-8||exec echo tie.
}||echo invalid.
}