import type { Game } from '../../reference/game.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { divide, perft, readPosition, turnsOf } from '../games/explore.ts'
import { findCommand, findGame, parseGame } from '../games/find.ts'
import { readLines, runCommand, writeText } from '../games/play.ts'

/** Does the same as the game's own command. */
export async function playVerb(name: string, args: readonly string[], host: Host): Promise<number> {
  const command = await findCommand(name, name, host.cwd)
  return runCommand(command, [...command.options, ...args], host)
}

export async function perftVerb(
  name: string,
  args: readonly string[],
  { depth, position, divide: isDivided }: { depth: number; position?: string; divide?: boolean },
  { cwd, stdout }: Host,
): Promise<number> {
  const game = await findGame(name, args, cwd)
  const state = positionOf(game, position)
  const parts = isDivided && state !== undefined && depth > 0 ? divide(game, state, depth) : []
  const lines = parts.map(({ turn, count }) => `${turn}: ${count}\n`)
  const total = state === undefined ? Number(depth === 0) : perft(game, state, depth)
  stdout.write(`${lines.join('')}${isDivided ? '\n' : ''}${total}\n`)
  return 0
}

/**
 * `ninehole moves GAME … [POSITION…]`: the legal turns of each position, one per line, positions separated by blank lines.
 * @param words the game's options, then positions; `-` reads positions from standard input
 */
export async function movesVerb(name: string, words: readonly string[], { cwd, stdin, stdout }: Host): Promise<number> {
  const command = await findCommand(name, name, cwd)
  const last = words.findLastIndex((word) => /^-./.test(word))
  const alone = command.parse([...command.options, ...words.slice(0, last + 1)])
  // The last option takes the next word if it cannot be read without one.
  const count = last + (last >= 0 && 'error' in alone && alone.status === 2 ? 2 : 1)
  const game = parseGame(command, words.slice(0, count), name)
  let separator = ''
  async function write(position?: string) {
    const state = positionOf(game, position)
    const turns = state === undefined ? [] : turnsOf(game, state)
    await writeText(stdout, separator + turns.map((turn) => `${turn}\n`).join(''))
    separator = '\n'
  }
  if (count === words.length) await write()
  for (const position of words.slice(count)) {
    if (position === '-') {
      for await (const line of readLines(stdin)) await write(line.replace(/\r$/, ''))
    } else await write(position)
  }
  return 0
}

function positionOf(game: Game<unknown>, position: string | undefined): unknown {
  if (position === undefined) return game.open().state
  const read = readPosition(game, position)
  if ('error' in read) throw new UsageError(`position '${position}'`, read.error)
  return read.value
}
