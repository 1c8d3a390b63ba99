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
    '--lines': 'use --max-lines',
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
  record: { '--comment': 'write the comment into the file', '--lines': 'use --answers' },
  sizes: { '--into': 'send the table to a file', '--smallest': 'the smallest is the first of each league' },
  verify: {
    '--accept': 'use --update, then choose with your version control',
    '--filter': 'name the transcripts',
    '--review': 'use --update, then look at the difference in your version control',
  },
}

/** @throws UsageError if a verb or one of its options is gone */
export function refuseGone([verb = '', ...words]: readonly string[]) {
  const instead = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (instead !== undefined) throw new UsageError(`there is no ${verb} any more`, instead)
  for (const [name, instead] of Object.entries(Object.hasOwn(options, verb) ? (options[verb] ?? {}) : {}))
    if (words.some((word) => word === name || word.startsWith(`${name}=`)))
      throw new UsageError(`${verb} has no ${name} any more`, instead)
}
