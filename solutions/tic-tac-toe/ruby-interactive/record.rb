b="012
345
678
"
"XOXOXOXOX".chars{|p|puts"invalid."until(($><<b.tr("0-8",?.)+p+"> ").flush
b[gets[/^\d$/]||?z]&&=p)
b=~/(\w)(..(.\g<3>.|\1)..|\1)\1/m&&-puts(p+" won.")}
puts"tie."