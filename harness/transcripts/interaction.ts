import type { Text, Variation } from '../../reference/game.ts'
import { read } from '../base/files.ts'
import { linesIn } from '../base/lines.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Bytes, toText } from '../session/bytes.ts'
import { echoOf, type Script, type Turn } from '../session/session.ts'
import type { Prompt } from './prompt.ts'
import { isCutOff, type Transcript } from './transcript.ts'

/*
 * The samples of interactive problems in the problem package format of Kattis and the ICPC: the program wrote the lines with
 * `>` and read those with `<`. The format does not say whether a prompt ends its line, so either is accepted.
 */

/** Formats a session. What the program writes before an answer gets lines of its own. */
export const formatInteraction = (turns: readonly Turn[]): Bytes =>
  turns
    .flatMap(({ output, answer }) => [
      ...linesIn(output).map((line) => `>${line.replace(/\n$/, '')}\n`),
      ...(typeof answer === 'string' ? [`<${answer}\n`] : []),
    ])
    .join('')

/** @throws UsageError if the format lacks what a session needs */
export function refuseUnfit({ path, line, settings }: Transcript, turns: readonly Turn[], prompt: Prompt | undefined) {
  if (settings.stderr === 'shown')
    throw new UsageError(path, 'shows standard error, which an .interaction does not have')
  if (formatInteraction(turns) === '') throw new UsageError(path, 'is empty: an .interaction has at least one line')
  let shown = ''
  const here = () => ({ path, line: line + shown.split('\n').length - 1 })
  for (const { output, answer } of turns) {
    for (const text of [...linesIn(output), echoOf(answer)]) {
      if (/\r\n?$/.test(text)) throw new UsageError(here(), 'line ends in CR LF, which is an error in an .interaction')
      shown += text
    }
    if (answer === null) throw new UsageError(here(), 'ends the input (^D), which an .interaction cannot do')
  }
  if (isCutOff(turns, prompt, settings))
    throw new UsageError(path, 'is cut off at a prompt: an .interaction goes on until the program ends')
}

type Settings = Transcript['settings']

/** What is lost of each setting when a transcript becomes an interaction; nothing of those that only say how to read it. */
const lossesBySetting = ({
  status = 0,
  compare = 'exact',
  stderr,
  pty,
  timeout,
  env = [],
  varies = [],
}: Settings): Readonly<Record<keyof Settings, readonly string[]>> => ({
  status: status === 0 ? [] : [`'# status: ${status}' is lost: verify expects 0`],
  compare: compare === 'exact' ? [] : [`'# compare: ${compare}' is lost: every byte counts`],
  env: env.length === 0 ? [] : [`'# env: ${env.join(' ')}' is lost: the program gets another environment`],
  varies: varies.map(({ source }) => `'# varies: ${source}' is lost: the example counts`),
  stderr: stderr === 'none' ? ["'# stderr: none' is lost: standard error does not count"] : [],
  pty: pty === undefined ? [] : ["'# pty: only' is lost: verify it with --pty"],
  timeout: timeout === undefined ? [] : [`'# timeout: ${timeout}' is lost: verify it with --timeout ${timeout}`],
  prompt: [],
  unprompted: [],
  unanswered: [],
  game: [],
  input: [],
})

/** Names what is lost when a transcript becomes an interaction. */
export const lossesIn = (settings: Settings): string[] => Object.values(lossesBySetting(settings)).flat()

/** @throws UsageError with file and line if the file is malformed, or as `read` does */
export function readInteraction(path: string, cwd = ''): Script {
  const file = read(path, 'an interaction', cwd).toString('latin1')
  const turns: Turn<Text>[] = []
  let output: Bytes[] = []
  for (const [index, line] of file.replace(/\n$/, '').split('\n').entries()) {
    const place = { path, line: index + 1 }
    if (line === '---') throw new UsageError(place, 'a second pass: a session has one')
    if (line.endsWith('\r')) throw new UsageError(place, 'line ends in CR LF')
    if (line.startsWith('>')) output.push(line.slice(1))
    else if (line.startsWith('<')) {
      turns.push({ output: textOf(output), answer: line.slice(1) })
      output = []
    } else throw new UsageError(place, "expected a line of the program ('>…') or of its input ('<…')")
  }
  return { turns: [...turns, { output: textOf(output) }], end: { how: 'exit', status: 0 } }
}

const lastNewline: Variation = { name: 'last-newline', oneOf: ['\n'], times: '?', exact: '\n' }

const textOf = (lines: readonly Bytes[]): Text => (lines.length === 0 ? '' : [toText(lines.join('\n')), lastNewline])
