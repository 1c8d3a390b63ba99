/** A program with one small change. */
export interface ProgramMutant {
  readonly source: string
  /** The place where it differs: `3: old line → new line`. */
  readonly change: string
}

/** Patterns, in any language, and their replacements: as in `String.replace`, and always at one place only. */
type Rule = readonly [pattern: RegExp, ...replacements: string[]]

const digits = [...'0123456789'].map(
  (digit, value): Rule => [RegExp(digit), `${(value + 1) % 10}`, `${(value + 9) % 10}`],
)

/** Every rule. A new one is a new row. */
const rules: readonly Rule[] = [
  // Constants, and the digits of the winning lines.
  ...digits,
  // Comparisons.
  [/(?<![=!])==(?!=)/, '!='],
  [/(?<![=!])!=(?!=)/, '=='],
  [/===/, '!=='],
  [/!==/, '==='],
  [/\beq\b/, 'ne'],
  [/ <(=?) /, ' > ', ' >= ', ' < ', ' <= '],
  [/ (=?)~ /, ' !~ '],
  // Logic.
  [/&&/, '||'],
  [/\|\|/, '&&'],
  [/\band\b/, 'or'],
  [/\bnot /, ''],
  [/! ?(?=[\w(/])/, ''],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\bTrue\b/, 'False'],
  [/\bsome\b/, 'every'],
  [/\bevery\b/, 'some'],
  [/\bany\b/, 'all'],
  [/\ball\b/, 'any'],
  // Conditions.
  [/\b(if|while) \((.+)\) \{$/, '$1 (!($2)) {'],
  [/\b(if|while) (.+):$/, '$1 not ($2):'],
  [/\b(if|while) (.+); (then|do)$/, '$1 ! { $2; }; $3'],
  // Arithmetic and ranges.
  [/\+=/, '-='],
  [/\+\+/, '--'],
  [/ \+ /, ' - '],
  [/ \* /, ' + '],
  // Jumps.
  [/\bbreak\b/, 'continue'],
  [/\bcontinue\b/, 'break'],
  [/\bnext\b/, 'exit'],
  // Players, cells and what a valid line is.
  [/\bX\b/, 'O', 'x'],
  [/\bO\b/, 'X', '0'],
  [/(?<=['" (])\.(?=['" )])/, ',', ''],
  [/\.(?=\.{8})/, ''],
  [/\^(?=\[)/, ''],
  [/(?<=\])\$/, ''],
  // Messages, prompts and newlines.
  [/\b([iwt])(nvalid|on|ie)\./, '$2.', '$1$2', '$1$2!', '$1$2. ', '$1$2.\\n'],
  [/>(?= ?["'`])/, '<', ''],
  [/> (?=["'`])/, '>', '>  '],
  [/\\n/, '', '\\n\\n', ' \\n'],
  // A line, unless it begins or ends a block.
  [/^(?!.*(?:[{}:]|\bdo|then|done|fi|else)$)[ \t]*\S.*\n/, ''],
]

/** @returns the program's mutants, each another text */
export function mutantsOf(source: string): ProgramMutant[] {
  const mutants = new Map<string, ProgramMutant>()
  for (const [pattern, ...replacements] of rules) {
    for (const { index } of source.matchAll(RegExp(pattern, 'gm'))) {
      for (const replacement of replacements) {
        const here = RegExp(pattern, 'my')
        here.lastIndex = index
        const mutated = source.replace(here, replacement)
        if (mutated !== source) mutants.set(mutated, { source: mutated, change: changeAt(source, mutated, index) })
      }
    }
  }
  return [...mutants.values()]
}

function changeAt(source: string, mutated: string, index: number): string {
  const line = source.slice(0, index).split('\n').length - 1
  const [before, after] = [source, mutated].map((text) => text.split('\n')) as [string[], string[]]
  const change = after.length < before.length ? 'deleted' : `→ ${after[line]?.trim()}`
  return `${line + 1}: ${before[line]?.trim()} ${change}`
}
