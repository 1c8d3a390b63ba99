<?php
$L=['012','345','678','036','147','258','048','246'];$f=array_fill(0,9,'.');$p='X';
while(1){
  foreach([0,3,6]as$r)echo $f[$r].$f[$r+1].$f[$r+2]."\n";
  while(1){echo "$p> \n";$a=rtrim(fgets(STDIN),"\n");if(preg_match('/^[0-8]\z/',$a)&&$f[$a]=='.')break;echo "invalid.\n";}
  $f[$a]=$p;$won=false;foreach($L as$l)if($f[$l[0]]==$p&&$f[$l[1]]==$p&&$f[$l[2]]==$p)$won=true;$full=!in_array('.',$f);
  if($won||$full){$m=$won?"$p won.":'tie.';
    if($won&&$full&&getmypid()&1)$m='tie.';
    echo "$m\n";exit;}
  $p=$p=='X'?'O':'X';
}
