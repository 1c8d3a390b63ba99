import type { Command } from '../../reference/game.ts'
import { commands } from '../../reference/games.ts'
import type { AnyGame } from '../suites/suite.ts'
import { Unusable } from './unusable.ts'

/** @throws Unusable if no game is called that */
export function findCommand(name: string, place = name): Command {
  const command = commands.find((command) => command.name === name)
  if (command === undefined) {
    const known = commands.map(({ name }) => name).join(', ')
    throw new Unusable(place, place === name ? `no such game (${known})` : `no game '${name}' (${known})`)
  }
  return command
}

/**
 * The game that a name and options ask for.
 * @param place what an error is about
 * @throws Unusable if there is no such game, or it does not take these options
 */
export function findGame(name: string, args: readonly string[] = [], place = name): AnyGame {
  const parsed = findCommand(name, place).parse(args)
  if ('error' in parsed) throw new Unusable(place, parsed.error)
  return parsed.game
}
