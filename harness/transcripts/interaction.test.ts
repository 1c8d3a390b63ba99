import { describe, expect, test } from 'vitest'
import { exact } from '../../reference/game.ts'
import { testFolder } from '../run/test-helpers.ts'
import { formatInteraction, lossesIn, readInteraction, refuseUnfit } from './interaction.ts'
import { parseTranscript, turnsIn } from './transcript.ts'
import { Verifier } from './verify.ts'

const { folder, write } = testFolder()

function readBack(file: string) {
  write('x.interaction', file)
  return readInteraction('x.interaction', folder)
}

/** A sample as the specification of the format words it: the program guesses, the other side answers. */
const sample = '>50\n<lower\n>25\n<higher\n>37\n<correct\n'

test('what the program writes begins with >, what it reads with <', () => {
  const turns = [
    { output: 'board\n\nX> ', answer: '4' },
    { output: 'O> ', answer: '' },
    { output: '', answer: 'two' },
    { output: '\nbye' },
  ]
  expect(formatInteraction(turns)).toBe('>board\n>\n>X> \n<4\n>O> \n<\n<two\n>\n>bye\n')
})

describe('a session as an interaction', () => {
  const prompt = /^> /
  const parsed = (session: string, settings: string) => parseTranscript('x.transcript', `${settings}$ x\n${session}`)

  test.each([
    ['> a\nyes\n', '', undefined],
    ['a\r b\n', '', undefined],
    ['> a\nno\n', '# stderr: shown\n', 'x.transcript: shows standard error, which an .interaction does not have'],
    ['', '', 'x.transcript: is empty: an .interaction has at least one line'],
    ['> a\n> ^D\nbye\n', '', 'x.transcript:3: ends the input (^D), which an .interaction cannot do'],
    ['> a\none\ntwo\r\n', '', 'x.transcript:4: line ends in CR LF, which is an error in an .interaction'],
    ['> a\n> b\r\n', '', 'x.transcript:3: line ends in CR LF, which is an error in an .interaction'],
    ['> a\n> ', '', 'x.transcript: is cut off at a prompt: an .interaction goes on until the program ends'],
    ['> a\n> ', '# status: 0\n', undefined],
  ])('%j with %j: %s', (session, settings, message) => {
    const transcript = parsed(session, settings)
    const check = () => refuseUnfit(transcript, turnsIn(session, prompt), prompt)
    if (message === undefined) check()
    else expect(check).toThrow(expect.objectContaining({ name: 'UsageError', message }))
  })

  test('what is lost is named', () => {
    const { settings } = parsed(
      '',
      '# status: 3\n# compare: whitespace\n# env: A=b\n# varies: number\n# stderr: none\n# pty: only\n# timeout: 9\n',
    )
    expect(lossesIn(settings)).toEqual([
      "'# status: 3' is lost: verify expects 0",
      "'# compare: whitespace' is lost: every byte counts",
      "'# env: A=b' is lost: the program gets another environment",
      "'# varies: number' is lost: the example counts",
      "'# stderr: none' is lost: standard error does not count",
      "'# pty: only' is lost: verify it with --pty",
      "'# timeout: 9' is lost: verify it with --timeout 9",
    ])
    expect(lossesIn(parsed('', '# status: 0\n# compare: exact\n').settings)).toEqual([])
  })
})

test('a sample is read turn by turn', () => {
  const { turns, end } = readBack(sample)
  expect(turns.map(({ output, answer }) => [exact(output ?? ''), answer])).toEqual([
    ['50\n', 'lower'],
    ['25\n', 'higher'],
    ['37\n', 'correct'],
    ['', undefined],
  ])
  expect(end).toEqual({ how: 'exit', status: 0 })
})

test.each([
  ['50\n', "x.interaction:1: expected a line of the program ('>…') or of its input ('<…')"],
  ['>50\n\n', "x.interaction:2: expected a line of the program ('>…') or of its input ('<…')"],
  ['>1\n<2\n---\n>3\n', 'x.interaction:3: a second pass: a session has one'],
  ['>1\r\n<2\r\n', 'x.interaction:1: line ends in CR LF'],
])('%j cannot be read', (file, message) => {
  expect(() => readBack(file)).toThrow(expect.objectContaining({ name: 'UsageError', message }))
})

describe('verify', () => {
  const path = write('sample.interaction', sample)
  const guess = (says: string, end = '') =>
    `$|=1;($a,$b)=(0,100);do{$g=int(($a+$b)/2);print"${says}";$_=<>;/low/?($b=$g):($a=$g)}until/correct/;${end}`

  /** The verdict on a program, and what is wrong with it. */
  async function verified(...command: string[]) {
    const verifier = new Verifier({ limits: { milliseconds: 2000 }, games: [], command })
    const [report] = await verifier.verifyInteraction(path).finally(verifier.close)
    return [report?.verdict, report?.failure?.difference.sentence]
  }

  test.each([
    ['lines', guess('$g\\n'), ['AC', undefined]],
    ['prompts, which do not end their line', guess('$g'), ['AC', undefined]],
    ['another line', guess('$g!\\n'), ['WA', expect.stringMatching(/^output before the input was sent, at byte 2 /)]],
    ['another exit status', guess('$g\\n', 'exit 3'), ['RTE', expect.stringMatching(/^ended with exit status 3/)]],
  ])('a program that writes %s', async (_, program, expected) => {
    expect(await verified('perl', '-e', program)).toEqual(expected)
  })

  test('needs a command', async () => {
    await expect(verified()).rejects.toThrow('sample.interaction: names no command: say it after --')
  })
})
