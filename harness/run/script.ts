import type { Bytes } from '../session/bytes.ts'
import { type Follower, follower } from '../session/follower.ts'
import { exactBytes, type Input, linesOf, nameOfStatus, type Outcome, type Script } from '../session/script.ts'
import { NotStarted } from '../session/usage-error.ts'
import { type Limits, memoryLimit, outputLimit, processLimit } from './limits.ts'
import type { Command, Programs } from './programs.ts'
import type { Session } from './session.ts'

/**
 * Runs one session along a script, and stops as soon as the verdict is certain. The process and its group are gone when it
 * returns.
 * @throws NotStarted if the program cannot be started
 */
export async function runScript(
  programs: Programs,
  command: Command,
  script: Script,
  input: Input,
  limits: Limits,
): Promise<Outcome> {
  const { outcome, beganWithNewline } = await attempt(programs, command, script, input, limits, false)
  // A newline written behind a prompt, in a write of its own, is too early; if our answer is faster, it looks like one before
  // the next text. Such a session is run again, and each line is sent only when the program is seen to wait for it.
  if (outcome.verdict !== 'AC' || input !== 'interactive' || !beganWithNewline) return outcome
  return (await attempt(programs, command, script, input, limits, true)).outcome
}

async function attempt(
  programs: Programs,
  command: Command,
  script: Script,
  input: Input,
  limits: Limits,
  isCareful: boolean,
) {
  const lines = [...linesOf(script).filter((line) => line !== null), ...script.leftover]
  const all = lines.map((line) => `${line}\n`).join('')
  const args = input === 'args' ? lines : []
  const atOnce = { interactive: undefined, stdin: all, args: null }[input]
  const session = await programs.start(command, { args, input: atOnce })
  let isAccepted = false
  try {
    const follow = follower(script, input === 'interactive')
    if (input !== 'interactive') session.send(null)
    const most = Math.max(limits.bytes ?? outputLimit, 2 * exactBytes(script).length)
    const { verdict, why } = await lead(session, follow, { pause: 0, ...limits, bytes: most }, isCareful)
    const { status, stderr } = session
    if (isNotStarted(status, stderr + follow.output)) throw new NotStarted(command[0] ?? '')
    const outcome: Outcome = {
      verdict,
      ...(why === undefined ? {} : { why }),
      output: follow.output.slice(0, most),
      at: follow.right,
      answeredAt: follow.answeredAt,
      variations: [...follow.variations],
      ...(status === undefined ? {} : { status }),
      stderr,
    }
    isAccepted = verdict === 'AC'
    return { outcome: demand(outcome, script), beganWithNewline: follow.beganWithNewline }
  } finally {
    session.close(!isAccepted)
  }
}

/** What a shell says of a command that is not there or is no program, on standard error or on a terminal. */
export const isNotStarted = (status: number | undefined, text: Bytes) =>
  [undefined, 126, 127].includes(status) && /^(sh|\/dev\/[^:\n]+): .*exec: /.test(text)

type Result = Pick<Outcome, 'verdict' | 'why'>

/** A program that writes now and then is waited for longer than a silent one, but not for ever. */
const replyLimit = 10

/** What a session comes to along a script: a verdict and, unless it is AC, why. */
async function lead(
  session: Session,
  follow: Follower,
  { milliseconds, pause, bytes }: Required<Limits>,
  isCareful: boolean,
): Promise<Result> {
  let replies = 0
  let hasPaused = pause === 0
  let since = performance.now()
  for (;;) {
    while (follow.state === 'waiting') {
      if (!hasPaused && follow.answeredAt.length === 1) {
        hasPaused = true
        const event = await session.next(pause)
        if (event === 'ended') return ending(session, follow)
        if (event !== 'silent') follow.feed(event.output)
        continue
      }
      if (isCareful) {
        await session.quiet()
        const early = session.take()
        if (early !== '') follow.feed(early)
        if (follow.state !== 'waiting') break
      }
      session.send(follow.answer())
    }
    if (follow.state === 'wrong')
      return { verdict: 'WA', why: follow.tooEarly ? 'output before the input was sent' : 'wrong output' }
    if (follow.state === 'done') return { verdict: 'AC' }
    if (follow.output.length > bytes) return { verdict: 'OLE', why: `wrote more than ${bytes} bytes` }

    if (follow.answeredAt.length > replies) {
      replies = follow.answeredAt.length
      since = performance.now()
    }
    if (performance.now() - since > replyLimit * milliseconds) {
      return { verdict: 'TLE', why: `took more than ${(replyLimit * milliseconds) / 1000} s for one reply` }
    }

    const event = await session.next(milliseconds)
    if (event === 'silent') return silence(session, follow, milliseconds)
    if (event === 'ended') return ending(session, follow)
    follow.feed(event.output)
  }
}

function ending({ status, exceeded }: Session, follow: Follower): Result {
  if (exceeded === 'memory') return { verdict: 'MLE', why: `used more than ${memoryLimit / 1024 / 1024} MiB of memory` }
  if (exceeded === 'processes') return { verdict: 'RTE', why: `ran more than ${processLimit} processes` }
  if (status === undefined) return { verdict: 'RTE', why: 'killed the shell that ran it' }
  if (follow.mayEnd()) return { verdict: 'AC' }
  return status === 0
    ? { verdict: 'WA', why: 'the output ends too early' }
    : { verdict: 'RTE', why: `ended with ${nameOfStatus(status)}` }
}

async function silence(session: Session, follow: Follower, milliseconds: number): Promise<Result> {
  if (follow.mayEnd()) return { verdict: 'TLE', why: 'does not end' }
  if (session.isClosed) return { verdict: 'WA', why: 'closed its output' }
  const why = `no output for ${milliseconds / 1000} s`
  if (!(await showsPromptAtEnd(session, follow, milliseconds))) return { verdict: 'TLE', why }
  return { verdict: 'TLE', why: `${why} until its input was closed: it does not flush its prompt (try --pty)` }
}

/** Whether a program has kept its prompt in a buffer until its input ended. */
async function showsPromptAtEnd(session: Session, follow: Follower, milliseconds: number) {
  session.send(null)
  for (;;) {
    const event = await session.next(milliseconds)
    if (typeof event === 'string') return false
    follow.feed(event.output)
    if (follow.state !== 'reading') return follow.answeredAt.length > 0 || follow.right > 0
  }
}

/** A script may demand more than output, and what the rules leave free has a name in the report. */
function demand(outcome: Outcome, { ends, status: expected, demandsStatus, forbidsStderr }: Script): Outcome {
  const { verdict, status, stderr } = outcome
  if (verdict !== 'AC' || !ends || status === undefined) return outcome
  if (status !== expected && demandsStatus) {
    return { ...outcome, verdict: 'RTE', why: `ended with ${nameOfStatus(status)}, not ${expected}` }
  }
  if (stderr !== '' && forbidsStderr) return { ...outcome, verdict: 'RTE', why: 'wrote to standard error' }
  const used = [...(status === expected ? [] : ['exit-status']), ...(stderr === '' ? [] : ['stderr'])]
  return { ...outcome, variations: [...outcome.variations, ...used] }
}
