import type { Game, Rule } from '../../reference/game.ts'
import { commonLines, differencesIn, linesIn } from '../base/lines.ts'
import { brokenRule, type WrongReply } from '../games/rules.ts'
import { type Bytes, toReadable, toTexts } from '../session/bytes.ts'
import { type Outcome, offsetOf } from '../session/compare.ts'
import { Follower } from '../session/follower.ts'
import { keptCharactersOfLine, keptLines } from '../session/limits.ts'
import { nearestForm } from '../session/matcher.ts'
import { exactly } from '../session/script.ts'
import {
  answersOf,
  drawsOnScreen,
  type End,
  echoOf,
  hasInputEnded,
  nameOfStatus,
  outputOf,
  type Script,
  type Session,
  signalOf,
} from '../session/session.ts'
import { breaksOf } from './breaks.ts'
import type { Case, Failure, ShownRule, ShownTurn } from './report.ts'
import { clipped, colors, nameOfAnswer, nameOfCharacter, printable, visible, withSymbols } from './text.ts'
import { againOf, compilerOf, leftoverOf, sentenceOfStderr, whyFailed } from './words.ts'

/** How many lines of a difference are kept before the first wrong one, and from it on. */
const linesBefore = 6
const linesAfter = 40
/** How many lines are compared from the first wrong one on: enough for the lines that are kept. */
const linesCompared = 100
/** How many surplus lines are kept: a program that we kill writes more or fewer in each run. */
const surplusLines = 3

/**
 * Describes a failed session.
 * @param suite the name of the suite that has the session
 * @param game the game whose rules the program may break, if it is known
 * @param toFlush how to make the program flush its output, for advice
 */
export function failureOf(
  suite: string,
  script: Script,
  outcome: Outcome,
  game?: Game<unknown>,
  toFlush?: string,
): Failure {
  const { played } = outcome
  const turns = rightTurns(script)
  const lines = turns.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
  const last = played.turns.length - 1
  const { output = '' } = played.turns[last] ?? {}
  // In a varying place, the written text counts as expected.
  const expected = toReadable(nearestForm(script.turns[last]?.output ?? '', output.slice(0, outcome.right)))
  const actual = toReadable(output)
  const right = beginning(output, outcome.right)
  const kept = withoutSurplus(actual, Math.max(linesIn(expected).length, linesIn(right).length))
  const written = [...played.turns.slice(0, -1).map(({ output }) => toReadable(output)), kept]
  const before = lines.slice(0, last).map((line, index) => written[index] + echoOf(line))
  const screen = drawsOnScreen(outputOf(played)) ? ': it draws on the whole screen, which is out of scope' : ''
  // If the fault is not in the output, the output may be another allowed form.
  const shown = isOfOutput(outcome) ? expected : kept
  const what = outcome.fault === 'output' ? kindOf(expected, actual, right) : sentenceOf(script, outcome, toFlush)
  const doubt = outcome.verdict === 'FLAKY' ? 'sometimes passes, sometimes fails: ' : ''
  const isUnflushed = played.end.how === 'silent' && played.end.later === 'flushed'
  const allowed = allowedBytes(script, outcome)
  return {
    suite,
    lines,
    expected: toReadable(outputOf(exactly(script))),
    actual: toReadable(outputOf(played)),
    ...(outcome.again && { again: toReadable(outputOf(outcome.again)) }),
    at: offsetOf(outcome),
    difference: {
      sentence: `${doubt}${what}${placeOf(outcome, lines)}${screen}`,
      lines: compare([...before, shown].join(''), [...before, kept].join('')),
    },
    turns: turns.map((turn, index) => ({ ...turn, ...(index <= last && { actual: written[index] ?? '' }) })),
    ...(script.leftover && { leftover: script.leftover.map(toReadable) }),
    right: right.length,
    stderr: lastLines(played.stderr),
    ...(game &&
      allowed !== undefined &&
      rulesBroken(game, script, last, { expected, actual, right: beginning(output, allowed).length, isUnflushed })),
  }
}

/** The first bytes of an output as text, without a half character at the end. */
const beginning = (output: Bytes, bytes: number) => toReadable(output.slice(0, bytes)).replace(/\ufffd+$/, '')

/**
 * Names the place where a session went wrong, after a comma. Empty for standard error: we cannot know when it was written.
 * @param lines the lines of the session
 */
function placeOf(outcome: Outcome, lines: Failure['lines']): string {
  const { played, fault } = outcome
  if (fault === 'stderr') return ''
  const at = offsetOf(outcome)
  const line = outputOf(played).slice(0, at).split('\n').length
  const answers = played.turns.length - 1
  // `null` is the end of input.
  const { [answers - 1]: answer = '' } = lines
  const when =
    answers === 0 ? 'before any answer' : `after answer ${answers} of ${lines.length}, ${nameOfAnswer(answer)}`
  return `, at byte ${at} (line ${line}), ${when}`
}

const lastLines = (stderr = '') =>
  toReadable(stderr)
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .slice(-keptLines)
    .map((line) => clipped(withSymbols(line), keptCharactersOfLine))

/** True if the output is wrong or incomplete, or a limit cut it; false if only what follows it is wrong. */
const isOfOutput = ({ fault }: Outcome) => fault !== 'status' && fault !== 'stderr' && fault !== 'endless'

/** Ends that have nothing to do with the rules of a game. */
const endsOutsideRules: readonly End['how'][] = ['memory', 'processes', 'changed']

/**
 * The number of bytes of the last turn that the rules allow; undefined if they allow all of it, and the program failed for
 * another reason: a limit, the exit status, the exact form.
 */
function allowedBytes(script: Script, { fault, right, played: { turns, end } }: Outcome): number | undefined {
  if (fault === 'status' || fault === 'stderr') return undefined
  if (fault === 'stopped' && endsOutsideRules.includes(end.how)) return undefined
  if (fault !== 'output' && fault !== 'short') return right
  const last = turns.length - 1
  const follow = new Follower({ ...script, turns: script.turns.slice(last) }, false)
  follow.feed(turns[last]?.output ?? '')
  const isAllowed = fault === 'output' ? follow.state !== 'wrong' : follow.mayEnd()
  return isAllowed ? undefined : follow.right
}

function rulesBroken(
  game: Game<unknown>,
  script: Script,
  turn: number,
  wrong: Omit<WrongReply, 'lines'>,
): { rules?: readonly ShownRule[] } {
  const lines = toTexts(answersOf(script).slice(0, turn))
  const rule = brokenRule(game, { ...wrong, lines })
  return rule === undefined ? {} : { rules: [shownRule(rule)] }
}

export const shownRule = ({ id, sentence, at }: Rule): ShownRule => ({ id, sentence, ...(at !== undefined && { at }) })

export const rightTurns = (script: Script): ShownTurn[] =>
  exactly(script).turns.map(({ output, answer }) => ({
    expected: toReadable(output),
    ...(answer !== undefined && { answer: answer === null ? null : toReadable(answer) }),
  }))

function sentenceOf(script: Script, { fault, played: { turns, end, stderr = '' } }: Outcome, toFlush?: string): string {
  switch (fault) {
    case 'early':
      return script.turns.length === turns.length ? 'more output than expected' : 'output before the input was sent'
    case 'short':
      if (end.how === 'closed') return 'closed its output'
      return end.how === 'exit' && end.status !== 0
        ? `ended with ${nameOfStatus(end.status)}`
        : 'the output ends too early'
    case 'status': {
      const status = end.how === 'exit' ? end.status : 0
      return `ended with ${nameOfStatus(status)}, not ${script.end.how === 'exit' ? script.end.status : 0}`
    }
    case 'stderr':
      return `${sentenceOfStderr(stderr.length)}, where none is allowed`
    case 'stopped': {
      const mayEnd = script.turns.length === turns.length && script.end.how === 'exit'
      const readsOn = mayEnd && end.how === 'silent' && end.later === 'flushed'
      return readsOn ? `${sentenceOfSilence(end)}${hints.readsOn}` : sentenceOfStop(end, toFlush)
    }
    default:
      return 'does not end'
  }
}

/**
 * Says why a session was stopped.
 * @param toFlush how to make the program flush its output
 */
export function sentenceOfStop(end: End, toFlush = ''): string {
  switch (end.how) {
    case 'silent':
      if (end.later === 'flushed') return sentenceOfSilence(end) + hints.flushed + (toFlush && ` (try ${toFlush})`)
      return sentenceOfSilence(end) + (end.later === undefined ? '' : hints[end.later])
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

const sentenceOfSilence = ({ milliseconds }: { milliseconds: number }) => `no output for ${milliseconds / 1000} s`

/** Says what a reference, or a recorded program, did wrong: `crashes (SIGSEGV)`. */
export function sentenceOfTrouble(session: Session): string {
  const { end, stderr } = session
  switch (end.how) {
    case 'silent':
      return hasInputEnded(session) ? 'does not end after the end of input' : `hangs (${sentenceOfStop(end)})`
    case 'lost':
      return 'kills the shell that runs it'
    case 'exit':
      return `crashes (${signalOf(end.status) ?? nameOfExit(end.status, stderr)})`
    default:
      return sentenceOfStop(end)
  }
}

export function nameOfExit(status: number, stderr = ''): string {
  const [said = ''] = toReadable(stderr).trimEnd().split('\n').slice(-1)
  return `${nameOfStatus(status)}${said === '' ? '' : `: ${said}`}`
}

const hints = {
  wrote: ', then it went on: a slow program needs a longer --timeout',
  flushed: ' until its input was closed: it does not flush its prompt',
  readsOn: ' until its input was closed: it reads to the end of its input (^D)',
}

/** @param right the part of `actual` before the first wrong character */
function kindOf(expected: string, actual: string, right: string): string {
  const bare = (text: string) => text.replace(/[ \t\r\n]/g, '')
  if (bare(expected) === bare(actual)) return 'output differs in white space only'
  // Everything but spaces and newlines at the end has come.
  const end = expected.slice(expected.search(/(?<![ \t\r\n])[ \t\r\n]*$/))
  return bare(expected) === bare(right) && right.endsWith(end) ? 'more output than expected' : 'wrong output'
}

/** The lines around the first difference, as a unified diff. White space of differing lines is made visible. */
function compare(expected: string, actual: string): string[] {
  const right = linesIn(expected)
  const written = linesIn(actual).slice(0, right.length + surplusLines)
  const wrong = commonLines(right, written)
  const near = (lines: readonly string[]) =>
    lines.slice(Math.max(0, wrong - linesBefore), wrong + linesCompared).join('')
  const parts = differencesIn(near(right), near(written))
  const replaced = parts.findIndex(({ added }, index) => added && parts[index - 1]?.removed)
  const lines = parts.flatMap(({ value, added, removed }, index) => {
    const shown = linesIn(value).map((line) => {
      if (added) return `+ ${visible(line)}`
      return removed ? `- ${visible(line)}` : `  ${withSymbols(line.replace(/\n$/, ''))}`
    })
    const [old = ''] = linesIn(parts[index - 1]?.value ?? '')
    return index === replaced ? shown.toSpliced(1, 0, markFor(old, linesIn(value)[0] ?? '')) : shown
  })
  const changed = lines.findIndex((line) => !line.startsWith(' '))
  const first = changed === -1 ? lines.length : changed
  return lines
    .slice(Math.max(0, first - linesBefore), first + linesAfter)
    .map((line) => clipped(line, keptCharactersOfLine))
}

/** A mark for below the first differing character of two lines, which are shown behind `- ` and `+ `. */
function markFor(removed: string, added: string): string {
  const [expected, actual] = [[...visible(removed)], [...visible(added)]]
  const differing = expected.findIndex((character, index) => character !== actual[index])
  const at = differing === -1 ? expected.length : differing
  return `  ${' '.repeat(at)}^${namesOfCharacters(removed, added)}`
}

/** Names the first differing characters of two lines, if they may look alike: ` U+0041, not U+0391`. */
function namesOfCharacters(removed: string, added: string): string {
  const [expected, actual] = [[...removed], [...added]]
  const at = expected.findIndex((character, index) => character !== actual[index])
  const pair = [expected[at] ?? '', actual[at] ?? '']
  const isClear = !/\P{ASCII}/u.test(pair.join('')) || pair.some((one) => one === '' || withSymbols(one) !== one)
  return isClear ? '' : ` ${pair.map(nameOfCharacter).join(', not ')}`
}

const withoutSurplus = (text: string, lines: number) =>
  linesIn(text)
    .slice(0, lines + surplusLines)
    .join('')

/** The failure of a case as text: what went wrong, the difference, and the program's standard error. */
export function showFailure(one: Case): string {
  if (one.failure === null) return compilerOf(one).map(printable).join('\n') || printable(whyFailed(one))
  const { difference, stderr } = one.failure
  const { sentence, lines } = difference
  const again = againOf(one.failure)
  return [
    printable(sentence),
    ...[leftoverOf(one.failure)].filter(Boolean).map(printable),
    ...breaksOf(one).map((line) => colors.bold(printable(line))),
    colors.dim('  (- expected, + actual)'),
    ...lines.map(printable).map((line) => {
      if (line.startsWith('-')) return colors.green(line)
      return line.startsWith('+') ? colors.red(line) : line
    }),
    ...(again === undefined ? [] : [again.sentence, ...again.lines.map((line) => printable(`  ${line}`))]),
    ...(stderr.length === 0 ? [] : [colors.dim('standard error:'), ...stderr.map((line) => printable(`  ${line}`))]),
  ].join('\n')
}
