import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../harness/base/random.ts'
import { drawBoard, goal, opponent, type Position, squareName } from './board.ts'
import { writeMove, writeStep } from './notation.ts'
import { type OrdoState, ordo, rulesOf, type Variant } from './ordo.ts'
import { SquareSet } from './square-set.ts'
import { begin, perft, type Step, steps, turns } from './turns.ts'

/** States of random games, also in the middle of a turn, with split groups, and before a choice. Captures are preferred. */
function someStates(variant: Variant, games: number): OrdoState[] {
  const game = ordo(variant)
  const found: OrdoState[] = []
  // Of the first forty seeds, this one leads to the most choices.
  const random = randomFrom(4)
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)]

  for (let played = 0; played < games; played++) {
    let state = game.open().state
    while (state !== undefined) {
      found.push(state)
      const choices: readonly Step[] = state.choice?.last ?? steps(rulesOf[variant], state)
      const captures = choices.filter(({ move }) => move.captures)
      const step = pick(captures.length > 0 && random(3) > 0 ? captures : choices)
      if (!step) throw new Error('a player without a move is asked for one')
      const line = random(2) ? writeStep(step) : writeMove(step.move)
      state = game.answer(state, state.choice ? writeStep(step).replace(/.*=/, '') : line).state
    }
  }
  return found
}

const states = { ordo: someStates('ordo', 25), 'ordo-x': someStates('ordo-x', 60) }

test('the tested states are of every kind', () => {
  expect(new Set(states.ordo.map(({ stage }) => stage))).toEqual(new Set(['free', 'reconnect']))
  expect(new Set(states['ordo-x'].map(({ stage }) => stage))).toEqual(new Set(['free', 'second']))
  expect(states['ordo-x'].filter(({ choice }) => choice).length).toBeGreaterThan(10)
  expect(states['ordo-x'].some(({ choice }) => choice && choice.before.length === 0)).toBe(true)
})

test('while it is open which group stays, the groups are the legal lines, and no others', () => {
  const game = ordo('ordo-x')
  for (const state of states['ordo-x'].filter(({ choice }) => choice)) {
    const isError = (line: string) => String(game.answer(state, line).output).startsWith('Error: ')
    expect(game.legal(state).length).toBeGreaterThan(1)
    expect(game.legal(state).filter(isError)).toEqual([])
    expect(game.illegal(state).filter((line) => !isError(line))).toEqual([])
    const { choice: _, ...before } = state
    expect(game.key(state)).not.toBe(game.key(before))
  }
})

/** A connected group of up to `size` squares among those allowed. */
const group = (size: number, allowed: SquareSet) =>
  fc.array(fc.nat(), { minLength: 1, maxLength: size }).map((numbers) =>
    numbers.reduce((grown, number) => {
      const free = [...(grown.isEmpty() ? allowed : grown.near().intersect(allowed).diff(grown))]
      return free.length > 0 ? grown.with(free[number % free.length] ?? 0) : grown
    }, SquareSet.empty),
  )

/** Two connected groups, neither on its goal row. Most of these positions cannot occur in a game. */
const anyPosition: fc.Arbitrary<Position> = fc
  .constantFrom('white' as const, 'black' as const)
  .chain((color) =>
    group(24, SquareSet.full.diff(goal(color))).chain((own) =>
      group(24, SquareSet.full.diff(goal(opponent(color))).diff(own)).map((enemy) => ({ color, own, enemy })),
    ),
  )

function properties(variant: Variant) {
  const rules = rulesOf[variant]
  const game = ordo(variant)
  const anyState = fc.oneof(
    fc.constantFrom(...states[variant].filter(({ choice }) => !choice)),
    anyPosition.map((position): OrdoState => begin(rules, position)),
  )

  test('after any legal turn the mover is one group, in Ordo X the enemy too', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const positions = turns(rules, state).flatMap((turn) => turn.map(({ position }) => position))
        const isSplit = ({ own, enemy }: Position) =>
          !own.isConnected() || (variant === 'ordo-x' && !enemy.isConnected())
        expect(positions.filter(isSplit)).toEqual([])
      }),
    )
  })

  test('a written turn is read as the same turn', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states[variant]), fc.nat(), (state, number) => {
        const lines = game.turns?.(state) ?? []
        const line = lines[number % lines.length] ?? ''
        const output = String(game.answer(state, line).output)
        expect(output).toMatch(state.choice ? /^Played / : new RegExp(`^Played ${line}(, removed \\d+ pieces?)?\n\n`))
        // An ordo with its ends the other way round is the same ordo.
        const [, from = '', end = '', to = ''] = /^(..):(..)-(..)$/.exec(line) ?? []
        if (end === '') return
        const shifted = shift(to, from, end)
        expect(game.answer(state, `${end}:${from}-${shifted}`)).toEqual(game.answer(state, line))
      }),
      { numRuns: 300 },
    )
  })

  /** Finds the square that lies from `square` as `end` lies from `from`. */
  const shift = (square: string, from: string, end: string) =>
    String.fromCharCode(square.charCodeAt(0) + end.charCodeAt(0) - from.charCodeAt(0)) +
    (Number(square[1]) + Number(end[1]) - Number(from[1]))

  test('turns are listed once, in order, and counted without being listed', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const lines = game.turns?.(state) ?? []
        expect(lines).toEqual([...new Set(lines)].sort())
        expect(game.count?.(state, 1)).toBe(lines.length)
        expect(perft(rules, state, 0)).toBe(1)
      }),
    )
  })

  test('the legal lines are those without an error', { tags: 'slow' }, () => {
    const squares = [...SquareSet.full].map(squareName)
    const ordos = (own: string[]) =>
      own.flatMap((a) => own.filter((b) => a[0] === b[0] || a[1] === b[1]).map((b) => `${a}:${b}`))
    fc.assert(
      fc.property(anyState, ({ position, stage }) => {
        const state = { position, stage }
        const own = [...position.own].map(squareName)
        const tried = [
          ...squares
            .flatMap((a) => squares.flatMap((b) => [`${a}-${b}`, `${a}x${b}`]))
            .filter((line) => own.includes(line.slice(0, 2))),
          ...ordos(own).flatMap((ordo) => squares.map((b) => `${ordo}-${b}`)),
        ]
        const canonical = new Set<string>()
        for (const line of tried) {
          const output = String(game.answer(state, line).output)
          if (output.startsWith('Error: ')) continue
          canonical.add(/^Played (\S+?),? /.exec(output.replace('\n', ' '))?.[1] ?? line)
        }
        const legal = new Set(steps(rules, state).map(({ move }) => writeMove(move)))
        expect([...canonical].sort()).toEqual([...legal].sort())
      }),
      { numRuns: 20 },
    )
  })

  test('every legal line changes the state, and no illegal line does', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states[variant]), (state) => {
        const before = game.key(state)
        const illegal = game.illegal(state)
        expect(illegal.length).toBeGreaterThanOrEqual(3)
        expect(illegal.length).toBeLessThanOrEqual(28)
        for (const line of illegal) {
          const reply = game.answer(state, line)
          expect(reply.output).toMatch(/^Error: /)
          expect(reply.state).toBe(state)
        }
        const legal = game.legal(state)
        expect(legal).toEqual([...new Set(legal)].sort())
        for (const line of legal.filter((_, index) => index % 20 === 0)) {
          const reply = game.answer(state, line)
          expect(reply.output).not.toMatch(/^Error/)
          if (reply.state) expect(game.key(reply.state)).not.toBe(before)
        }
        // Nothing has changed the state from which it all was made.
        expect(game.key(state)).toBe(before)
      }),
      { numRuns: 40 },
    )
  })

  describe('every line is either a move or refused as a whole', () => {
    const free = states[variant].filter(({ stage, choice }) => stage === 'free' && !choice)
    const rare = states[variant].filter((state) => !free.includes(state))
    const choosing = rare.filter(({ choice }) => choice)
    const seen = fc.oneof(
      ...[free, rare, choosing].filter(({ length }) => length > 0).map((some) => fc.constantFrom(...some)),
    )
    // Ten thousand of each with DEEP=1, as `npm run test:deep` sets it.
    const runs = { numRuns: process.env.DEEP === undefined ? 500 : 10_000 }

    function checkReply(state: OrdoState, line: string) {
      const before = game.key(state)
      const reply = game.answer(state, line)
      expect(game.key(state)).toBe(before)
      const output = String(reply.output)
      if (output.startsWith('Error: ')) {
        expect(reply.state).toBe(state)
        const [error = '', ...rest] = output.split('\n\n')
        expect(error).not.toContain('\n')
        expect(rest.join('\n\n').startsWith(drawBoard(state.position))).toBe(true)
        expect(output).toMatch(/ > $/)
      } else if (reply.state === state) {
        expect(output).toMatch(/^Legal moves \(\d+\): /)
      } else if (!reply.state) {
        expect(output).toMatch(/^Exiting game\.\n$|^Played [\s\S]*(White|Black) wins!\n$/)
      } else {
        const played = /^Played (\S+?)(?:, removed|\n)/.exec(output)?.[1]
        expect(played !== undefined || reply.state.choice !== undefined).toBe(true)
        if (played !== undefined && !state.choice) expect(isListed(state, played)).toBe(true)
      }
    }

    /** True if each move of a line is legal when it is played. */
    function isListed(state: OrdoState, line: string): boolean {
      const [one = '', two] = line.split(',')
      const step = steps(rules, state).find((step) => writeStep(step) === one)
      if (!step || two === undefined) return step !== undefined
      return steps(rules, { position: step.position, stage: 'second' }).some((step) => writeStep(step) === two)
    }

    const square = fc.tuple(fc.constantFrom(...'abcdefghijk'), fc.nat(9)).map((pair) => pair.join(''))

    test('a random line', () => {
      const bytes = fc.uint8Array({ maxLength: 40 }).map((numbers) =>
        // As the lines arrive: what is not UTF-8 as lone surrogates.
        Array.from(numbers, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join(''),
      )
      const text = fc.array(fc.nat(0x10ffff), { maxLength: 10 }).map((codes) => String.fromCodePoint(...codes))
      const sign = fc.constantFrom(...['-', 'x', ':', '=', ',', ' ', '\u0085', '\ufeff', 'q', 'M', '—', 'K'])
      const token = fc.oneof({ weight: 3, arbitrary: square }, { weight: 2, arbitrary: sign })
      const tokens = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''))
      fc.assert(fc.property(seen, fc.oneof(bytes, text, tokens), checkReply), runs)
    })

    test('a near miss of a legal move', () => {
      const change = fc.tuple(fc.nat(), fc.constantFrom('', ...'abcdefghij12345678-x:=, '), fc.nat(1))
      const changed = (line: string, [at, character, skipped]: [number, string, number]) => {
        const i = at % (line.length + 1)
        return line.slice(0, i) + character + line.slice(i + skipped)
      }
      const near = seen.chain((state) => {
        const lines = fc.constantFrom(...(state.choice ? game.legal(state) : steps(rules, state).map(writeStep)))
        const joined = fc.tuple(lines, lines).map((pair) => pair.join())
        const line = fc.oneof({ weight: 3, arbitrary: lines }, joined)
        return fc.tuple(fc.constant(state), line, fc.array(change, { maxLength: 2 }))
      })
      fc.assert(
        fc.property(near, ([state, line, changes]) => checkReply(state, changes.reduce(changed, line))),
        runs,
      )
    })

    // More than linear time in the length of a line would be hours.
    test('a line of a megabyte', () => {
      const state = game.open().state
      if (!state) throw new Error('the game has no beginning')
      const size = 2 ** 20
      const long = ['a3', '-', ':', ',', ' ', '3', 'a', '\u0085', '\udc80', 'a3-a4,', 'a3:', 'K', 'İ', 'a3-']
      for (const part of [...long, 'q ', '\u2003']) {
        for (const line of [part.repeat(size / part.length), `a3-a4${part.repeat(size / part.length)}`]) {
          checkReply(state, line)
        }
      }
      const line = `a${' '.repeat(size)}3-a${'\n'.repeat(size)}4`
      expect(game.answer(state, line).output).toMatch(/^Played a3-a4\n/)
    })
  })
}
describe.each(['ordo'] as const)('%s', properties)
describe.each(['ordo-x'] as const)('%s', { tags: 'slow' }, properties)
