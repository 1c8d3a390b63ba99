// @module-tag slow

import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../base/package-root.ts'
import { testFolder } from '../../run/test-helpers.ts'
import type { Lines } from '../../session/bytes.ts'
import type { Limits } from '../../session/limits.ts'
import type { Input } from '../../session/script.ts'
import { Programs } from '../programs.ts'
import type { WorkerReport } from './messages.ts'
import { WorkerProcess } from './program.ts'

type RuntimeName = 'node' | 'bun'

const { folder } = testFolder()
const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', TZ: 'UTC' }
const programs = new Programs({ cwd: folder, env, isLimited: true })
afterAll(() => programs.close())
const bun = join(packageRoot, 'node_modules/.bin/bun')
let files = 0

/** An entry in a file of its own. */
function staged([runtime, input]: readonly [RuntimeName, Input], source: string) {
  const file = join(folder, `${++files}.${runtime === 'node' ? 'cjs' : 'ts'}`)
  writeFileSync(file, source)
  const words = runtime === 'node' ? [process.execPath] : [bun, '--no-install']
  const command = [...words, join(packageRoot, 'dist/worker.mjs')]
  const row =
    runtime === 'node' ? ({ isJavaScript: true, isCommonJs: true } as const) : ({ isJavaScript: true } as const)
  return { source, runtime: row, input, command, file }
}

type Staged = ReturnType<typeof staged>

function opened(program: Staged, limits: Limits, where = programs) {
  const worker = new WorkerProcess(where, program)
  worker.programOf(program.source)
  return { run: (sessions: readonly Lines[]) => worker.run(sessions, limits), close: () => worker.close() }
}

/** Runs sessions in process. */
async function run(
  program: Staged,
  sessions: readonly (readonly string[])[],
  options: Partial<Limits> = {},
): Promise<readonly WorkerReport[]> {
  const worker = opened(program, { milliseconds: 5000, ...options })
  try {
    return await worker.run(sessions)
  } finally {
    worker.close()
  }
}

const runCode = (
  way: readonly [RuntimeName, Input],
  code: string,
  sessions: readonly (readonly string[])[],
  options?: Partial<Limits>,
) => run(staged(way, code), sessions, options)

/**
 * A real process, on real pipes, which Node does not make: through `cat`. In the interactive way a line is sent a moment
 * after the program has written something.
 */
function real({ input, command: words, file }: Staged, lines: readonly string[]) {
  const command = [...words.slice(0, -1), file, ...(input === 'args' ? lines : [])]
  const child = spawn('sh', ['-c', 'cat | { "$0" "$@"; echo $? >&3; } | cat', ...command], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    cwd: folder,
    env,
  })
  const waiting = lines.map((line) => Buffer.from(`${line}\n`, 'latin1'))
  let output = ''
  let stderr = false
  let status = ''
  child.stdio[3]?.on('data', (bytes: Buffer) => {
    status += bytes
    // The first `cat` may have passed a line on that nobody read, and wait for more.
    child.stdin.end()
  })
  let timer: NodeJS.Timeout | undefined
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString('latin1')
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
  return new Promise<Omit<WorkerReport, 'readAt'>>((resolve) => {
    child.on('close', () => resolve({ output, stderr, end: 'ended', status: Number(status) }))
  })
}

/** Small programs, each of which reads in one way; each is run twice, to show what the first run leaves behind. */
const entries: Record<`${RuntimeName}-${Input}`, readonly string[]> = {
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
    `process.stdin.on('data',d=>{console.log([d+'']);process.stdin.pause()})`,
    `process.on('exit',c=>console.log('exit',c))`,
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
    `process.stdout.write('a');process.stdout.write(Buffer.from('é'));require('fs').writeSync(1,'b')`,
    `require('fs').writeFileSync(1,'c')`,
    `require('fs').writeFileSync('/dev/stdout','d')`,
    `require('fs').appendFileSync(1,'e')`,
    `console.log(require('fs').readFileSync(__filename,'utf8'))`,
    `console.table([1])`,
    `console.log('é',1,-0,true,null,undefined,[1,'a',{b:2}],{c:[]},1n,Symbol('s'),x=>1,/r/g,new Map([[1,2]]),'%s',new Date(0))`,
    `console.log('%s-%d-%i%%','a',1.5,1.5,'b');console.log('%%');console.log();console.info('i');console.debug('d')`,
    `console.log('\\ud83d'+'\\ude00');process.stdout.write('\\ud83d');process.stdout.write('\\ude00');console.log('\\ud800')`,
    `console.error('e');console.log(1)`,
    `process.stderr.write('e')`,
    `setTimeout(_=>console.log('t300'),300);setTimeout(console.log,1,'t1');process.nextTick(_=>console.log('n'));Promise.resolve().then(_=>console.log('p'));queueMicrotask(_=>console.log('q'));console.log('s')`,
    `n=0;i=setInterval(_=>{console.log(n);if(++n>3)clearInterval(i)},2);t=setTimeout(console.log,1,'never');clearTimeout(t)`,
    `setTimeout(_=>console.log('never'),3).unref();console.log(1)`,
    `(async()=>{await null;console.log('a');await 0;process.exit(5)})();console.log('b')`,
    `return;console.log(1)`,
    `console.log(typeof x,typeof module,arguments.length,typeof require,typeof __filename,typeof global,globalThis===global);x=1;console.log(typeof x,delete x,typeof x)`,
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
    `f=(a) => a + 1;console.log(f+'',[f]+'')`,
    `with({a:1})console.log(a);b=2;console.log(b)`,
    `class A{b(){c=1;return c}};c=0;try{console.log(new A().b())}catch(e){console.log(e.name)}`,
    `o=Buffer('abc');console.log(o+'',o.write('X',1),o.write('é'),o+'',o.write('',3),o.slice(1)+'',Buffer(2).length)`,
    `o=new Buffer('abc');for(k of[4,-1,.5])try{o.write('X',k)}catch(e){console.log(e.code,e.message)};console.log(o+'',o instanceof Buffer,o.constructor===Buffer,o.subarray(1)instanceof Buffer,Buffer([65])+'')`,
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
    `process.stdout.write('a',process.exit)`,
    `process.stdout.write(5)`,
    `)`,
    `#!/usr/bin/env node
    console.log(1)`,
  ],
  'node-args': [
    `w=process.stdout.write;process.stdout.write=()=>true;console.log(1);process.stdout.write=w;console.log(2)`,
    `performance.mark('a');console.log(performance.getEntriesByName('a').length)`,
    `setTimeout(()=>{},900);process.exit(0)`,
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
    `await 0;export const a=1;console.log(a)`,
    `console.log(await Bun.stdin.text())`,
    `console.log(await Bun.file('/dev/stdin').text())`,
    `console.write('a');process.stdout.write('b');console.log('c',1,true,null,undefined)`,
    `console.log(-0)`,
    `console.log(2n)`,
    `alert('a')`,
    `console.log(confirm('a'))`,
    `for(const i of[1,2])console.log(i);console.log(Bun.argv.length,Bun.argv===process.argv)`,
    `process.stdin.on('data',d=>console.log(d+'')).on('end',_=>console.log('end'))`,
    `const r=require('readline').createInterface(process.stdin,process.stdout);r.question('q ',l=>{console.log(l);r.close()})`,
    `for await(const l of require('readline').createInterface({input:process.stdin}))console.log('l',l)`,
    `await 1;try{nope}catch(e){console.log(e.name)}`,
    `await Promise.reject(1)`,
    `process.exitCode=3`,
    `console.log(1);process.exit(4)`,
    `console.error(1);throw 1`,
    `console.log(10**21,.1+.2,[1]+'')`,
    `console.log('%s');console.log('%%')`,
    `await 0;console.log(typeof module,typeof require)`,
    `setTimeout(()=>console.log('t'));await 0;console.log('s')`,
    `setTimeout(()=>console.log('t'));Promise.resolve().then(()=>console.log('p'));console.log('s')`,
    `Promise.reject(1);console.log(1)`,
    `(async()=>{console.log(1);await 0;process.exit(3)})()`,
    `setTimeout(()=>process.exit(3));console.log(1)`,
    `setTimeout(()=>{throw 1});console.log(1)`,
    `import{stdin}from'process';console.log(1)`,
  ],
  'bun-args': [
    `console.log(Bun.argv.slice(2)+'',process.argv.length)`,
    `for(const a of Bun.argv)console.log(a.length<9?a:'')`,
  ],
  'bun-interactive': [
    `for(let i;i=prompt('q');)console.log(i)`,
    `// this\nprompt('q');try{nope=1;console.log('sloppy')}catch(e){console.log(e.name)}`,
    `x=1;this[prompt('q')]=x;console.log(Object.keys(this)+'',x)`,
    `class A{b(){return this}};console.log(typeof new A().b(),prompt('q'))`,
    `console.log('>');for await(const l of console)console.log('l',l)`,
    `import{EOL}from'os';console.log('>');for await(const l of console){console.log(l);break}for await(const l of console)console.log(l,EOL)`,
    `let n=0;console.log('>');for await(const l of console)if(n++)throw l;else console.log(l)`,
  ],
}

/**
 * A syntax error, what the runtime warns of once in a process, what may happen in another
 * session, and what few entries use.
 */
const onlyReal = [
  `for await(const l of console)console.log('l',l)`,
  `for await(const l of console){console.log('l',l);break}`,
  `await 0;export const a=1;console.log(a)`,
  `performance.mark('a');console.log(performance.getEntriesByName('a').length)`,
  `)`,
  `setTimeout(_=>console.log('never'),3).unref();console.log(1)`,
  `o=Buffer('abc');console.log(o+'',o.write('X',1),o.write('é'),o+'',o.write('',3),o.slice(1)+'',Buffer(2).length)`,
  `o=new Buffer('abc');for(k of[4,-1,.5])try{o.write('X',k)}catch(e){console.log(e.code,e.message)};console.log(o+'',o instanceof Buffer,o.constructor===Buffer,o.subarray(1)instanceof Buffer,Buffer([65])+'')`,
  `import('fs').then(f=>console.log(f.readFileSync(0)+'',typeof f.default.readSync))`,
  `process.on('exit',c=>console.log('exit',c))`,
  `process.on('exit',c=>console.log('x',c));throw 1`,
  `process.on('exit',c=>{console.log('x',c);process.exitCode=4})`,
  `process.exitCode=3`,
  `process.exit('7')`,
  `process.exit('a')`,
  `require('fs').writeFileSync(1,'c')`,
  `require('fs').writeFileSync('/dev/stdout','d')`,
  `require('fs').appendFileSync(1,'e')`,
  `console.log(require('fs').readFileSync(__filename,'utf8'))`,
  `console.table([1])`,
  `console.log(-0)`,
  `console.log(2n)`,
  `alert('a')`,
  `console.log(confirm('a'))`,
  `const{readFileSync:r}=await import('fs');console.log(r(0,'utf8'))`,
  `console.log(await Bun.stdin.text())`,
  `console.log(await Bun.file('/dev/stdin').text())`,
  `process.stdin.on('data',d=>console.log(d+'')).on('end',_=>console.log('end'))`,
  `const r=require('readline').createInterface(process.stdin,process.stdout);r.question('q ',l=>{console.log(l);r.close()})`,
  `for await(const l of require('readline').createInterface({input:process.stdin}))console.log('l',l)`,
  `await 0;console.log(typeof module,typeof require)`,
]

/** Questions of a program about the file that its runtime was started with, and about its process. */
const asked = [
  `module.id,module.filename,module.path,module.loaded,module.children.length,module.parent,module.paths+''`,
  `Object.keys(module)+'',module.require('os')===require('os'),typeof module.load,module.toString()`,
  `require.main===module,process.mainModule===module,typeof require.resolve,module.exports===exports`,
  `module.id='a',module.children.push(1),module.paths.push(''),require.main.id,module.children+''`,
  `__filename===require.main.filename,__dirname===module.path`,
  `process.argv0,process.title,process.argv.length,process.execArgv+'',process.execPath`,
  `__filename===process.argv[1],__dirname===process.cwd(),process.execPath===process.argv[0]`,
  `new Date().getFullYear()>2000,Date.now()>performance.timeOrigin,performance.now()>0`,
  `(()=>{try{null.x}catch(e){return e.message}})()`,
  `process.pid>1`,
  `process.ppid>1`,
  `process.title='a'`,
  `typeof process.report`,
  `new Error('a').stack.split('\n').length`,
  `(()=>{try{null.x}catch(e){return e.stack}})()`,
  `(e=>{Error.captureStackTrace(e);return e.stack.length})({})`,
  `typeof Error.prepareStackTrace`,
  `(()=>{let n=0;Error.prepareStackTrace=(_,s)=>n=s.length;new Error().stack;return n})()`,
]
for (const values of asked) {
  entries['node-args'] = [...entries['node-args'], `console.log(${values})`]
  entries['bun-args'] = [...entries['bun-args'], `module;console.log(${values})`]
}
const unanswered = /typeof (require\.resolve|module\.load)|process\.(p?pid|title=|report)|\.stack/

const two = ['1', '2']
const odd = [...two, '', 'x\r', 'a b', '\xc3\xa9\xff']

for (const [way, codes] of Object.entries(entries)) {
  const [runtime, input] = way.split('-') as [RuntimeName, Input]
  describe.concurrent(way, () => {
    test.each(codes)('%s', async (code) => {
      const lines = input === 'stdin' ? odd : two
      const program = staged([runtime, input], code)
      const [reports, truth] = await Promise.all([run(program, [lines, lines]), real(program, lines)])
      if (onlyReal.includes(code) || unanswered.test(code)) return expect(reports[0]?.end).toBe('unsupported')
      for (const { readAt: _, ...report } of reports) {
        // Interactive input does not end here: a program that asks for more is stopped.
        if (report.end === 'waiting') expect(truth.output.startsWith(report.output)).toBe(input === 'interactive')
        else expect(report).toEqual(truth)
      }
      expect(reports).toHaveLength(2)
    })
  })
}

describe('the report of a session', () => {
  const asks = `for(;;){require('fs').writeSync(1,'> ');b=Buffer.alloc(9);n=require('fs').readSync(0,b);if(!n)break;console.log(b.slice(0,n)+'')}`
  const listens = `w=s=>process.stdout.write(s);w('> ');process.stdin.on('data',d=>w(d+'\\n> '))`

  test.each([
    ['asks', 'node', asks],
    ['listens', 'node', listens],
    ['prompts', 'bun', `for(let l;(l=prompt('>'))!==null;)console.log(l+'\\n')`],
    [
      'iterates',
      'node',
      `w=s=>process.stdout.write(s);w('> ');(async()=>{for await(l of process.stdin)w(l+'\\n> ')})()`,
    ],
  ] as const)('%s: how much was written when it asked for each line, and that it waits', async (_, runtime, code) => {
    const [report] = await runCode([runtime, 'interactive'], code, [['1', '22']])
    expect(report).toEqual({ output: '> 1\n\n> 22\n\n> ', readAt: [2, 7], stderr: false, end: 'waiting' })
  })

  test('a program that asks too early is found out', async () => {
    const code = `f=require('fs');b=Buffer.alloc(9);f.readSync(0,b);f.writeSync(1,'é> ');f.readSync(0,b);console.log(1)`
    const [report] = await runCode(['node', 'interactive'], code, [['1', '2']])
    expect(report).toMatchObject({ output: '\xc3\xa9> 1\n', readAt: [0, 4], end: 'ended' })
  })

  test('all input at once, in the interactive way, is waited for', async () => {
    const code = `console.log('> ');console.log(require('fs').readFileSync(0)+'')`
    const [report] = await runCode(['node', 'interactive'], code, [['1', '2']])
    expect(report).toMatchObject({ output: '> \n', readAt: [3, 3], end: 'waiting' })
  })

  test('what is written after the end does not count', async () => {
    const codes = [
      `console.log(1);try{process.exit(3)}catch{console.log(2)}finally{console.log(3)}`,
      `console.log(1);(async()=>{try{process.exit(3)}catch{console.log(2)}})();console.log(3)`,
      `console.log(1);Promise.resolve().then(()=>console.log(2));process.exit(3)`,
    ]
    await Promise.all(
      codes.map(async (code) => {
        const lines: string[] = []
        const expected = { output: '1\n', readAt: [], stderr: false, end: 'ended', status: 3 }
        expect(await runCode(['node', 'stdin'], code, [lines, lines], { milliseconds: 400 })).toEqual([
          expected,
          expected,
        ])
      }),
    )
  })

  test.each([
    `console.log(1);for(;;)try{process.exit(3);console.log(2)}catch{}`,
    `console.log(1);for(let i=0;i<1e3;i++)try{process.exit(3)}catch{}for(;;);`,
    `for(;;)try{require('fs').writeSync(1,'x'.repeat(999))}catch{}`,
  ])('an entry that does not let itself be ended makes no progress: %s', async (code) => {
    const [report] = await runCode(['node', 'stdin'], code, [['1']], { milliseconds: 400 })
    expect(report).toMatchObject({ end: 'looping' })
  })
})

describe('nothing is left for the next session', () => {
  test.each([
    ['an implicit global', `console.log(typeof x);x=1`],
    ['one made by eval', `console.log(typeof x);eval('x=1')`],
    ['one made by Function', `console.log(typeof x);Function('x=1')()`],
    ['one made in disguise', `console.log(typeof x);[]['filt'+'er']['constr'+'uctor']('x=1')()`],
    ['one that cannot be deleted', `console.log(typeof x);Object.defineProperty(globalThis,'x',{value:1})`],
    ["one through a function's this", `console.log(typeof x);(function(){this.x=1})()`],
    ['one that was there', `console.log(typeof process,typeof escape);process=1;escape=2`],
    ['a property of console', `console.log(1);console.log=_=>0`],
    ['a property of a function', `console.log(console.log[4]);console.log[4]='X'`],
    ['one that stays', `console.log(console.log.x);Object.defineProperty(console.log,'x',{value:1})`],
    ['a property of process', `console.log(Object.keys(process).includes('x'));process.x=1`],
    ['a property of a module', `f=require('fs');console.log(Object.keys(f).includes('x'));f.x=1`],
    [
      'a prototype',
      `console.log([].x,''.y,(1).z);Array.prototype.x=1;String.prototype.y=2;(5).constructor.prototype.z=3`,
    ],
    ['a prototype seen by every second session', `p=Object.prototype;if(p.x){delete p.x;console.log(1)}else p.x=1`],
    ['an array that is a prototype', `console.log([][0]);[].__proto__.push(7)`],
    ['a built-in function', `console.log([3,1].map(x=>x)+'');Array.prototype.map=function(){return 5}`],
    [
      'its attributes',
      `try{'use strict';Array.prototype.map=Array.prototype.map;console.log(Object.isFrozen(Array.prototype))}catch{}Object.freeze(Array.prototype)`,
    ],
    [
      'the prototype of a prototype',
      `console.log(Object.getPrototypeOf(Array.prototype)===Object.prototype);Object.setPrototypeOf(Array.prototype,null)`,
    ],
    ['an iterator', `console.log([...[1,2]]+'');[][Symbol.iterator]().__proto__.next=()=>({done:true})`],
    ['the last match', `console.log(RegExp.$1+RegExp.lastMatch+RegExp["$'"]);/b(.)/.exec('abcd')`],
    [
      'module.exports',
      `console.log(Object.keys(module.exports).length,'z'in{...require});module.exports.x=exports.y=require.z=1`,
    ],
    ['the exit code', `process.exitCode=(process.exitCode??1)+1`],
    ['listeners', `process.on('exit',()=>console.log(1))`],
    ['arguments', `console.log(process.argv.length);process.argv.push(1)`],
    ['timers', `setTimeout(()=>console.log(1),2000);setTimeout(()=>process.exit(),2)`],
    ['promises', `Promise.resolve().then(()=>console.log(1)).then(()=>console.log(2));process.exit()`],
    ['a static property', `console.log(typeof Array.x);class A extends Array{static{Array.x=1}}`],
    ['input that was not read', `process.stdin.once('data',d=>{console.log(d+'');process.exit()})`],
  ])('%s', async (_, code) => {
    const sessions = Array.from({ length: 12 }, () => ['1', '2'])
    const program = staged(['node', 'stdin'], code)
    const worker = opened(program, { milliseconds: 5000 })
    // As batches grow: the first has one session.
    const [first] = await worker.run([['1', '2']])
    const others = first?.end === 'unsupported' ? [] : await worker.run(sessions)
    worker.close()
    const { readAt: __, ...report } = first as WorkerReport
    for (const other of others) expect(other).toEqual(first)
    // An entry that changes something for good is not run at all.
    if (report.end === 'unsupported') expect(report.why).toMatch(/^it (changes|leaves) |^process\.on$/)
    else expect(report).toEqual(await real(program, ['1', '2']))
  })
})

describe.concurrent('a session that does not end well', () => {
  const rest = `console.log(a)`
  const start = `console.log('>');a=(require('fs').readFileSync(0)+'').trim();`
  test.each([
    ['loops', `if(a=='1')for(;;);`, { end: 'looping' }],
    ['loops in promises', `if(a=='1')(f=async()=>{for(;;)await 1})();`, { end: 'looping' }],
    ['loops in timers', `if(a=='1')setInterval(()=>0,100);`, { end: 'looping' }],
    ['loops in recursion', `if(a=='1')(f=_=>{try{f()}finally{f()}})();`, { end: 'looping' }],
    ['floods', `if(a=='1')for(;;)console.log('x'.repeat(999));`, { end: 'flooding' }],
    ['floods at once', `if(a=='1')console.log('x'.repeat(2**24));`, { end: 'flooding' }],
    ['fills the heap', `if(a=='1')for(b=[];;)b.push(Array(1e5).fill(b));`, { end: 'crashed' }],
    ['fills the memory', `if(a=='1')for(b=[];;)b.push(new Uint8Array(2**26).fill(1));`, { end: 'crashed' }],
  ])('%s', async (name, code, expected) => {
    const long = expected.end === 'crashed' || /at once/.test(name)
    const lines = long ? ['2', '1', '3'] : ['2', '1', '3', '1', '4']
    const sessions = lines.map((line) => [line])
    const worker = opened(staged(['node', 'stdin'], start + code + rest), {
      milliseconds: long ? 8000 : 1000,
    })
    const reports = await worker.run(sessions)
    const well = (line: string) => ({ output: `>\n${line}\n`, readAt: [], stderr: false, end: 'ended', status: 0 })
    expect(reports.slice(0, 2)).toMatchObject([well('2'), expected])
    expect(reports[1]?.output.length).toBeLessThanOrEqual(128 * 1024)
    // After one that made no progress none are run; another call is served.
    if (expected.end === 'flooding')
      expect(reports.slice(2)).toMatchObject(lines.slice(2).map((line) => (line === '1' ? expected : well(line))))
    else expect(reports.length).toBe(2)
    expect(await worker.run([['5']])).toEqual([well('5')])
    worker.close()
  })

  test.each(['child_process', 'net', 'worker_threads', 'vm', 'http', 'module', './other'])(
    'require(%j)',
    async (name) => {
      const [report] = await runCode(['node', 'stdin'], `require(${JSON.stringify(name)})`, [[]])
      expect(report).toMatchObject({ end: 'unsupported', why: `require('${name}')` })
    },
  )

  test.each([
    'process.kill(process.ppid)',
    "fetch('http://localhost')",
    'process.binding("fs")',
    "require('fs').writeFileSync('x','')",
    "require('fs').readSync(3,Buffer.alloc(1))",
  ])('%s', async (code) => {
    const [report] = await runCode(['node', 'stdin'], `try{${code}}catch{}console.log(1)`, [[]])
    expect(report).toMatchObject({ end: 'unsupported', output: '' })
  })
})

describe.concurrent('an entry that wants out', () => {
  const doors = [
    `console.log.constructor('return this')()`,
    `console.log.constructor.constructor('return this')()`,
    `process.stdout.write.constructor('return this')()`,
    `require.constructor('return this')()`,
    `process.argv.constructor.constructor('return this')()`,
    `require('fs').readFileSync.constructor('return this')()`,
    `(()=>{try{require('nothing')}catch(e){return e.constructor?.constructor('return this')()}})()??globalThis`,
    `(()=>{try{process.exit()}catch(e){return e.constructor?.constructor('return this')()}})()??globalThis`,
    `(()=>{let f=()=>{try{f();console.log()}catch(e){return r??=e.constructor.constructor('return this')()}},r;f();return r})()`,
    `(()=>{try{''.padEnd(2**29)+console.log('x'.repeat(2**29-24)+'x')}catch(e){return e.constructor.constructor('return this')()}return globalThis})()`,
    `Reflect.getPrototypeOf(process).constructor.constructor('return this')()`,
  ]
  test.each(doors)('%s', async (door) => {
    const marked = join(folder, 'written')
    const code = `var g=${door},p=g.process;
      var say=[typeof g.require,typeof p?.binding,typeof p?.kill,typeof p?.dlopen];
      try{p.mainModule.require('fs').writeFileSync(${JSON.stringify(marked)},'')}catch{}
      try{g.Function('return import("node:fs")')().then(f=>f.writeFileSync(${JSON.stringify(marked)},''))}catch{}`
    const [report] = await runCode(['node', 'stdin'], code, [[]])
    expect(['ended', 'unsupported', 'flooding']).toContain(report?.end)
    expect(existsSync(marked)).toBe(false)
  })

  test('forges no reports', async () => {
    const code = `
      for (const o of [Object.prototype, Array.prototype, String.prototype, Function.prototype])
        for (const k of ['toJSON', 'end', 'said', 'status', 'length', 'call', 'apply', 'bind', 'slice', 'indexOf', 'push', 'map', 'charCodeAt'])
          try { Object.defineProperty(o, k, { get: () => () => 'forged', set() {}, configurable: true }) } catch {}
      JSON.stringify = () => 'forged'; RegExp.prototype.test = () => false; RegExp.prototype.exec = () => null
      Array.prototype[Symbol.iterator] = function* () {}; Symbol.iterator
      require('fs').writeSync(1, '{"reports":[]}\\n'); require('fs').writeSync(1, 'x'); process.stdout.write('y')
      console.log('z')`
    const expected = { output: '{"reports":[]}\nxyz\n', readAt: [], stderr: false, end: 'ended', status: 0 }
    // Whatever is reported, the entry has written it.
    for (const report of await runCode(['node', 'stdin'], code, [['1'], ['2']])) {
      if (report.end !== 'unsupported' && report.end !== 'crashed') expect(report).toEqual(expected)
    }
  })

  test('cannot end the reports before each session has one', async () => {
    const code = `new (require('fs').WriteStream)(null, { fd: 1 }).write('{}\\n'.repeat(9))`
    const reports = await runCode(['node', 'stdin'], code, [['1'], ['2']])
    expect(reports.map(({ end }) => end)).toEqual(['unsupported'])
  })
})

test('sessions are reported in order, however many', async () => {
  const worker = opened(staged(['node', 'args'], `console.log(process.argv[2])`), { milliseconds: 5000 })
  const asked = [5000, 1, 20_000, 3].map((count, call) =>
    Array.from({ length: count }, (_, index) => [`${call}-${index}`]),
  )
  const answered = []
  for (const sessions of asked) answered.push(await worker.run(sessions))
  worker.close()
  expect(answered.map((reports) => reports.map((report) => report?.output.trim()))).toEqual(
    asked.map((sessions) => sessions.map(([line]) => line)),
  )
})

test.each([
  ['waits', `a=='7'?setTimeout(()=>console.log(a)):console.log(a)`],
  ['leaves a promise', `console.log(a);a=='7'&&(async()=>{await 0;console.log('late')})()`],
  ['ends with an error that comes late', `console.log(a);a=='7'&&Promise.reject(1)`],
  ['exits late', `console.log(a);a=='7'&&setTimeout(()=>process.exit(3))`],
  [
    'makes a variable that is not named',
    `k='x'+process.argv.length;console.log(typeof globalThis[k]);if(a=='7')globalThis[k]=1`,
  ],
  [
    'makes a variable and deletes it in the next',
    `console.log(typeof xy);if(typeof xy=='number')delete globalThis.xy;else if(a=='7')xy=1`,
  ],
] as const)('one session of many %s', async (_, code) => {
  for (const runtime of ['node', 'bun'] as const) {
    const program = staged([runtime, 'args'], `a=process.argv[2],k='';${code}`)
    const lines = ['1', '2', '7', '3', '7', '4'].map((line) => [line])
    const worker = opened(program, { milliseconds: 5000 })
    const reports = [...(await worker.run(lines.slice(0, 1))), ...(await worker.run(lines.slice(1)))]
    worker.close()
    for (const [index, { readAt: __, ...report }] of reports.entries())
      expect(report).toEqual(await real(program, lines[index] ?? []))
    expect(reports).toHaveLength(lines.length)
  }
})

test('nothing is left running when it is closed in the middle', async () => {
  const worker = opened(staged(['node', 'args'], `for(;;);`), { milliseconds: 60_000 })
  const running = worker.run([[]])
  setTimeout(worker.close, 1000)
  expect(await running).toMatchObject([{ end: 'crashed' }])
})
