#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander'
import { reasonOf } from '../games/files.ts'
import { nearest } from '../games/nearest.ts'
import { watchOutput } from '../games/stdio.ts'
import { inputs } from '../session/script.ts'
import { UsageError } from '../session/usage-error.ts'
import { jobs, output, reporter, seed, shard, suite, timeout, whole } from './options.ts'

/** The command: which verbs there are and what they take. What a verb does is loaded when it is asked for. */
const program = new Command('ninehole')
  .description('Checks command-line games byte for byte against a reference.')
  .helpCommand(false)
  .enablePositionalOptions()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(`ninehole: ${text.replace(/^error: /, '')}`) })

const entries = (command: Command) =>
  command
    .argument('[entry...]', 'entries, or folders of them (default: solutions, or else all below this folder)')
    .option('--game <name>', 'the game, where the path does not say it')
    .option('--runtime <name>', 'the runtime, where the path does not say it')
    .addOption(new Option('--input <way>', 'how it is given its input, where the path does not say it').choices(inputs))

entries(program.command('judge'))
  .description('judge entries: compare their output with the reference')
  .option('--exact', 'demand the exact form, without any variation')
  .addOption(timeout())
  .addOption(jobs())
  .addOption(suite())
  .option('--real', 'run all sessions in real processes')
  .option('--save <file>', 'write the failed session as a transcript with the expected output')
  .addOption(seed())
  .addOption(shard())
  .addOption(reporter())
  .addOption(output())
  .action(async (paths, options) => (await import('./judge.ts')).judgeVerb(paths, options))

program
  .command('verify')
  .description('run recorded sessions again, with our games or with COMMAND')
  .argument(
    '[transcript...]',
    'transcripts, or folders of them (default: those in fixtures, or else all below this folder); after --, the COMMAND',
  )
  .option('--filter <text>', 'only transcripts with this in their path')
  .option('--game <file>', 'a game from a file, beside ours')
  .addOption(new Option('--input <way>', 'run them in this way only').choices(['interactive', 'stdin', 'pty']))
  .option('--pty', 'run them in a pseudo-terminal: --input pty')
  .option('--update', 'write the new output of the program; shows what changes, and asks')
  .option('--yes', 'do not ask')
  .addOption(timeout())
  .addOption(shard())
  .addOption(jobs())
  .addOption(reporter())
  .addOption(output())
  .action(async (paths, options) => (await import('./verify.ts')).verifyVerb(paths, behindDashes, options))

program
  .command('record')
  .description('play a session with one of our games or with COMMAND, and write the transcript')
  .argument('<file>', 'the transcript to write; after --, the COMMAND (default: the game of its folder)')
  .option('--lines <lines>', 'what to answer, split at spaces: \'c3 "two words" "" ^D\' (^D: the end of input)')
  .option('--game <name>', 'the game that is played, or whose prompts COMMAND has')
  .option('--prompt <regexp>', "what COMMAND's prompts look like; '' finds it out by waiting for silence")
  .option('--comment <text>', "the transcript's first line (default: what the file's name says)")
  .option('--pty', 'play in a pseudo-terminal, as for a person')
  .option('--force', 'overwrite the file')
  .addOption(timeout())
  .allowUnknownOption()
  .allowExcessArguments()
  .action(async (file, options, command: Command) => {
    const [, unexpected] = command.args
    if (unexpected?.startsWith('-')) {
      const meant = nearest(
        unexpected,
        command.options.map(({ long }) => long ?? ''),
      )
      command.error(`unknown option '${unexpected}'${meant === undefined ? '' : ` (did you mean ${meant}?)`}`)
    }
    if (unexpected !== undefined)
      command.error(`unexpected '${unexpected}': a command follows --, as in: record ${file} -- ${unexpected}`)
    return (await import('./record.ts')).recordVerb(file, behindDashes, options)
  })

entries(program.command('sizes'))
  .description('count bytes and characters, beside what minifiers make of the reference')
  .addOption(new Option('--reporter <name>', 'how to report').choices(['table', 'json', 'markdown']).default('table'))
  .option('--into <file>', 'put the table into a document, between <!-- sizes --> and <!-- /sizes -->')
  .action(async (paths, options) => (await import('./sizes.ts')).sizesVerb(paths, options))

program
  .command('golf')
  .description('look for a smaller entry that is as correct')
  .argument('<entry>')
  .option('--game <name>', 'the game, where the path does not say it')
  .option('--runtime <name>', 'the runtime, where the path does not say it')
  .addOption(new Option('--input <way>', 'how it is given its input, where the path does not say it').choices(inputs))
  .option('--write', 'replace the file')
  .option('--output <file>', 'write the result there (default: standard output)')
  .option('--seconds <n>', 'how long to search at the most', whole(1, 1e6))
  .addOption(timeout())
  .action(async (path, options) => (await import('./golf.ts')).golfVerb(path, options))

program
  .command('fuzz')
  .description(
    'run random sessions with our command or COMMAND, and print the smallest that differs from the reference',
  )
  .argument('<game>', 'the name of a game, or a file that exports one')
  .argument('[options...]', "the game's options; after --, the COMMAND")
  .allowUnknownOption()
  .addOption(new Option('--runs <n>', 'how many sessions').argParser(whole(1, 1e9)).default(100))
  .option('--non-utf8', 'send lines that are not UTF-8, too')
  .addOption(new Option('--lines <n>', 'how many lines a session has at the most').argParser(whole(0, 1e6)).default(60))
  .addOption(seed())
  .option('--exact', 'demand the exact form, without any variation')
  .option('--save <file>', 'write the failed session as a transcript with the expected output')
  .addOption(timeout())
  .addOption(reporter())
  .addOption(output())
  .action(async (game, args, options) => (await import('./fuzz.ts')).fuzzVerb(game, args, behindDashes, options))

program
  .command('merge')
  .description('join the JSON reports of several shards into one report and one status')
  .argument('<report...>')
  .addOption(reporter())
  .addOption(output())
  .action(async (paths, options) => (await import('./merge.ts')).mergeVerb(paths, options))

program
  .command('perft')
  .description("count sequences of legal turns; what is no option of perft is the game's")
  .argument('<game>')
  .argument('[options...]')
  .allowUnknownOption()
  .addOption(new Option('-d, --depth <n>', 'how many turns long').argParser(whole(0, 1000)).makeOptionMandatory())
  .option('-p, --position <position>', 'where to start: in the notation of the game, or the lines played so far')
  .option('--divide', 'split the count by the first turn')
  .action(async (game, args, options) => (await import('./positions.ts')).perftVerb(game, args, options))

program
  .command('moves')
  .description('list the legal turns of positions, a line each')
  .argument('<game>')
  .argument('[words...]', "the game's options, then positions; - reads positions from standard input")
  .allowUnknownOption()
  .action(async (game, words) => (await import('./positions.ts')).movesVerb(game, words))

program
  .command('play')
  .description('play a game on this terminal; what follows its name is for the game')
  .argument('<game>')
  .argument('[options...]')
  .passThroughOptions()
  .action(async (game, args) =>
    (await import('./play.ts')).playVerb(game, dashes === -1 ? args : [...args, '--', ...behindDashes]),
  )

// What stands behind `--` is a command of its own; commander would hand it over with the arguments.
const words = process.argv.slice(2)
const dashes = words.indexOf('--')
const behindDashes = dashes === -1 ? [] : words.slice(dashes + 1)

watchOutput('ninehole')
try {
  if (words.length === 0) program.help({ error: true })
  process.exitCode = 0
  await program.parseAsync(dashes === -1 ? words : words.slice(0, dashes), { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof UsageError) {
    process.stderr.write(`ninehole: ${error.message}\n`)
    process.exitCode = 2
  } else if (error instanceof Error && 'syscall' in error) {
    // The system refused something: too many open files, no space left.
    const { path } = error as NodeJS.ErrnoException
    process.stderr.write(`ninehole: ${path === undefined ? '' : `${path}: `}${reasonOf(error)}\n`)
    process.exitCode = 2
  } else {
    const shown = error instanceof Error && process.env.DEBUG !== undefined ? error.stack : String(error)
    process.stderr.write(`ninehole: internal error: ${shown}\n`)
    process.exitCode = 2
  }
}
