{c=b=b?b:"012\n345\n678\n";p=gsub(/[0-8]/,".",c)%2?"X":"O";print c p"> "(/^[0-8]$/&&sub($0,p,b)?z:"invalid.")}$0=b~p"("p"|..("p"|.("p"|."p".).)..)"p?p" won.":b~/[0-8]/?z:"tie."
$0{exit}