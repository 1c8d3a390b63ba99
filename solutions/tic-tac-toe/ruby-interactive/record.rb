b="012
345
678
"
puts"XOXOXOXOX".chars.find{puts"invalid."until(($><<b.tr("0-8",?.)+_1+"> ").flush
b[gets[/^\d$/]||?z]&&=_1)
b=~/(\w)(..(.\g<3>.|\1)..|\1)\1/m}&.+(" won.")||"tie."