b="012
345
678
"
puts"XOXOXOXOX".chars.find{r=b.tr("0-8",?.)
r="invalid.
"until($><<r+_1+"> "
b[gets[/^\d$/]||?z]&&=_1)
b=~/(\w)(..(.\g<3>.|\1)..|\1)\1/m}&.+(" won.")||"tie."