import { exact } from '../../reference/game.ts'
import { type Bytes, toText } from '../session/bytes.ts'
import { type Follower, follower } from '../session/follower.ts'
import { exactBytes, linesOf, nameOfStatus, type Outcome, type Script, type Way } from '../session/script.ts'
import { NotStarted } from '../session/usage-error.ts'
import { type Limits, outputLimit } from './limits.ts'
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
  way: Way,
  limits: Limits,
): Promise<Outcome> {
  const lines = [...linesOf(script).filter((line) => line !== null), ...script.leftover]
  const isInteractive = way === 'interactive' || way === 'pty'
  const bytes = Math.max(limits.bytes ?? outputLimit, 2 * exactBytes(script).length)
  const words = way === 'args' ? [...command, ...lines.map((line) => toText(line).replaceAll('\0', ''))] : command
  const options = {
    interactive: {},
    pty: { terminal: 'no echo' },
    stdin: { input: lines.map((line) => `${line}\n`).join('') },
    args: { input: null },
  } as const

  async function attempt(isCareful: boolean): Promise<Outcome> {
    const session = await programs.start(words, options[way])
    let isAccepted = false
    try {
      const follow = follower(script, isInteractive)
      if (!isInteractive) session.send(null)
      const result = await lead(session, follow, script, { ...limits, bytes }, isCareful)
      const { status, stderr } = session
      if (isNotStarted(status, stderr + follow.output)) throw new NotStarted(command[0] ?? '')
      isAccepted = result.verdict === 'AC'
      return {
        ...result,
        output: follow.output.slice(0, bytes),
        at: follow.right,
        answeredAt: follow.answeredAt,
        variations: [...follow.variations],
        ...(status === undefined ? {} : { status }),
        stderr,
      }
    } finally {
      session.close(isAccepted)
    }
  }

  const outcome = await attempt(false)
  if (!isInteractive || outcome.verdict !== 'AC') return outcome
  // A newline written behind a prompt, in a write of its own, is too early; if our answer is faster, it looks like one before
  // the next text. Such a session is run again, and each line is sent only when the program is seen to wait for it.
  const expected = (index: number) => exact(script.steps[index]?.output ?? '')
  const isDoubtful = outcome.answeredAt.some(
    (at, index) => outcome.output[at] === '\n' && !expected(index + 1).startsWith('\n'),
  )
  return isDoubtful ? attempt(true) : outcome
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
  script: Script,
  { milliseconds, pause = 0, bytes = outputLimit }: Limits,
  isCareful: boolean,
): Promise<Result> {
  let replies = 0
  let since = performance.now()
  for (;;) {
    while (follow.state === 'waiting') {
      const hold = isCareful ? 1 : follow.answeredAt.length === 1 ? pause : 0
      if (isCareful) await session.quiet()
      const event = hold > 0 ? await session.next(hold) : 'silent'
      if (event === 'ended') return ending(session, follow, script)
      if (event === 'silent') session.send(follow.answer())
      else follow.feed(event.output)
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
    if (event === 'ended') return ending(session, follow, script)
    follow.feed(event.output)
  }
}

/** A script may demand more than output, and what the rules leave free has a name in the report. */
function ending({ status, exceeded, stderr }: Session, follow: Follower, script: Script): Result {
  if (exceeded !== undefined) return exceeded
  if (status === undefined) return { verdict: 'RTE', why: 'killed the shell that ran it' }
  if (!follow.mayEnd()) {
    return status === 0
      ? { verdict: 'WA', why: 'the output ends too early' }
      : { verdict: 'RTE', why: `ended with ${nameOfStatus(status)}` }
  }
  if (status !== script.status) {
    if (script.demandsStatus) return { verdict: 'RTE', why: `ended with ${nameOfStatus(status)}, not ${script.status}` }
    follow.variations.add('exit-status')
  }
  if (stderr !== '') {
    if (script.forbidsStderr) return { verdict: 'RTE', why: 'wrote to standard error' }
    follow.variations.add('stderr')
  }
  return { verdict: 'AC' }
}

async function silence(session: Session, follow: Follower, milliseconds: number): Promise<Result> {
  if (follow.mayEnd()) return { verdict: 'TLE', why: 'does not end' }
  if (session.isClosed) return { verdict: 'WA', why: 'closed its output' }
  const why = `no output for ${milliseconds / 1000} s`
  // A program that keeps its prompt in a buffer writes it when its input ends.
  session.send(null)
  while (follow.state === 'reading') {
    const event = await session.next(milliseconds)
    if (event === 'silent' || event === 'ended') return { verdict: 'TLE', why }
    follow.feed(event.output)
  }
  const hint = follow.right > 0 ? ' until its input was closed: it does not flush its prompt (try --pty)' : ''
  return { verdict: 'TLE', why: why + hint }
}
