import { UsageError } from '../base/usage-error.ts'

const noReplacement = 'nothing replaces it'
const asFuzz = "'ninehole fuzz --reference' compares a program with a command"

/** Verbs and options that are gone, each with what to do instead. Empty both tables with the next release. */
const gone: ReadonlyMap<string, string> = new Map([
  ['completion', noReplacement],
  ['convert', noReplacement],
  ['mutants', noReplacement],
  ['rules', 'the rules are pages of reference/, and a failure of judge names the rule that it breaks'],
  ['fuzz --non-utf8', 'some such lines are always sent'],
  ['fuzz --save-all', 'use --save, or record'],
  ['fuzz --witness', 'run fuzz once for each program'],
  ['golf --write', 'use --output with the same file'],
  ['judge --cache', 'name the entries to judge, or use --quick'],
  ['judge --like', asFuzz],
  ['judge --memory', '--all-games plays all games'],
  ['judge --no-cache', 'nothing is remembered'],
  ['judge --prompt', asFuzz],
  ['judge --reference', asFuzz],
  ['judge --varies', asFuzz],
  ['judge --words', asFuzz],
  ['record --comment', 'write the comment into the file'],
  ['sizes --into', 'send the table to a file'],
  ['sizes --smallest', 'the smallest is the first of each league'],
  ['verify --accept', 'use --update, then choose with your version control'],
  ['verify --filter', 'name the transcripts'],
  ['verify --review', 'use --update, then look at the difference in your version control'],
])

/** Options with a new name. The old one works until the next release, as scripts have it. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['fuzz --lines', '--max-lines'],
  ['record --lines', '--answers'],
])

/**
 * The words of a command with the new names of options.
 * @throws UsageError if the verb or one of its options is gone
 */
export function withoutOldNames(words: readonly string[]): string[] {
  const [verb = ''] = words
  const instead = gone.get(verb)
  if (instead !== undefined) throw new UsageError(`there is no ${verb} any more`, instead)
  return words.map((word) => {
    const [name = ''] = word.split('=')
    const instead = gone.get(`${verb} ${name}`)
    if (instead !== undefined) throw new UsageError(`${verb} has no ${name} any more`, instead)
    return (renamed.get(`${verb} ${name}`) ?? name) + word.slice(name.length)
  })
}
