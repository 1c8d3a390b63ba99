b="012

345

678"
puts"XOXOXOXOX".chars.find{|p|puts"invalid."until(puts b.tr("0-8",?.).split,p+"> "
b[gets[/^\d$/]||?z]&&=p)
b=~/(\w)(.\g<2>.|\1)\1/m}&.+(" won.")||"tie."