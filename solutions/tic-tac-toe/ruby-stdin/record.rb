b="...  "*3
puts [*%w[X O]*4,?X].find{puts"invalid."until(puts b.split,_1+"> "
b[/^(\S *){#{gets[/\d$|/]}}\K\./]&&=_1)
b=~/(\w)(.\g<2>.|\1)\1/}?"#$1 won.":"tie."