import type { Input } from '../../../session/script.ts'

/** Small programs; each is played in the worker more than once, to show what a session leaves behind. */
interface Programs extends Readonly<Record<Input, readonly string[]>> {
  /** All input is there at once: only real processes can play these. */
  readonly unsupported: readonly string[]
  /** All input is there at once: they change what outlives a session, if nothing is done about it. */
  readonly carriedOver: readonly string[]
}

/** Questions of a program about the file that its runtime was started with, and about its process. */
const answered = [
  `require.main===module,process.mainModule===module,module.exports===exports`,
  `process.argv0,process.title,process.argv.length,process.execArgv+'',process.execPath`,
  `__filename===process.argv[1],__dirname===process.cwd(),process.execPath===process.argv[0]`,
  `new Date().getFullYear()>2000,Date.now()>performance.timeOrigin,performance.now()>0`,
  `(()=>{try{null.x}catch(e){return e.message}})()`,
  `typeof Error.prepareStackTrace`,
]
/** The answers would show the worker. */
const unanswered = [
  `module.id,module.children.length`,
  `Object.keys(module)+'',module.require('os')===require('os'),typeof module.load,module.toString()`,
  `require.main===module,process.mainModule===module,typeof require.resolve,module.exports===exports`,
  `process.pid>1`,
  `process.ppid>1`,
  `process.title='a'`,
  `typeof process.report`,
  `new Error('a').stack.split('\n').length`,
  `(()=>{try{null.x}catch(e){return e.stack}})()`,
  `(e=>{Error.captureStackTrace(e);return e.stack.length})({})`,
]
const printing = (values: string) => `console.log(${values})`

/** State that no property holds, or that only an accessor shows. */
const hidden = [
  `console.log(require('util').inspect.defaultOptions.depth);require('util').inspect.defaultOptions={depth:9}`,
  `e=require('events');console.log(e.defaultMaxListeners);e.defaultMaxListeners=3`,
  `e=require('events');console.log(e.captureRejections);e.captureRejections=true`,
  `s=require('stream');console.log(s.getDefaultHighWaterMark(false));s.setDefaultHighWaterMark(false,9)`,
  `b=require('buffer');console.log(b.INSPECT_MAX_BYTES);b.INSPECT_MAX_BYTES=1`,
  `o=require('os');console.log(o.getPriority());o.setPriority(o.getPriority()+1)`,
  `console.log(new Date(0).getHours());process.env.TZ='Asia/Tokyo'`,
  `console.log(RegExp.input+RegExp.multiline);RegExp.input='x';RegExp.multiline=true`,
  `p=performance;p.addEventListener('x',()=>console.log(1));p.dispatchEvent(new Event('x'))`,
  `g=globalThis;g.addEventListener?.('x',()=>console.log(1));g.dispatchEvent?.(new Event('x'));console.log(2)`,
]

export const node: Programs = {
  stdin: [
    `console.log(require('fs').readFileSync(0)+'')`,
    `console.log(require('fs').readFileSync('/dev/stdin','utf8'))`,
    `f=require('fs');b=Buffer.alloc(1);s='';while(f.readSync(0,b,0,1,null))s+=b;console.log([s])`,
    `process.stdin.on('data',d=>console.log([d+''])).on('end',_=>console.log('end'))`,
    `process.stdin.setEncoding('utf8');process.stdin.on('data',d=>console.log([d]));process.stdin.on('end',_=>console.log('end')).on('close',_=>console.log('close'))`,
    `process.stdin.on('data',d=>{console.log([d+'']);process.stdin.pause()})`,
    `process.stdin.on('readable',_=>console.log([process.stdin.read()+''])).on('end',_=>console.log('end'))`,
    `require('readline').createInterface(process.stdin).on('line',l=>console.log([l])).on('close',_=>console.log('close'))`,
    `r=require('readline').createInterface(process.stdin);(async()=>{for await(l of r)console.log([l]);console.log('over')})()`,
    `r=require('readline/promises').createInterface(process.stdin,process.stdout);(async()=>{console.log(await r.question('q'));console.log(await r.question('q'));console.log('lost')})()`,
    `process.stdout.write('a');process.stdout.write(Buffer.from('é'));require('fs').writeSync(1,'b')`,
    `console.log('é',1,-0,true,null,undefined,[1,'a',{b:2}],{c:[]},1n,Symbol('s'),x=>1,/r/g,new Map([[1,2]]),'%s',new Date(0))`,
    `console.log('%s-%d-%i%%','a',1.5,1.5,'b');console.log('%%');console.log();console.info('i');console.debug('d')`,
    `console.error('e');console.log(1)`,
    `setTimeout(_=>console.log('t300'),300);setTimeout(console.log,1,'t1');process.nextTick(_=>console.log('n'));Promise.resolve().then(_=>console.log('p'));queueMicrotask(_=>console.log('q'));console.log('s')`,
    `(async()=>{await null;console.log('a');await 0;process.exit(5)})();console.log('b')`,
    `return;console.log(1)`,
    `console.log(typeof x,typeof module,arguments.length,typeof require,typeof __filename,typeof global,globalThis===global);x=1;console.log(typeof x,delete x,typeof x)`,
    `this.a=1;x=5;console.log(globalThis.x,'x'in globalThis,this.a)`,
    `eval('x=1;var y=2');console.log(x,y,new Function('return x+1')(),(0,eval)('typeof y'))`,
    `console.log(1);throw 5`,
    `Promise.reject(1);console.log(2)`,
    `(async()=>{throw 1})();setTimeout(_=>console.log('never'),0)`,
    `process.exit(-1)`,
    `process.stdout.write('a',process.exit)`,
    `#!/usr/bin/env node
    console.log(1)`,
  ],
  args: [
    `w=process.stdout.write;process.stdout.write=()=>true;console.log(1);process.stdout.write=w;console.log(2)`,
    `console.log(process.argv.slice(2),process.argv.length)`,
    `console.log(require('fs').readFileSync(0)+'|')`,
    ...answered.map(printing),
  ],
  interactive: [
    `f=require('fs');b=Buffer.alloc(9);f.readSync(0,b);f.writeSync(1,'é> ');f.readSync(0,b);console.log(1)`,
    `console.log('>');b=Buffer.alloc(9);console.log(require('fs').readSync(0,b),b+'');console.log(require('fs').readSync(0,b))`,
    `console.log('>');process.stdin.on('data',d=>console.log([d+''])).on('end',_=>console.log('end'))`,
    `console.log('>');process.stdin.on('readable',_=>console.log([process.stdin.read()+'']))`,
    `f=require('fs');b=Buffer.alloc(9);console.log('>');f.readSync(0,b);try{process.exit()}catch{}f.readSync(0,b);console.log(2)`,
    `r=require('readline').createInterface(process.stdin,process.stdout);q=_=>r.question('q',l=>{console.log([l]);q()});q()`,
    `console.log('>');(async()=>{for await(l of require('readline').createInterface(process.stdin))console.log([l])})()`,
    `r=require('readline/promises').createInterface(process.stdin,process.stdout);(async()=>{for(;;)console.log(await r.question('q'))})()`,
  ],
  unsupported: [
    `setTimeout(()=>{},900);process.exit(0)`,
    `process.on('exit',c=>console.log('exit',c))`,
    `require('child_process')`,
    `try{process.kill(process.ppid)}catch{}console.log(1)`,
    `new (require('fs').WriteStream)(null,{fd:1}).write('{}\\n'.repeat(9))`,
    `import('fs').then(f=>console.log(f.readFileSync(0)+'',typeof f.default.readSync))`,
    `require('fs').writeFileSync(1,'c')`,
    `console.log(require('fs').readFileSync(__filename,'utf8'))`,
    `setTimeout(_=>console.log('never'),3).unref();console.log(1)`,
    `process.exitCode=3`,
    `)`,
    `performance.mark('a');console.log(performance.getEntriesByName('a').length)`,
    ...unanswered.map(printing),
  ],
  carriedOver: [
    `console.log(typeof x);x=1`,
    `console.log(typeof process,typeof escape);process=1;escape=2`,
    `console.log(1);console.log=_=>0`,
    `console.log(Object.keys(process).includes('x'));process.x=1`,
    `console.log([].x,''.y,(1).z);Array.prototype.x=1;String.prototype.y=2;(5).constructor.prototype.z=3`,
    `console.log(Object.isExtensible(Math));Object.preventExtensions(Math)`,
    `d=Object.getOwnPropertyDescriptor(Math,'max');console.log(d.writable);Object.defineProperty(Math,'max',{writable:false})`,
    `p=Object.prototype;if(p.x){delete p.x;console.log(1)}else p.x=1`,
    `try{'use strict';Array.prototype.map=Array.prototype.map;console.log(Object.isFrozen(Array.prototype))}catch{}Object.freeze(Array.prototype)`,
    `console.log([...[1,2]]+'');[][Symbol.iterator]().__proto__.next=()=>({done:true})`,
    `console.log(RegExp.$1+RegExp.lastMatch+RegExp["$'"]);/b(.)/.exec('abcd')`,
    `console.log(Object.keys(module.exports).length,'z'in{...require});module.exports.x=exports.y=require.z=1`,
    `process.exitCode=(require('fs').readFileSync(0)+'')[0]=='3'?3:undefined`,
    `process.on('exit',()=>console.log(1))`,
    `setTimeout(()=>console.log(1),2000);setTimeout(()=>process.exit(),2)`,
    `Promise.resolve().then(()=>console.log(1)).then(()=>console.log(2));process.exit()`,
    `console.log(typeof Array.x);class A extends Array{static{Array.x=1}}`,
    `process.stdin.once('data',d=>{console.log(d+'');process.exit()})`,
    ...hidden,
  ],
}

export const bun: Programs = {
  stdin: [
    `console.log(prompt('a'),prompt(),prompt('b','c'),prompt(''),prompt('d'))`,
    `console.log(prompt('é'),typeof module,typeof require)`,
    `module;x=1;console.log(x,this===module.exports)`,
    `with({a:1})x=a;console.log(x)`,
    `import{readFileSync as r}from'fs';console.log(r(0)+'')`,
    `import fs from'node:fs';import*as os from'os';console.log(fs.readFileSync('/dev/stdin','utf8'),[os.EOL].join())`,
    `console.write('a');process.stdout.write('b');console.log('c',1,true,null,undefined)`,
    `for(const i of[1,2])console.log(i);console.log(Bun.argv.length,Bun.argv===process.argv)`,
    `console.error(1);throw 1`,
    `setTimeout(()=>console.log('t'));Promise.resolve().then(()=>console.log('p'));console.log('s')`,
    `(async()=>{console.log(1);await 0;process.exit(3)})()`,
    `import{stdin}from'process';console.log(1)`,
  ],
  args: [
    `console.log(Bun.argv.slice(2)+'',process.argv.length)`,
    ...answered.map((values) => `module;${printing(values)}`),
  ],
  interactive: [
    `for(let i;i=prompt('q');)console.log(i)`,
    `// this\nprompt('q');try{nope=1;console.log('sloppy')}catch(e){console.log(e.name)}`,
    `x=1;this[prompt('q')]=x;console.log(Object.keys(this)+'',x)`,
  ],
  unsupported: [
    `for await(const l of console)console.log('l',l)`,
    `await 0;console.log(1)`,
    `console.log(await Bun.file('/dev/stdin').text())`,
    `console.log(-0)`,
    `console.log('%s','a')`,
    `console.log(confirm('a'))`,
    `process.stdin.on('data',d=>console.log(d+'')).on('end',_=>console.log('end'))`,
    `const r=require('readline').createInterface(process.stdin,process.stdout);r.question('q ',l=>{console.log(l);r.close()})`,
    `process.exitCode=3`,
    ...unanswered.map((values) => `module;${printing(values)}`),
  ],
  carriedOver: hidden.map((code) => `module.exports;${code}`),
}
