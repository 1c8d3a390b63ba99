/** A square of a board of ten columns and eight rows: 0 is a1, 9 is j1, 10 is a2 … 79 is j8. */
export type Square = number

/** One step: east is towards column j, north towards row 8. */
export interface Direction {
  readonly east: -1 | 0 | 1
  readonly north: -1 | 0 | 1
}

/** Goes so many steps. The square must be on the board. */
export const stepsOn = (square: Square, { east, north }: Direction, steps: number): Square =>
  square + steps * (10 * north + east)

/** Undefined if the squares are the same or not in a straight line. */
export function straightLine(from: Square, to: Square): { direction: Direction; steps: number } | undefined {
  const columns = (to % 10) - (from % 10)
  const rows = Math.floor(to / 10) - Math.floor(from / 10)
  const steps = Math.max(Math.abs(columns), Math.abs(rows))
  if (steps === 0 || (columns !== 0 && rows !== 0 && Math.abs(columns) !== Math.abs(rows))) return undefined
  return { direction: { east: sign(columns), north: sign(rows) }, steps }
}

const sign = (distance: number) => (distance > 0 ? 1 : distance < 0 ? -1 : 0)

// Three rows to a word, so that a step sideways never leaves its word.
const row = 0x3ff
const twoRows = 0xfffff
const threeRows = 0x3fffffff
const columnA = 0x00100401
const columnJ = columnA << 9

const bits = (word: number) => {
  word -= (word >>> 1) & 0x55555555
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const lowestBit = (word: number) => 31 - Math.clz32(word & -word)

export class SquareSet implements Iterable<Square> {
  static readonly empty = new SquareSet(0, 0, 0)
  static readonly full = new SquareSet(threeRows, threeRows, twoRows)

  /** Rows 1 to 3, 4 to 6, and 7 to 8: ten bits each, column a the lowest. */
  private readonly low: number
  private readonly middle: number
  private readonly high: number

  private constructor(low: number, middle: number, high: number) {
    this.low = low
    this.middle = middle
    this.high = high
  }

  static of(...squares: Square[]): SquareSet {
    return squares.reduce((set, square) => set.with(square), SquareSet.empty)
  }

  static row(index: number): SquareSet {
    return SquareSet.full.filter((square) => Math.floor(square / 10) === index)
  }

  static column(index: number): SquareSet {
    return SquareSet.full.filter((square) => square % 10 === index)
  }

  filter(belongs: (square: Square) => boolean): SquareSet {
    return SquareSet.of(...[...this].filter(belongs))
  }

  has(square: Square): boolean {
    const word = square < 30 ? this.low : square < 60 ? this.middle : this.high
    return ((word >>> (square % 30)) & 1) === 1
  }

  with(square: Square): SquareSet {
    const bit = 1 << (square % 30)
    if (square < 30) return new SquareSet(this.low | bit, this.middle, this.high)
    if (square < 60) return new SquareSet(this.low, this.middle | bit, this.high)
    return new SquareSet(this.low, this.middle, this.high | bit)
  }

  without(square: Square): SquareSet {
    return this.diff(SquareSet.of(square))
  }

  union(other: SquareSet): SquareSet {
    return new SquareSet(this.low | other.low, this.middle | other.middle, this.high | other.high)
  }

  intersect(other: SquareSet): SquareSet {
    return new SquareSet(this.low & other.low, this.middle & other.middle, this.high & other.high)
  }

  diff(other: SquareSet): SquareSet {
    return new SquareSet(this.low & ~other.low, this.middle & ~other.middle, this.high & ~other.high)
  }

  intersects(other: SquareSet): boolean {
    return ((this.low & other.low) | (this.middle & other.middle) | (this.high & other.high)) !== 0
  }

  equals(other: SquareSet): boolean {
    return this.low === other.low && this.middle === other.middle && this.high === other.high
  }

  isEmpty(): boolean {
    return (this.low | this.middle | this.high) === 0
  }

  size(): number {
    return bits(this.low) + bits(this.middle) + bits(this.high)
  }

  /** Row by row from a1. */
  *[Symbol.iterator](): Iterator<Square> {
    for (let word = this.low; word !== 0; word &= word - 1) yield lowestBit(word)
    for (let word = this.middle; word !== 0; word &= word - 1) yield lowestBit(word) + 30
    for (let word = this.high; word !== 0; word &= word - 1) yield lowestBit(word) + 60
  }

  /** Moves the whole set by one step. Squares that leave the board are lost. */
  shift({ east, north }: Direction): SquareSet {
    let { low, middle, high } = this
    if (east > 0) {
      low = (low & ~columnJ) << 1
      middle = (middle & ~columnJ) << 1
      high = (high & ~columnJ) << 1
    } else if (east < 0) {
      low = (low & ~columnA) >>> 1
      middle = (middle & ~columnA) >>> 1
      high = (high & ~columnA) >>> 1
    }
    if (north > 0) {
      return new SquareSet(
        (low << 10) & threeRows,
        ((middle << 10) & threeRows) | (low >>> 20),
        ((high << 10) & twoRows) | (middle >>> 20),
      )
    }
    if (north < 0) {
      return new SquareSet((low >>> 10) | ((middle & row) << 20), (middle >>> 10) | ((high & row) << 20), high >>> 10)
    }
    return new SquareSet(low, middle, high)
  }

  /** Adds all neighbours. */
  near(): SquareSet {
    const low = this.low | ((this.low & ~columnJ) << 1) | ((this.low & ~columnA) >>> 1)
    const middle = this.middle | ((this.middle & ~columnJ) << 1) | ((this.middle & ~columnA) >>> 1)
    const high = this.high | ((this.high & ~columnJ) << 1) | ((this.high & ~columnA) >>> 1)
    return new SquareSet(
      (low | (low << 10) | (low >>> 10) | (middle << 20)) & threeRows,
      (middle | (middle << 10) | (middle >>> 10) | (low >>> 20) | (high << 20)) & threeRows,
      (high | (high << 10) | (high >>> 10) | (middle >>> 20)) & twoRows,
    )
  }

  /** Lists groups of connected squares; diagonal neighbours are connected. */
  groups(): SquareSet[] {
    const groups: SquareSet[] = []
    for (let rest: SquareSet = this; !rest.isEmpty(); ) {
      const group = rest.firstGroup()
      groups.push(group)
      rest = rest.diff(group)
    }
    return groups
  }

  /** True if all squares are in one group. The empty set is connected. */
  isConnected(): boolean {
    return this.firstGroup().equals(this)
  }

  private firstGroup(): SquareSet {
    let group = this.first()
    for (;;) {
      const grown = group.near().intersect(this)
      if (grown.equals(group)) return group
      group = grown
    }
  }

  private first(): SquareSet {
    const { low, middle, high } = this
    if (low !== 0) return new SquareSet(low & -low, 0, 0)
    if (middle !== 0) return new SquareSet(0, middle & -middle, 0)
    return new SquareSet(0, 0, high & -high)
  }
}
