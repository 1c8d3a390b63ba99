import { join } from 'node:path'
import { Command, Option } from 'commander'
import type { Host } from '../base/host.ts'
import { packageRoot, version } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { numberBetween, options } from './options.ts'

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

const { game, runtime, input, timeout, sandbox, jobs, shard, reporter, exact, seed, save, compare, varies } = options

const entryOptions = [game, runtime, input]
const entries = 'entries, or folders of them (default: solutions, or else all below this folder)'
const aGame = "the name of a game, or a file that exports one; with options in one word: 'ortho -n 7'"
const takesCommand = ['verify', 'record', 'play', 'fuzz']

/**
 * The verbs with their arguments and options. The code of a verb is loaded when it is called.
 * @param dashes the words from `--` on, the command behind it: commander would mix these with the arguments
 * @param end called with the exit status of the verb
 */
export function commandLine(dashes: readonly string[], host: Host, end: (status: number) => void): Command {
  const { stdout, stderr } = host
  const command = dashes.slice(1)
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
      // `main` writes the errors.
      outputError: () => {},
      getOutHelpWidth: () => (stdout.isTTY && stdout.columns) || 80,
      getErrHelpWidth: () => (stderr.isTTY && stderr.columns) || 80,
    })
    .hook('preAction', (_, verb) => {
      if (command.length > 0 && !takesCommand.includes(verb.name()))
        throw new UsageError(`-- ${command[0]}`, `${verb.name()} takes no command: leave the -- out`)
    })

  const verb = (name: string, example: string, description: string, ...shared: readonly Option[]) =>
    shared
      .reduce((command, option) => command.addOption(option), program.command(name).description(description))
      .addHelpText('after', `\nExample:\n  npx ninehole ${name} ${example}`)

  program.commandsGroup('Golfed entries:')

  verb(
    'judge',
    'solutions/tic-tac-toe/node-args/mine.ts',
    'judge entries: compare their output with the reference',
    ...[...entryOptions, options.suite, exact, compare, seed('1'), save],
    ...[timeout, sandbox('auto'), jobs, shard, reporter],
  )
    .argument('[entry...]', entries)
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
    .action(async (paths, options) => end(await (await import('./judge.ts')).judgeVerb(paths, options, host)))

  verb(
    'sizes',
    'solutions/tic-tac-toe',
    'count bytes and characters, and what minifiers could still remove',
    ...entryOptions,
  )
    .argument('[entry...]', entries)
    .addOption(new Option('--reporter <name>', 'how to report').choices(['table', 'json', 'markdown']).default('table'))
    .action(async (paths, options) => end(await (await import('./sizes.ts')).sizesVerb(paths, options, host)))

  verb(
    'golf',
    'solutions/tic-tac-toe/node-args/mine.ts --seconds 60',
    'search for a smaller JavaScript or TypeScript entry that is still correct',
    ...[...entryOptions, exact, timeout],
  )
    .argument('<entry>')
    .option('--output <file>', 'write the result there, which may be the entry (default: standard output)')
    .option('--seconds <n>', 'the time for the first judgement and the search (default: none)', numberBetween(1, 1e6))
    .action(async (path, options) => end(await (await import('./golf.ts')).golfVerb(path, options, host)))

  program.commandsGroup('Programs that prompt:')

  verb(
    'verify',
    'fixtures/ortho -- ./my-ortho',
    'run recorded sessions again, with our games or with COMMAND',
    ...[game, compare, timeout, sandbox('off'), jobs, shard, reporter],
  )
    .argument(
      '[transcript...]',
      'transcripts, or folders of *.transcript (default: all below this folder); after --, the COMMAND',
    )
    .addOption(new Option('--input <way>', 'run sessions in this way only').choices(['interactive', 'stdin', 'pty']))
    .addOption(new Option('--pty', 'run sessions in a pseudo-terminal: --input pty').conflicts('input'))
    .addOption(
      new Option('--update', 'write the new output of the program; shows what changes, and asks').conflicts('reporter'),
    )
    .option('--yes', 'with --update: write without asking')
    .action(async (paths, options) =>
      end(await (await import('./verify.ts')).verifyVerb(paths, command, options, host)),
    )

  verb(
    'record',
    "greet.transcript --prompt '' --answers Ada -- sh greet.sh",
    'play a session with one of our games or with COMMAND, and write the transcript',
    ...[game, varies, timeout, sandbox('off')],
  )
    .argument('<transcript>', 'the file to write; after --, the COMMAND (default: the game of its folder)')
    .option('--answers <list>', 'what to answer, split at spaces: \'c3 "two words" "" ^D\' (^D: the end of input)')
    .option('--prompt <regexp>', "what COMMAND's prompts look like; '' detects them by silence")
    .addOption(new Option('--pty', 'play in a pseudo-terminal, as for a person').conflicts('stderr'))
    .option('--no-stderr', 'leave out standard error')
    .option('--force', 'overwrite the file')
    .action(async (file, options) => end(await (await import('./record.ts')).recordVerb(file, command, options, host)))

  verb(
    'fuzz',
    'ortho -n 3 -m 3 -- ./my-ortho',
    'run random sessions with COMMAND, and print the smallest that differs from the reference',
    new Option(
      '--reference <command>',
      'the program that says what is right, instead of a game; --words or --like say what to type',
    ),
    new Option(
      '--words <list>',
      `lines to type, separated by blanks ('0..8 quit "push 3"'), or a file with one on each line`,
    ),
    options.like,
    new Option('--prompt <regexp>', 'the prompts of the reference (default: detected by its reading and silence)'),
    ...[compare, varies, exact, seed('another in each call'), save, timeout, sandbox('off'), reporter],
  )
    .argument('[game]', aGame)
    .argument(
      '[args...]',
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

  verb('play', 'ortho -n 7 -m 5', 'play a game on this terminal')
    .argument('<game>', aGame)
    .argument('[args...]', "the game's options")
    .passThroughOptions()
    .action(async (game, args) => end(await (await import('./games.ts')).playVerb(game, [...args, ...dashes], host)))

  verb('moves', "tic-tac-toe '4 0 8'", 'print the legal turns of positions, one a line')
    .argument('<game>', aGame)
    .argument('[words...]', "the game's options, then positions; - reads positions from standard input")
    .allowUnknownOption()
    .action(async (game, words) => end(await (await import('./games.ts')).movesVerb(game, words, host)))

  verb('perft', 'ordo -d 3 --divide', 'count sequences of legal turns')
    .argument('<game>', aGame)
    .argument('[args...]', "the game's options")
    .allowUnknownOption()
    .requiredOption('-d, --depth <n>', 'how many turns long', numberBetween(0, 1000))
    .option('-p, --position <position>', 'where to start: in the notation of the game, or the lines played so far')
    .option('--divide', 'split the count by the first turn')
    .action(async (game, args, options) => end(await (await import('./games.ts')).perftVerb(game, args, options, host)))

  program.commandsGroup('Reports:')

  verb(
    'merge',
    'reports/*.json --reporter table --reporter junit=report.xml',
    'join the JSON reports of several shards into one report and one status',
    reporter,
  )
    .argument('<report...>')
    .action(async (paths, options) => end(await (await import('./merge.ts')).mergeVerb(paths, options, host)))

  return program
}
