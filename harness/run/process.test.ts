import { chmodSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { NotStarted } from '../base/usage-error.ts'
import { type End, outputOf, type Script, type Session } from '../session/session.ts'
import type { Conversation } from './conversation.ts'
import { Launcher, type StartOptions } from './launcher.ts'
import { conversations, mustHaveStarted, processProgram } from './process.ts'
import { testFolder } from './test-helpers.ts'

const cut: End = { how: 'cut' }
const exit: End = { how: 'exit', status: 0 }
const silent: End = { how: 'silent', milliseconds: 1 }
const lost: End = { how: 'lost' }

/**
 * Plays sessions that end like this, or fail, one in each shell.
 * @param exits whether the program exits when its input closes, each time that it closes
 * @returns how they end, and what is done: a shell is used or made, the input is closed, the shell is kept or killed
 */
async function conversing(ends: readonly (End | Error)[], exits: readonly boolean[], isClosed: boolean) {
  const [left, closing, done, seen] = [[...ends], [...exits], [] as string[], [] as string[]]
  const conversation: Partial<Conversation> = {
    async exitsWhenInputCloses() {
      done.push('close input')
      return closing.shift() ?? false
    },
    close: (isReusable) => void done.push(isReusable ? 'keep' : 'kill'),
  }
  const start = async (_: unknown, { isInFreshShell }: StartOptions = {}) => {
    done.push(isInFreshShell ? 'fresh' : 'use')
    return conversation as Conversation
  }
  const converse = conversations({ start, isClosed }, 'prog', exits.length > 0)
  while (left.length > 0) {
    const session = converse(['prog'], {}, async () => {
      const next = left.shift()
      if (next instanceof Error) throw next
      return { turns: [{ output: '' }], end: next ?? lost }
    })
    await session.then(
      ({ end }) => seen.push(end.how),
      (error) => seen.push(error.message),
    )
  }
  return [seen.join(', '), done.join(', ')]
}

test.each<[string, (End | Error)[], boolean[], boolean, string, string]>([
  ['is kept if it has ended', [exit, silent], [], false, 'exit, silent', 'use, keep, use, kill'],
  ['is killed if its session is cut off', [cut], [], false, 'cut', 'use, kill'],
  ['is asked to exit, if it may', [cut, silent], [true], false, 'cut, silent', 'use, close input, keep, use, kill'],
  [
    'is asked no more once one did not exit',
    [cut, cut],
    [false],
    false,
    'cut, cut',
    'use, close input, kill, use, kill',
  ],
  ['is started in a fresh shell if the first was killed', [lost, exit], [], false, 'exit', 'use, kill, fresh, keep'],
  ['is lost where the fresh shell is', [lost, lost], [], false, 'lost', 'use, kill, fresh, kill'],
  ['is lost where all is closed', [lost], [], true, 'lost', 'use, kill'],
  ['is killed where something else fails', [lost, new Error('oh')], [], false, 'oh', 'use, kill, fresh, kill'],
])('a program %s', async (_, ends, exits, isClosed, seen, done) => {
  expect(await conversing(ends, exits, isClosed)).toEqual([seen, done])
})

const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }],
  end: cut,
}

describe('the program of a command', () => {
  const { folder, write } = testFolder()
  const programs = new Launcher({ cwd: folder, env: { PATH: process.env.PATH } })
  afterAll(() => programs.close())
  const complaint = 'sh: 1: exec: x: not found'
  const ended = (status: number, stderr: string, output = ''): Session => ({
    turns: [{ output }],
    end: { how: 'exit', status },
    stderr,
  })
  const gone = ended(127, complaint)

  test.each<[string[], Session, string | undefined]>([
    [['./none'], gone, './none'],
    [['sh'], gone, undefined],
    [['./none'], ended(1, 'unshare: failed to execute x'), './none'],
    // In a terminal, whose program may not have ended.
    [['./none'], { turns: [{ output: complaint }], end: cut }, './none'],
    // A program that is there wrote this itself.
    [['./none'], ended(127, 'not found'), undefined],
    [['./none'], ended(127, '', `> ${complaint}`), undefined],
    [['./none'], ended(2, complaint), undefined],
    [['./data'], gone, './data'],
    [['./folder'], gone, './folder'],
    [['./run'], gone, undefined],
    [['sh', '-c', 'exec ./none a'], gone, 'sh'],
    [['sh', '-c', 'exec ./run a'], gone, undefined],
    [['sh', '-c', 'exec "$@"', 'sh', './none'], gone, 'sh'],
    [['sh', '-c', 'echo ./none; exec ./none'], gone, undefined],
  ])('%j, after %j, is an error that names %s', async (command, session, name) => {
    write('data', '')
    write('folder/file', '')
    chmodSync(write('run', ''), 0o755)
    const look = mustHaveStarted(programs, command, session)
    await (name === undefined
      ? expect(look).resolves.toBeUndefined()
      : expect(look).rejects.toThrow(new NotStarted(name)))
  })

  test('lines that are arguments arrive byte for byte, also those after the end of a session', async () => {
    const program = processProgram(programs, ['printf', '[%s]'], 'args')
    const session = await program.play({ ...script, leftover: ['\xc3\xa9'] }, { milliseconds: 5000 })
    expect(outputOf(session)).toBe('[1][2][\xc3\xa9]')
  })

  test('a program that did not start is named as in the command, or as is said', async () => {
    const program = processProgram(programs, ['./none', 'a'], 'stdin')
    await expect(program.play(script, { milliseconds: 1000 })).rejects.toThrow(new NotStarted('./none'))
    await expect(mustHaveStarted(programs, ['./none'], gone, 'x.pl')).rejects.toThrow(new NotStarted('x.pl'))
  })
})
