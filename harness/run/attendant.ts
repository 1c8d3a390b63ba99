import { spawn, spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { getSystemErrorName } from 'node:util'
import type { Bytes } from '../session/bytes.ts'
import type { Child, Plan, Program } from './process.ts'

/**
 * Starts programs for us, one after the other, and sits between us and them. When Node starts one, it copies all of
 * itself and can do nothing else until the program has taken the copy's place, and every text that it hears and every
 * line that it sends goes through its streams; a Perl script is soon copied, and answers in a few microseconds. It is also
 * the parent that a program finds, and may kill, and of all that the program leaves behind.
 *
 * Orders and reports are a letter, up to two numbers, and a newline; as many bytes as the last number says may follow.
 * We order it to (S)tart a program, to (W)rite to it, to (E)nd its input, to (T)ell what it heard, and to (Q)uit the
 * program. It reports the program's number (P) or why there is none (F), what went (A)s planned and what it heard then,
 * what it hears on standard (O)utput and error (X), the end of its output (L), its (D)eath, and that nothing of it is
 * (C)onnected any more.
 */
const script = String.raw`
  open my $reports, '>&=', 3;
  $SIG{PIPE} = 'IGNORE';
  $SIG{CHLD} = sub {};
  my $EINTR = 4;
  my ($unread, $untold) = ('', '');

  my ($prctl) = @ARGV;
  eval { syscall $prctl + 0, 36, 1, 0, 0, 0 } if $prctl;

  # Ends what the program has left behind: as we asked to be, we are its parent now.
  sub sweep {
    for (1 .. 1000) {
      open my $children, '<', "/proc/$$/task/$$/children" or return;
      my @left = split ' ', <$children> // '';
      kill KILL => $_ and waitpid $_, 0 for @left;
      last if !@left
    }
  }

  my $pid;
  sub leave {
    if ($pid) {
      kill KILL => -$pid;
      waitpid $pid, 0;
      sweep
    }
    exit
  }

  sub report {
    $untold .= shift
  }

  sub send_reports {
    while (length $untold) {
      my $length = syswrite $reports, $untold;
      if (defined $length) { substr($untold, 0, $length) = '' }
      elsif ($! != $EINTR) { leave }
    }
  }

  sub hear {
    my $length = sysread STDIN, $unread, 65536, length $unread;
    defined $length ? $length : $! == $EINTR
  }

  sub order {
    $unread =~ /^(\w)(\d+)\n/ or return;
    my ($what, $from, $length) = ($1, $+[0], $2);
    length $unread >= $from + $length or return;
    my $bytes = substr $unread, $from, $length;
    substr($unread, 0, $from + $length) = '';
    ($what, $bytes)
  }

  sub attend {
    my ($folder, $variables, $words, @words) = split /\0/, shift, -1;
    my %environment = splice @words, 0, $variables;
    my @plan = splice @words, $words;
    delete $ENV{$_} for grep !exists $environment{$_}, keys %ENV;
    exists $ENV{$_} && $ENV{$_} eq $environment{$_} or $ENV{$_} = $environment{$_} for keys %environment;

    pipe my $theirIn, my $in;
    pipe my $out, my $theirOut;
    pipe my $err, my $theirErr;
    $pid = chdir $folder ? fork : undef;
    if (!defined $pid) { report 'F' . ($! + 0) . "\nD0\nC0\n"; return send_reports }
    if (!$pid) {
      setpgrp;
      $SIG{PIPE} = 'DEFAULT';
      open STDIN, '<&', $theirIn;
      open STDOUT, '>&', $theirOut;
      open STDERR, '>&', $theirErr;
      exec { $words[0] } @words;
      report 'F' . ($! + 0) . "\n";
      send_reports;
      exit
    }
    close $_ for $theirIn, $theirOut, $theirErr;
    report "P$pid\n";

    my ($o, $e, $planned, $answered, $heard, $queue, $shut, $dead, $idle) = (fileno $out, fileno $err, 0 + @plan, 0, '', '');
    my $handOver = sub {
      report "A$answered " . length($heard) . "\n$heard" if $planned;
      $planned = 0
    };
    my $watched = '';
    vec($watched, $_, 1) = 1 for 0, $o, $e;
    my $nap = .0002;
    for (;;) {
      while (length $unread and my ($what, $bytes) = order) {
        $queue .= $bytes if $what eq 'W';
        $shut = 1 if $what eq 'E';
        $handOver->() if $what eq 'T';
        if ($what eq 'Q') {
          $watched = "\1";
          $planned = $o = $e = $out = $err = undef
        }
      }
      if ($shut && $queue eq '' && $in) { close $in; $in = undef }
      if ($dead && !defined $o && !defined $e) { report "C0\n"; return send_reports }
      send_reports if !$planned;

      my ($r, $w) = ($watched, '');
      vec($w, fileno $in, 1) = 1 if length $queue;
      my $pause = $dead ? undef : defined $o || defined $e ? .05 : $nap < .05 ? ($nap *= 2) : $nap;
      my $ready = select $r, $w, undef, $pause;
      $r = $w = '' if $ready < 1;

      leave if vec($r, 0, 1) && !hear;
      if (defined $e && vec $r, $e, 1) {
        my $length = sysread $err, my $bytes, 65536;
        if ($length) { report "X0 $length\n$bytes" }
        elsif (defined $length) {
          vec($watched, $e, 1) = 0;
          $e = $err = undef
        }
      }
      if (defined $o && vec $r, $o, 1) {
        my $length = sysread $out, my $bytes, 65536;
        if ($length && $planned) {
          $heard .= $bytes;
          if (@plan && $heard eq $plan[0]) {
            shift @plan;
            if (@plan) { syswrite $in, shift(@plan) . "\n"; $answered++; $heard = '' }
          }
          elsif (!@plan || $heard ne substr $plan[0], 0, length $heard) { $handOver->() }
          $idle = 0
        }
        elsif ($length) { report "O0 $length\n$bytes" }
        elsif (defined $length) {
          vec($watched, $o, 1) = 0;
          $o = $out = undef;
          report "L0\n" if !$planned
        }
      }
      if (length $queue && vec $w, fileno $in, 1) {
        my $length = syswrite $in, $queue, 4096;
        if (defined $length) { substr($queue, 0, $length) = '' }
        elsif ($! != $EINTR) { $queue = '' }
      }
      if (!$dead && ($ready < 1 || !defined $o && !defined $e)) {
        if (waitpid($pid, 1) == $pid) {
          my $status = $?;
          kill KILL => -$pid;
          sweep;
          $handOver->();
          report "D$status\n";
          $dead = 1
        }
        elsif ($planned && ++$idle > 1) {
          $handOver->();
          report "L0\n" if !defined $o
        }
      }
    }
  }

  for (;;) {
    my ($what, $bytes);
    until (($what, $bytes) = order) { hear or exit }
    attend $bytes if $what eq 'S'
  }`

/**
 * The number of the system call by which a process asks to become the parent of all that its children leave behind, as
 * Perl knows calls by their numbers; empty where it is not known, and where there is no such call.
 */
const prctl = String(
  (process.platform === 'linux' &&
    { x64: 157, arm64: 167, riscv64: 167, loong64: 167, ppc64: 171, arm: 172, ia32: 172, s390x: 172 }[
      process.arch as string
    ]) ||
    '',
)

interface Attendant {
  readonly pid: number
  readonly orders: Socket
  readonly reports: Socket
  /** What it has begun to report. */
  unread: Bytes
  /** The program that it attends. */
  child?: Attended | undefined
}

/** Those that wait for work. */
const idle: Attendant[] = []

let able: boolean | undefined

/** Whether there is a Perl to do it. */
export function canAttend(): boolean {
  const env = { PATH: process.env.PATH }
  able ??= spawnSync('perl', ['-e', 'print "yes" if fork'], { env, encoding: 'latin1' }).stdout === 'yes'
  return able
}

/**
 * Starts a program as `spawn` does, in a process group of its own, but does not wait for it.
 * @param own what attendants carry in their environment, and what they copy themselves to until it is the program
 * @param plan what it will probably say, and what is then answered; until it says something else, nothing is told
 * @returns undefined if it cannot be done: there is no Perl, say
 */
export function attend({ file, args, cwd, env }: Program, own: NodeJS.ProcessEnv, plan: Plan): Child | undefined {
  if (!canAttend()) return undefined
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
  const words = [resolve(cwd), String(variables.length), String(1 + args.length), ...variables, file, ...args]
  // Node says best what is wrong with these.
  if (words.some((word) => word.includes('\0'))) return undefined
  const planned = plan.some((bytes) => bytes.includes('\0')) ? [] : plan
  const attendant = idle.pop() ?? open(own)
  if (attendant === undefined) return undefined
  attendant.reports.ref()
  const child = new Attended(planned, attendant.pid, (what, bytes) => {
    attendant.orders.write(Buffer.from(`${what}${bytes.length}\n${bytes}`, 'latin1'))
  })
  attendant.child = child
  child.order('S', [Buffer.from(words.join('\0')).toString('latin1'), ...planned].join('\0'))
  return child
}

function open(own: NodeJS.ProcessEnv): Attendant | undefined {
  const child = spawn('perl', ['-e', script, prctl], {
    env: { PATH: process.env.PATH, ...own },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  child.on('error', () => {})
  if (child.pid === undefined) return undefined
  const [orders, , , reports] = child.stdio as unknown as [Socket, null, null, Socket]
  // They keep nobody alive but while a program runs.
  child.unref()
  for (const socket of [orders, reports]) socket.on('error', () => {}).unref()
  const attendant: Attendant = { pid: child.pid, orders, reports, unread: '' }
  reports.setEncoding('latin1').on('data', (bytes: Bytes) => hear(attendant, bytes))
  reports.on('close', () => lose(attendant))
  return attendant
}

function hear(attendant: Attendant, bytes: Bytes) {
  let unread = attendant.unread + bytes
  for (let end = unread.indexOf('\n'); end >= 0; end = unread.indexOf('\n')) {
    const [number = 0, length = 0] = unread.slice(1, end).split(' ').map(Number)
    if (unread.length < end + 1 + length) break
    const what = unread[0]
    const told = unread.slice(end + 1, end + 1 + length)
    unread = unread.slice(end + 1 + length)
    const { child } = attendant
    if (what === 'P') child?.begin(number)
    else if (what === 'F') child?.fail(number)
    else if (what === 'A') child?.replay(number, told)
    else if (what === 'O') child?.stdout.emit('data', told)
    else if (what === 'X') child?.stderr.emit('data', told)
    else if (what === 'L') child?.stdout.emit('close')
    else if (what === 'D') child?.finish(number)
    else {
      attendant.child = undefined
      attendant.reports.unref()
      idle.push(attendant)
      child?.close()
    }
  }
  attendant.unread = unread
}

function lose(attendant: Attendant) {
  if (idle.includes(attendant)) idle.splice(idle.indexOf(attendant), 1)
  attendant.child?.emit('orphaned')
}

interface Events {
  spawn: []
  error: [NodeJS.ErrnoException]
  exit: [number | null, NodeJS.Signals | null]
  close: []
  orphaned: []
}

/** What a program says on one of its outputs. */
class Output extends EventEmitter<{ data: [Bytes]; close: []; error: [Error] }> {
  readonly destroy: () => void

  constructor(destroy: () => void) {
    super()
    this.destroy = destroy
  }

  /** They are always told as bytes. */
  setEncoding(_: 'latin1') {}
}

/** A program that is attended. `pid` is known from `spawn` to `exit`. */
class Attended extends EventEmitter<Events> implements Child {
  pid: number | undefined
  readonly order: (what: 'S' | 'W' | 'E' | 'T' | 'Q', bytes: Bytes) => void
  readonly stdin = {
    write: (bytes: Bytes) => {
      if (this.answers > 0) this.answers--
      else if (!this.over) this.order('W', bytes)
    },
    end: () => this.over || this.order('E', ''),
    destroy: () => this.quit(),
    on: () => {},
  }
  readonly stdout = new Output(() => this.quit())
  readonly stderr = new Output(() => this.quit())
  /** How many answers are not to be given any more. */
  private answers = 0
  private over = false
  /** Whether it has told what went as planned, or was asked to. */
  private asked: boolean
  private readonly plan: Plan
  readonly attendant: number

  constructor(plan: Plan, attendant: number, order: Attended['order']) {
    super()
    this.plan = plan
    this.attendant = attendant
    this.order = order
    this.asked = plan.length === 0
  }

  ask(): boolean {
    if (this.asked || this.over) return false
    this.asked = true
    this.order('T', '')
    return true
  }

  begin(pid: number) {
    this.pid = pid
    this.emit('spawn')
  }

  fail(errno: number) {
    const code = getSystemErrorName(-errno)
    this.emit('error', Object.assign(new Error(code), { code }))
  }

  /** Tells what went as planned as if it went so now. */
  replay(answers: number, heard: Bytes) {
    this.asked = true
    for (let step = 0; step < answers; step++) {
      this.answers = 1
      this.stdout.emit('data', this.plan[2 * step] ?? '')
    }
    this.answers = 0
    if (heard !== '') this.stdout.emit('data', heard)
  }

  /** @param status as `wait` tells it */
  finish(status: number) {
    this.pid = undefined
    const number = status & 127
    const signal = Object.entries(constants.signals).find(([, one]) => one === number)?.[0] as
      | NodeJS.Signals
      | undefined
    this.emit('exit', signal === undefined ? status >> 8 : null, signal ?? null)
  }

  /** Nothing is connected to it any more. */
  close() {
    this.over = true
    this.emit('close')
  }

  private quit() {
    if (this.over) return
    this.over = true
    this.order('Q', '')
  }
}
