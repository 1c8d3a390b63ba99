b="012
345
678
"
puts"XOXOXOXOX".chars.find{|p|r=b.tr("0-8",?.)
r="invalid.
"until($><<r+p+"> "
b[gets[/^\d$/]||?z]&&=p)
b=~/(\w)(..(.\g<3>.|\1)..|\1)\1/m}&.+(" won.")||"tie."