import { describe, expect, test } from 'vitest'
import type { Bytes } from '../session/bytes.ts'
import type { Script } from '../session/script.ts'
import { canAttend } from './attendant.ts'
import { hold } from './hold.ts'
import { end, start } from './process.ts'

interface Ran {
  readonly said: string
  readonly end: unknown
}

/** What becomes of a program that reads nothing. */
function run(attended: boolean, file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const program = { file, args, cwd: '/', env: { PATH: process.env.PATH, ...env } }
  const child = attended ? start(program, []) : start(program)
  let said = ''
  let ended: unknown
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('latin1')
    stream.on('data', (bytes: Bytes) => (said += bytes))
  }
  child.stdin.end()
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      ended = code ?? signal
      end(child)
    })
    child.on('error', ({ code }) => resolve({ said, end: code }))
    child.on('close', () => resolve({ said, end: ended }))
  })
}

describe.skipIf(!canAttend())('an attendant does what spawn does', () => {
  test.each([
    ['words are told as they are', 'printf', ['[%s]', 'a b', '', 'é\n', '$x', '']],
    ['so is the environment', 'sh', ['-c', 'env | grep -v NINEHOLE_SESSION | sort'], { EMPTY: '', ODD: 'é b\n=' }],
    ['and the folder', 'pwd', []],
    ['signals do what they usually do', 'sh', ['-c', 'grep -E "^Sig(Blk|Ign|Cgt)" /proc/self/status 2>&1']],
    ['nothing else is open', 'sh', ['-c', 'for f in /dev/fd/*; do test -e $f && echo $f; done']],
    ['it leads a group', 'perl', ['-e', 'print getpgrp == $$']],
    ['it has no terminal', 'sh', ['-c', 'true 2>&1 </dev/tty && echo yes']],
    ['a status', 'sh', ['-c', 'exit 7']],
    ['a signal', 'sh', ['-c', 'kill -9 $$']],
    ['no such program', 'no-such-program', []],
    ['no program', '/', []],
  ] as const)('%s', async (_, file, args, env: Record<string, string> = {}) => {
    expect(await run(true, file, args, env)).toEqual(await run(false, file, args, env))
  })

  test('many, one after the other', async () => {
    for (let time = 0; time < 100; time++)
      expect(await run(true, 'echo', [`${time}`])).toMatchObject({ said: `${time}\n` })
  })

  test('many at once', async () => {
    const times = Array.from({ length: 8 }, (_, time) => `${time}\n`)
    expect(await Promise.all(times.map(async (time) => (await run(true, 'printf', [time])).said))).toEqual(times)
  })

  test('a program that kills it', async () => {
    const script: Script = { steps: [{ says: 'never' }], ends: true, status: 0, leftover: [] }
    const program = { file: 'perl', args: ['-e', 'kill 9, getppid; sleep 9'], cwd: '.', env: process.env }
    expect(await hold(program, script, 'interactive', { milliseconds: 5000 })).toMatchObject({
      verdict: 'RTE',
      why: 'killed the process that held it',
    })
    expect(await run(true, 'echo', ['on'])).toEqual({ said: 'on\n', end: 0 })
  })
})
