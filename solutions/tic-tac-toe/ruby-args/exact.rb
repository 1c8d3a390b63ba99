b="012
345
678"
puts [*%w[X O]*4,?X].find{puts b.tr"0-8",?.
puts"invalid."until($><<_1+"> "
b.tr!$*.shift[/\d$|/],_1)
b.dump=~/(\w)(.\g<2>.|\1)\1/}?"#$1 won.":"tie."