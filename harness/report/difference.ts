import * as shlex from 'shlex'
import type { Game } from '../../reference/game.ts'
import { commonLines, differencesIn, linesIn } from '../base/lines.ts'
import { brokenRule } from '../games/rules.ts'
import { type Bytes, toReadable, toTexts } from '../session/bytes.ts'
import { exactForm, type Outcome, offsetOf } from '../session/compare.ts'
import { keptCharactersOfLine, keptLines } from '../session/limits.ts'
import { nearestForm } from '../session/matcher.ts'
import { exactly, inputs, isInLockStep } from '../session/script.ts'
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
  shownOf,
  signalOf,
} from '../session/session.ts'
import type { Case, Failure, Only } from './report.ts'
import {
  clipped,
  colors,
  inOneLine,
  nameOfAnswer,
  nameOfCharacter,
  pluralize,
  printable,
  visible,
  withSymbols,
} from './text.ts'
import { compilerOf, sentenceOfStderr, whyFailed } from './words.ts'

/** How many lines of a difference are shown before the first wrong one, and from it on. */
const linesBefore = 6
const linesAfter = 40
/** How many characters of a long line are shown before the first wrong one. */
const charactersBefore = 100
/** How many lines are compared from the first wrong one on: enough for the lines that are shown. */
const linesCompared = 100
/** How many surplus lines are kept: a program that we kill writes more or fewer in each run. */
const surplusLines = 3
/** How many of the kept lines of standard error are its first ones. */
const firstLines = 3

/**
 * Describes a failed session.
 * @param suite the name of the suite that has the session
 * @param game the game whose rules the program may break, if it is known
 * @param toFlush how to make the program flush its output, for advice
 * @param only all that differs, if that is little
 */
export function failureOf(
  suite: string,
  script: Script,
  outcome: Outcome,
  game?: Game<unknown>,
  toFlush?: string,
  only?: Only,
): Failure {
  const { played, verdict, byRules } = outcome
  const last = played.turns.length - 1
  const { output = '' } = played.turns[last] ?? {}
  const { output: text = null } = script.turns[last] ?? {}
  const form = byRules === undefined || text === null ? text : exactForm(text)
  // Of a flood, all may be allowed, and nothing would be shown as wrong.
  const allowed = played.end.how === 'flood' ? '' : output.slice(0, outcome.right)
  const nearest = toReadable(form === null ? output : nearestForm(form, allowed))
  const right = beginning(output, outcome.right)
  const whole = toReadable(output)
  const actual = outcome.mixesTurns
    ? beginningOf(whole, linesIn(`${right}.`).length)
    : beginningOf(whole, Math.max(linesIn(nearest).length, linesIn(right).length) + surplusLines)
  const screen = drawsOnScreen(outputOf(played)) ? ': it draws on the whole screen, which is out of scope' : ''
  const what =
    only !== undefined && isOfOutput(outcome)
      ? `output differs in ${only === 'last newline' ? 'the last newline' : only} only`
      : sentenceOf(script, outcome, { expected: nearest, actual: whole, right }, toFlush)
  const doubt = verdict === 'FLAKY' ? 'sometimes passes, sometimes fails: ' : ''
  const rule = game && ruleBroken(game, script, outcome, nearest)
  return {
    suite,
    sentence: `${doubt}${what}${placeOf(outcome, script)}${screen}`,
    turns: exactly(script).turns.map(({ output, answer }, index) => ({
      expected: index === last ? nearest : toReadable(output),
      ...(index <= last && { actual: index === last ? actual : toReadable(played.turns[index]?.output ?? '') }),
      ...(answer !== undefined && { answer: answer === null ? null : toReadable(answer) }),
    })),
    at: offsetOf(outcome),
    ...(only !== undefined && { only }),
    stderr: linesOfStderr(played.stderr),
    ...(outcome.again && { again: toReadable(outputOf(outcome.again)) }),
    ...(script.leftover && { leftover: script.leftover.map(toReadable) }),
    ...(rule && { rule }),
  }
}

/** Names the place where a session went wrong, after a comma. Empty for standard error: we cannot know when it was written. */
function placeOf({ played: { turns }, fault, right }: Outcome, script: Script): string {
  if (fault === 'stderr') return ''
  const count = turns.length - 1
  const answers = answersOf(script)
  const before = shownOf({
    turns: turns.map((turn, at) =>
      at < count ? { ...turn, answer: answers[at] ?? null } : { output: turn.output.slice(0, right) },
    ),
  })
  const lines = beginning(before).split('\n')
  const place = `, at line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1} of the session`
  // `null` is the end of input.
  const { [count - 1]: answer = '' } = answers
  const name = nameOfAnswer(answer && toReadable(answer))
  return `${place}, ${count === 0 ? 'before any answer' : `after answer ${count} of ${answers.length}, ${name}`}`
}

/** The first and the last lines of standard error: a message stands at its start or, after a trace, at its end. */
function linesOfStderr(stderr = ''): string[] {
  const lines = toReadable(stderr).trimEnd().split('\n').filter(Boolean)
  const more = lines.length - keptLines
  const shown =
    more <= 0
      ? lines
      : [...lines.slice(0, firstLines), `… ${pluralize(more, 'more line')}`, ...lines.slice(firstLines - keptLines)]
  return shown.map((line) => clipped(withSymbols(line), keptCharactersOfLine))
}

/** True if the output is wrong or incomplete, or a limit cut it; false if only what follows it is wrong. */
export const isOfOutput = ({ fault }: Outcome) => fault !== 'status' && fault !== 'stderr' && fault !== 'endless'

/** Ends that have nothing to do with the rules of a game. */
const endsOutsideRules: readonly End['how'][] = ['memory', 'processes', 'changed']

/** The rule that a session breaks in its last turn; undefined if it breaks none: another demand, the exact form, or a limit. */
function ruleBroken(game: Game<unknown>, script: Script, outcome: Outcome, expected: string) {
  const { byRules = outcome, played } = outcome
  const { fault, right } = byRules
  const last = played.turns.length - 1
  const isLater = byRules.played.turns.length > played.turns.length
  if (fault === undefined || fault === 'status' || fault === 'stderr' || isLater) return undefined
  if (fault === 'stopped' && endsOutsideRules.includes(played.end.how)) return undefined
  const { output = '' } = played.turns[last] ?? {}
  const isUnflushed = played.end.how === 'silent' && played.end.later === 'flushed'
  const lines = toTexts(answersOf(script).slice(0, last))
  const { id, sentence, at } =
    brokenRule(game, lines, expected, isUnflushed ? undefined : beginning(output, right)) ?? {}
  return id === undefined || sentence === undefined ? undefined : { id, sentence, ...(at !== undefined && { at }) }
}

/** True if a program waited for a line, and would have written nothing more at the end of its input. */
const isIdle = (end: End) => end.how === 'silent' && end.waits === true && end.later === undefined

/** The first line of an output that was not written. */
function lineToCome({ expected, right }: LastReply): string {
  const toCome = expected.startsWith(right) ? expected.slice(right.lastIndexOf('\n') + 1) : expected
  return toCome.replace(/\n[\s\S]*/, '')
}

/** The first bytes of an output as text, without a half character at the end. */
const beginning = (output: Bytes, bytes?: number) => toReadable(output.slice(0, bytes)).replace(/\ufffd+$/, '')

/** The last reply of a failed session: `right` is the part of `actual` before the first wrong character. */
interface LastReply {
  readonly expected: string
  readonly actual: string
  readonly right: string
}

/** Says what a program did wrong. */
function sentenceOf(script: Script, { fault, played }: Outcome, reply: LastReply, toFlush?: string): string {
  const { turns, end, stderr = '' } = played
  switch (fault) {
    case 'output':
      return kindOf(reply)
    case 'early':
      return script.turns.length === turns.length ? 'more output than expected' : 'output before the input was sent'
    case 'short':
      if (end.how === 'closed') return 'closed its output'
      if (end.how === 'exit' && end.status !== 0) return `ended with ${nameOfStatus(end.status)}`
      return reply.expected === reply.actual ? 'ends where it should read a line' : 'the output ends too early'
    case 'status': {
      const status = end.how === 'exit' ? end.status : 0
      return `ended with ${nameOfStatus(status)}, not ${script.end.how === 'exit' ? script.end.status : 0}`
    }
    case 'stderr':
      return `${sentenceOfStderr(stderr.length)}, where none is allowed`
    case 'stopped': {
      if (isIdle(end)) return `waits for a line; expected \`${lineToCome(reply)}\``
      const mayEnd = script.turns.length === turns.length && script.end.how === 'exit'
      const readsOn = mayEnd && end.how === 'silent' && end.later === 'flushed'
      return readsOn ? `${sentenceOfSilence(end)}${hints.readsOn}` : sentenceOfStop(end, toFlush)
    }
    default:
      if (end.how !== 'silent') return 'does not end'
      return end.waits ? 'does not end: waits for a line' : `does not end${end.later === 'ended' ? hints.ended : ''}`
  }
}

/**
 * Says why a session was stopped.
 * @param toFlush how to make the program flush its output
 */
export function sentenceOfStop(end: End, toFlush = ''): string {
  switch (end.how) {
    case 'silent':
      if (end.later === 'flushed') {
        const cause = `does not flush its prompt${toFlush && ` (try ${toFlush})`}, or reads all its input first`
        return `writes nothing until its input ends (${sentenceOfSilence(end)}): it ${cause}`
      }
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
  ended: ' before its input does (in Node, rl.close() leaves a pipe open: call process.exit())',
  readsOn: ' until its input was closed: it reads to the end of its input (^D)',
}

/** Says how an output is wrong: in white space only, too long, or otherwise. */
function kindOf({ expected, actual, right }: LastReply): string {
  const bare = (text: string) => text.replace(/[ \t\r\n]/g, '')
  if (bare(expected) === bare(actual)) return 'output differs in white space only'
  // Everything but spaces and newlines at the end has come.
  const end = expected.slice(expected.search(/(?<![ \t\r\n])[ \t\r\n]*$/))
  return bare(expected) === bare(right) && right.endsWith(end) ? 'more output than expected' : 'wrong output'
}

/**
 * The lines of a failed session around its first difference, as in a unified diff: `- ` expected, `+ ` actual, or two spaces.
 * White space of differing lines is made visible.
 * @param input how the input was given: if all at once, only the first wrong line is compared, as the replies to later answers
 *   come behind it
 */
export function excerptOf({ turns }: Failure, input = ''): string[] {
  const last = turns.findLastIndex(({ actual }) => actual !== undefined)
  const before = turns.slice(0, Math.max(last, 0)).map(({ actual = '', answer }) => actual + echoOf(answer))
  const { expected = '', actual = '' } = turns[last] ?? {}
  const written = linesIn(before.join('') + actual)
  const mixesTurns = atOnce.includes(input) && last < turns.length - 1 && !expected.startsWith(actual)
  const right = linesIn(before.join('') + expected).slice(0, mixesTurns ? written.length : undefined)
  const wrong = commonLines(right, written)
  const leftOut = startLeftOut(right[wrong], written[wrong])
  const near = (lines: readonly string[]) =>
    lines
      .slice(Math.max(0, wrong - linesBefore), wrong + linesCompared)
      .map((line) => (leftOut > 0 && line === lines[wrong] ? `…${line.slice(leftOut)}` : line))
      .join('')
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

/** How many characters at the start of two long lines are not shown, as both have them. */
function startLeftOut(expected = '', actual = ''): number {
  let same = 0
  while (same < expected.length && expected[same] === actual[same]) same++
  return same < keptCharactersOfLine / 2 ? 0 : same - charactersBefore
}

/** A mark for below the first differing character of two lines, which are shown behind `- ` and `+ `. */
function markFor(...lines: [removed: string, added: string]): string {
  const [removed = '', added = ''] = lines.map((line) => line.slice(0, keptCharactersOfLine))
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

const atOnce: readonly string[] = inputs.filter((input) => !isInLockStep(input))

const beginningOf = (text: string, lines: number) => linesIn(text).slice(0, lines).join('')

/** The rule that a failed session breaks, and where it is explained, in one line; empty if it is not known. */
const breaksOf = ({ rule }: Failure): string =>
  rule === undefined ? '' : `breaks: "${rule.sentence}"${rule.at === undefined ? '' : ` (${rule.at})`}`

/** The lines that were sent after the end of a failed session, as one line; empty if there were none. */
function leftoverOf({ leftover = [] }: Failure): string {
  if (leftover.length === 0) return ''
  return `sent after the end: ${inOneLine(leftover.map(shlex.quote))}`
}

/** What a flaky program wrote when it passed: a sentence, and the lines unless they are the expected ones. */
function againOf({ again, turns }: Failure): TitledLines[] {
  if (again === undefined) return []
  const title = 'played again, it passed, and wrote'
  if (again === turns.map(({ expected }) => expected).join('')) return [[`${title} what is expected`, []]]
  return [[`${title}, in another form that is allowed:`, clipped(again).split('\n')]]
}

type TitledLines = readonly [title: string, lines: readonly string[]]

const titled = (title: string, lines: readonly string[] = []): TitledLines[] =>
  lines.length === 0 ? [] : [[title, lines]]

/** What every reporter shows of a failed case below its heading: sentences, the difference, and what was written elsewhere. */
export function detailsOf(one: Case): { sentences: string[]; excerpt: string[]; texts: TitledLines[] } {
  const { failure } = one
  const compiler = titled('the compiler says:', compilerOf(one))
  if (failure === null) return { sentences: [], excerpt: [], texts: compiler }
  return {
    sentences: [leftoverOf(failure), breaksOf(failure)].filter(Boolean),
    excerpt: excerptOf(failure, one.input),
    texts: [...compiler, ...againOf(failure), ...titled('standard error:', failure.stderr)],
  }
}

/** The failure of a case as text: what went wrong, the difference, and the program's standard error. */
export function showFailure(one: Case): string {
  if (one.failure === null) return compilerOf(one).map(printable).join('\n') || printable(whyFailed(one))
  const { sentences, excerpt, texts } = detailsOf(one)
  return [
    printable(one.failure.sentence),
    ...sentences.map((line) => colors.bold(printable(line))),
    ...(excerpt.length === 0 ? [] : [colors.dim('  (- expected, + actual)')]),
    ...excerpt
      .map(printable)
      .map((line) => (line.startsWith('-') ? colors.green(line) : line.startsWith('+') ? colors.red(line) : line)),
    ...texts.flatMap(([title, lines]) => [colors.dim(title), ...lines.map((line) => printable(`  ${line}`))]),
  ].join('\n')
}
