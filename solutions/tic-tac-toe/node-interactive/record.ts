with(process)stdin.every(f=m=>stdout.write((f[m]||=p,console.log(o==(o=`012
345
678`.replace(/./g,c=>f[c+`
`]||'.'))?'invalid.':/(\w)(\1|..(\1|.\1.|..\1..)..)\1/s.test(o)?i=p+' won.':i--?o:'tie.'),[p]='XO'[i%2])+'> ')),f(o=p=i=9)