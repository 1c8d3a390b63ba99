import { toReadable } from '../bytes.ts'
import { findGame } from '../find/game.ts'
import { isAsExpected, type Judgement } from '../judge.ts'
import { exactBytes, scriptOf } from '../script.ts'

/** Judgements for programs. */
export const judgementsAsJson = (judgements: readonly Judgement[]): string =>
  JSON.stringify({ ok: judgements.every(isAsExpected), entries: judgements.map(asJson) }, null, 2)

function asJson(judgement: Judgement) {
  const { entry, verdict, skipped, exact, freedoms, suites, failure } = judgement
  const { path, game, runtime, input, bytes, chars, expected } = entry
  return {
    path,
    game,
    runtime: runtime.name,
    input,
    bytes,
    chars,
    ...(skipped === undefined ? { verdict } : { skipped }),
    expected: [expected],
    ok: isAsExpected(judgement),
    exact,
    freedoms,
    suites,
    failure: failure === undefined ? null : failureAsJson(game, failure),
  }
}

/** `at` is the offset in bytes of the first differing byte in what was said. */
function failureAsJson(game: string, { suite, lines, outcome }: NonNullable<Judgement['failure']>) {
  return {
    suite,
    lines: lines.map(toReadable),
    expected: toReadable(exactBytes(scriptOf(findGame(game), lines))),
    actual: toReadable(outcome.said),
    at: outcome.at,
    why: outcome.why ?? null,
  }
}
