for(q=o=b=[],i=9,j=1;console.log(q+(o==(o=`012
345
678`.replace(/./g,c=>b[c]||'.'))?'invalid.':/(\w)(\1|..(\1|.\1.|..\1..)..)\1/s.test(o)?i=p+' won.':i--?o:'tie.')),p='XO'[i%2];b[process.argv[++j]]||=p)q=p+'> '