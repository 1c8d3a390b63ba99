import type { Bytes } from '../session/bytes.ts'

/**
 * Returns code for the shell of shell.ts that opens the standard streams and becomes a command.
 * @param input all its input, in a pipe without a name: it may open /dev/stdin even after the end; `null`: none; absent: $1
 * @param output whether standard error goes to $3, or where standard output goes; in a terminal, each stream can do both
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
  if (input.length <= maxHereDocumentBytes && input.endsWith('\n') && !input.includes('\0'))
    return `(${run}) ${hereDocument(input)}`
  const escaped = input.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000')
  return `printf %b ${quote(escaped)} 3>&- | { ${run}; }`
}

const quoted = /\\.|'[^']*'|"(?:[^"\\`$]|\\.|\$(?!\())*"/g

/** Matches in a line, without what is quoted, if it is more than a program and its words. */
const needsShell = /[;&|(){}`]|^\s*(?:!|\w+=|(?:\.|command|eval|exec|time)\s)/

/** Runs a line in a shell, which becomes its program if there is only one. @param words the values of `"$@"` */
export const shellCommand = (line: string, words: readonly string[] = []): string[] => [
  ...['sh', '-c', needsShell.test(line.replace(quoted, 'x')) ? line : `exec ${line}`],
  ...(words.length === 0 ? [] : ['sh', ...words]),
]

/** For more, a shell needs another process: PIPE_BUF on Linux. */
const maxHereDocumentBytes = 4096

function hereDocument(text: Bytes): Bytes {
  let end = 'end'
  while (text.includes(end)) end += 'end'
  return `<<'${end}'\n${text}${end}`
}

export const quote = (word: Bytes): Bytes => `'${word.replaceAll("'", `'\\''`)}'`
