// @module-tag slow

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { locate } from '../../entries/installed.ts'
import { runtimes } from '../../entries/runtimes.ts'
import { skippedFor, testFolder } from '../../run/test-helpers.ts'
import { type Lines, toBytes } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'
import { type End, outputOf, type Script, type Session } from '../../session/session.ts'
import { unscriptedProgram } from '../../transcripts/converse.ts'
import { Launcher } from '../launcher.ts'
import { processProgram } from '../process.ts'
import { openWorker } from './program.ts'
import { bun, node } from './test-data/javascript.ts'

type RuntimeName = 'node' | 'bun'

const { folder } = testFolder()
const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', TZ: 'UTC' }
const programs = new Launcher({ cwd: folder, env, isLimited: true })
afterAll(() => programs.close())
let files = 0

async function installed(name: RuntimeName) {
  const runtime = runtimes.find((row) => row.name === name)
  const located = runtime && (await locate(runtime))
  return {
    runtime,
    program: located?.program ?? '',
    skipped: skippedFor(located ? undefined : `${name} is not installed`),
  }
}
const found = { node: await installed('node'), bun: await installed('bun') }

/** A session in which anything may be said; an interactive one is cut off where a line more is asked for. */
const scriptOf = (lines: Lines, input: Input): Script => ({
  turns: [...lines.map((answer) => ({ output: null, answer })), { output: null }],
  end: input === 'interactive' ? { how: 'cut' } : { how: 'exit', status: 0 },
})

/** The part of a session that is compared: a worker does not keep standard error. */
const shown = ({ turns, end, stderr }: Session) => ({ turns, end, stderr: stderr !== undefined })

const well = (output: string) => ({ output, end: { how: 'exit', status: 0 }, stderr: false })
const inOne = (session: Session) => ({ ...shown(session), turns: undefined, output: outputOf(session) })

/** A worker for a source, which plays sessions in calls, and a real process. */
function open([name, input]: readonly [RuntimeName, Input], source: string, milliseconds = 5000) {
  const { runtime, program } = found[name]
  if (runtime === undefined) throw new Error(name)
  const file = join(folder, `${++files}${runtime.isCommonJs ? '.cjs' : runtime.extension}`)
  writeFileSync(file, toBytes(source), 'latin1')
  const command = (script: string) => [
    program,
    ...runtime.run.slice(1).map((word) => (word === '{file}' ? script : word)),
  ]
  const worker = openWorker(programs, { runtime, input, file, command: command(runtime.worker ?? '') })
  const { playMany } = worker.programOf(source)
  const real =
    input === 'interactive'
      ? unscriptedProgram(programs, command(file))
      : processProgram(programs, command(file), input)
  async function play(sessions: readonly Lines[]) {
    const scripts = sessions.map((lines) => scriptOf(lines, input))
    return (await playMany?.(scripts, { milliseconds })) ?? []
  }
  return {
    play,
    real: (lines: Lines) => real.play(scriptOf(lines, input), { milliseconds: 20_000 }),
    close: () => worker.close(),
  }
}

async function run(source: string, sessions: readonly Lines[]) {
  const worker = open(['node', 'stdin'], source)
  const played = await worker.play(sessions)
  worker.close()
  return played
}

const lists: readonly Lines[] = [
  ['1', '2'],
  ['3', '', 'x\r', 'a b\rc', '\xc3\xa9\xff'],
  ['1', '2'],
]

/** Plays sessions in a worker, of which the first is a call of its own, and in real processes. */
async function playBoth(way: readonly [RuntimeName, Input], source: string, sessions = lists) {
  const worker = open(way, source, 20_000)
  const played = [...(await worker.play(sessions.slice(0, 1))), ...(await worker.play(sessions.slice(1)))]
  worker.close()
  for (const { end } of played) if (end.how === 'unknown') return { played: 'unsupported', why: end.why } as const
  return { played: played.map(shown), truth: (await Promise.all(sessions.map(worker.real))).map(shown) }
}

describe.each([
  ['node', node],
  ['bun', bun],
] as const)(
  'a session in a worker shows what a real process shows, or the worker says that it cannot tell: %s',
  {
    concurrent: true,
  },
  (name, programs) => {
    const { skipped } = found[name]
    for (const input of ['stdin', 'args', 'interactive'] as const)
      test.each(programs[input])(`sessions are the same by ${input}: %j`, skipped, async (source) => {
        const { played, truth } = await playBoth([name, input], source)
        expect(played).toEqual(truth)
      })

    test.each(programs.unsupported)('only real processes can play %j', skipped, async (source) => {
      expect(await playBoth([name, 'stdin'], source)).toEqual({
        played: 'unsupported',
        why: expect.stringMatching(/^\S/),
      })
    })

    test.each(programs.carriedOver)('no later session shows what this changes: %j', skipped, async (source) => {
      const { played, truth } = await playBoth([name, 'stdin'], source)
      if (played !== 'unsupported') expect(played).toEqual(truth)
    })

    test.each([
      [`waits`, `a=='7'?setTimeout(()=>console.log(a)):console.log(a)`],
      [
        `makes a variable that is not named`,
        `k='x'+process.argv.length;console.log(typeof globalThis[k]);if(a=='7')globalThis[k]=1`,
      ],
      [
        `makes a variable and deletes it in the next`,
        `console.log(typeof xy);if(typeof xy=='number')delete globalThis.xy;else if(a=='7')xy=1`,
      ],
    ])('one session of many %s', skipped, async (_, code) => {
      const lines = ['1', '2', '7', '3', '7', '4'].map((line) => [line])
      const { played, truth } = await playBoth([name, 'args'], `a=process.argv[2],k='';${code}`, lines)
      expect(played).toEqual(truth)
    })
  },
)

describe.concurrent('a session that does not end well', () => {
  const start = `console.log('>');a=(require('fs').readFileSync(0)+'').trim();`
  test.each<[string, string, End['how']]>([
    ['loops in promises', `if(a=='1')(f=async()=>{for(;;)await 1})();`, 'silent'],
    ['does not let itself be ended', `if(a=='1')for(;;)try{process.exit(3);console.log(2)}catch{}`, 'silent'],
    ['fills the heap', `if(a=='1')for(b=[];;)b.push(Array(1e5).fill(b));`, 'lost'],
  ])('a session that %s has its end', async (_, code, how) => {
    const worker = open(['node', 'stdin'], `${start}${code}console.log(a)`, how === 'silent' ? 1000 : 8000)
    const sessions = await worker.play([['2'], ['1'], ['3']])
    expect(sessions.map(({ end }) => end.how)).toEqual(['exit', how])
    expect((await worker.play([['5']])).map(inOne)).toEqual([well('>\n5\n')])
    worker.close()
  })
})

describe.concurrent('an entry that wants out', () => {
  const doors = [
    `console.log.constructor('return this')()`,
    `(()=>{try{process.exit()}catch(e){return e.constructor?.constructor('return this')()}})()??globalThis`,
    `(()=>{let f=()=>{try{f();console.log()}catch(e){return r??=e.constructor.constructor('return this')()}},r;f();return r})()`,
  ]
  test.each(doors)('an entry does not get out by %s', async (door) => {
    const marked = join(folder, 'written')
    const code = `var g=${door},p=g.process;
      var say=[typeof g.require,typeof p?.binding,typeof p?.kill,typeof p?.dlopen];
      try{p.mainModule.require('fs').writeFileSync(${JSON.stringify(marked)},'')}catch{}
      try{g.Function('return import("node:fs")')().then(f=>f.writeFileSync(${JSON.stringify(marked)},''))}catch{}`
    const [session] = await run(code, [[]])
    expect(['exit', 'unknown', 'flood']).toContain(session?.end.how)
    expect(existsSync(marked)).toBe(false)
  })

  test('no reports are forged', async () => {
    const code = `
      for (const o of [Object.prototype, Array.prototype, String.prototype, Function.prototype])
        for (const k of ['toJSON', 'end', 'said', 'status', 'length', 'call', 'apply', 'bind', 'slice', 'indexOf', 'push', 'map', 'charCodeAt'])
          try { Object.defineProperty(o, k, { get: () => () => 'forged', set() {}, configurable: true }) } catch {}
      JSON.stringify = () => 'forged'; RegExp.prototype.test = () => false; RegExp.prototype.exec = () => null
      Array.prototype[Symbol.iterator] = function* () {}; Symbol.iterator
      require('fs').writeSync(1, '{"reports":[]}\\n'); require('fs').writeSync(1, 'x'); process.stdout.write('y')
      console.log('z')`
    // Whatever is reported, the entry has written it.
    for (const session of await run(code, [['1'], ['2']]))
      if (session.end.how === 'exit') expect(inOne(session)).toEqual(well('{"reports":[]}\nxyz\n'))
      else expect(['unknown', 'lost']).toContain(session.end.how)
  })
})

test('sessions are reported in order, however many', async () => {
  const worker = open(['node', 'args'], `console.log(process.argv[2])`)
  for (const count of [1, 20_000, 3]) {
    const lines = Array.from({ length: count }, (_, index) => [`${count}-${index}`])
    expect((await worker.play(lines)).map((session) => [outputOf(session).trim()])).toEqual(lines)
  }
  worker.close()
})

test('nothing is left running when it is closed in the middle', async () => {
  const worker = open(['node', 'args'], `if(process.argv[2]=='1')for(;;);`, 60_000)
  await worker.play([['0']])
  const playing = worker.play([['1']])
  setTimeout(worker.close, 200)
  expect((await playing).map(({ end }) => end.how)).toEqual(['lost'])
})
