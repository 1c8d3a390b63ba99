import { chmodSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { NotStarted } from '../base/usage-error.ts'
import { exactly, isInLockStep, type Way } from '../session/script.ts'
import type { End, Script, Session } from '../session/session.ts'
import type { Conversation } from './conversation.ts'
import { Launcher, type StartOptions } from './launcher.ts'
import { conversations, mustHaveStarted, processProgram } from './process.ts'
import { quietMachine, start as simulatedStart } from './test-data/simulated-machine.ts'
import { testFolder } from './test-helpers.ts'

const cut = { how: 'cut' } as const
const exit = { how: 'exit', status: 0 } as const
const script: Script = {
  turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }],
  end: cut,
}

describe('a program', () => {
  const silent = { how: 'silent', milliseconds: 1 } as const
  const lost = { how: 'lost' } as const

  /**
   * Plays sessions that end like this, or fail, one in each shell.
   * @param exits whether the program exits when its input closes, each time that it closes
   * @returns how they end, and what is done: a shell is used or made, the input is closed, the shell is kept or killed
   */
  async function conversing(ends: readonly (End | Error)[], exits: readonly boolean[] = [], isClosed = false) {
    const [left, closing, done] = [[...ends], [...exits], [] as string[]]
    const talk: Partial<Conversation> = {
      async exitsWhenInputCloses() {
        done.push('close input')
        return closing.shift() ?? false
      },
      close: (isReusable) => void done.push(isReusable ? 'keep' : 'kill'),
    }
    const start = async (_: unknown, { isInFreshShell }: StartOptions = {}) => {
      done.push(isInFreshShell ? 'fresh' : 'use')
      return talk as Conversation
    }
    const converse = conversations({ start, isClosed }, 'prog', exits.length > 0)
    const seen: unknown[] = []
    while (left.length > 0) {
      const session = converse(['prog'], {}, async () => {
        const next = left.shift()
        if (next instanceof Error) throw next
        return { turns: [{ output: '' }], end: next ?? lost }
      })
      seen.push(
        await session.then(
          ({ end }) => end,
          (error) => error.message,
        ),
      )
    }
    return { seen, done: done.join(', ') }
  }

  test.each<[string, (End | Error)[], boolean[], string]>([
    ['that has ended leaves its shell for the next', [exit, silent, exit], [], 'use, keep, use, kill, use, keep'],
    ['that is cut off is killed', [cut], [], 'use, kill'],
    [
      'is asked to exit, if it may, where it is cut off',
      [cut, silent, cut],
      [true, true],
      'use, close input, keep, use, kill, use, close input, keep',
    ],
    ['that did not exit is asked no more', [cut, cut, exit], [false], 'use, close input, kill, use, kill, use, keep'],
    ['whose shell was killed is started in a fresh one', [lost, exit, exit], [], 'use, kill, fresh, keep, use, keep'],
  ])('%s', async (_, ends, exits, done) => {
    const played = await conversing(ends, exits)
    expect(played.done).toBe(done)
    expect(played.seen).toEqual(ends.filter((end) => end !== lost && !(end instanceof Error)))
  })

  test('is lost where the fresh shell is, or where all is closed', async () => {
    expect(await conversing([lost, lost])).toEqual({ seen: [lost], done: 'use, kill, fresh, kill' })
    expect(await conversing([lost], [], true)).toEqual({ seen: [lost], done: 'use, kill' })
  })

  test('is killed where something else fails', async () => {
    expect(await conversing([lost, new Error('oh')])).toEqual({ seen: ['oh'], done: 'use, kill, fresh, kill' })
  })
})

describe('a way to play', () => {
  const leftover = ['x\0y']
  test.each<[Way, string[], object]>([
    ['interactive', [], {}],
    ['pty', [], { terminal: 'no echo' }],
    ['stdin', [], { input: '1\n2\nx\0y\n' }],
    ['args', ['1', '2', 'x\0y'], { input: null }],
  ])('%s: what is started', async (way, words, options) => {
    for (const isJoined of [false, true]) {
      const start: Launcher['start'] = async (...started) => {
        expect(started).toEqual([['./prog', '-v', ...words], { ...options, isJoined }])
        throw new Error('not started')
      }
      const program = processProgram({ start, isClosed: false }, ['./prog', '-v'], way, isJoined)
      await expect(program.play({ ...script, leftover }, { milliseconds: 1 })).rejects.toThrow('not started')
    }
  })

  /** Plays a script with a program on a simulated machine that is right, but for a newline after its first prompt. */
  async function playedBy(right: Script, way: Way, newlineBehind?: number) {
    const done: string[] = []
    const start: Launcher['start'] = async () => {
      const behaviour = { session: exactly(right), thinks: 0, ...(newlineBehind !== undefined && { newlineBehind }) }
      const talk = simulatedStart(behaviour, quietMachine, isInLockStep(way))
      const { send } = talk
      talk.send = (line) => {
        done.push(`${line}`)
        return send.call(talk, line)
      }
      return talk
    }
    const program = processProgram({ start, isClosed: false }, ['./prog'], way)
    const { turns } = await program.play(right, { milliseconds: 100 })
    return [turns.map(({ output }) => output), done.join(' ')]
  }
  const toEnd: Script = { ...script, end: exit }
  const newlineFirst: Script = { ...toEnd, turns: toEnd.turns.with(0, { output: '\nA> ', answer: '1' }) }

  test.each<[Way, string, Script, number | undefined, string[], string]>([
    ['interactive', 'plays again what is doubtful', toEnd, 0, ['A> \n'], '1 null null'],
    ['interactive', 'closes the input where a session is cut off', script, undefined, ['A> ', 'B> ', 'C'], '1 2 null'],
    ['pty', 'does not close the input', script, undefined, ['A> ', 'B> ', 'C'], '1 2'],
    ['pty', 'waits with each answer', toEnd, 0, ['A> \n'], ''],
    ['stdin', 'ends the input first, and plays nothing again', newlineFirst, undefined, ['', '', '\nA> B> C'], 'null'],
    ['args', 'ends the input first', toEnd, undefined, ['', '', 'A> B> C'], 'null'],
  ])('%s: %s', async (way, _, right, newlineBehind, outputs, sent) => {
    expect(await playedBy(right, way, newlineBehind)).toEqual([outputs, sent])
  })
})

const newlineInB: Script = { ...script, turns: script.turns.with(1, { output: '\nB> ', answer: '2' }) }

test.each<[string, Script, string[], number]>([
  ['right', script, ['A> ', 'B> ', 'C'], 1],
  ['doubtful: played again', script, ['A> ', '\nB> ', 'C'], 2],
  ['doubtful at the end', script, ['A> ', 'B> ', '\nC'], 2],
  ['wrong before any answer', script, ['\nA> '], 1],
  ['wrong within a text', script, ['A> ', 'B\n> '], 1],
  ['right: it must be there', newlineInB, ['A> ', '\nB> ', 'C'], 1],
])('a newline that may have come before our answer is %s', async (_, right, outputs, expected) => {
  let starts = 0
  const start: Launcher['start'] = async () => {
    starts++
    const session: Session = { turns: outputs.map((output) => ({ output })), end: cut }
    return simulatedStart({ session, thinks: 0 }, quietMachine, true)
  }
  await processProgram({ start, isClosed: false }, ['./prog'], 'interactive').play(right, { milliseconds: 100 })
  expect(starts).toBe(expected)
})

describe('the program of a command that did not start', () => {
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
    [['./none'], ended(1, complaint), './none'],
    [['./none'], ended(1, 'unshare: failed to execute x'), './none'],
    // In a terminal, whose program may not have ended.
    [['./none'], { turns: [{ output: complaint }], end: cut }, './none'],
    // A program that is there wrote this itself.
    [['./none'], ended(127, 'not found'), undefined],
    [['./none'], ended(127, '', `> ${complaint}`), undefined],
    [['./none'], ended(2, complaint), undefined],
    [['./none'], ended(0, complaint), undefined],
    [['./data'], gone, './data'],
    [['./folder'], gone, './folder'],
    [['./run'], gone, undefined],
    [['sh', '-c', 'exec ./none a'], gone, 'sh'],
    [['sh', '-c', 'exec ./run a'], gone, undefined],
    [['sh', '-c', 'exec "$@"', 'sh', './none'], gone, 'sh'],
    [['sh', '-c', 'exec "$@"', 'sh', './run'], gone, undefined],
    [['sh', '-c', './none'], gone, undefined],
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

  test('is named as in the command, or as is said', async () => {
    const program = processProgram(programs, ['./none', 'a'], 'stdin')
    await expect(program.play(script, { milliseconds: 1000 })).rejects.toThrow(new NotStarted('./none'))
    await expect(mustHaveStarted(programs, ['./none'], gone, 'x.pl')).rejects.toThrow(new NotStarted('x.pl'))
  })
})
