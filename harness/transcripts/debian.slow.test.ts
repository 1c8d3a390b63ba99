// @module-tag slow

import { chmodSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import * as shlex from 'shlex'
import { describe, expect, test } from 'vitest'
import { run as runHere } from '../cli/test-helpers.ts'
import { needs, testFolder } from '../run/test-helpers.ts'

/**
 * Programs of Debian that prompt, with a wrong command among the answers: recorded at the first call, replayed, and held to
 * what they write to standard error. Those that are not installed are skipped.
 */
const { folder, write } = testFolder()
const run = async (...args: string[]) => (await runHere(args, { cwd: folder, env: process.env })).stdout.trimEnd()

/**
 * Runs a program, and writes one letter for another. Both streams are one pipe, as they are where standard error is shown: with
 * a pipe each, their order would change, too. So the letter must be one of the messages only.
 */
const changed = '#!/bin/bash\nset -o pipefail\nfrom=$1 to=$2\nshift 2\n"$@" 2>&1 | stdbuf -o0 tr "$from" "$to"\n'
chmodSync(write('changed', changed), 0o755)

/**
 * The first letter that a program writes to standard error, but not to standard output or in a prompt. A `<` will do: guile
 * greets with so many words that they have every letter of its message.
 */
async function letterOfErrors(program: string, args: readonly string[], lines: string, prompt: string) {
  const input = shlex.split(lines).map((line) => `${line}\n`)
  const { stdout, stderr } = await execa(program, args, { cwd: folder, input: input.join(''), reject: false })
  return [...stderr].find((letter) => /[a-z<]/i.test(letter) && !`${stdout}${prompt}`.includes(letter))
}

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

  test('it is recorded, replays, and is held to its standard error', needs(program), async () => {
    const recorded = await run('record', path, '--prompt', '', '--answers', lines, '--', program, ...args)
    expect(recorded).toContain(', replays')
    expect(await run('verify', path)).toMatch(/^(\d) of \1 sessions as recorded$/)

    const transcript = readFileSync(join(folder, path), 'utf8')
    expect(transcript.includes('# stderr: shown\n')).toBe(errors === 'stderr')
    if (errors === 'stdout') return
    const [, prompt = ''] = /^# prompt: (.*)$/m.exec(transcript) ?? []
    const letter = (await letterOfErrors(program, args, lines, prompt)) ?? ''
    expect(letter).not.toBe('')
    const verified = (to: string) => run('verify', path, '--', './changed', letter, to, program, ...args)
    expect(await verified(letter)).toMatch(/^(\d) of \1 sessions as recorded$/)
    expect(await verified('?')).toMatch(/^0 of \d sessions as recorded$/m)
  })
})
