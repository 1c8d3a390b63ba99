import { afterAll, describe, expect, test } from 'vitest'
import { UsageError } from '../base/usage-error.ts'
import { needsTerminal, testFolder } from '../run/test-helpers.ts'
import { record, transcriptOf } from './record.ts'
import { ownFolderIn, replay, whatVaries } from './replay.ts'
import { formatTranscript, parseTranscript, splitLines, type Transcript } from './transcript.ts'
import { reportOfError, Verifier } from './verify.ts'

const { folder } = testFolder()
const limits = { milliseconds: 2000 }
const verifier = new Verifier({ limits, games: [] })
afterAll(verifier.close)

interface Session {
  /** A line of sh. */
  readonly command: string
  readonly lines: string
  readonly head?: string
  readonly isInTerminal?: boolean
}

/** Records a session and replays it, as the command does. @throws UsageError if it is no transcript */
async function recorded({ command, lines, head = '# unprompted:', isInTerminal = false }: Session) {
  const transcript = parseTranscript('x.transcript', `${head}\n$ ${command}\n`)
  const how = { person: false, limits, place: { cwd: folder, env: process.env }, isInTerminal, isJoined: true }
  const recording = await record(transcript, undefined, splitLines(lines).values(), how)
  return replay(transcriptOf(transcript, undefined, recording), how, verifier.verify)
}

const asks = "printf 'name? '; read -r x; echo hi $x"
const perl = (code: string) => `perl -e '$|=1;${code}'`

describe('what shows no answer is no session', needsTerminal(), () => {
  const key = `printf 'sure? '; stty -icanon; dd bs=1 count=1 >/dev/null 2>&1; stty icanon; ${asks}`
  test.each<[string, Session, string]>([
    [
      'a file that is not there',
      { command: 'sh gone.sh', lines: 'Ada' },
      "ended before 'Ada' could be sent, with exit st",
    ],
    [
      'a program that ends before',
      { command: 'echo oh', lines: '^D' },
      'before the end of input could be sent, with exit',
    ],
    [
      'the terminal is read, where there is none',
      { command: 'read -r x </dev/tty; exit 3', lines: 'Ada' },
      "ended before 'Ada' could be sent, with exit status 3: ",
    ],
    ['a program that reads on', { command: 'cat >/dev/null', lines: '1 2' }, 'wrote nothing after any answer'],
    [
      'a single key',
      { command: key, lines: 'y Ada', isInTerminal: true },
      'reacts to a key before Enter: an answer is a line,',
    ],
  ])('%s', async (_, session, why) => {
    await expect(recorded(session)).rejects.toThrow(why)
  })
})

describe('what is recorded is verified', { ...needsTerminal(), concurrent: true }, () => {
  type Row = [name: string, session: Session]
  async function isVerified(...[, session]: Row) {
    const { transcript, report } = await recorded(session)
    expect(report).toMatchObject({ ok: true })
    const again = parseTranscript('x.transcript', formatTranscript(transcript))
    for (const { ok, retriesPassed } of await verifier.verify(again))
      expect([ok, retriesPassed]).toEqual([true, undefined])
  }

  test.each<Row>([
    ['two questions', { command: `${asks}; ${asks}`, lines: 'Ada Bob', isInTerminal: true }],
    ['all input first', { command: perl('$s += $_ while <>; print "$s\\n"'), lines: '1 2 ^D' }],
    [
      'a child that reads a line',
      { command: perl('print "n? ";<>;system "head","-n1";print "m? ";print scalar <>'), lines: 'a c b' },
    ],
    ['who takes all there is', { command: perl('sysread STDIN,$_,99 and print "$_" for 1..3'), lines: 'a b c' }],
    ['a child in the background', { command: '(read -r x; echo "$x") <&0 & wait; read -r y; echo "$y"', lines: 'a b' }],
    ['CR LF', { command: perl('print "> ";<>;print "a\\r\\n"'), lines: 'Ada', isInTerminal: true }],
  ])('%s', isVerified)

  test.each<Row>([
    [
      'a raw terminal',
      {
        command: perl(
          'system "stty raw -echo"; print "> "; $_.=$c while sysread(STDIN,$c,1)&&$c ne "\\r";print "\\n$_\\n"',
        ),
        lines: 'Ada',
        isInTerminal: true,
      },
    ],
    [
      'a slow program',
      { command: `printf '> '; read -r x; sleep 2.5; echo "$x"`, lines: 'a', head: '# prompt: ^> \n# timeout: 9' },
    ],
  ])('%s', { tags: 'slow' }, isVerified)
})

test('a session shows the present time if it was that up to a minute ago, outside its varying places', async () => {
  const shown = parseTranscript('x.transcript', '# unprompted:\n$ x\nsaved at 14:05\n')
  const varying = parseTranscript('x.transcript', '# unprompted:\n# varies: time\n$ x\nsaved at 14:05\n')
  const found = async (transcript: Transcript, time: string) => {
    const report = { ...reportOfError('x', new UsageError('x', 'y')), ok: true }
    const replayed = { transcript, report }
    return [...(await whatVaries(replayed, async () => replayed, new Date(`2026-11-28T${time}Z`)))]
  }
  for (const time of ['14:05:59', '14:06:59']) expect(await found(shown, time)).toEqual([['time', '14:05']])
  for (const time of ['14:04:59', '14:07:00']) expect(await found(shown, time)).toEqual([])
  expect(await found(varying, '14:05:59')).toEqual([])
})

test('a session shows a folder of this machine, but not where that is the root, which any address has', () => {
  const shown = parseTranscript('x.transcript', '# unprompted:\n$ x\nhttp://a.org/home/ann/x\n')
  const atHome = (HOME: string) => ownFolderIn(shown, { cwd: '/none', env: { HOME } })
  expect(['/home/ann', '/home/a', '/'].map(atHome)).toEqual(['/home/ann', undefined, undefined])
})
