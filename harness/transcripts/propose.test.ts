import { afterAll, expect, test } from 'vitest'
import { whatVaries } from './propose.ts'
import { parseTranscript, type Transcript } from './transcript.ts'
import { Verifier } from './verify.ts'

const verifier = new Verifier({ limits: { milliseconds: 2000 }, games: [] })
afterAll(verifier.close)

test.each<[script: string, session: string, Record<string, string>]>([
  [
    'echo "it is $(date +%N)"; echo "in /tmp/$$/x"',
    'it is 12345\nin /tmp/a1/x\n',
    { number: '12345', path: '/tmp/a1/x' },
  ],
  ['echo "it is $(date +%N)"; echo bye', 'it is 12345\ngoodbye\n', {}],
  ['echo "it is not $(date +%N)"', 'it is 12345\n', {}],
])('what varies is found, if nothing else does: %s', async (script, session, expected) => {
  const command = `sh -c 'printf "name? "; read -r n; ${script}'`
  const transcript = parseTranscript('x.transcript', `# prompt: ^name\\? \n$ ${command}\nname? bo\n${session}`)
  const again = async (one: Transcript) => {
    const [report] = await verifier.verify(one, 'interactive')
    if (report === undefined) throw new Error('it is played')
    return report
  }
  expect(Object.fromEntries(await whatVaries(transcript, await again(transcript), again))).toEqual(expected)
})
