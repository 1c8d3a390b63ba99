import tabtab, { type CompletionItem, type SupportedShell } from '@pnpm/tabtab'
import type { Command } from 'commander'
import { ourGames } from '../games/find.ts'
import { UsageError } from '../session/usage-error.ts'

/** `ninehole completion SHELL`: prints the script that makes a shell ask `completionServer`. */
export async function completionVerb(shell: SupportedShell) {
  process.stdout.write(await tabtab.getCompletionScript({ name: 'ninehole', completer: 'ninehole', shell }))
}

/** Prints what may stand at the cursor. The script gives the command line in COMP_LINE, and the name of the shell in SHELL. */
export function completionServer(program: Command) {
  const { SHELL: shell = '' } = process.env
  if (!tabtab.isShellSupported(shell)) throw new UsageError('completion-server', 'is for the script of `completion`')
  const { partial, lastPartial } = tabtab.parseEnv(process.env)
  const items = itemsAt(program, partial.split(/\s+/).slice(1, -1), lastPartial)
  if (items !== undefined) tabtab.log(items, shell)
  // Where nothing is printed, bash completes names of files by itself.
  else if (shell !== 'bash') tabtab.logFiles()
}

/** @returns undefined where a file is expected */
function itemsAt(program: Command, before: readonly string[], word: string): CompletionItem[] | undefined {
  const [first, ...rest] = before
  const verbs = program.createHelp().visibleCommands(program)
  if (first === undefined) return verbs.map((verb) => ({ name: verb.name(), description: verb.description() }))
  const verb = verbs.find((verb) => verb.name() === first)
  if (verb === undefined || rest.includes('--')) return undefined

  const options = verb.createHelp().visibleOptions(verb)
  if (word.startsWith('-')) return options.map(({ long, description }) => ({ name: long ?? '', description }))
  const option = options.find(({ long, short }) => [long, short].includes(rest.at(-1)))
  const [expected] = verb.registeredArguments
  const choices = option?.required ? option.argChoices : expected?.argChoices
  if (choices) return choices.map((name) => ({ name }))
  return expected?.name() === 'game' && rest.length === 0 ? ourGames().map(({ name }) => ({ name })) : undefined
}
