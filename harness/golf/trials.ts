import { stripTypes } from '../entries/runtimes.ts'
import type { Terms } from '../run/driver.ts'
import { prepare } from '../run/engine/prepare.ts'
import type { EngineSession } from '../run/engine/report.ts'
import type { Prepared } from '../run/engine/wire.ts'
import type { Bytes, Lines } from '../session/bytes.ts'
import { oracle } from '../session/oracle.ts'
import { exactBytes, scriptOf } from '../session/script.ts'
import { openHelpers } from './helpers.ts'
import type { Tried } from './wire.ts'

/**
 * The cheap refusals: whether programs are worth the judge's time. Nearly all are refused by their syntax or by the first
 * few sessions; those that are not hold all transitions, and the session that refuses one of them will be among the
 * first for all that follow.
 */
export interface Trials {
  /** How many programs were tried. */
  readonly count: number
  /** Which of these programs go well in the chosen sessions. */
  sift(codes: readonly string[]): Promise<boolean[]>
  /** Whether a program goes well in every session there is to try. */
  stands(code: string): Promise<boolean>
  /** Hears of a session that only the judge found. */
  learn(lines: Lines): void
  close(): void
}

interface Chosen {
  readonly lines: Lines
  /** How many programs it has refused. */
  refused: number
}

/** The sessions that each program meets first, and how many are chosen in all. */
const firstOnes = 3
const most = 60
/** How many programs go to one child at a time. */
const atOnce = 32
/** How many sessions at a time a program holds that has come so far. */
const stretch = 820

/**
 * @param chosen sessions that between them show most of what can be wrong
 * @param all sessions that show, if possible, everything
 */
export async function openTrials(
  runtime: 'node' | 'bun',
  terms: Terms,
  chosen: readonly Lines[],
  all: readonly Lines[],
): Promise<Trials> {
  const { game, input } = terms
  const check = oracle(terms)
  const helpers = await openHelpers({ runtime, input })
  let sessions: Chosen[] = chosen.map((lines) => ({ lines: check.sent(lines), refused: 0 }))
  const everything = all.map(check.sent)
  const everySet = helpers.keep(everything.map(asSession))
  let set = helpers.keep(sessions.map(({ lines }) => asSession(lines)))
  let count = 0
  let learned = 0

  function asSession(lines: Lines): EngineSession {
    // A program that says more than twice what it ought to is wrong, however it goes on.
    const enough = 2 * exactBytes(scriptOf(game, lines)).length + 500
    return { lines, endsInput: input !== 'interactive', stopAtEnd: true, enough }
  }

  const entryOf = (code: string): Prepared | undefined => {
    const prepared = prepare({ code, runtime, input })
    return 'entry' in prepared ? prepared.entry : undefined
  }

  /** What refuses most comes first. */
  function sortSessions() {
    sessions = [...sessions].sort((a, b) => b.refused - a.refused).slice(0, most)
    for (const session of sessions) session.refused /= 2
    set = helpers.keep(sessions.map(({ lines }) => asSession(lines)))
    learned = 0
  }

  async function pass(programs: readonly Prepared[], from: number, to: number, milliseconds: number) {
    const among = sessions
    const parts: Promise<Tried>[] = []
    for (let at = 0; at < programs.length; at += atOnce) {
      parts.push(helpers.attempt({ programs: programs.slice(at, at + atOnce), set, from, to, milliseconds }))
    }
    const tried = (await Promise.all(parts)).flat()
    return tried.map((reports) => {
      const failed = reports?.findIndex((report, i) => {
        const session = among[from + i]
        return session === undefined || check.check(session.lines, report) === undefined
      })
      if (failed === undefined) return false
      const session = failed === -1 ? undefined : among[from + failed]
      if (session !== undefined) session.refused++
      return failed === -1
    })
  }

  function learn(lines: Lines) {
    sessions = [{ lines: check.sent(lines), refused: 1e6 }, ...sessions]
    sortSessions()
  }

  return {
    get count() {
      return count
    },
    async sift(codes) {
      count += codes.length
      learned += codes.length
      if (learned > 5000) sortSessions()
      const passed = codes.map(() => false)
      const open = codes.flatMap((code, index) => {
        const entry = entryOf(code)
        return entry === undefined ? [] : [{ index, entry }]
      })
      const first = await pass(
        open.map(({ entry }) => entry),
        0,
        firstOnes,
        40,
      )
      const left = open.filter((_, i) => first[i])
      const rest =
        left.length === 0
          ? []
          : await pass(
              left.map(({ entry }) => entry),
              firstOnes,
              most,
              200,
            )
      for (const [i, { index }] of left.entries()) passed[index] = rest[i] === true
      return passed
    },
    async stands(code) {
      // Types are taken out of what the judge tries, even where there are none.
      const entry = entryOf(await stripTypes(code).catch(() => '}'))
      if (entry === undefined) return false
      const parts: Promise<number | undefined>[] = []
      let isRefused = false
      for (let from = 0; from < everything.length; from += stretch) parts.push(failedFrom(from))
      const failed = (await Promise.all(parts)).find((index) => index !== undefined)
      if (failed !== undefined && failed >= 0) learn(everything[failed] as Bytes[])
      return failed === undefined

      /** @returns the number of a session that went wrong; -1: all of them; undefined: none */
      async function failedFrom(from: number): Promise<number | undefined> {
        if (isRefused || entry === undefined) return undefined
        const attempt = { programs: [entry], set: everySet, from, to: from + stretch, milliseconds: 3000 }
        const [reports] = await helpers.attempt(attempt)
        const failed = reports?.findIndex(
          (report, i) => check.check(everything[from + i] as Bytes[], report) === undefined,
        )
        if (failed === -1) return undefined
        isRefused = true
        return failed === undefined ? -1 : from + failed
      }
    },
    learn,
    close: () => helpers.close(),
  }
}
