import { execaSync } from 'execa'
import { expect, test } from 'vitest'
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
  expect(remediesForFlushing(command)).toBe(remedy)
})

/** Programs that do not flush their prompt. A remedy that is a part of a program stands in place of FLUSH. */
const sources = {
  perl: 'FLUSH; print "name? "; $_ = <STDIN>; print "Hello, $_"',
  python: 'import sys\nprint("name? ", end="" FLUSH)\nsys.stdout.write("Hello, " + sys.stdin.readline())',
  ruby: 'FLUSH\nprint "name? "\nputs "Hello, " + $stdin.gets',
  lua: 'FLUSH\nio.write "name? "\nprint("Hello, " .. io.read())',
  awk: 'BEGIN { printf "name? "; FLUSH; getline n; print "Hello, " n }',
  c: '#include <stdio.h>\nint main() { char s[9]; FLUSH; printf("name? "); printf("Hello, %s", fgets(s, 9, stdin)); }',
  jq: '"name? ", "Hello, \\(input)\\n"',
}

/** The options with which a program takes a file for its source. */
const options: Readonly<Record<string, readonly string[]>> = { awk: ['-f'], jq: ['-nRj', '-f'] }

const script: Script = {
  turns: [{ output: 'name? ', answer: 'Ada' }, { output: 'Hello, Ada\n' }],
  end: { how: 'exit', status: 0 },
}

/** How a program plays the session in which its prompt is awaited, with some words before its command. */
async function played(command: readonly string[]) {
  const { PATH } = process.env
  const programs = new Launcher({ cwd: folder, env: { PATH } })
  try {
    return await processProgram(programs, command, 'interactive').play(script, { milliseconds: 300 })
  } finally {
    programs.close()
  }
}

/** What is advised, for a language, with the program that must be there; and the words that are advised, if it is a command. */
const remedies: readonly [remedy: string, keyof typeof sources, program: string, ...words: string[]][] = [
  ['$|=1', 'perl', 'perl'],
  [', flush=True', 'python', 'python3'],
  ['python3 -u', 'python', 'python3', 'python3', '-u'],
  ['$stdout.sync=true', 'ruby', 'ruby'],
  ['io.stdout:setvbuf("no")', 'lua', 'lua'],
  ['fflush()', 'awk', 'gawk'],
  ['mawk -W interactive', 'awk', 'mawk', 'mawk', '-W', 'interactive', '-f'],
  ['setbuf(stdout,0)', 'c', 'cc'],
  ['jq --unbuffered', 'jq', 'jq', 'jq', '--unbuffered', '-nRj', '-f'],
  ['stdbuf -o0', 'c', 'cc', 'stdbuf', '-o0'],
]

for (const [remedy, language, program, ...words] of remedies) {
  test(
    `${program}: with ${remedy} a prompt comes before the answer, and without it does not`,
    needs(program, ...words.slice(0, 1)),
    async () => {
      /** The command of a program with this in the place of the remedy. */
      function command(flush: string, before: readonly string[]) {
        const file = write(
          `${language}-${flush === '' ? 'silent' : 'right'}`,
          sources[language].replace('FLUSH', flush),
        )
        if (language !== 'c') return [...(before.length > 0 ? before : [program, ...(options[language] ?? [])]), file]
        execaSync('cc', ['-x', 'c', '-o', `${file}.out`, file])
        return [...before, `${file}.out`]
      }
      expect((await played(command('', []))).end).toMatchObject({ how: 'silent', milliseconds: 300, later: 'flushed' })
      const right = words.length > 0 ? command('', words) : command(remedy, [])
      expect(await played(right)).toMatchObject({ turns: script.turns.map(({ output }) => ({ output })) })
      const name = language === 'c' && words.length > 0 ? './greet' : language
      expect(remediesForFlushing(name)).toContain(remedy.replace(/^, /, ''))
    },
  )
}
