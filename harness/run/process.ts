import * as shlex from 'shlex'
import { exact } from '../../reference/game.ts'
import { NotStarted } from '../base/usage-error.ts'
import { toText } from '../session/bytes.ts'
import type { Limits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, type Way } from '../session/script.ts'
import { answersOf, type Script, type Session } from '../session/session.ts'
import type { Conversation } from './conversation.ts'
import { looksNotStarted, type Pace, play } from './play.ts'
import type { CommandLine, Programs, Starter, StartOptions } from './programs.ts'
import { ShellLost } from './shell.ts'

/**
 * Plays each session of a command in a process of its own: on pipes, line by line or with all input at once, with
 * arguments, or in a pseudo-terminal. After a session, no process of its group is left running.
 * @param isJoined whether the output includes standard error
 */
export function processProgram(
  programs: Starter & Pick<Programs, 'isClosed'>,
  command: CommandLine,
  way: Way,
  isJoined = false,
): Program {
  const lockStep = isInLockStep(way)
  const converse = conversations(programs, command[0] ?? '', way !== 'pty')

  function attempt(script: Script, limits: Limits, pace: Pace, isInFreshShell: boolean): Promise<Session> {
    const lines = [...answersOf(script).filter((line) => line !== null), ...(script.leftover ?? [])]
    const words = way === 'args' ? [...command, ...lines.map((line) => toText(line).replaceAll('\0', ''))] : command
    const options = {
      interactive: {},
      pty: { terminal: 'no echo' },
      stdin: { input: lines.map((line) => `${line}\n`).join('') },
      args: { input: null },
    } as const
    return converse(words, { ...options[way], isInFreshShell, isJoined }, async (talk) => {
      if (!lockStep) await talk.send(null)
      return play(talk, script, { lockStep, pace }, limits)
    })
  }

  return {
    play: (script, limits) =>
      withShell(programs, (isInFreshShell) => {
        const atPace = (pace: Pace) => attempt(script, limits, pace, isInFreshShell)
        if (way === 'pty') return atPace('carefully')
        return lockStep ? replayedIfDoubtful(script, atPace) : atPace('at once')
      }),
    close() {},
  }
}

/**
 * Checks that the program of a command exists, after a session that looks as if it did not.
 * @throws NotStarted if the program is missing or cannot be executed
 */
export async function mustBeThere(programs: Starter, command: CommandLine, session: Session, name = command[0] ?? '') {
  if (!looksNotStarted(session)) return
  const look = 'found=$(command -v -- "$1") || exit; case $found in */*) [ -f "$found" ] && [ -x "$found" ];; esac'
  const talk = await programs.start(['sh', '-c', look, 'sh', programIn(command)], { input: null })
  await talk.ended
  talk.close(true)
  if (talk.status !== 0) throw new NotStarted(name)
}

/** The name of a command's program; of the program that a shell becomes, if the command is a shell. */
function programIn([word = '', option, line = '', , ...words]: CommandLine): string {
  if (word !== 'sh' || option !== '-c' || !line.startsWith('exec ')) return word
  const [, first = word] = shlex.split(line)
  return first === '$@' ? (words[0] ?? word) : first
}

/**
 * @param name the name of the program in errors
 * @param mayLeave true if a program whose session is cut off may exit when its input ends, which saves killing it. Once it does not exit in time, the command is always killed
 * @returns a function that starts the program, leads a conversation with it, and ends it; the shell is used again if
 *   the program left nothing behind
 */
export function conversations(programs: Starter, name: string, mayLeave: boolean) {
  let isAsked = mayLeave
  return async <Played extends Session>(
    command: CommandLine,
    options: StartOptions,
    lead: (talk: Conversation) => Promise<Played>,
  ): Promise<Played> => {
    const talk = await programs.start(command, options)
    let isReusable = false
    try {
      const session = await lead(talk)
      await mustBeThere(programs, command, session, name)
      const isCut = session.end.how === 'cut'
      if (isCut && isAsked) isAsked = await talk.exitsWithoutInput()
      isReusable = session.end.how === 'exit' || (isCut && isAsked)
      return session
    } finally {
      talk.close(isReusable)
    }
  }
}

/**
 * Plays a session; if its shell was killed, plays it again in a fresh shell: an earlier session may be to blame.
 */
export async function withShell(
  programs: Pick<Programs, 'isClosed'>,
  play: (isInFreshShell: boolean) => Promise<Session>,
) {
  const session = await unlessLost(play(false))
  return session.end.how === 'lost' && !programs.isClosed ? unlessLost(play(true)) : session
}

async function unlessLost(session: Promise<Session>): Promise<Session> {
  try {
    return await session
  } catch (error) {
    if (!(error instanceof ShellLost)) throw error
    return { turns: [{ output: '' }], end: { how: 'lost' } }
  }
}

/**
 * Plays a session in lock-step. A newline that a program writes separately after its prompt is wrong; but if our answer
 * is faster, the newline looks like part of the next text. Such a session is played again `carefully`.
 */
export async function replayedIfDoubtful(script: Script, play: (pace: Pace) => Promise<Session>): Promise<Session> {
  const session = await play('at once')
  const isDoubtful = session.turns.some(({ output }, index) => {
    const expected = script.turns[index]?.output ?? null
    return index > 0 && expected !== null && output.startsWith('\n') && !exact(expected).startsWith('\n')
  })
  return isDoubtful ? play('carefully') : session
}
