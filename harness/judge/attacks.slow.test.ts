// @module-tag slow

import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import type { EntryReport, Report } from '../report/report.ts'
import { openSandbox } from '../run/sandbox.ts'
import { entryAt, needs, needsSandbox, testFolder, withoutProgress } from '../run/test-helpers.ts'
import type { Verdict } from '../session/compare.ts'
import { suiteWith } from './suites/suite.ts'
import { reportOn } from './test-helpers.ts'

/** A right entry that does harm before it plays. */
interface Attack {
  readonly name: string
  /** Perl, or a whole entry for bash. */
  readonly source: string
  readonly runtime?: 'bash'
  /** Its verdict in a sandbox; AC where it cannot do what it tries, and plays. */
  readonly verdict: Verdict
  /** Its verdict without one, where it is contained all the same. */
  readonly alone?: Verdict
  /** Words of its failure. */
  readonly why?: string
  /** Set if it has done harm. */
  readonly harm?: () => boolean
}

const { folder } = testFolder()
const secret = join(folder, 'secret')
const right = readFileSync(join(packageRoot, 'solutions/tic-tac-toe/perl-stdin/ends.pl'), 'utf8')
let connections = 0
const server = createServer((socket) => socket.end(() => connections++)).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
beforeAll(() => writeFileSync(secret, 'a secret'))
afterAll(() => void server.close())

const commandsOf = (sign: string) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(sign)
    } catch {
      return false
    }
  })

/** Perl that does something with the judge that has started it, whose process is $_. */
const toJudge = (code: string) =>
  `$_=$$;while($_>1){open F,"/proc/$_/stat"or last;$_=(split" ",<F>=~s/.*\\)//r)[1];open F,"/proc/$_/cmdline"or last;if(<F>=~/ninehole.js\\0judge/){${code};last}}`

const attacks: readonly Attack[] = [
  { name: 'our command on the PATH', runtime: 'bash', source: 'tic-tac-toe', verdict: 'RTE', alone: 'RTE' },
  {
    name: 'our reference, found through /proc',
    runtime: 'bash',
    source: `for p in /proc/[0-9]*;do c=$(tr '\\0' '\\n'<$p/cmdline|grep -m1 dist/ninehole.js)&&exec node \${c%ninehole.js}tic-tac-toe.js;done`,
    verdict: 'RTE',
  },
  { name: "the judge's inspector", source: toJudge('kill USR1=>$_'), verdict: 'AC', alone: 'AC' },
  { name: 'stopping the process that started it', source: 'kill STOP=>getppid;', verdict: 'AC', alone: 'TLE' },
  { name: 'killing the process that started it', source: 'kill KILL=>getppid;', verdict: 'AC', alone: 'RTE' },
  {
    name: "a rival's file",
    source: 'for(glob"/tmp/entry-*/entry/* $ENV{TMPDIR}/../../entry-*/entry/*"){chmod 0666,$_;open F,">$_";print F"x"}',
    verdict: 'AC',
  },
  { name: 'its own file', source: 'chmod 0666,$0;open F,">",$0 and print"changed";', verdict: 'AC', alone: 'RTE' },
  {
    name: 'signs of who started it',
    source: 'use Cwd;print"shown"if join(" ",keys%ENV,$0,getcwd)=~/nine|judge/i or$ENV{HOME}eq getcwd;',
    ...{ verdict: 'AC', alone: 'AC' },
  },
  { name: 'secrets in the environment', source: 'print$ENV{SECRET};', verdict: 'AC', alone: 'AC' },
  { name: 'a file outside, read', source: `open F,"${secret}" and print<F>;`, verdict: 'AC' },
  {
    name: 'a socket',
    source: `use Socket;socket S,PF_INET,SOCK_STREAM,0;connect S,sockaddr_in ${port},inet_aton"127.0.0.1";`,
    verdict: 'AC',
    harm: () => connections > 0,
  },
  { name: 'kill -9 -1', source: 'kill 9,-1;', verdict: 'AC' },
  {
    name: "the judge's standard output",
    source: toJudge('open F,">/proc/$_/fd/1"and print F"x"'),
    verdict: 'AC',
  },
  {
    name: '500 processes',
    source: 'for(1..500){fork||do{sleep 7;exit}}sleep 7;',
    verdict: 'RTE',
    alone: 'RTE',
    why: 'ran more than 64 processes',
  },
  {
    name: '3 GB of memory',
    source: '$x="x"x1e6;push@x,$x.$_ for 1..3000;sleep 3;',
    verdict: 'MLE',
    alone: 'MLE',
    why: 'used more than 768 MiB of memory',
  },
  {
    name: '1 GB of disk, in one file',
    source: 'open F,">x";print F"x"x1e6 or die"no more"for 1..1000;',
    verdict: 'RTE',
    alone: 'RTE',
  },
  {
    name: '1 GB of disk, in many files',
    source: `for(1..50){open F,">$ENV{TMPDIR}/$_";print F"x"x1e6 for 1..20;close F or print"full"}`,
    verdict: 'WA',
  },
  {
    name: 'a child in a session of its own with an empty environment',
    source: 'fork||do{use POSIX;POSIX::setsid();close STDIN;close STDOUT;close STDERR;%ENV=();exec"sleep","7.07"};',
    verdict: 'AC',
    harm: () => commandsOf('sleep\x007.07').length > 0,
  },
  {
    name: 'files and shared memory for the next session',
    source: `for("/tmp/left","left","/dev/shm/left"){-e and print"again";open F,">$_"}defined shmget 77,9,0 and print"again";shmget 77,9,01666;`,
    verdict: 'AC',
  },
]

const fileOf = ({ name, runtime }: Attack) => `${name.replaceAll(/\W+/g, '-')}.${runtime === 'bash' ? 'sh' : 'pl'}`

type Mode = 'require' | 'off'

/** Judges attacks in one process, the victim of all of them; an attack has the others as rivals. */
async function judgeAll(attacks: readonly Attack[], mode: Mode, timeout: number) {
  const solutions = join(folder, mode, `${timeout}`)
  for (const attack of attacks) {
    const path = join(solutions, 'tic-tac-toe', `${attack.runtime ?? 'perl'}-stdin`, fileOf(attack))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, attack.runtime ? attack.source : `${attack.source}\n${right}`)
  }
  const options = ['--sandbox', mode, '--suite', 'fixtures', '--timeout', `${timeout}`, '--reporter', 'json']
  const command = [join(packageRoot, 'dist/ninehole.js'), 'judge', solutions, ...options]
  const env = { SECRET: 'a secret' }
  const { stdout, stderr } = await execa(process.execPath, command, { env, reject: false })
  const { cases, machines } = JSON.parse(stdout) as Report
  return { cases: cases as EntryReport[], sandbox: machines?.[0]?.sandbox, stderr: withoutProgress(stderr) }
}

const sandbox = await openSandbox('auto')

describe.each([
  ['in a sandbox', 'require', sandbox.name, needsSandbox(sandbox)],
  ['without a sandbox', 'off', 'none (--sandbox off)', needs('/proc')],
] as const)('%s', (_, mode, name, condition) => {
  const verdictOf = ({ verdict, alone }: Attack) => (mode === 'require' ? verdict : alone)
  const tried = attacks.filter((attack) => verdictOf(attack) !== undefined)
  let runs: Awaited<ReturnType<typeof judgeAll>>[] = []

  test('the judge survives all attacks', condition, async () => {
    // A limit must be met before the time is up, also on a busy machine.
    const those = (haveLimit: boolean) => tried.filter(({ why }) => (why !== undefined) === haveLimit)
    runs = await Promise.all([judgeAll(those(false), mode, 2), judgeAll(those(true), mode, 60)])
    expect(runs).toMatchObject(Array(2).fill({ sandbox: name, stderr: '' }))
  })

  test.each(tried.map((attack) => [attack.name, attack] as const))(
    'an attack is contained: %s',
    condition,
    (_, attack) => {
      const entry = runs.flatMap(({ cases }) => cases).find(({ path }) => basename(path) === fileOf(attack))
      expect(entry).toMatchObject({ verdict: verdictOf(attack) })
      if (attack.why !== undefined) expect(entry?.failure?.sentence).toContain(attack.why)
      expect(attack.harm?.() ?? false).toBe(false)
    },
  )
})

describe("an entry that writes to the worker's channel, where it plays right", { concurrent: true }, () => {
  /** What the worker could be told, or not; `f` has the functions of `fs`, and `sleep` waits. */
  const channelAttacks = {
    'a flood': `for(;;)f.writeSync(1,'x'.repeat(1<<16))`,
    'a header of a report that drips': `f.writeSync(1,'ended 0 0 900000000\\n');for(;;){f.writeSync(1,'x');sleep(40)}`,
    "all that a buffer shows of the worker's messages": `f.writeSync(1,Buffer.from(Buffer.from('a').buffer))`,
    'its end': `for(let i=0;i<99;i++)try{f.closeSync(i)}catch{}`,
    'what it should read': `for(let i=0;i<99;i++)try{f.readSync(i,Buffer.alloc(1e5))}catch{}`,
  }
  const suite = suiteWith(
    'fixtures',
    ['0 3 1 4 2', '0 1 2 3 4 5 6', '4 4 0 1 8'].map((lines) => lines.split(' ')),
  )
  const plan = [{ suite, by: 'worker' }] as const
  const { write } = testFolder()

  /** Only in the worker are the functions of the module replaced. */
  const entryFor = (name: string, runtime: string, code: string) => {
    const source = readFileSync(join(packageRoot, `solutions/tic-tac-toe/${runtime}-args/exact.ts`), 'utf8')
    const attack = `let f=await eval(['im','port("fs")'].join('')),sleep=t=>Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,t);if(f.default.writeSync!==f.writeSync){${code}}`
    return entryAt(
      write(`tic-tac-toe/${runtime}-args/${name.replaceAll(/\W+/g, '-')}.ts`, `(async()=>{${attack}\n${source}\n})()`),
    )
  }

  describe.each(['node', 'bun'])('%s', (runtime) => {
    test.each(Object.entries(channelAttacks))(
      'an attack on the worker is played in real processes: %s',
      async (name, code) => {
        const report = await reportOn(entryFor(name, runtime, code), plan)
        const note = expect.stringMatching(
          /^(its sessions and the reports of them do not agree|it fails in one process, but passes in real ones)$/,
        )
        expect(report).toMatchObject({ verdict: 'AC', note, plan: [{ runner: 'processes', sessions: 3 }] })
      },
    )

    test('a flood from the worker is ended at once', async () => {
      const controller = new AbortController()
      const limits = { milliseconds: 100_000 }
      const entry = entryFor('a flood that is ended', runtime, channelAttacks['a flood'])
      const judged = reportOn(entry, plan, { limits, stop: controller.signal })
      await setTimeout(1500)
      controller.abort()
      const began = performance.now()
      await judged.catch(() => {})
      expect(performance.now() - began).toBeLessThan(10_000)
    })
  })
})
