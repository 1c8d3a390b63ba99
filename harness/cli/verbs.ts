import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Host } from '../base/host.ts'
import { packageRoot, version } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { type SuiteName, suiteNames } from '../judge/suites/suite.ts'
import { note } from '../report/output.ts'
import type { Shard } from '../report/report.ts'
import { type ReporterChoice, reporterNames } from '../report/reporters.ts'
import { sessionsAtATime } from '../run/launcher.ts'
import { type SandboxChoice, sandboxChoices } from '../run/sandbox.ts'
import { defaultTimeoutMs, type Limits } from '../session/limits.ts'
import { inputs } from '../session/script.ts'
import { type Compare, compares, parseCompare } from '../transcripts/varies.ts'

const numberBetween =
  (min: number, max: number, isWhole = true) =>
  (text: string) => {
    const value = Number(text)
    if (text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value
    throw new InvalidArgumentError(`It must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`)
  }

const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name => {
  const name = names.find((known) => known === text)
  if (name === undefined) throw new InvalidArgumentError(`It must be one of ${names.join(', ')}.`)
  return name
}

const gameOption = new Option(
  '--game <game>',
  "what is played, where the path or transcript does not say it: a game ('ortho -n 7'), its file, or recorded sessions",
)

/** Options that say what an entry is, if its path does not. */
const entryOptions = [
  gameOption,
  new Option('--runtime <name>', 'the runtime, if the path does not say it'),
  new Option('--input <way>', 'how the entry gets its input, if the path does not say it').choices(inputs),
]

/** An option whose value gets another name than the option's. */
function valueAs(name: string, option: Option): Option {
  option.attributeName = () => name
  return option
}

const timeoutOption = valueAs('limits', new Option('--timeout <seconds>', 'how long a program may be silent'))
  .argParser((text): Limits => ({ milliseconds: numberBetween(0.01, 3600, false)(text) * 1000 }))
  .default({ milliseconds: defaultTimeoutMs }, String(defaultTimeoutMs / 1000))

const sandboxOption = (usual: SandboxChoice) =>
  new Option('--sandbox <mode>', 'whether to run programs in a sandbox, which needs bubblewrap')
    .choices(sandboxChoices)
    .default(usual)

const tableOnly: ReporterChoice[] = [{ name: 'table' }]

export const reporterOption = new Option(
  '--reporter <name[=file]>',
  'the kind of report, to standard output or a file; repeatable',
)
  // For the help only: the parser replaces the check.
  .choices(reporterNames)
  .argParser((text, before: ReporterChoice[]): ReporterChoice[] => {
    const [, name, file] = /^([^=]*)(?:=(.+))?$/s.exec(text) ?? []
    const choice = { name: oneOf(reporterNames, name), ...(file && { file }) }
    // Commander gives the default as `before`.
    return before === tableOnly ? [choice] : [...before, choice]
  })
  .default(tableOnly, 'table')

const runOptions = (usual: SandboxChoice) => [
  timeoutOption,
  sandboxOption(usual),
  new Option('--jobs <n>', 'how many entries or transcripts to run at once')
    .argParser(numberBetween(1, 1024))
    .default(sessionsAtATime(), 'twice the number of processors'),
  new Option('--shard <i/n>', 'do the i-th of n parts of the work').argParser((text): Shard => {
    const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
    if (part < 1 || part > of) throw new InvalidArgumentError('It must be i/n, with i from 1 to n.')
    return { part, of }
  }),
  reporterOption,
]

const suiteOption = valueAs('suites', new Option('--suite <name>', 'run only this suite; repeatable'))
  // For the help only, as above.
  .choices(suiteNames)
  .argParser((text, before: SuiteName[] = []) => [...before, oneOf(suiteNames, text)])

const compareOption = new Option('--compare <how>', 'what does not count, as in transcripts: whitespace case')
  // For the help only, as above.
  .choices(compares)
  .argParser((text): Compare => {
    const read = parseCompare(text)
    if ('error' in read) throw new InvalidArgumentError(`It ${read.error}.`)
    return read.value
  })

const variesOption = new Option(
  '--varies <what>',
  'what differs from run to run: number, time, date, path, hex, uuid or a regular expression; repeatable',
).argParser((source, before: string[] = []) => [...before, source])

const exactOption = new Option('--exact', 'demand the exact form, with no variation but endless and stderr')

/** Options of verbs that look for a session in which a program is wrong. */
const searchOptions = (usualSeed: string) => [
  exactOption,
  new Option('--seed <n>', `random seed (default: ${usualSeed})`).argParser(numberBetween(0, 0x7fffffff)),
  new Option('--save <file>', 'write the failed session as a transcript with the expected output'),
]

/** Options of `fuzz` with a command as the reference. */
const referenceOptions = [
  new Option(
    '--reference <command>',
    'the program that says what is right, instead of a game; --words or --like say what to type',
  ),
  new Option(
    '--words <list>',
    `lines to type, separated by blanks ('0..8 quit "push 3"'), or a file with one on each line`,
  ),
  new Option('--like <path>', 'recorded sessions whose answers to type: transcripts or folders; repeatable').argParser(
    (path, before: string[] = []) => [...before, path],
  ),
  new Option('--prompt <regexp>', 'the prompts of the reference (default: detected by its reading and silence)'),
  compareOption,
  variesOption,
]

const firstSteps = `
To begin, record a session with any program that prompts, and compare it:
  npx ninehole record greet.transcript --prompt '' -- sh greet.sh
  npx ninehole verify greet.transcript

Or golf tic-tac-toe, which is to write it in as few bytes as you can, in
solutions/tic-tac-toe/node-args/mine.ts; the rules are in
  ${join(packageRoot, 'reference/tic-tac-toe.md')}
  npx ninehole judge

An example of both is in
  ${join(packageRoot, 'README.md')}
'npx ninehole VERB --help' has the options of a verb, and an example.`

/**
 * The verbs with their arguments and options. The code of a verb is loaded when it is called.
 * @param words the words after `ninehole`
 * @param end called with the exit status of the verb
 */
export function commandLine(words: readonly string[], host: Host, end: (status: number) => void): Command {
  const { stdout, stderr } = host
  const { dashes, command } = partsOf(words)
  const program = new Command('ninehole')
    .description(
      'Tests programs that prompt for lines: compares each byte with a transcript, another program, or a game.',
    )
    .version(version())
    .helpCommand(false)
    .addHelpText('after', firstSteps)
    .enablePositionalOptions()
    // Otherwise, commander does not wrap on a narrow terminal.
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text) => note(host, lineOf(text, words)),
      getOutHelpWidth: () => (stdout.isTTY && stdout.columns) || 80,
      getErrHelpWidth: () => (stderr.isTTY && stderr.columns) || 80,
    })

  /** Starts a verb, with an example and its shared options. */
  const verb = (name: string, example: string, ...options: readonly Option[]) =>
    options
      .reduce((command, option) => command.addOption(option), program.command(name))
      .addHelpText('after', `\nExample:\n  npx ninehole ${name} ${example}`)

  const entries = 'entries, or folders of them (default: solutions, or else all below this folder)'

  program.commandsGroup('Golfed entries:')

  verb('judge', 'some/tic-tac-toe/node-args/mine.ts', ...entryOptions, ...runOptions('auto'), ...searchOptions('1'))
    .description('judge entries: compare their output with the reference')
    .argument('[entry...]', entries)
    .addOption(suiteOption)
    .addOption(compareOption)
    .option('--quick', 'a first look: fewer sessions; in real processes, a few games instead of every move')
    .addOption(
      new Option('--all-games', 'play all games in every language, not only in JavaScript').conflicts([
        'quick',
        'suites',
      ]),
    )
    .option('--real', 'run all sessions in real processes')
    .addOption(
      new Option('--watch', 'judge now and after each save, with --quick; Ctrl-C ends it')
        .conflicts(['reporter', 'shard'])
        .implies({ quick: true }),
    )
    .option('--keep', 'copy an accepted entry to <name>.best.<ext> beside it, if it is smaller than that')
    .action(async (paths, options) => {
      if (options.watch) end(await (await import('./watch.ts')).watchVerb(paths, options, host))
      else end(await (await import('./judge.ts')).judgeVerb(paths, options, host))
    })

  verb('sizes', 'some/tic-tac-toe', ...entryOptions)
    .description('count bytes and characters, beside what minifiers make of the reference')
    .argument('[entry...]', entries)
    .addOption(new Option('--reporter <name>', 'how to report').choices(['table', 'json', 'markdown']).default('table'))
    .action(async (paths, options) => end(await (await import('./sizes.ts')).sizesVerb(paths, options, host)))

  verb('golf', 'some/tic-tac-toe/node-args/mine.ts --seconds 60', ...entryOptions, timeoutOption, exactOption)
    .description('search for a smaller entry that is still correct')
    .argument('<entry>')
    .option('--output <file>', 'write the result there, which may be the entry (default: standard output)')
    .option('--seconds <n>', 'the time for the first judgement and the search', numberBetween(1, 1e6))
    .action(async (path, options) => end(await (await import('./golf.ts')).golfVerb(path, options, host)))

  const aGame = "the name of a game, or a file that exports one; with options in one word: 'ortho -n 7'"

  program.commandsGroup('Programs that prompt:')

  verb('verify', 'fixtures/ortho -- ./my-ortho', ...runOptions('off'))
    .description('run recorded sessions again, with our games or with COMMAND')
    .argument(
      '[transcript...]',
      'transcripts, or folders of *.transcript (default: all below this folder); after --, the COMMAND',
    )
    .addOption(gameOption)
    .addOption(new Option('--input <way>', 'run sessions in this way only').choices(['interactive', 'stdin', 'pty']))
    .addOption(compareOption)
    .addOption(new Option('--pty', 'run sessions in a pseudo-terminal: --input pty').conflicts('input'))
    .addOption(
      new Option('--update', 'write the new output of the program; shows what changes, and asks').conflicts('reporter'),
    )
    .option('--yes', 'with --update: write without asking')
    .action(async (paths, options) =>
      end(await (await import('./verify.ts')).verifyVerb(paths, command, options, host)),
    )

  verb('record', "greet.transcript --prompt '' --answers Ada -- sh greet.sh", timeoutOption, sandboxOption('off'))
    .description('play a session with one of our games or with COMMAND, and write the transcript')
    .argument('<transcript>', 'the file to write; after --, the COMMAND (default: the game of its folder)')
    .option('--answers <list>', 'what to answer, split at spaces: \'c3 "two words" "" ^D\' (^D: the end of input)')
    .addOption(gameOption)
    .option('--prompt <regexp>', "what COMMAND's prompts look like; '' detects them by silence")
    .addOption(new Option('--pty', 'play in a pseudo-terminal, as for a person').conflicts('stderr'))
    .addOption(variesOption)
    .option('--no-stderr', 'leave out standard error')
    .option('--force', 'overwrite the file')
    .action(async (file, options) => end(await (await import('./record.ts')).recordVerb(file, command, options, host)))

  verb(
    'fuzz',
    'ortho -n 3 -m 3 -- ./my-ortho',
    ...searchOptions('another in each call'),
    ...referenceOptions,
    timeoutOption,
    sandboxOption('off'),
    reporterOption,
  )
    .description('run random sessions with COMMAND, and print the smallest that differs from the reference')
    .argument('[game]', aGame)
    .argument(
      '[options...]',
      "options of the game that fuzz does not have; after --, the COMMAND (default: the game's own command)",
    )
    .allowUnknownOption()
    .option('--pty', 'run all programs in pseudo-terminals, as for a person')
    .option('--runs <n>', 'how many sessions (default: 100 with a game, 1000 with a command)', numberBetween(1, 1e9))
    .option('--seconds <n>', 'the most seconds to search', numberBetween(1, 1e6))
    .option('--max-lines <n>', 'the most lines in a session (default: 60; more for long games)', numberBetween(0, 1e6))
    .action(async (game, args, options) =>
      end(await (await import('./fuzz.ts')).fuzzVerb(game, args, command, options, host)),
    )

  program.commandsGroup('Games:')

  verb('play', 'ortho -n 7 -m 5')
    .description('play a game on this terminal; what follows its name is for the game')
    .argument('<game>', aGame)
    .argument('[options...]')
    .passThroughOptions()
    .action(async (game, args) =>
      // With the `--` itself.
      end(await (await import('./games.ts')).playVerb(game, [...args, ...words.slice(dashes)], host)),
    )

  verb('moves', "tic-tac-toe '4 0 8'")
    .description('print the legal turns of positions, one a line')
    .argument('<game>', aGame)
    .argument('[words...]', "the game's options, then positions; - reads positions from standard input")
    .allowUnknownOption()
    .action(async (game, words) => end(await (await import('./games.ts')).movesVerb(game, words, host)))

  verb('perft', 'ordo -d 3 --divide')
    .description('count sequences of legal turns; other options go to the game')
    .argument('<game>', aGame)
    .argument('[options...]')
    .allowUnknownOption()
    .requiredOption('-d, --depth <n>', 'how many turns long', numberBetween(0, 1000))
    .option('-p, --position <position>', 'where to start: in the notation of the game, or the lines played so far')
    .option('--divide', 'split the count by the first turn')
    .action(async (game, args, options) => end(await (await import('./games.ts')).perftVerb(game, args, options, host)))

  program.commandsGroup('Reports:')

  verb('merge', 'reports/*.json --reporter table --reporter junit=report.xml', reporterOption)
    .description('join the JSON reports of several shards into one report and one status')
    .argument('<report...>')
    .action(async (paths, options) => end(await (await import('./merge.ts')).mergeVerb(paths, options, host)))

  const takeCommands = ['verify', 'record', 'play', 'fuzz']

  program.hook('preAction', (_, verb) => {
    if (command.length > 0 && !takeCommands.includes(verb.name()))
      throw new UsageError(`-- ${command[0]}`, `${verb.name()} takes no command: leave the -- out`)
  })
  return program
}

/** Splits words at `--`: commander would mix the command after it with the arguments. */
export function partsOf(words: readonly string[]) {
  const dashes = words.includes('--') ? words.indexOf('--') : words.length
  return { dashes, own: words.slice(0, dashes), command: words.slice(dashes + 1) }
}

/** An error of commander as one line. A wrong argument of `record` may be of a command without `--`. */
export function lineOf(error: string, words: readonly string[]): string {
  const line = error.replace('error: ', '').replace('\n(Did', ' (did').trim()
  const isUnexpected =
    words[0] === 'record' && /^too many arguments|^missing required|^unknown option '[^']*'$/.test(line)
  return isUnexpected ? `${line} (a command follows --)` : line
}
