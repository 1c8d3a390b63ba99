import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { needs, testFolder } from '../run/test-helpers.ts'

const { folder: bin } = testFolder()
symlinkSync(join(packageRoot, 'dist/ninehole.js'), join(bin, 'ninehole'))
const env = { PATH: `${bin}${delimiter}${process.env.PATH}` }

/** The words that a shell offers when the tab key is pressed after these. Bash splits them as it does for a person. */
const script = `
eval "$(ninehole completion bash)"
COMP_WORDS=($0) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_ninehole_completion
printf '%s\\n' "\${COMPREPLY[@]}"`

async function isCompleted(line: string, expected: string[]) {
  const { stdout, stderr } = await execa('bash', ['-c', script, line], { env })
  expect({ offered: stdout.split('\n').sort(), stderr }).toEqual({ offered: [...expected].sort(), stderr: '' })
}

// What may stand at the cursor is in test-data/cases/passes/completion.
test('bash completes', needs('bash'), () => isCompleted('ninehole judge --su', ['--suite']))

test.each([
  ['verbs, with what they do', 'ninehole ju', 'judge\tjudge entries'],
  ['files', 'ninehole judge solu', 'solutions/'],
])('fish completes %s', { ...needs('fish'), tags: 'slow' }, async (_, line, expected) => {
  const script = 'ninehole completion fish | source; complete -C $argv[1]'
  const { stdout, stderr } = await execa('fish', ['--no-config', '-c', script, line], { env, cwd: packageRoot })
  const lines = stdout.split('\n')
  expect([lines.length, lines[0]?.startsWith(expected), stderr]).toEqual([1, true, ''])
})

/** Types a line and the tab key in an interactive zsh, and prints what the line has become. */
const typed = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'autoload -U compinit; compinit -D -u; eval "$(ninehole completion zsh)"'
zpty -w z 'show() { zle -I; print -r -- $'\\''\\x01'\\''$BUFFER$'\\''\\x02'\\'' }; zle -N show; bindkey ^X show'
zpty -w -n z "$1"$'\\t\\x18'
zpty -r z shown $'*\\x01*\\x02*'
print -r -- \${\${shown##*$'\\x01'}%%$'\\x02'*}`

test.each([
  ['a verb', 'ninehole ju', 'ninehole judge '],
  ['a value', "ninehole judge './a b' --suite tr", "ninehole judge './a b' --suite transitions "],
  ['a file', 'ninehole judge solu', 'ninehole judge solutions/'],
])('zsh completes %s', { ...needs('zsh'), tags: 'slow' }, async (_, line, expected) => {
  const { stdout } = await execa('zsh', ['-f', '-c', typed, 'zsh', line], { env, cwd: packageRoot, timeout: 30_000 })
  expect(stdout).toBe(expected)
})

test('the script of zsh may stand in a folder of $fpath', needs('zsh'), async () => {
  const functions = mkdtempSync(join(bin, 'functions-'))
  const { stdout } = await execa('ninehole', ['completion', 'zsh'], { env, stripFinalNewline: false })
  writeFileSync(join(functions, '_ninehole'), stdout)
  const found = 'fpath+=$1; autoload -U compinit; compinit -D -u; print $_comps[ninehole]'
  expect((await execa('zsh', ['-f', '-c', found, 'zsh', functions], { env })).stdout).toBe('_ninehole')
})
