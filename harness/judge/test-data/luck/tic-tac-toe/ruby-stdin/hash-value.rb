L=%w(012 345 678 036 147 258 048 246);f=['.']*9;p='X'
loop{
  [0,3,6].each{|r|puts f[r,3].join}
  a=nil
  loop{puts p+'> ';a=STDIN.gets.chomp;break if a=~/\A[0-8]\z/&&f[a.to_i]=='.';puts'invalid.'}
  f[a.to_i]=p
  won=L.any?{|l|l.chars.all?{|c|f[c.to_i]==p}};full=!f.include?('.')
  if won||full
    m=won ? p+' won.' : 'tie.'
    r=[];r<<p+' won.' if won;r<<'tie.' if full;m=r.min_by(&:hash)
    puts m;exit
  end
  p=p=='X'?'O':'X'
}
