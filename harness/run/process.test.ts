import { chmodSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { NotStarted } from '../base/usage-error.ts'
import { exactly, isInLockStep, type Way } from '../session/script.ts'
import type { Script, Session } from '../session/session.ts'
import type { Conversation } from './conversation.ts'
import { conversations, mustBeThere, processProgram, replayedIfDoubtful, withShell } from './process.ts'
import { Programs } from './programs.ts'
import { ShellLost } from './shell.ts'
import { quietMachine, start as simulatedStart } from './test-data/simulated-machine.ts'
import { testFolder } from './test-helpers.ts'

const cut = { how: 'cut' } as const
const end = cut
const script: Script = { turns: [{ output: 'A> ', answer: '1' }, { output: 'B> ', answer: '2' }, { output: 'C' }], end }
const asks: Script = { ...script, turns: script.turns.with(1, { output: '\nB> ', answer: '2' }) }

test.each<[Script, string[], string[]]>([
  [script, ['A> ', 'B> ', 'C'], ['at once']],
  [script, ['A> ', '\nB> ', 'C'], ['at once', 'carefully']],
  [script, ['A> ', 'B> ', '\nC'], ['at once', 'carefully']],
  [script, ['\nA> '], ['at once']],
  [script, ['A> ', 'B\n> '], ['at once']],
  [asks, ['A> ', '\nB> ', 'C'], ['at once']],
])('a newline that may have come before our answer is doubtful: %#', async (script, outputs, expected) => {
  const paces: string[] = []
  const session: Session = { turns: outputs.map((output) => ({ output })), end }
  const played = await replayedIfDoubtful(script, async (pace) => {
    paces.push(pace)
    return { ...session, stderr: pace }
  })
  expect(paces).toEqual(expected)
  expect(played.stderr).toBe(expected.at(-1))
})

const exit = { how: 'exit', status: 0 } as const

describe('a conversation', () => {
  /** What a program does whose sessions end like this: whether it exits when its input ends, and how it is closed. */
  function conversing(exits: (asked: number) => boolean, mayLeave: boolean) {
    let asked = 0
    const closed: (boolean | undefined)[] = []
    const talk: Partial<Conversation> = {
      exitsWithoutInput: async () => exits(++asked),
      close: (isReusable) => void closed.push(isReusable),
    }
    const converse = conversations({ start: async () => talk as Conversation }, 'prog', mayLeave)
    const lead = (end: Session['end']) => converse(['prog'], {}, async () => ({ turns: [{ output: '' }], end }))
    return { lead, closed, asked: () => asked }
  }

  test('keeps the shell of a program that has ended, and of one that ends when its input does', async () => {
    const { lead, closed, asked } = conversing(() => true, true)
    for (const end of [exit, cut, { how: 'silent', milliseconds: 1 }, cut] as const)
      expect((await lead(end)).end).toBe(end)
    expect(closed).toEqual([true, true, false, true])
    expect(asked()).toBe(2)
  })

  test('asks no more when the first program stays, and not at all if it may not leave', async () => {
    const stays = conversing((asked) => asked !== 1, true)
    for (const end of [cut, cut, exit]) await stays.lead(end)
    expect(stays.closed).toEqual([false, false, true])
    expect(stays.asked()).toBe(1)
    const terminal = conversing(() => true, false)
    await terminal.lead(cut)
    expect([terminal.closed, terminal.asked()]).toEqual([[false], 0])
  })

  test('ends the program if it fails', async () => {
    const { lead, closed } = conversing(() => {
      throw new Error('oh')
    }, true)
    await expect(lead(cut)).rejects.toThrow('oh')
    expect(closed).toEqual([false])
  })
})

describe('a session whose shell was killed', () => {
  const lost: Session = { turns: [{ output: '' }], end: { how: 'lost' } }
  const fine: Session = { turns: [{ output: 'A' }], end: exit }
  async function playedWith(isClosed: boolean, ...sessions: readonly (Session | Error)[]) {
    const shells: boolean[] = []
    const session = withShell({ isClosed }, async (isInFreshShell) => {
      const next = sessions[shells.push(isInFreshShell) - 1]
      if (next instanceof Error) throw next
      return next ?? lost
    })
    return [await session.catch((error: Error) => error.message), shells]
  }

  test('is played again in a fresh shell, once', async () => {
    expect(await playedWith(false, lost, fine)).toEqual([fine, [false, true]])
    expect(await playedWith(false, new ShellLost(), fine)).toEqual([fine, [false, true]])
    expect(await playedWith(false, lost, lost, fine)).toEqual([lost, [false, true]])
    expect(await playedWith(false, lost, new ShellLost())).toEqual([lost, [false, true]])
    expect(await playedWith(false, fine)).toEqual([fine, [false]])
  })

  test('is not played again where all was closed, or something else was wrong', async () => {
    expect(await playedWith(true, lost, fine)).toEqual([lost, [false]])
    expect(await playedWith(false, new Error('oh'))).toEqual(['oh', [false]])
    expect(await playedWith(false, lost, new Error('oh'))).toEqual(['oh', [false, true]])
  })
})

describe('what is started for a session', () => {
  const { leftover, ...inLockStep } = { ...script, leftover: ['x\0y'] }
  /** The words and the options with which a program is started. */
  async function started(way: Way, isJoined?: boolean) {
    const calls: unknown[] = []
    const start: Programs['start'] = async (words, options) => {
      calls.push([words, options])
      throw new Error('not started')
    }
    const program = processProgram({ start, isClosed: false }, ['./prog', '-v'], way, isJoined)
    await expect(program.play({ ...inLockStep, leftover }, { milliseconds: 1 })).rejects.toThrow('not started')
    program.close()
    return calls
  }
  const usual = { isInFreshShell: false, isJoined: false }

  test.each<[Way, string[], object]>([
    ['interactive', [], {}],
    ['pty', [], { terminal: 'no echo' }],
    ['stdin', [], { input: '1\n2\nx\0y\n' }],
    ['args', ['1', '2', 'xy'], { input: null }],
  ])('%s', async (way, words, options) => {
    expect(await started(way)).toEqual([[['./prog', '-v', ...words], { ...usual, ...options }]])
    expect(await started(way, true)).toEqual([[expect.anything(), { ...usual, ...options, isJoined: true }]])
  })
})

describe('a session', () => {
  /** Plays it with a program on a simulated machine that is right, but for a newline after its first prompt. */
  async function playedBy(right: Script, way: Way, newlineBehind?: number) {
    let starts = 0
    const start: Programs['start'] = async () => {
      starts++
      const lockStep = isInLockStep(way)
      return simulatedStart(
        { session: exactly(right), thinks: 0, ...(newlineBehind !== undefined && { newlineBehind }) },
        quietMachine,
        lockStep,
      )
    }
    const { turns } = await processProgram({ start, isClosed: false }, ['./prog'], way).play(right, {
      milliseconds: 100,
    })
    return [starts, turns.map(({ output }) => output)]
  }
  const toEnd: Script = { ...script, end: exit }
  const newlineFirst: Script = { ...toEnd, turns: toEnd.turns.with(0, { output: '\nA> ', answer: '1' }) }

  test('in lock-step that is doubtful is played once more; where all input is there at once, none is', async () => {
    expect(await playedBy(toEnd, 'interactive')).toEqual([1, ['A> ', 'B> ', 'C']])
    expect(await playedBy(toEnd, 'interactive', 0)).toEqual([2, ['A> \n']])
    expect(await playedBy(newlineFirst, 'stdin')).toEqual([1, ['', '', '\nA> B> C']])
  })

  test('that is cut off is over when the input of the program ends; in a terminal it is not ended', async () => {
    let asked = 0
    const start: Programs['start'] = async () => {
      const talk = simulatedStart({ session: exactly(script), thinks: 0 }, quietMachine, true)
      talk.exitsWithoutInput = async () => ++asked > 0
      return talk
    }
    for (const [index, way] of (['pty', 'interactive', 'stdin'] as const).entries()) {
      // With all input at once, a session is cut off only if it is wrong.
      const played = way === 'stdin' ? newlineFirst : script
      await processProgram({ start, isClosed: false }, ['./prog'], way).play(played, { milliseconds: 100 })
      expect(asked).toBe(index)
    }
  })

  test('with all input at once ends the input before anything is read', async () => {
    const talk: Partial<Conversation> = {
      listened: 0,
      send: (line) => {
        throw new Error(`sent ${line}`)
      },
      next: () => Promise.reject(new Error('read')),
      close() {},
    }
    const start = async () => talk as Conversation
    const play = (way: Way) =>
      processProgram({ start, isClosed: false }, ['./prog'], way).play(script, { milliseconds: 1 })
    for (const way of ['stdin', 'args'] as const) await expect(play(way)).rejects.toThrow('sent null')
    for (const way of ['interactive', 'pty'] as const) await expect(play(way)).rejects.toThrow('read')
  })
})

describe('the program of a command that did not start', () => {
  const { folder, write } = testFolder()
  const programs = new Programs({ cwd: folder, env: { PATH: process.env.PATH } })
  afterAll(() => programs.close())
  const complaint = (status: number, stderr: string): Session => ({
    turns: [{ output: '' }],
    end: { how: 'exit', status },
    stderr,
  })
  const gone = complaint(127, 'sh: 1: exec: x: not found')

  test.each<[string[], Session, string | undefined]>([
    [['./none'], gone, './none'],
    [['none-such', 'sh'], gone, 'none-such'],
    [['sh'], gone, undefined],
    // What a program that is there says of itself.
    [['./none'], complaint(127, 'not found'), undefined],
    [['./none'], complaint(0, 'sh: 1: exec: x: not found'), undefined],
    [['./data'], gone, './data'],
    [['./folder'], gone, './folder'],
    [['./run'], gone, undefined],
    [['sh', '-c', 'exec ./none a'], gone, 'sh'],
    [['sh', '-c', 'exec ./run a'], gone, undefined],
    [['sh', '-c', "exec './run' a"], gone, undefined],
    [['sh', '-c', 'exec "$@"', 'sh', './none'], gone, 'sh'],
    [['sh', '-c', 'exec "$@"', 'sh', './run'], gone, undefined],
    [['sh', '-c', './none'], gone, undefined],
    [['sh', '-c', 'echo ./none; exec ./none'], gone, undefined],
    [['sh', './none', 'exec ./none'], gone, undefined],
    [['env', '-c', 'exec ./none'], gone, undefined],
  ])('%j', async (command, session, name) => {
    write('data', '')
    write('folder/file', '')
    chmodSync(write('run', ''), 0o755)
    const look = mustBeThere(programs, command, session)
    await (name === undefined
      ? expect(look).resolves.toBeUndefined()
      : expect(look).rejects.toThrow(new NotStarted(name)))
  })

  test('is named as it was asked for', async () => {
    const program = processProgram(programs, ['./none', 'a'], 'stdin')
    await expect(program.play(script, { milliseconds: 1000 })).rejects.toThrow(new NotStarted('./none'))
  })

  test('has another name in the error, if one is given', async () => {
    await expect(mustBeThere(programs, ['./none'], gone, 'x.pl')).rejects.toThrow(new NotStarted('x.pl'))
  })
})
