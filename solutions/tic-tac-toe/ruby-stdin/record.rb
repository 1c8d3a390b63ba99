b="012

345

678"
puts"XOXOXOXOX".chars.find{puts"invalid."until(puts b.tr("0-8",?.).split,_1+"> "
b[gets[/^\d$/]||?z]&&=_1)
b=~/(\w)(.\g<2>.|\1)\1/m}&.+(" won.")||"tie."