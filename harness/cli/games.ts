import type { Game } from '../../reference/game.ts'
import { divide, perft, readPosition, turnsOf } from '../games/explore.ts'
import { findCommand, findGame } from '../games/find.ts'
import { linesOfInput, runCommand, write } from '../games/play.ts'
import { UsageError } from '../session/usage-error.ts'

/** `ninehole play GAME …`: the same as the game's own command. */
export const playVerb = async (name: string, args: readonly string[]) => runCommand(await findCommand(name), args)

/** `ninehole perft GAME … -d DEPTH [-p POSITION] [--divide]` */
export async function perftVerb(name: string, args: readonly string[], options: PerftOptions) {
  const { depth, position } = options
  const game = await findGame(name, args)
  const state = positionOf(game, position)
  const total = state === undefined ? Number(depth === 0) : perft(game, state, depth)
  const parts = options.divide && state !== undefined && depth > 0 ? divide(game, state, depth) : []
  const lines = parts.map(({ turn, count }) => `${turn}: ${count}\n`)
  process.stdout.write(`${lines.join('')}${options.divide ? '\n' : ''}${total}\n`)
}

interface PerftOptions {
  readonly depth: number
  readonly position?: string
  readonly divide?: boolean
}

/**
 * `ninehole moves GAME … [POSITION…]`: a line a position, its legal turns separated by spaces.
 * @param words the game's options, then positions; `-` reads positions from standard input
 */
export async function movesVerb(name: string, words: readonly string[]) {
  const { game, positions } = await splitWords(name, words)
  if (positions.length === 0) positions.push(undefined)
  for (const position of positions) {
    if (position !== '-') await writeMoves(game, position)
    else for await (const line of linesOfInput()) await writeMoves(game, line.replace(/\r$/, ''))
  }
}

async function writeMoves(game: Game<unknown>, position: string | undefined) {
  const state = positionOf(game, position)
  await write(`${state === undefined ? '' : turnsOf(game, state).join(' ')}\n`)
}

function positionOf(game: Game<unknown>, position: string | undefined): unknown {
  if (position === undefined) return game.open().state
  const read = readPosition(game, position)
  if ('error' in read) throw new UsageError(`position '${position}'`, read.error)
  return read.value
}

/** The game takes as many words as it understands, and all those that look like options. */
async function splitWords(name: string, words: readonly string[]) {
  const command = await findCommand(name)
  const options = words.findLastIndex((word) => /^-./.test(word)) + 1
  for (let count = words.length; count >= options; count--) {
    const parsed = command.parse(words.slice(0, count))
    if ('game' in parsed) return { game: parsed.game, positions: words.slice(count) as (string | undefined)[] }
  }
  // What it has to say about the options and the last one's value.
  return { game: await findGame(name, words.slice(0, options + 1)), positions: [] }
}
