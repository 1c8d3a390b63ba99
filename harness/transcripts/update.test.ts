import { describe, expect, test } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { recordAgain } from './record.ts'
import { formatTranscript, parseTranscript } from './transcript.ts'

const { folder } = testFolder()

/** A transcript of a program in sh as it would be recorded now. */
const updated = async (code: string, session: string, head = '# prompt: ^name\\? ') => {
  const transcript = parseTranscript('x.transcript', `${head}\n$ ${code}\n${session}`)
  const place = { cwd: folder, env: process.env }
  const again = await recordAgain(transcript, [], { milliseconds: 2000 }, place)
  return formatTranscript(again.transcript).replace(/^#.*\n/gm, '')
}

const asks = "printf 'name? '; read -r line"

describe('an update keeps what somebody typed', () => {
  test.each([
    [
      'a script that is gone',
      'sh gone.sh',
      'name? Ada\nname? Bob\nhi\n',
      /2 of 2 answers .* \(Ada Bob\): .* exit status 2.*gone\.sh/,
    ],
    [
      'a question that is no longer asked',
      asks,
      'name? Ada\nname? Bob\n',
      /1 of 2 answers .* \(Bob\): .* exit status 0;/,
    ],
    ['an end of input that is no longer read', asks, 'name? Ada\nname? ^D\n', /1 of 2 answers .* \(\^D\)/],
  ])('%s', async (_, code, session, why) => {
    await expect(updated(code, session)).rejects.toThrow(why)
  })

  test('and what varies, as it was recorded', async () => {
    const code = `${asks}; echo "took $(date +%N)ms"; echo "hello $line"`
    const now = await updated(code, 'name? Ada\ntook 3ms\nhi\n', '# prompt: ^name\\? \n# varies: number')
    expect(now).toBe(`$ ${code}\nname? Ada\ntook 3ms\nhello Ada\n`)
  })
})
