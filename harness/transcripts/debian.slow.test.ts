// @module-tag slow

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as shlex from 'shlex'
import { describe, expect, test } from 'vitest'
import { run as runHere } from '../cli/test-helpers.ts'
import { needs, testFolder } from '../run/test-helpers.ts'

/** Programs of Debian that prompt, with a wrong command among the answers. Those that are not installed are skipped. */
const { folder } = testFolder()
const run = async (...args: string[]) => (await runHere(args, { cwd: folder, env: process.env })).stdout.trimEnd()

/** The command, the answers, and where it says that one is wrong. */
const programs: readonly (readonly [command: string, lines: string, errors: 'stderr' | 'stdout'])[] = [
  ['bc -q', '1+1 1/0 quit', 'stderr'],
  ['dash -i', "'echo hello' nonsense exit", 'stderr'],
  ['dc', "'1 2 + p' '1 0 /' q", 'stderr'],
  ["ed -p '* '", 'a hello . nonsense Q', 'stdout'],
  ['gdb -q -nx', "'print 1+1' 'print foo' quit", 'stderr'],
  ['/usr/games/gnuchess', 'nonsense quit', 'stdout'],
  ['/usr/games/gnugo --mode ascii --seed 1 --boardsize 5', 'help nonsense quit', 'stdout'],
  ['gnuplot', "'print 1+1' 'print foo' quit", 'stderr'],
  ['guile -q', "'(+ 1 1)' '(foo)' ',q' ',q'", 'stderr'],
  ['irb -f --noecho', '1+1 foo exit', 'stdout'],
  ['lua5.4 -i', `'print(1+1)' 'error("x")' 'os.exit()'`, 'stderr'],
  ["mawk -W interactive '{ print $$1 }'", '1 -1', 'stderr'],
  ['node -i', '1+1 foo .exit', 'stdout'],
  ['ocaml -noinit', "'1+1;;' 'foo;;' 'exit 0;;'", 'stdout'],
  ['octave-cli -q --no-history', '1+1 undefined_thing exit', 'stderr'],
  ['perl -d -e 1', "'p 1+1' 'die 1' q", 'stderr'],
  ['php -a', "'echo 1+1;' 'foo();' quit", 'stderr'],
  ['/usr/bin/python3 -q -i', "1+1 1/0 'exit()'", 'stderr'],
  ['sbcl --noinform --no-userinit', "'(+ 1 1)' '(quit)'", 'stdout'],
  ['sqlite3', "'select 1;' 'select bad;' .quit", 'stderr'],
  ['swipl -q -f none', "'X is 1+1.' 'foo.' 'halt.'", 'stderr'],
  ['tclsh', "'expr 1+1' foo exit", 'stderr'],
]

describe.concurrent.each(programs)('%s', (command, lines, errors) => {
  const [program = '', ...args] = shlex.split(command)
  const path = `${basename(program)}.transcript`

  test('it is recorded with what it writes to standard error, and replays', needs(program), async () => {
    const recorded = await run('record', path, '--prompt', '', '--answers', lines, '--', program, ...args)
    expect(recorded).toContain(', replays')
    expect(await run('verify', path)).toMatch(/^(\d) of \1 sessions as recorded$/)
    expect(readFileSync(join(folder, path), 'utf8').includes('# stderr: shown\n')).toBe(errors === 'stderr')
  })
})
