import { exact, type Game } from '../../reference/game.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import type { Program } from '../session/program.ts'
import { answersOf, type Turn } from '../session/session.ts'

/**
 * Plays a game.
 * @param say called with each output, in its exact form
 * @param ask returns the next line; `null` is the end of input, undefined cuts the session off
 * @returns the exit status; undefined if the session was cut off
 */
export async function playGame(
  game: Game<unknown>,
  say: (text: string) => Promise<void>,
  ask: () => Promise<string | null | undefined>,
): Promise<number | undefined> {
  let reply = game.open()
  await say(exact(reply.output))
  while (reply.state !== undefined) {
    const line = await ask()
    if (line === undefined) return undefined
    reply = game.answer(reply.state, line)
    await say(exact(reply.output))
  }
  return reply.status ?? 0
}

/** A game as a program, played in lock-step. */
export const gameProgram = (game: Game<unknown>): Program => ({
  async play(script) {
    const answers = answersOf(script).values()
    const turns: Turn[] = []
    let output: Bytes = ''
    const say = async (text: string) => {
      output += toBytes(text)
    }
    const ask = async () => {
      const { value } = answers.next()
      if (value === undefined) return undefined
      turns.push({ output, answer: value })
      output = ''
      return value === null ? null : toText(value)
    }
    const status = await playGame(game, say, ask)
    return { turns: [...turns, { output }], end: status === undefined ? { how: 'cut' } : { how: 'exit', status } }
  },
  close() {},
})
