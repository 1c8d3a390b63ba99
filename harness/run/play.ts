import { toText } from '../session/bytes.ts'
import { Follower } from '../session/follower.ts'
import { type Limits, outputLimit, replyFactor } from '../session/limits.ts'
import { exactly } from '../session/script.ts'
import { answersOf, type End, outputOf, type Script, type Session, type Turn } from '../session/session.ts'
import type { Conversation } from './conversation.ts'

/** Each line is sent only when the program is seen to wait for it (`carefully`), or as soon as its prompt has come. */
export type Pace = 'carefully' | 'at once'

/**
 * Plays a session: gives each answer when its prompt has come, and stops as soon as the output cannot become right. It knows
 * time only through the conversation.
 * @param lockStep otherwise the program has all its input already
 */
export async function play(
  talk: Conversation,
  script: Script,
  { lockStep, pace = 'at once' }: { lockStep: boolean; pace?: Pace },
  limits: Limits,
): Promise<Session> {
  const follow = new Follower(script, lockStep)
  const most = Math.max(limits.bytes ?? outputLimit, 2 * outputOf(exactly(script)).length)
  // Where all input is there at once, all replies are one.
  const patience = replyFactor * limits.milliseconds * (lockStep ? 1 : script.turns.length)
  const turns: Turn[] = lockStep ? [] : answersOf(script).map((answer) => ({ output: '', answer }))
  let output = ''
  let size = 0
  let since = talk.listened
  const hear = (bytes: string) => {
    output += bytes
    size += bytes.length
    follow.feed(bytes)
  }
  const over = (end: End): Session => {
    const { stderr } = talk
    const last = { output: output.slice(0, Math.max(0, output.length - Math.max(0, size - most))) }
    return { turns: [...turns, last], end, ...(stderr !== '' && { stderr }) }
  }

  for (;;) {
    // A session that is cut off must have nothing more to say at its last prompt either.
    const isOver = follow.state === 'done' && !(lockStep && (await talk.quiet()))
    if (follow.state === 'wrong') await talk.catchUp()
    if (isOver || follow.state === 'wrong') return over({ how: 'cut' })
    if (size > most) return over({ how: 'flood', bytes: most })
    if (talk.listened - since > patience) return over({ how: 'slow', milliseconds: patience })

    const isAsked = follow.state === 'waiting'
    if (isAsked && pace === 'carefully') await talk.quiet()
    const held = turns.length === 1 ? (limits.pause ?? 0) : 0
    const hold = pace === 'carefully' ? Math.max(1, held) : held
    const event = isAsked && hold === 0 ? 'silent' : await talk.next(isAsked ? hold : limits.milliseconds)
    if (event === 'ended') return over(endOf(talk))
    if (event !== 'silent') hear(event.output)
    else if (isAsked) {
      const answer = follow.answer()
      turns.push({ output, answer })
      talk.send(answer)
      output = ''
      since = talk.listened
    } else if (talk.isClosed && !follow.mayEnd()) return over({ how: 'closed' })
    else {
      const later = follow.mayEnd() || !lockStep ? undefined : await probe(talk, follow, limits.milliseconds)
      return over({ how: 'silent', milliseconds: limits.milliseconds, ...(later && { later }) })
    }
  }
}

const endOf = ({ exceeded, status }: Conversation): End =>
  exceeded ?? (status === undefined ? { how: 'lost' } : { how: 'exit', status })

/**
 * Finds out why a program is silent: it is slow to start, or it keeps its prompt in a buffer, which it writes when its input
 * ends.
 */
async function probe(talk: Conversation, follow: Follower, milliseconds: number) {
  const before = follow.right
  for (const later of ['wrote', 'flushed'] as const) {
    if (later === 'flushed') talk.send(null)
    const event = await talk.next(milliseconds)
    if (typeof event !== 'object') continue
    follow.feed(event.output)
    return follow.right > before ? later : undefined
  }
  return undefined
}

/** Matches a shell's complaint that a command is not there or is no program, on standard error or on a terminal. */
export const isNotStarted = (status: number | undefined, text: string) =>
  [undefined, 126, 127].includes(status) && /^(sh|\/dev\/[^:\n]+): .*exec: /.test(toText(text))
