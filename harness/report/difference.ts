import { join, relative } from 'node:path'
import * as shlex from 'shlex'
import { exists } from '../base/files.ts'
import { differencesIn, linesIn } from '../base/lines.ts'
import { packageRoot } from '../base/package-root.ts'
import { reportLimits } from '../session/limits.ts'
import { echoOf } from '../session/session.ts'
import type { Case, Failure } from './report.ts'
import { clipped, colors, inOneLine, nameOfCharacter, printable, withSymbols } from './text.ts'
import { originOf } from './words.ts'

/** Lines that are shown before the first wrong one and, at the most, from it on; those are found in more lines. */
const [linesBefore, linesAfter, linesCompared] = [6, 40, 100]
/** Characters of a long line that are shown before the first wrong one. */
const charactersBefore = 100

/**
 * Shows a failed session around its first difference, as a unified diff does: `- ` expected, `+ ` actual, or two spaces. White
 * space of differing lines is made visible.
 */
export function excerptOf({ turns }: Pick<Failure, 'turns'>): string[] {
  const played = turns.filter(({ actual }) => actual !== undefined)
  const { expected = '', actual = '' } = played.at(-1) ?? {}
  const shown = played.map(({ actual, answer }) => actual + echoOf(answer))
  const before = shown.slice(0, -1).join('')
  const [right, written] = [linesIn(before + expected), linesIn(before + actual)]
  const differing = right.findIndex((line, index) => line !== written[index])
  const wrong = differing === -1 ? right.length : differing
  const near = (lines: readonly string[]) =>
    lines.slice(Math.max(0, wrong - linesBefore), wrong + linesCompared).join('')
  const parts = differencesIn(near(right), near(written))
  const replacing = parts.findIndex(({ added }, index) => added && parts[index - 1]?.removed)
  const [old = '', now = ''] = [replacing - 1, replacing].map((index) => linesIn(parts[index]?.value ?? '')[0])
  const { same, names } = firstDifference([...old], [...now])
  const leftOut = same < reportLimits.charactersOfLine / 2 ? 0 : same - charactersBefore
  const start = leftOut === 0 ? '' : '…'
  const shorten = (line: string) => (line === old || line === now ? start + [...line].slice(leftOut).join('') : line)
  const mark = `  ${' '.repeat(start.length + [...visible([...old].slice(leftOut, same).join(''))].length)}^${names}`
  const lines = parts.flatMap(({ value, added, removed }, index) => {
    const shown = linesIn(value).map((line) => {
      if (!added && !removed) return `  ${withSymbols(line.replace(/\n$/, ''))}`
      return `${added ? '+' : '-'} ${visible(shorten(line))}`
    })
    return index === replacing ? shown.toSpliced(1, 0, mark) : shown
  })
  const first = lines.findIndex((line) => !line.startsWith(' '))
  return lines.slice(0, first + linesAfter).map((line) => clipped(line, reportLimits.charactersOfLine))
}

/** Makes spaces visible, too. */
const visible = (text: string) => withSymbols(text).replaceAll(' ', '·')

/** Finds where two lines begin to differ, and names the first differing characters if they may look alike. */
function firstDifference(old: readonly string[], now: readonly string[]) {
  const at = old.findIndex((character, index) => character !== now[index])
  const pair = [old[at], now[at]].filter((one) => one !== undefined && withSymbols(one) === one) as string[]
  const mayLookAlike = pair.length === 2 && /\P{ASCII}/u.test(pair.join(''))
  return {
    same: at === -1 ? old.length : at,
    names: mayLookAlike ? ` ${pair.map(nameOfCharacter).join(', not ')}` : '',
  }
}

/** What reporters show of a failed case below the sentence that says what went wrong: sentences, and lines with a title. */
export function sectionsOf(result: Case) {
  const { leftover = [], rule, stderr = [] } = result.failure ?? {}
  const excerpt = result.failure === null ? [] : excerptOf(result.failure)
  const compiler = result.kind === 'entry' ? (result.compiler ?? []) : []
  const sections: { readonly title: string; readonly lines?: readonly string[]; readonly language?: 'diff' }[] = []
  if (leftover.length > 0) sections.push({ title: `sent after the end: ${inOneLine(leftover.map(shlex.quote))}` })
  if (rule !== undefined)
    sections.push({ title: `breaks: "${rule.sentence}"${rule.at ? ` (${pageOf(rule.at)})` : ''}` })
  if (excerpt.length > 0) sections.push({ title: '  (- expected, + actual)', lines: excerpt, language: 'diff' })
  if (compiler.length > 0) sections.push({ title: 'the compiler says:', lines: compiler })
  if (stderr.length > 0) sections.push({ title: 'standard error:', lines: stderr })
  return sections
}

/** Makes the page and heading of a rule a path from the current folder. Our own pages are in our package. */
function pageOf(at: string): string {
  const [page = ''] = at.split('#')
  const ours = join(packageRoot, page)
  return exists(page) || !exists(ours) ? at : relative('', ours) + at.slice(page.length)
}

export function showFailure(result: Case): string {
  const sections = sectionsOf(result).flatMap(({ title, lines, language }) => {
    if (lines === undefined) return [colors.bold(printable(title))]
    return [colors.dim(title), ...lines.map(language === 'diff' ? colored : (line) => printable(`  ${line}`))]
  })
  const beginning = result.failure === null ? [] : [originOf(result), result.failure.sentence]
  return [...beginning.filter(Boolean).map(printable), ...sections].join('\n')
}

function colored(line: string): string {
  const color = line.startsWith('-') ? colors.green : line.startsWith('+') ? colors.red : String
  return color(printable(line))
}
