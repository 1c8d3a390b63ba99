with(console)for(o=`012
345
678
`,i=8,j=1;p='XO'[i%2];)log(o.replace(/\d/g,'.')+p+'>',o<(o=o.replace(1+Bun.argv[++j]-10,p))?/(\w)(\1|..(.\1.|..\1..)..)\1/s.test(o)?i=p+' won.':i--?'':'tie.':'invalid.')