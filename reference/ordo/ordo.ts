import type { Game, Read, Reply } from '../game.ts'
import { obeys, rules as sentences } from '../sentences/ordo.ts'
import { drawBoard, initialPosition, playerName, readPosition, writePosition } from './board.ts'
import { askForGroup, type CheckedLine, checkAnswer, checkLine, groupNames } from './check.ts'
import { play } from './moves.ts'
import { nearMisses } from './near-misses.ts'
import { readSquare, readTurn, writeMove, writeStep, writeTurn } from './notation.ts'
import { ordoRules, ordoXRules, type Rules, type Stage } from './rules.ts'
import { after, begin, perft, type Situation, type Step, steps, turns, winner } from './turns.ts'

type Rule = (typeof sentences)[number]['id']

export type Variant = 'ordo' | 'ordo-x'

export const rulesOf: Readonly<Record<Variant, Rules>> = { ordo: ordoRules, 'ordo-x': ordoXRules }

export interface OrdoState extends Situation {
  /** A line that still lacks the subgroup that stays. The board shows its moves and every subgroup. */
  readonly choice?: CheckedLine
}

const tasks: Readonly<Record<Stage, string>> = {
  free: 'Choose a move',
  reconnect: 'Reconnect your group',
  second: 'Now move forward',
}

/**
 * Replies with a text, the board and the prompt.
 * @param why the rule that led to it, and that of its prompt
 */
function ask(text: string, state: OrdoState, why: Rule, last: Rule = 'prompt'): Reply<OrdoState> {
  const { position, stage, choice } = state
  const task = choice ? askForGroup(choice.last) : tasks[stage]
  return {
    output: `${text}${drawBoard(position)}\n${playerName(position.color)} - ${task} > `,
    state,
    rules: obeys(why, last),
  }
}

/** Replies to a legal line: with the prompt for the next move or a choice, or the end. */
function answerTo(rules: Rules, { position, stage }: OrdoState, { before, last }: CheckedLine): Reply<OrdoState> {
  const [step, ...choices] = last
  if (choices.length > 0) {
    const board = play(before.at(-1)?.position ?? position, step.move)
    return ask('', { position: board, stage, choice: { before, last } }, 'choose')
  }
  const line = [...before, step]
  const removed = line.reduce((sum, { removed }) => sum + removed, 0)
  const pieces = removed === 0 ? '' : `, removed ${removed} ${removed === 1 ? 'piece' : 'pieces'}`
  const played = `Played ${writeTurn(line)}${pieces}\n\n`
  const next = after(rules, step)
  const won = step.endsTurn && winner(rules, next.position)
  if (!won) return ask(played, next, ruleOf(stage, step))
  const output = `${played}${drawBoard(next.position)}\n${playerName(won)} wins!\n`
  return { output, rules: obeys('wins', 'ends') }
}

/** Names the rule that the last move of a line obeys. */
function ruleOf(stage: Stage, { move, removed, kept }: Step): Rule {
  if (kept) return 'choose'
  if (removed > 0) return 'remove'
  if (stage === 'reconnect') return 'reconnect'
  if (move.unit.shape !== 'singleton') return 'ordo'
  return move.captures ? 'capture' : 'piece'
}

/** Parses and checks a line: moves, or the answer to a choice. */
function understand(rules: Rules, state: OrdoState, line: string): Read<CheckedLine> {
  if (state.choice) {
    const square = readSquare(line, groupNames(state.choice.last))
    return 'error' in square ? square : checkAnswer(state.choice, square.value)
  }
  const typed = readTurn(rules, line)
  return 'error' in typed ? typed : checkLine(rules, state, typed.value)
}

/** Lists the single moves that are legal now, or the subgroups that may be kept. */
const singleMoves = (rules: Rules, state: OrdoState): string[] =>
  state.choice ? groupNames(state.choice.last) : steps(rules, state).map(writeStep).sort()

/** Single moves and whole turns, with and without their choice. */
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

/** Illegal lines, one for each error that is possible here, with a single piece and with an ordo. */
function illegalLines(rules: Rules, state: OrdoState): string[] {
  const found = new Map<string, string>()
  for (const line of nearMisses(state.position, singleMoves(rules, state))) {
    const understood = understand(rules, state, line)
    if (!('error' in understood)) continue
    const kind = understood.error.replace(/[a-z]\d/g, '') + line.includes(':')
    if (!found.has(kind)) found.set(kind, line)
  }
  return [...found.values()]
}

const normalize = (line: string) => line.toLowerCase().replace(/\p{White_Space}+/gu, '')

/**
 * Ordo or Ordo X, games by Dieter Stein, from the initial setup or any other position.
 * ordo.md specifies their input and output to the byte; they allow no variation.
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
        'opening',
      ),

    answer(state, line) {
      if (line === null) return { output: '\nExiting game.\n', rules: obeys('end-of-input', 'ends') }
      const text = normalize(line)
      if (text === 'q' || text === 'quit') return { output: 'Exiting game.\n', rules: obeys('quit', 'ends') }
      if (text === 'm' || text === 'moves') {
        const moves = singleMoves(rules, state)
        return ask(`Legal moves (${moves.length}): ${moves.join(' ')}\n\n`, state, 'moves')
      }
      const understood = understand(rules, state, text)
      if ('error' in understood) {
        return ask(`Error: ${understood.error}\n\n`, state, 'first-error', 'nothing-is-played')
      }
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

    rules: sentences,
  }
}
