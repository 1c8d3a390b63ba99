import type { Bytes } from '../session/bytes.ts'
import { Follower } from '../session/follower.ts'
import { type Limits, verdictLimits } from '../session/limits.ts'
import { outputLimitOf } from '../session/script.ts'
import { answersOf, type End, type Script, type Session, type Turn } from '../session/session.ts'
import type { Conversation } from './conversation.ts'

/**
 * Sends each answer once its prompt has arrived, and stops once the output cannot become right.
 * @param lockStep false if the program has all its input already
 * @param isPatient whether the program must visibly wait before each answer
 */
export async function play(
  conversation: Conversation,
  script: Script,
  { lockStep, isPatient }: { lockStep: boolean; isPatient: boolean },
  limits: Limits,
): Promise<Session> {
  const { milliseconds } = limits
  const follow = new Follower(script, lockStep)
  const turns: Turn[] = lockStep ? [] : answersOf(script).map((answer) => ({ output: '', answer }))
  let output: Bytes = ''
  /** Bytes that the program may still write. */
  let room = outputLimitOf(script, limits)
  const add = (bytes: Bytes) => {
    output += bytes
    room -= bytes.length
  }
  // With all input at once, all replies count as one.
  const patience = verdictLimits.replyFactor * milliseconds * (lockStep ? 1 : script.turns.length)
  let since = conversation.listened
  const over = (end: End, stderr = conversation.stderr): Session => ({
    turns: [...turns, { output: room < 0 ? output.slice(0, room) : output }],
    end,
    ...(stderr !== '' && { stderr }),
  })

  for (;;) {
    // Nothing may follow the last prompt, even where the session is cut off.
    if (follow.state === 'done' && !(lockStep && (await conversation.waitUntilQuiet()))) return over({ how: 'cut' })
    if (follow.state === 'wrong') {
      add(await conversation.drain())
      return over({ how: 'cut' })
    }
    if (room < 0) return over({ how: 'flood', bytes: outputLimitOf(script, limits) })
    if (conversation.listened - since > patience) return over({ how: 'slow', milliseconds: patience })

    const isAsked = follow.state === 'waiting'
    // An unfinished line may be a prompt.
    const isAtPrompt = output !== '' && !output.endsWith('\n')
    // Only the second answer is delayed, as `Limits` says.
    const pause = turns.length === 1 ? limits.pause : 0
    const event = isAsked
      ? await beforeAnswer(conversation, isPatient, isAtPrompt, pause)
      : await conversation.next(milliseconds)
    if (event === 'ended') return over(conversation.end)
    if (event !== 'silent') {
      add(event.output)
      follow.feed(event.output)
    } else if (isAsked) {
      const answer = follow.answer()
      turns.push({ output, answer })
      output = ''
      await conversation.send(answer)
      since = conversation.listened
    } else if (!follow.mayEnd() && conversation.child.isOutputClosed()) return over({ how: 'closed' })
    else {
      // What the program says of the end of input, which only we cause, is not part of the session.
      const { stderr } = conversation
      const isIdle = lockStep && waitsForLine(conversation)
      const isProbed = lockStep && !(isIdle && follow.mayEnd())
      const later = isProbed ? await probe(conversation, follow, milliseconds) : undefined
      const waits = isIdle && later !== 'wrote' && { waits: true as const }
      return over({ how: 'silent', milliseconds, ...(later && { later }), ...waits }, stderr)
    }
  }
}

/** Waits, without a prompt, until the program asks. @returns what the program does meanwhile */
async function beforeAnswer(conversation: Conversation, isPatient: boolean, isAtPrompt: boolean, pause = 0) {
  if (isPatient) await conversation.waitUntilQuiet()
  const isAsked = isAtPrompt || (await conversation.waitForPrompt())
  const milliseconds = Math.max(pause, isAsked ? Number(isPatient) : verdictLimits.silenceThatAsks)
  return milliseconds === 0 ? 'silent' : conversation.next(milliseconds)
}

/**
 * Finds out why a program is silent: it is slow, it writes its buffered prompt only when its input ends, or it ends when its
 * input does, as Node does after `rl.close()`.
 * @returns undefined if none is certain
 */
async function probe(conversation: Conversation, follow: Follower, milliseconds: number) {
  if (follow.mayEnd()) {
    if ((await conversation.next(milliseconds)) !== 'silent') return undefined
    await conversation.send(null)
    return (await conversation.next(verdictLimits.flushPatience)) === 'ended' ? 'ended' : undefined
  }
  const before = follow.right
  const late = await conversation.next(milliseconds)
  if (typeof late === 'object') {
    follow.feed(late.output)
    return follow.right === before ? undefined : 'wrote'
  }
  const cause = causeOfLastOutput(conversation)
  await conversation.send(null)
  const since = conversation.listened
  const last = await conversation.next(milliseconds)
  if (typeof last !== 'object') return undefined
  follow.feed(last.output)
  if (follow.right === before) return undefined
  return conversation.listened - since > verdictLimits.flushPatience ? 'wrote' : cause
}

const waitsForLine = ({ child }: Conversation) =>
  child.activity()?.waits === true && (child.readsInput() || child.mayRead() === true)

/** Output right after the end of input had been buffered if the program was reading before. */
function causeOfLastOutput({ child }: Conversation) {
  const activity = child.activity()
  if (activity === undefined || child.readsInput()) return 'flushed'
  return activity.waits ? undefined : 'wrote'
}
