import { exact } from '../../reference/game.ts'
import { NotStarted } from '../base/usage-error.ts'
import { toText } from '../session/bytes.ts'
import type { Limits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, type Way } from '../session/script.ts'
import { answersOf, type Script, type Session } from '../session/session.ts'
import { isNotStarted, type Pace, play } from './play.ts'
import type { CommandLine, Programs } from './programs.ts'
import { ShellLost } from './shell.ts'

/**
 * A command whose sessions are played in real processes, each in one of its own: on pipes, with its input line by line or at
 * once, as arguments, or in a pseudo-terminal. The process and its group are gone when a session is over.
 * @param isJoined whether standard error is part of the output
 */
export function processProgram(programs: Programs, command: CommandLine, way: Way, isJoined = false): Program {
  const lockStep = isInLockStep(way)
  /** Set while it is worth ending its input where a session is cut off: a program that ends by itself need not be killed. */
  let mayLeave = way === 'interactive'

  async function attempt(script: Script, limits: Limits, pace: Pace, isInFreshShell: boolean): Promise<Session> {
    const lines = [...answersOf(script).filter((line) => line !== null), ...(script.leftover ?? [])]
    const words = way === 'args' ? [...command, ...lines.map((line) => toText(line).replaceAll('\0', ''))] : command
    const options = {
      interactive: {},
      pty: { terminal: 'no echo' },
      stdin: { input: lines.map((line) => `${line}\n`).join('') },
      args: { input: null },
    } as const
    const talk = await programs.start(words, { ...options[way], isInFreshShell, isJoined })
    let isReusable = false
    try {
      if (!lockStep) talk.send(null)
      const session = await play(talk, script, { lockStep, pace }, limits)
      if (isNotStarted(session)) throw new NotStarted(command[0] ?? '')
      if (session.end.how === 'cut' && mayLeave) mayLeave = await talk.leaves()
      isReusable = session.end.how === 'exit' || (session.end.how === 'cut' && mayLeave)
      return session
    } finally {
      talk.close(isReusable)
    }
  }

  return {
    play: (script, limits) =>
      withShell(programs, (isInFreshShell) => {
        const play = (pace: Pace) => attempt(script, limits, pace, isInFreshShell)
        return lockStep ? withoutDoubt(script, play) : play('at once')
      }),
    close() {},
  }
}

/**
 * Plays a session, once more if its shell was killed: another session may have left behind what did that; in a fresh shell only
 * the program itself can.
 */
export async function withShell(programs: Programs, play: (isInFreshShell: boolean) => Promise<Session>) {
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
 * Plays a session in lock-step. A newline written behind a prompt, in a write of its own, is too early; if our answer is
 * faster, it looks like one before the next text. Such a session is played again, and each line is sent only when the program
 * is seen to wait for it.
 */
export async function withoutDoubt(script: Script, play: (pace: Pace) => Promise<Session>): Promise<Session> {
  const session = await play('at once')
  const isDoubtful = session.turns.some(({ output }, index) => {
    const expected = script.turns[index]?.output ?? null
    return index > 0 && expected !== null && output.startsWith('\n') && !exact(expected).startsWith('\n')
  })
  return isDoubtful ? play('carefully') : session
}
