import { spawn, spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { availableParallelism, constants } from 'node:os'
import { resolve } from 'node:path'
import { getSystemErrorName } from 'node:util'
import type { Child, Program } from './process.ts'

/**
 * Starts programs for us, one after the other. When Node starts one, it copies all of itself and can do nothing else
 * until the program has taken the copy's place; a Perl script is soon copied, and meanwhile we go on. It is also the
 * parent that a program finds, and may kill.
 *
 * It is born with the sockets of many sessions, and closes a session's when the program has them. A program's number is
 * told before the program takes over, so before it says a word; how it ended, when nothing of its group is left.
 */
const script = `
  $SIG{PIPE} = 'IGNORE';
  open my $report, '>&', STDOUT;
  my @sockets = map { open my $socket, "<&=$_"; $socket } 3 .. 2 + $ARGV[0];
  sub hear {
    my ($length, $heard) = (shift, '');
    while (length $heard < $length) { sysread STDIN, $heard, $length - length $heard, length $heard or exit }
    $heard
  }
  while (@sockets) {
    my ($folder, $variables, @words) = split /\\0/, hear(unpack 'N', hear(4)), -1;
    my %environment = splice @words, 0, $variables;
    my @own = splice @sockets, 0, 3;
    my $pid = fork;
    if (!defined $pid) { syswrite $report, 'failed ' . ($! + 0) . "\\nended 0\\n"; next }
    if (!$pid) {
      setpgrp;
      syswrite $report, "started $$\\n" or exit;
      $SIG{PIPE} = 'DEFAULT';
      %ENV = %environment;
      open STDIN, '<&', $own[0];
      open STDOUT, '>&', $own[1];
      open STDERR, '>&', $own[2];
      chdir $folder and exec { $words[0] } @words;
      syswrite $report, 'failed ' . ($! + 0) . "\\n";
      exit
    }
    @own = ();
    waitpid $pid, 0;
    my $status = $?;
    kill KILL => -$pid;
    syswrite $report, "ended $status\\n"
  }`

/** How many sessions one is born with the sockets of: all of them together must not need too many. */
const sessions = Math.max(2, Math.min(32, Math.floor(128 / availableParallelism())))

interface Starter {
  /** What it is told, and what it tells. */
  readonly orders: Socket
  readonly reports: Socket
  /** Three for each session to come. */
  readonly sockets: Socket[]
  /** The program that it has started. */
  child?: Started | undefined
}

/** Those that wait for work. */
const idle: Starter[] = []

let able: boolean | undefined

/** Whether there is a Perl to do it. */
export function canStartQuickly(): boolean {
  const env = { PATH: process.env.PATH }
  able ??= spawnSync('perl', ['-e', 'print "yes" if fork'], { env, encoding: 'latin1' }).stdout === 'yes'
  return able
}

/**
 * Starts a program as `spawn` does, in a process group of its own, but does not wait for it.
 * @param own what starters carry in their environment, and what they copy themselves to until it is the program
 * @returns undefined if it cannot be done: there is no Perl, say
 */
export function startQuickly({ file, args, cwd, env }: Program, own: NodeJS.ProcessEnv): Child | undefined {
  if (!canStartQuickly()) return undefined
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
  const words = [resolve(cwd), String(variables.length), ...variables, file, ...args]
  // Node says best what is wrong with these.
  if (words.some((word) => word.includes('\0'))) return undefined
  const starter = idle.pop() ?? open(own)
  if (starter === undefined) return undefined
  const [stdin, stdout, stderr] = starter.sockets.splice(0, 3) as [Socket, Socket, Socket]
  for (const socket of [stdin, stdout, stderr, starter.reports]) socket.ref()
  starter.child = new Started(stdin, stdout, stderr)
  const order = Buffer.from(`size${words.join('\0')}`)
  order.writeUint32BE(order.length - 4)
  starter.orders.write(order)
  return starter.child
}

function open(own: NodeJS.ProcessEnv): Starter | undefined {
  const child = spawn('perl', ['-e', script, String(3 * sessions)], {
    env: { PATH: process.env.PATH, ...own },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', ...Array<'pipe'>(3 * sessions).fill('pipe')],
  })
  child.on('error', () => {})
  if (child.pid === undefined) return undefined
  const [orders, reports, , ...sockets] = child.stdio as unknown as [Socket, Socket, null, ...Socket[]]
  // They keep nobody alive but while a program runs.
  child.unref()
  for (const socket of [orders, reports, ...sockets]) socket.on('error', () => {}).unref()
  const starter: Starter = { orders, reports, sockets }
  let unread = ''
  reports.setEncoding('latin1').on('data', (text: string) => {
    const lines = (unread + text).split('\n')
    unread = lines.pop() ?? ''
    for (const line of lines) hear(starter, line)
  })
  reports.on('close', () => lose(starter))
  return starter
}

function hear(starter: Starter, line: string) {
  const { child } = starter
  const [what, word] = line.split(' ')
  const number = Number(word)
  if (what === 'started') child?.begin(number)
  if (what === 'failed') child?.fail(number)
  if (what !== 'ended') return
  starter.child = undefined
  starter.reports.unref()
  if (starter.sockets.length > 0) idle.push(starter)
  child?.finish(number)
}

function lose(starter: Starter) {
  if (idle.includes(starter)) idle.splice(idle.indexOf(starter), 1)
  starter.child?.emit('orphaned')
}

interface Events {
  spawn: []
  error: [NodeJS.ErrnoException]
  exit: [number | null, NodeJS.Signals | null]
  close: []
  orphaned: []
}

/** A program that was started. `pid` is known from `spawn` to `exit`. */
class Started extends EventEmitter<Events> implements Child {
  pid: number | undefined
  readonly stdin: Socket
  readonly stdout: Socket
  readonly stderr: Socket

  constructor(stdin: Socket, stdout: Socket, stderr: Socket) {
    super()
    this.stdin = stdin
    this.stdout = stdout
    this.stderr = stderr
  }

  begin(pid: number) {
    this.pid = pid
    this.emit('spawn')
  }

  fail(errno: number) {
    const code = getSystemErrorName(-errno)
    this.emit('error', Object.assign(new Error(code), { code }))
  }

  /** @param status as `wait` tells it */
  finish(status: number) {
    this.pid = undefined
    const number = status & 127
    const signal = Object.entries(constants.signals).find(([, one]) => one === number)?.[0] as
      | NodeJS.Signals
      | undefined
    this.emit('exit', signal === undefined ? status >> 8 : null, signal ?? null)
    const open = [this.stdout, this.stderr].filter((stream) => !stream.closed)
    let left = open.length
    if (left === 0) this.emit('close')
    for (const stream of open) stream.once('close', () => --left === 0 && this.emit('close'))
  }
}
