const L=['012','345','678','036','147','258','048','246'],f=Array(9).fill('.');let p='X';const A=require('fs').readFileSync(0,'latin1').split('\n').reverse();let out='';const print=s=>console.log(s);
for(;;){
  for(const r of[0,3,6])print(f.slice(r,r+3).join(''));
  let a;
  for(;;){print(p+'> ');a=A.pop();if(/^[0-8]$/.test(a)&&f[a]=='.')break;print('invalid.')}
  f[a]=p;
  const won=L.some(l=>[...l].every(c=>f[c]==p)),full=!f.includes('.');
  if(won||full){let m=won?p+' won.':'tie.';
    const r=[];if(won)r.push(p+' won.');if(full)r.push('tie.');m=r[Math.random()*r.length|0]
    print(m);process.exit()}
  p=p=='X'?'O':'X'
}
