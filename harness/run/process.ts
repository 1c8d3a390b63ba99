import * as shlex from 'shlex'
import { exact } from '../../reference/game.ts'
import { NotStarted } from '../base/usage-error.ts'
import { toText } from '../session/bytes.ts'
import type { Limits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, type Way } from '../session/script.ts'
import { inputOf, linesOf, outputOf, type Script, type Session } from '../session/session.ts'
import type { Conversation } from './conversation.ts'
import type { ProgramLauncher, StartOptions } from './launcher.ts'
import { play } from './play.ts'

/** Plays each session in a process of its own. @param isJoined whether the output includes standard error */
export function processProgram(
  launcher: ProgramLauncher,
  command: readonly string[],
  way: Way,
  isJoined = false,
): Program {
  const lockStep = isInLockStep(way)
  const converse = conversations(launcher, command[0] ?? '', way !== 'pty')

  function attempt(script: Script, limits: Limits, isPatient: boolean): Promise<Session> {
    const words = way === 'args' ? [...command, ...linesOf(script).map(toText)] : command
    const terminal = way === 'pty' ? 'no echo' : undefined
    const input = lockStep ? undefined : way === 'stdin' ? inputOf(script) : null
    return converse(words, { terminal, input, isJoined }, (conversation) =>
      play(conversation, script, { lockStep, isPatient }, limits),
    )
  }

  return {
    async play(script, limits) {
      const session = await attempt(script, limits, way === 'pty')
      const isPlayedAgain = way === 'interactive' && mayHaveAnsweredTooSoon(session, script)
      return isPlayedAgain ? attempt(script, limits, true) : session
    },
  }
}

/** True if a wrong newline after a prompt, in a write of its own, may have come after our answer, and so in the next text. */
const mayHaveAnsweredTooSoon = ({ turns }: Session, script: Script) =>
  turns.some(({ output }, index) => {
    const expected = script.turns[index]?.output ?? null
    return index > 0 && expected !== null && output.startsWith('\n') && !exact(expected).startsWith('\n')
  })

/** @throws NotStarted if the session looks as if the program of its command did not exist, and it does not */
export async function mustHaveStarted(
  launcher: ProgramLauncher,
  command: readonly string[],
  session: Session,
  name = command[0] ?? '',
) {
  if (!looksNotStarted(session)) return
  const look = 'found=$(command -v -- "$1") || exit; case $found in */*) [ -f "$found" ] && [ -x "$found" ];; esac'
  const options = { input: null, isInFreshShell: true }
  const conversation = await launcher.start(['sh', '-c', look, 'sh', programIn(command)], options)
  await conversation.ended
  conversation.close(true)
  if (conversation.status !== 0) throw new NotStarted(name, programIn(command))
}

/** True also if a program wrote the same itself. In a terminal, the exit status may not be known yet. */
const looksNotStarted = ({ turns, end, stderr = '' }: Session) =>
  (end.how !== 'exit' || [1, 126, 127].includes(end.status)) &&
  /^((\/bin\/)?sh: .*exec: |unshare: (failed to execute|unshare failed))/.test(toText(stderr + outputOf({ turns })))

/** Names the program of a command, or the one that its shell becomes. */
function programIn([word = '', option, line = '', , ...words]: readonly string[]): string {
  if (word !== 'sh' || option !== '-c' || !line.startsWith('exec ')) return word
  const [, first = word] = shlex.split(line)
  return first === '$@' ? (words[0] ?? word) : first
}

/**
 * @param name of the program in errors
 * @param triesToEnd whether a program whose session is cut off need not be killed if it exits when its input closes; given up
 *   once one did not
 * @returns a function that starts a program, converses with it, and ends it; again in a fresh shell if the shell was killed, for
 *   which an earlier session may be to blame
 */
export function conversations(launcher: ProgramLauncher, name: string, triesToEnd: boolean) {
  return async function converseIn<Played extends Session>(
    command: readonly string[],
    options: StartOptions,
    converse: (conversation: Conversation) => Promise<Played>,
  ): Promise<Played> {
    const conversation = await launcher.start(command, options)
    let isReusable = false
    try {
      const session = await converse(conversation)
      await mustHaveStarted(launcher, command, session, name)
      const isCut = session.end.how === 'cut'
      if (isCut && triesToEnd) triesToEnd = await conversation.exitsWhenInputCloses()
      isReusable = session.end.how === 'exit' || (isCut && triesToEnd)
      if (session.end.how !== 'lost' || options.isInFreshShell || launcher.isClosed) return session
    } finally {
      conversation.close(isReusable)
    }
    return converseIn(command, { ...options, isInFreshShell: true }, converse)
  }
}
