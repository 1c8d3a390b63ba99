import type { Bytes } from '../session/bytes.ts'

/**
 * The words of a command as a line of code for that shell: opens the standard streams, and becomes the command.
 * @param input all its input, in one piece; `null`: none; absent: it reads $1. The input is in a pipe without a name, so
 *   the program may open it as /dev/stdin even after its end.
 * @param output where standard error goes: to $3, or where standard output goes; in a terminal, each stream is open for reading and writing
 */
export function shellCodeOf(
  words: readonly Bytes[],
  input?: Bytes | null,
  output: 'apart' | 'joined' | 'terminal' = 'apart',
): Bytes {
  const streams = { apart: '>"$2" 2>"$3"', joined: '>"$2" 2>&1', terminal: '<>"$1" >&0 2>&0' }
  const run = `exec ${streams[output]}; exec ${words.map(quote).join(' ')} 3>&- 5>&-`
  if (output === 'terminal') return `(${run})`
  if (input === undefined) return `(exec <"$1"; echo + >&3; ${run})`
  if (input === null) return `(exec </dev/null; ${run})`
  if (fitsHereDocument(input)) return `(eval ${quote(hereDocument(input))}; ${run})`
  return `printf %b ${quote(escaped(input))} 3>&- | { ${run}; }`
}

const quoted = /\\.|'[^']*'|"(?:[^"\\`$]|\\.|\$(?!\())*"/g

/** Matches in a line that is more than a program and its words. */
const needsShell = /[;&|(){}`]|^\s*(?:!|\w+=|(?:\.|command|eval|exec|time)\s)/

/** The words that run a line in a shell, which becomes its program if there is only one. @param words the values of `"$@"` */
export const shellCommand = (line: string, words: readonly string[] = []): string[] => [
  ...['sh', '-c', needsShell.test(line.replace(quoted, 'x')) ? line : `exec ${line}`],
  ...(words.length === 0 ? [] : ['sh', ...words]),
]

/** The largest here-document for which a shell needs no other process: PIPE_BUF on Linux, in bytes. */
const maxAtOnce = 4096

const fitsHereDocument = (input: Bytes) => input.length <= maxAtOnce && input.endsWith('\n') && !input.includes('\0')

function hereDocument(text: Bytes): Bytes {
  let end = 'end'
  while (text.includes(end)) end += 'end'
  return `exec <<'${end}'\n${text}${end}\n`
}

const escaped = (bytes: Bytes) => bytes.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000')

const quote = (word: Bytes) => `'${word.replaceAll("'", `'\\''`).replaceAll('\n', `'"$nl"'`)}'`
