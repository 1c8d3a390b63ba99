import type { Command } from 'commander'
import type { Host } from '../base/host.ts'
import { ourGames } from '../games/find.ts'

/**
 * Scripts that pass the words up to the cursor to `completionServer`, and show its output. Without output, the shell
 * completes file names.
 */
const scripts = {
  bash: `_ninehole_completion() {
  local IFS=$'\\n'
  COMPREPLY=($(ninehole completion-server bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _ninehole_completion ninehole
`,
  // In a folder of $fpath, this file is the function; with \`eval\`, it defines the function.
  zsh: `#compdef ninehole
_ninehole_completion() {
  local -a items
  items=("\${(@f)$(ninehole completion-server zsh -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  if [[ -n $items ]]; then _describe ninehole items; else _files; fi
}
if [[ $zsh_eval_context == *func ]]; then
  _ninehole_completion "$@"
elif (( $+functions[compdef] )); then
  compdef _ninehole_completion ninehole
fi
`,
  fish: `function _ninehole_completion
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  set -l items (ninehole completion-server fish -- $words[2..] "$word" 2>/dev/null)
  if set -q items[1]
    printf '%s\\n' $items
  else
    __fish_complete_path "$word"
  end
end
complete -c ninehole -f -a '(_ninehole_completion)'
`,
}

type ShellName = keyof typeof scripts

/** `ninehole completion SHELL`: prints the script that makes a shell ask `completionServer`. */
export function completionVerb(shell: ShellName, { stdout }: Host): number {
  stdout.write(scripts[shell])
  return 0
}

/**
 * Prints the possible words at the cursor, one a line; nothing where a file is expected.
 * @param words the words after `ninehole`, up to the one at the cursor, which may be empty
 */
export function completionServer(
  program: Command,
  shell: ShellName,
  words: readonly string[],
  { stdout }: Host,
): number {
  const word = words.at(-1) ?? ''
  const items = itemsAt(program, words.slice(0, -1), word)
  const shown = shell === 'bash' ? items.filter(({ name }) => name.startsWith(word)) : items
  for (const item of shown) stdout.write(`${lineFor[shell](item)}\n`)
  return 0
}

interface Item {
  readonly name: string
  readonly description?: string
}

/** Formats an item for each shell. No name has a colon. */
const lineFor: Readonly<Record<ShellName, (item: Item) => string>> = {
  bash: ({ name }) => name,
  zsh: ({ name, description }) => (description ? `${name}:${description.replaceAll(':', '\\:')}` : name),
  fish: ({ name, description }) => (description ? `${name}\t${description}` : name),
}

/** The possible words; none where a file is expected. */
function itemsAt(program: Command, before: readonly string[], word: string): readonly Item[] {
  const [first, ...rest] = before
  const verbs = program.createHelp().visibleCommands(program)
  if (first === undefined) return verbs.map((verb) => ({ name: verb.name(), description: verb.description() }))
  const verb = verbs.find((verb) => verb.name() === first)
  if (verb === undefined || rest.includes('--')) return []

  const options = verb.createHelp().visibleOptions(verb)
  if (word.startsWith('-')) return options.map(({ long, description }) => ({ name: long ?? '', description }))
  const option = options.find(({ long, short }) => [long, short].includes(rest.at(-1)))
  const [expected] = verb.registeredArguments
  const choices = option?.required ? option.argChoices : expected?.argChoices
  if (choices) return choices.map((name) => ({ name }))
  return expected?.name() === 'game' && rest.length === 0 ? ourGames().map(({ name }) => ({ name })) : []
}
