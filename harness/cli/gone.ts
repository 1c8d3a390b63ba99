import { UsageError } from '../base/usage-error.ts'

const noReplacement = 'nothing replaces it'
const asFuzz = "'ninehole fuzz --reference' compares a program with a command"

/** Verbs that are gone, each with what to do instead. Empty this with the next release. */
const verbs: Readonly<Record<string, string>> = {
  completion: noReplacement,
  convert: noReplacement,
  mutants: noReplacement,
  rules: 'the rules are pages of reference/, and a failure of judge names the rule that it breaks',
}

/** The same for options, by verb. */
const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fuzz: {
    '--non-utf8': 'some such lines are always sent',
    '--save-all': 'use --save, or record',
    '--witness': 'run fuzz once for each program',
  },
  golf: { '--write': 'use --output with the same file' },
  judge: {
    '--cache': 'name the entries to judge, or use --quick',
    '--like': asFuzz,
    '--memory': '--all-games plays all games',
    '--no-cache': 'nothing is remembered',
    '--prompt': asFuzz,
    '--reference': asFuzz,
    '--varies': asFuzz,
    '--words': asFuzz,
  },
  record: { '--comment': 'write the comment into the file' },
  sizes: { '--into': 'send the table to a file', '--smallest': 'the smallest is the first of each league' },
  verify: {
    '--accept': 'use --update, then choose with your version control',
    '--filter': 'name the transcripts',
    '--review': 'use --update, then look at the difference in your version control',
  },
}

/** Options with a new name, by verb. The old one works until the next release, as scripts have it. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fuzz: { '--lines': '--max-lines' },
  record: { '--lines': '--answers' },
}

/**
 * The words of a command with the new names of options.
 * @throws UsageError if the verb or one of its options is gone
 */
export function withoutOldNames(words: readonly string[]): string[] {
  const [verb = ''] = words
  const instead = ownValue(verbs, verb)
  if (instead !== undefined) throw new UsageError(`there is no ${verb} any more`, instead)
  for (const [name, instead] of Object.entries(ownValue(options, verb) ?? {}))
    if (words.some((word) => isOption(word, name))) throw new UsageError(`${verb} has no ${name} any more`, instead)
  const newNames = Object.entries(ownValue(renamed, verb) ?? {})
  return words.map((word) => {
    const [old, name] = newNames.find(([old]) => isOption(word, old)) ?? []
    return old === undefined ? word : name + word.slice(old.length)
  })
}

/** The value that a user's word has in a table: the word may be `constructor`. */
const ownValue = <Value>(table: Readonly<Record<string, Value>>, word: string) =>
  Object.hasOwn(table, word) ? table[word] : undefined

const isOption = (word: string, name: string) => word === name || word.startsWith(`${name}=`)
