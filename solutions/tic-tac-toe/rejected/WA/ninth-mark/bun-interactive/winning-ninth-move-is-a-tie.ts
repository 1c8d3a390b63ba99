for(o=i=9;console.log(o==(o=`012
345
678`.replace(/./g,c=>this[c]||'.'))?'invalid.':i--?/(\w)(\1|..(\1|.\1.|..\1..)..)\1/s.test(o)?i=p+' won.':o:'tie.'),p='XO'[i%2];)this[prompt(p+'>')]||=p