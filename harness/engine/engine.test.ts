import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type EngineProgram, type EngineReport, type EngineSession, openEngine } from './engine.ts'

type Runtime = EngineProgram['runtime']
type Input = EngineProgram['input']

const folder = mkdtempSync(join(tmpdir(), 'ninehole-engine-'))
afterAll(() => rmSync(folder, { recursive: true }))
const bun = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/.bin/bun')
let files = 0

/** Holds sessions with the engine. */
async function held(
  [runtime, input]: readonly [Runtime, Input],
  code: string,
  sessions: readonly (Partial<EngineSession> & { readonly lines: readonly string[] })[],
  milliseconds = 1000,
): Promise<EngineReport[]> {
  const engine = openEngine({ code, runtime, input }, { milliseconds })
  try {
    return await engine.hold(sessions.map((session) => ({ endsInput: true, ...session })))
  } finally {
    await engine.close()
  }
}

/**
 * A real process, on real pipes, which Node does not make: through `cat`. In the interactive way a line is sent a moment
 * after the program has said something.
 */
function real([runtime, input]: readonly [Runtime, Input], code: string, lines: readonly string[]) {
  const file = join(folder, `${++files}.${runtime === 'node' ? 'js' : 'ts'}`)
  writeFileSync(file, code)
  const command = [runtime === 'node' ? process.execPath : bun, file, ...(input === 'args' ? lines : [])]
  const child = spawn('sh', ['-c', 'cat | { "$0" "$@"; echo $? >&3; } | cat', ...command], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    cwd: folder,
  })
  const waiting = lines.map((line) => Buffer.from(`${line}\n`, 'latin1'))
  let said = ''
  let stderr = false
  let status = ''
  child.stdio[3]?.on('data', (bytes: Buffer) => {
    status += bytes
  })
  let timer: NodeJS.Timeout | undefined
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1')
    clearTimeout(timer)
    timer = setTimeout(answer, 60)
  })
  child.stderr.on('data', () => {
    stderr = true
  })
  child.stdin.on('error', () => {})
  function answer() {
    const line = waiting.shift()
    if (line === undefined) child.stdin.end()
    else child.stdin.write(line)
  }
  if (input === 'stdin') child.stdin.write(Buffer.concat(waiting))
  if (input !== 'interactive') child.stdin.end()
  return new Promise((resolve) => {
    child.on('close', () => resolve({ said, stderr, end: 'ended', status: Number(status) }))
  })
}

/** Small programs, each of which reads in one way; they are held twice, for what the first leaves the second to find. */
const programs: Record<`${Runtime}-${Input}`, readonly string[]> = {
  'node-stdin': [
    `console.log(require('fs').readFileSync(0)+'')`,
    `console.log(\`\${require('node:fs').readFileSync(0)}\`.split\`\\n\`.length)`,
    `console.log(require('fs').readFileSync('/dev/stdin','utf8'))`,
    `console.log(require('fs').readFileSync(0,{encoding:'latin1'}).length)`,
    `b=require('fs').readFileSync(0);console.log(b[0],b.length,b.slice(0,2)+'',b.toString('hex'),b.map(x=>x+1)+'',[...b]+'')`,
    `console.log(String(require('fs').readFileSync(0)).match(/./g)+'',require('fs').readFileSync(0)+'|')`,
    `b=Buffer.alloc(3);f=require('fs');for(;n=f.readSync(0,b);)console.log(n,b.slice(0,n)+'')`,
    `f=require('fs');b=Buffer.alloc(1);s='';while(f.readSync(0,b,0,1,null))s+=b;console.log([s])`,
    `process.stdin.on('data',d=>console.log([d+''])).on('end',_=>console.log('end'))`,
    `process.stdin.setEncoding('utf8');process.stdin.on('data',d=>console.log([d]));process.stdin.on('end',_=>console.log('end')).on('close',_=>console.log('close'))`,
    `process.stdin.once('data',d=>console.log([d+'']))`,
    `process.stdin.on('data',d=>{console.log([d+'']);process.stdin.pause()});process.on('exit',c=>console.log('exit',c))`,
    `process.stdin.on('readable',_=>console.log([process.stdin.read()+''])).on('end',_=>console.log('end'))`,
    `process.stdin.setEncoding('utf8').on('readable',_=>{for(;c=process.stdin.read();)console.log([c])}).on('end',_=>console.log('end'))`,
    `(async()=>{for await(c of process.stdin)console.log([c+'']);console.log('over')})()`,
    `(async()=>{for await(c of process.stdin){console.log([c+'']);break}console.log('over')})()`,
    `require('readline').createInterface(process.stdin).on('line',l=>console.log([l])).on('close',_=>console.log('close'))`,
    `require('readline').createInterface({input:process.stdin}).on('line',function(l){console.log(l);this.close()}).on('close',_=>console.log('close'))`,
    `r=require('readline').createInterface(process.stdin,process.stdout);r.question('q ',l=>{console.log([l]);r.question('r ',l=>{console.log([l]);r.close()})})`,
    `r=require('readline').createInterface(process.stdin,process.stdout);q=_=>r.question('q',l=>{console.log([l]);q()});q()`,
    `r=require('readline').createInterface(process.stdin,process.stdout);r.prompt();r.on('line',l=>{console.log([l]);r.prompt()})`,
    `r=require('readline').createInterface(process.stdin);(async()=>{for await(l of r)console.log([l]);console.log('over')})()`,
    `r=require('readline').createInterface(process.stdin);i=r[Symbol.asyncIterator]();(async()=>{console.log((await i.next()).value,await i.next())})()`,
    `r=require('readline/promises').createInterface(process.stdin,process.stdout);(async()=>{console.log(await r.question('q'));console.log(await r.question('q'));console.log('lost')})()`,
    `r=require('events').once(process.stdin,'data').then(d=>console.log(d+''))`,
    `import('fs').then(f=>console.log(f.readFileSync(0)+'',typeof f.default.readSync))`,
    `process.stdout.write('a');process.stdout.write(Buffer.from('é'));require('fs').writeSync(1,'b');require('fs').writeFileSync(1,'c');require('fs').writeFileSync('/dev/stdout','d');require('fs').appendFileSync(1,'e')`,
    `console.log('é',1,-0,true,null,undefined,[1,'a',{b:2}],{c:[]},1n,Symbol('s'),x=>1,/r/g,new Map([[1,2]]),'%s',new Date(0))`,
    `console.log('%s-%d-%i%%','a',1.5,1.5,'b');console.log('%%');console.log();console.info('i');console.debug('d')`,
    `console.log('\\ud83d'+'\\ude00');process.stdout.write('\\ud83d');process.stdout.write('\\ude00');console.log('\\ud800')`,
    `console.error('e');console.log(1)`,
    `process.stderr.write('e')`,
    `setTimeout(_=>console.log('t5'),5);setTimeout(console.log,1,'t1');setImmediate(_=>console.log('i'));process.nextTick(_=>console.log('n'));Promise.resolve().then(_=>console.log('p'));queueMicrotask(_=>console.log('q'));console.log('s')`,
    `n=0;i=setInterval(_=>{console.log(n);if(++n>3)clearInterval(i)},2);t=setTimeout(console.log,1,'never');clearTimeout(t)`,
    `setTimeout(_=>console.log('never'),3).unref();console.log(1)`,
    `(async()=>{await null;console.log('a');await 0;process.exit(5)})();console.log('b')`,
    `return;console.log(1)`,
    `console.log(typeof x,this===module.exports,arguments.length,typeof require,typeof __filename,typeof global,globalThis===global);x=1;console.log(typeof x,delete x,typeof x)`,
    `x=1;y=2;[x,y]=[y,x];({x,z:[w=x]}={x,z:[]});for(k in{a:1})for(v of[k])x+=v;x++;console.log({x,y},w,k,v,\`\${x}\`,-x)`,
    `var f=function(){return g()};function g(){return h};h=3;console.log(f())
    a=h
    ++a
    a
    b=a
    ;[a,b]=[b+1,a];console.log(a,b)
    c=a++
    ;(d=>console.log(d,c))(b--)
    if(a)c++
    else c--
    do c+=2
    while(c<9)
    console.log(a,b,c,typeof(e),typeof a,e=1,delete e,typeof e)`,
    `try{nope}catch(e){console.log(e.name,e.message,e instanceof ReferenceError)}try{nope++;nope=1}catch(e){console.log(e.message)}nope=2;console.log(nope)`,
    `console.log((function(){'use strict';return this})(),(function(){return this===globalThis})())`,
    `this.a=1;x=5;console.log(globalThis.x,'x'in globalThis,this.a)`,
    `eval('x=1;var y=2');console.log(x,y,new Function('return x+1')(),(0,eval)('typeof y'))`,
    `x=7;console.log(Function('return typeof x')())`,
    `f=a=>a+1;console.log(f+'',[f]+'')`,
    `with({a:1})console.log(a);b=2;console.log(b)`,
    `class A{b(){c=1;return c}};c=0;try{console.log(new A().b())}catch(e){console.log(e.name)}`,
    `console.log(structuredClone([1,{a:[2]}]),[...'b']instanceof Array,Buffer.from('a')instanceof Uint8Array,require('os').EOL,require('util').inspect([1]))`,
    `nope()`,
    `console.log(1);throw 5`,
    `Promise.reject(1);console.log(2)`,
    `(async()=>{throw 1})();setTimeout(_=>console.log('never'),0)`,
    `setTimeout(_=>{throw 1});setTimeout(_=>console.log('never'),9)`,
    `process.on('exit',c=>console.log('x',c));throw 1`,
    `process.on('exit',c=>{console.log('x',c);process.exitCode=4})`,
    `new Promise(_=>0);console.log(1)`,
    `process.exitCode=3`,
    `process.exit(-1)`,
    `process.exit('7')`,
    `process.exit('a')`,
    `try{process.exit(2)}catch{console.log('caught')}finally{console.log('finally')}`,
    `for(i of[1,2,3])try{console.log(i);i>1&&process.exit()}finally{console.log('f')}`,
    `process.stdout.write(5)`,
    `)`,
    `#!/usr/bin/env node
    console.log(1)`,
  ],
  'node-args': [
    `console.log(process.argv.slice(2),process.argv.length)`,
    `[,,...a]=process.argv;console.log(a+'');process.argv.length=0`,
    `for(a of process.argv.splice(2))console.log(a)`,
    `console.log(require('fs').readFileSync(0)+'|')`,
  ],
  'node-interactive': [
    `console.log('>');b=Buffer.alloc(9);console.log(require('fs').readSync(0,b),b+'');console.log(require('fs').readSync(0,b))`,
    `console.log('>');process.stdin.on('data',d=>console.log([d+''])).on('end',_=>console.log('end'))`,
    `console.log('>');process.stdin.on('readable',_=>console.log([process.stdin.read()+'']))`,
    `r=require('readline').createInterface(process.stdin,process.stdout);q=_=>r.question('q',l=>{console.log([l]);q()});q()`,
    `console.log('>');(async()=>{for await(l of require('readline').createInterface(process.stdin))console.log([l])})()`,
    `r=require('readline/promises').createInterface(process.stdin,process.stdout);(async()=>{for(;;)console.log(await r.question('q'))})()`,
    `console.log('>');process.stdin.once('data',d=>{console.log([d+'']);process.exit()})`,
  ],
  'bun-stdin': [
    `console.log(prompt('a'),prompt(),prompt('b','c'),prompt(''),prompt('d'))`,
    `console.log(prompt('é'),typeof module,typeof require)`,
    `x=1;console.log(x)`,
    `let x=1;console.log(x,typeof y)`,
    `module;x=1;console.log(x,this===module.exports)`,
    `with({a:1})x=a;console.log(x)`,
    `f=()=>require('fs').readFileSync(0)+'';console.log(f())`,
    `import{readFileSync as r}from'fs';console.log(r(0)+'')`,
    `import fs from'node:fs';import*as os from'os';console.log(fs.readFileSync('/dev/stdin','utf8'),[os.EOL].join())`,
    `const{readFileSync:r}=await import('fs');console.log(r(0,'utf8'))`,
    `for await(const l of console)console.log('l',l)`,
    `for await(const l of console){console.log('l',l);break}`,
    `console.log(await Bun.stdin.text())`,
    `console.log(await Bun.file('/dev/stdin').text())`,
    `console.write('a');process.stdout.write('b');console.log('c',1,-0,true,null,undefined,2n)`,
    `for(const i of[1,2])console.log(i);console.log(Bun.argv.length,Bun.argv===process.argv)`,
    `process.stdin.on('data',d=>console.log(d+'')).on('end',_=>console.log('end'))`,
    `const r=require('readline').createInterface(process.stdin,process.stdout);r.question('q ',l=>{console.log(l);r.close()})`,
    `for await(const l of require('readline').createInterface({input:process.stdin}))console.log('l',l)`,
    `await 1;try{nope}catch(e){console.log(e.name)}`,
    `await Promise.reject(1)`,
    `process.exitCode=3`,
    `console.log(1);process.exit(4)`,
    `console.error(1);throw 1`,
    `console.log(10**21,.1+.2,[1]+'','%s','%')`.replace(`,'%s','%'`, ''),
    `console.log('%s');console.log('%%')`,
    `await 0;console.log(typeof module,typeof require)`,
    `setTimeout(()=>console.log('t'));await 0;console.log('s')`,
  ],
  'bun-args': [`console.log(Bun.argv.slice(2)+'',process.argv.length)`, `for(const a of Bun.argv)console.log(a.length<9?a:'')`],
  'bun-interactive': [
    `for(let i;i=prompt('q');)console.log(i)`,
    `console.log('>');for await(const l of console)console.log('l',l)`,
  ],
}

const lines: Record<string, readonly string[]> = { two: ['1', '2'], odd: ['', 'x\r', 'a b', '\xc3\xa9\xff'] }

for (const [way, codes] of Object.entries(programs)) {
  const [runtime, input] = way.split('-') as [Runtime, Input]
  describe.concurrent(way, () => {
    test.each(codes)('%s', async (code) => {
      for (const given of input === 'stdin' && /read|prompt|stdin|console\)/.test(code) ? ['two', 'odd'] : ['two']) {
        const session = { lines: lines[given] ?? [] }
        const [[first, second], truth] = await Promise.all([
          held([runtime, input], code, [session, session]),
          real([runtime, input], code, session.lines),
        ])
        const { heardAt: _, ...report } = first as EngineReport
        expect(report).toEqual(truth)
        expect(second).toEqual(first)
      }
    })
  })
}
