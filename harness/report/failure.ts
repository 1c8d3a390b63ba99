import type { Game } from '../../reference/game.ts'
import { linesIn } from '../base/lines.ts'
import { brokenRule } from '../games/rules.ts'
import { type Bytes, toReadable } from '../session/bytes.ts'
import { exactForm, type Outcome, offsetOf } from '../session/compare.ts'
import { reportLimits } from '../session/limits.ts'
import { nearestForm } from '../session/matcher.ts'
import { exactly } from '../session/script.ts'
import { answersOf, type End, hasInputEnded, type Script, type Session, shownOf, signalOf } from '../session/session.ts'
import type { Failure } from './report.ts'
import { clipped, nameOfAnswer, pluralize, withSymbols } from './text.ts'
import { sentenceOfStderr } from './words.ts'

/** How much a killed program writes differs from run to run, so a report keeps only so many surplus lines. */
const maxSurplusLines = 3
/** Others come from its end: a message stands at the start of standard error or, after a trace, at its end. */
const firstLinesOfStderr = 3

/**
 * Describes a failed session.
 * @param game the game whose rules the program may break, if it is known
 * @param toFlush advice on how to make the program flush its output
 * @param only all that differs, if that is little
 */
export function failureOf(
  suite: string,
  script: Script,
  outcome: Outcome,
  game?: Game<unknown>,
  toFlush?: string,
  only?: Failure['only'],
): Failure {
  const { played, verdict, fault, byRules, mixesTurns } = outcome
  const last = played.turns.length - 1
  const { output = '' } = played.turns[last] ?? {}
  const { output: text = null } = script.turns[last] ?? {}
  const form = byRules === undefined || text === null ? text : exactForm(text)
  // In a flood, every byte may be allowed, which would leave nothing to mark as wrong.
  const allowed = played.end.how === 'flood' ? '' : output.slice(0, outcome.right + 1)
  const expected = toReadable(form === null ? output : nearestForm(form, allowed))
  const reply = { expected, actual: toReadable(output), right: beginning(output, outcome.right) }
  const wrong = linesIn(`${reply.right}.`).length
  // With all input at once, the replies to later answers come behind the first wrong line.
  const kept = mixesTurns ? wrong : Math.max(wrong, linesIn(expected).length) + maxSurplusLines
  const turns = exactly(script).turns.map(({ output, answer }, index) => ({
    expected: toReadable(output),
    ...(index < last && { actual: toReadable(played.turns[index]?.output ?? '') }),
    ...(index === last && { expected: beginningOf(expected, kept), actual: beginningOf(reply.actual, kept) }),
    ...(answer !== undefined && { answer: answer && toReadable(answer) }),
  }))
  const isOutputFault = fault !== 'status' && fault !== 'stderr' && fault !== 'endless'
  const what =
    only !== undefined && isOutputFault
      ? `output differs in ${only === 'last newline' ? 'the last newline' : only} only`
      : sentenceOf(script, outcome, reply, toFlush)
  const doubt = verdict === 'FLAKY' ? 'sometimes passes, sometimes fails: ' : ''
  // We cannot know when it wrote to standard error.
  const place = fault === 'stderr' ? '' : placeOf(played, turns, reply.right)
  const rule = game && ruleBroken(game, script, outcome, expected)
  return {
    suite,
    sentence: doubt + what + place,
    turns,
    at: offsetOf(outcome),
    ...(only !== undefined && { only }),
    stderr: linesOfStderr(played.stderr),
    ...(script.leftover && { leftover: script.leftover.map(toReadable) }),
    ...(rule && { rule }),
  }
}

/** Bytes as text, without a half character at the end. */
const beginning = (output: Bytes, bytes: number) => toReadable(output.slice(0, bytes)).replace(/\ufffd+$/, '')

const beginningOf = (text: string, lines: number) => linesIn(text).slice(0, lines).join('')

function placeOf(played: Session, turns: Failure['turns'], right: string): string {
  const last = played.turns.length - 1
  const lines = (toReadable(shownOf({ turns: played.turns.slice(0, -1) })) + right).split('\n')
  const place = `, at line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1} of the session`
  const { length: all } = turns.filter(({ answer }) => answer !== undefined)
  const { answer = null } = turns[last - 1] ?? {}
  return `${place}, ${last === 0 ? 'before any answer' : `after answer ${last} of ${all}, ${nameOfAnswer(answer)}`}`
}

function linesOfStderr(stderr = ''): string[] {
  const isShown = (line: string) => line !== '' && !/^ +at .*\bnode:/.test(line)
  const lines = toReadable(stderr).trimEnd().split('\n').filter(isShown)
  // The remark takes the place of a line, too.
  const more = lines.length - reportLimits.lines + 1
  if (more > 1) lines.splice(firstLinesOfStderr, more, `… ${pluralize(more, 'more line')}`)
  return lines.map((line) => clipped(withSymbols(line), reportLimits.charactersOfLine))
}

/** @returns undefined if the session breaks no rule, but another demand, the exact form, or a limit */
function ruleBroken(game: Game<unknown>, script: Script, outcome: Outcome, expected: string) {
  const { byRules = outcome, played } = outcome
  const { fault, right } = byRules
  const last = played.turns.length - 1
  const isLater = byRules.played.turns.length > played.turns.length
  if (fault === undefined || fault === 'status' || fault === 'stderr' || isLater) return undefined
  if (fault === 'stopped' && ['memory', 'processes', 'changed'].includes(played.end.how)) return undefined
  const { output = '' } = played.turns[last] ?? {}
  // It crashed before it began.
  if (last === 0 && output === '' && played.end.how === 'exit' && played.end.status !== 0) return undefined
  // No sentence of a game is about blanks after its last word.
  if (fault === 'output' && differsInSpace(expected, toReadable(output)) && expected.endsWith('\n')) return undefined
  const isUnflushed = played.end.how === 'silent' && played.end.later === 'flushed'
  const lines = answersOf(script).slice(0, last)
  return brokenRule(game, lines, expected, isUnflushed ? undefined : beginning(output, right))
}

/** @param reply the last one; `right` is the part of `actual` before the first wrong character */
function sentenceOf(
  script: Script,
  { fault, played }: Outcome,
  { expected, actual, right }: Readonly<Record<'expected' | 'actual' | 'right', string>>,
  toFlush?: string,
): string {
  const { turns, end, stderr = '' } = played
  const isAtEnd = script.end.how === 'exit' && script.turns.length === turns.length
  const lineStart = right.lastIndexOf('\n') + 1
  const [missing = ''] = linesIn(expected.startsWith(right) ? expected.slice(lineStart) : expected)
  // If only a newline is missing, the line would look as if it were there.
  const lacksOnlyNewline = missing === `${right.slice(lineStart)}\n`
  switch (fault) {
    case 'output':
      if (differsInSpace(expected, actual)) return 'output differs in white space only'
      return actual.startsWith(expected) ? 'more output than expected' : 'wrong output'
    case 'early':
      return script.turns.length === turns.length ? 'more output than expected' : 'output before the input was sent'
    case 'short':
      if (end.how === 'closed') return 'closed its output'
      if (end.how === 'exit' && end.status !== 0) return `ended with ${nameOfExit(end.status)}`
      if (expected === actual) return 'ends where it should read a line'
      return actual === '' && turns.length === 1 ? 'wrote nothing' : 'the output ends too early'
    case 'status':
      return `ended with ${nameOfExit(statusOf(end))}, not ${statusOf(script.end)}`
    case 'stderr':
      return `${sentenceOfStderr(stderr.length)}, where none is allowed`
    case 'stopped':
      if (end.how === 'silent' && end.later === 'flushed' && isAtEnd)
        return `no output for ${end.milliseconds / 1000} s until its input was closed: it reads to the end of its input (^D)`
      // At the end of its input, it would have written nothing more.
      return end.how === 'silent' && end.later === undefined
        ? `${end.waits ? 'waits for a line' : sentenceOfStop(end)}; expected \`${missing.replace('\n', lacksOnlyNewline ? '␊' : '')}\``
        : sentenceOfStop(end, toFlush)
    default:
      return end.how === 'silent' && end.waits ? 'does not end: waits for a line' : `does not end${hintOn(end)}`
  }
}

/** True if texts that differ are the same without white space. */
function differsInSpace(expected: string, actual: string): boolean {
  const bare = (text: string) => text.replace(/[ \t\r\n]/g, '')
  return bare(expected) === bare(actual)
}

const statusOf = (end: End) => (end.how === 'exit' ? end.status : 0)

/** Says why a session was stopped. */
export function sentenceOfStop(end: End, toFlush = ''): string {
  switch (end.how) {
    case 'silent': {
      const silence = `no output for ${end.milliseconds / 1000} s`
      if (end.later !== 'flushed') return silence + hintOn(end)
      const cause = `does not flush its output${toFlush && ` (try ${toFlush})`}, or reads all its input first`
      return `writes nothing until its input ends (${silence}): it ${cause}`
    }
    case 'slow':
      return `took more than ${end.milliseconds / 1000} s for one reply`
    case 'flood':
      return `wrote more than ${end.bytes} bytes`
    case 'memory':
      return `used more than ${end.mebibytes} MiB of memory`
    case 'processes':
      return `ran more than ${end.count} processes`
    case 'lost':
      return 'killed the shell that ran it'
    case 'changed':
      return 'its file was changed while it was judged'
    default:
      return 'does not end'
  }
}

const hints = {
  wrote: ', then it went on: a slow program needs a longer --timeout',
  ended: ' before its input does (in Node, readline keeps a pipe open: call process.exit())',
  flushed: '',
}

const hintOn = (end: End) => (end.how === 'silent' && end.later !== undefined ? hints[end.later] : '')

/** Says what a reference, or a recorded program, did wrong: `crashes (SIGSEGV)`. */
export function sentenceOfTrouble(session: Session): string {
  const { end, stderr } = session
  if (end.how === 'exit') return `crashes (${signalOf(end.status) ?? nameOfExit(end.status, stderr)})`
  if (end.how !== 'silent') return sentenceOfStop(end)
  return hasInputEnded(session) ? 'does not end after the end of input' : `hangs (${sentenceOfStop(end)})`
}

export function nameOfExit(status: number, stderr = ''): string {
  const [said = ''] = toReadable(stderr).trimEnd().split('\n').slice(-1)
  return `${signalOf(status) ?? `exit status ${status}`}${said === '' ? '' : `: ${said}`}`
}
