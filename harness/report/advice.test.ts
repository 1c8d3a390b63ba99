import { execaSync } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { Launcher } from '../run/launcher.ts'
import { processProgram } from '../run/process.ts'
import { needs, testFolder } from '../run/test-helpers.ts'
import type { Script } from '../session/session.ts'
import { remediesForFlushing } from './advice.ts'

const { folder, write } = testFolder()

test.each([
  ['python3.11 -m greet', 'print(…, flush=True), python3 -u or --pty'],
  ['env LANG=C /usr/bin/lua5.4 greet.lua', 'io.stdout:setvbuf("no") or --pty'],
  ['node', '--pty'],
  ['./greet', 'stdbuf -o0 (if it is in C) or --pty'],
])('a program is advised what flushes a prompt in its language: %s, %s', (command, remedy) => {
  expect(remediesForFlushing(command, '--pty')).toBe(remedy)
})

const python = 'import sys\nprint("name? ", end="" FLUSH)\nsys.stdout.write("Hello, " + sys.stdin.readline())'
const awk = 'BEGIN { printf "name? "; FLUSH; getline n; print "Hello, " n }'
const c =
  '#include <stdio.h>\nint main() { char s[9]; FLUSH; printf("name? "); printf("Hello, %s", fgets(s, 9, stdin)); }'

/** Programs that do not flush their prompt, and what is advised: a part of the program, in place of FLUSH, or a command. */
const remedies: readonly (readonly [remedy: string, source: string, run: string[], flushing?: string[]])[] = [
  ['$|=1', 'FLUSH; print "name? "; $_ = <STDIN>; print "Hello, $_"', ['perl']],
  [', flush=True', python, ['python3']],
  ['python3 -u', python, ['python3'], ['python3', '-u']],
  ['$stdout.sync=true', 'FLUSH\nprint "name? "\nputs "Hello, " + $stdin.gets', ['ruby']],
  ['io.stdout:setvbuf("no")', 'FLUSH\nio.write "name? "\nprint("Hello, " .. io.read())', ['lua']],
  ['fflush()', awk, ['gawk', '-f']],
  ['mawk -W interactive', awk, ['mawk', '-f'], ['mawk', '-W', 'interactive', '-f']],
  ['jq --unbuffered', '"name? ", "Hello, \\(input)\\n"', ['jq', '-nRj', '-f'], ['jq', '--unbuffered', '-nRj', '-f']],
  ['setbuf(stdout,0)', c, ['cc']],
  ['stdbuf -o0', c, ['cc'], ['stdbuf', '-o0']],
]

const script: Script = {
  turns: [{ output: 'name? ', answer: 'Ada' }, { output: 'Hello, Ada\n' }],
  end: { how: 'exit', status: 0 },
}

for (const [remedy, source, run, flushing] of remedies) {
  const [program = '', ...options] = run
  const name = `${program}: with ${remedy} a prompt comes before the answer, and without it does not`
  test(name, needs(program, ...(flushing ?? []).slice(0, 1)), async () => {
    const launcher = new Launcher({ cwd: folder, env: { PATH: process.env.PATH } })
    onTestFinished(() => launcher.close())
    /** Plays the session in which the prompt is awaited. */
    const played = (flush: string, words?: readonly string[]) => {
      const file = write(`greet${flush === '' ? '' : '-flushing'}-${program}`, source.replace('FLUSH', flush))
      if (program === 'cc') execaSync('cc', ['-x', 'c', '-o', `${file}.out`, file])
      const command = program === 'cc' ? [...(words ?? []), `${file}.out`] : [...(words ?? [program, ...options]), file]
      return processProgram(launcher, command, 'interactive').play(script, { milliseconds: 300 })
    }
    expect((await played('')).end).toMatchObject({ how: 'silent', milliseconds: 300, later: 'flushed' })
    const right = flushing === undefined ? played(remedy) : played('', flushing)
    expect(await right).toMatchObject({ turns: script.turns.map(({ output }) => ({ output })) })
    const language = program === 'cc' ? (flushing === undefined ? 'c' : './greet') : program
    expect(remediesForFlushing(language)).toContain(remedy.replace(/^, /, ''))
  })
}
