import { exact, type Game } from '../../reference/game.ts'
import { toBytes, toTexts } from '../session/bytes.ts'
import type { Program } from '../session/program.ts'
import { answersOf } from '../session/session.ts'
import { repliesTo } from './explore.ts'

/** A game as a program, played in lock-step. */
export const gameProgram = (game: Game<unknown>): Program => ({
  async play(script) {
    const answers = answersOf(script)
    const replies = repliesTo(game, toTexts(answers))
    const { state, status = 0 } = replies.at(-1) ?? {}
    return {
      turns: replies.map(({ output }, index) => {
        const isLast = index === replies.length - 1
        return { output: toBytes(exact(output)), ...(!isLast && { answer: answers[index] ?? null }) }
      }),
      end: state === undefined ? { how: 'exit', status } : { how: 'cut' },
    }
  },
})
