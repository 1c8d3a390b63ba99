i=8;Bun.argv.map(m=>m[4]?o=`012
345
678
`:console.log(o.replace(/\d/g,'.')+([p]='XO'[i%2])+'>',o<(o=o.replace(1+m-10,p))?/(\w)(\1|..(\1|.\1.|..\1..)..)\1/s.test(o)?i=p+' won.':i--?'':'tie.':'invalid.'),this)