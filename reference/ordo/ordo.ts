import type { Game, Read, Reply } from '../game.ts'
import { drawBoard, initialPosition, playerName, readPosition, writePosition } from './board.ts'
import { askForGroup, type CheckedLine, checkAnswer, checkLine, groupNames } from './check.ts'
import { play } from './moves.ts'
import { nearMisses } from './near-misses.ts'
import { readSquare, readTurn, writeMove, writeStep, writeTurn } from './notation.ts'
import { ordoRules, ordoXRules, type Rules, type Stage } from './rules.ts'
import { after, begin, perft, type Situation, steps, turns, winner } from './turns.ts'

export type Variant = 'ordo' | 'ordo-x'

export const rulesOf: Readonly<Record<Variant, Rules>> = { ordo: ordoRules, 'ordo-x': ordoXRules }

/** Where the game stands when a player is asked. */
export interface OrdoState extends Situation {
  /** A line that is complete but for the subgroup that is to stay. The board shows its moves and every subgroup. */
  readonly choice?: CheckedLine
}

const tasks: Readonly<Record<Stage, string>> = {
  free: 'Choose a move',
  reconnect: 'Reconnect your group',
  second: 'Now move forward',
}

/** Something said, the board, and the question what to do. */
function ask(text: string, state: OrdoState): Reply<OrdoState> {
  const { position, stage, choice } = state
  const task = choice ? askForGroup(choice.last) : tasks[stage]
  return { output: `${text}${drawBoard(position)}\n${playerName(position.color)} - ${task} > `, state }
}

/** What a line that may be played leads to: the next move, a choice, or the end. */
function answerTo(rules: Rules, { position, stage }: OrdoState, { before, last }: CheckedLine): Reply<OrdoState> {
  const [step, ...choices] = last
  if (choices.length > 0) {
    const board = play(before.at(-1)?.position ?? position, step.move)
    return ask('', { position: board, stage, choice: { before, last } })
  }
  const line = [...before, step]
  const removed = line.reduce((sum, { removed }) => sum + removed, 0)
  const pieces = removed === 0 ? '' : `, removed ${removed} ${removed === 1 ? 'piece' : 'pieces'}`
  const said = `Played ${writeTurn(line)}${pieces}\n\n`

  const next = after(rules, step)
  const won = step.endsTurn && winner(rules, next.position)
  return won ? { output: `${said}${drawBoard(next.position)}\n${playerName(won)} wins!\n` } : ask(said, next)
}

/** The moves or the choice that a line asks for, or what is wrong with it. */
function understand(rules: Rules, state: OrdoState, line: string): Read<CheckedLine> {
  if (state.choice) {
    const square = readSquare(line, groupNames(state.choice.last))
    return 'error' in square ? square : checkAnswer(state.choice, square.value)
  }
  const typed = readTurn(rules, line)
  return 'error' in typed ? typed : checkLine(rules, state, typed.value)
}

/** The single moves that may be played now, or the subgroups that may be kept. */
const singleMoves = (rules: Rules, state: OrdoState): string[] =>
  state.choice ? groupNames(state.choice.last) : steps(rules, state).map(writeStep).sort()

/** Single moves, whole turns, and of both those without their choice. */
function legalLines(rules: Rules, state: OrdoState): string[] {
  if (state.choice) return groupNames(state.choice.last)
  const lines = steps(rules, state).flatMap((first) => [
    writeMove(first.move),
    writeStep(first),
    ...(first.endsTurn ? [] : steps(rules, after(rules, first))).flatMap((second) => [
      `${writeStep(first)},${writeMove(second.move)}`,
      `${writeStep(first)},${writeStep(second)}`,
    ]),
  ])
  return [...new Set(lines)].sort()
}

/** Lines that are refused: the first found for each thing that can be wrong here, with a piece and with an ordo. */
function illegalLines(rules: Rules, state: OrdoState): string[] {
  const found = new Map<string, string>()
  for (const line of nearMisses(state.position, singleMoves(rules, state))) {
    const understood = understand(rules, state, line)
    if (!('error' in understood)) continue
    const fault = understood.error.replace(/[a-z]\d/g, '') + line.includes(':')
    if (!found.has(fault)) found.set(fault, line)
  }
  return [...found.values()]
}

/** A line in lower case, without white space; one that is not UTF-8 counts as empty. */
const normalize = (line: string) => (line.isWellFormed() ? line.toLowerCase().replace(/\p{White_Space}+/gu, '') : '')

/**
 * Ordo or Ordo X, games by Dieter Stein, from the initial setup or any other position.
 * ordo.md says which bytes they write and which lines they understand; they grant no variation.
 */
export function ordo(variant: Variant = 'ordo', position = initialPosition): Game<OrdoState> {
  const rules = rulesOf[variant]

  return {
    name: variant,
    prompt:
      /^(?:White|Black) - (?:Choose a move|Reconnect your group|Now move forward|Keep which group \([a-j][1-8](?:, [a-j][1-8])+\)) > /,

    open: () =>
      ask(
        `=== ${rules.title} ===  Board: 10x8  Goal: reach the opponent's home row\n` +
          'Input examples: a3-a4 (move), c4xc5 (capture), c2:d2-c3 (ordo), moves (list), quit (exit)\n\n',
        begin(rules, position),
      ),

    answer(state, line) {
      if (line === null) return { output: '\nExiting game.\n' }
      const text = normalize(line)
      if (text === 'q' || text === 'quit') return { output: 'Exiting game.\n' }
      if (text === 'm' || text === 'moves') {
        const moves = singleMoves(rules, state)
        return ask(`Legal moves (${moves.length}): ${moves.join(' ')}\n\n`, state)
      }
      const understood = understand(rules, state, text)
      if ('error' in understood) return ask(`Error: ${understood.error}\n\n`, state)
      return answerTo(rules, state, understood.value)
    },

    legal: (state) => legalLines(rules, state),
    illegal: (state) => illegalLines(rules, state),

    key({ position, stage, choice }) {
      const line = choice && [...choice.before, ...choice.last].map((step) => `${writeStep(step)} ${step.removed}`)
      return [writePosition(position), stage, ...(line ?? [])].join(' ')
    },

    read(text) {
      const read = readPosition(text)
      return 'error' in read ? read : { value: begin(rules, read.value) }
    },
    write: ({ position }) => writePosition(position),

    turns: (state) => (state.choice ? groupNames(state.choice.last) : turns(rules, state).map(writeTurn).sort()),

    count: (state, depth) =>
      state.choice && depth > 0
        ? state.choice.last.reduce((sum, step) => sum + perft(rules, after(rules, step), depth - 1), 0)
        : perft(rules, state, depth),
  }
}
