import { expect, test } from 'vitest'
import { entryAt, testFolder } from '../run/test-helpers.ts'
import { Follower } from '../session/follower.ts'
import type { Program } from '../session/program.ts'
import type { Session, Turn } from '../session/session.ts'
import { findRecorded, playRecorded } from './recorded.ts'

const { folder, write } = testFolder()

/** A program whose prompts lack their blank: it waits in vain for an answer where the blank counts. */
function withoutBlank(silences: string[]): Program {
  return {
    async play(script) {
      const follow = new Follower(script, true)
      const turns: Turn[] = []
      let output = 'name?'
      for (;;) {
        follow.feed(output)
        if (follow.state !== 'waiting') break
        const answer = follow.answer()
        turns.push({ output, answer })
        output = answer === null ? '\n' : `Hello, ${answer}!\nname?`
        if (answer === null) return { turns: [...turns, { output }], end: { how: 'exit', status: 0 } }
      }
      silences.push(output)
      return { turns: [...turns, { output }], end: { how: 'silent', milliseconds: 1, waits: true } }
    },
  }
}

for (const name of ['Ada', 'Bob', 'Cy', 'Di'])
  write(`greet/${name}.transcript`, `# prompt: ^name\\? \n$ sh greet.sh\nname? ${name}\nHello, ${name}!\nname? ^D\n`)

/** The report on a program that is held to these sessions. */
async function reportOn(program: Program) {
  const { recordings = [] } = (await findRecorded('greet', true, undefined, folder)) ?? {}
  const entry = entryAt(write('greet/bash-interactive/mine.sh', ''))
  const playing = { programOf: () => program, command: ['mine'], limits: { milliseconds: 1 } }
  return playRecorded(recordings, entry, playing)
}

test('a program whose prompt lacks its blank is waited for in one session only', async () => {
  const silences: string[] = []
  const report = await reportOn(withoutBlank(silences))
  expect(report).toMatchObject({ verdict: 'WA', only: 'white space' })
  expect(report.sessions.map(({ verdict }) => verdict)).toEqual(Array(4).fill('WA'))
  expect(silences).toEqual(['name?'])
})

test.each<[string, (name: string) => Pick<Session, 'end' | 'stderr'>, string[]]>([
  ['to be too slow, whichever reply', () => ({ end: { how: 'silent', milliseconds: 2000 } }), Array(4).fill('TLE 1')],
  [
    'the last line of standard error',
    (name) => ({ end: { how: 'exit', status: 1 }, stderr: `in ${name}\n${/Ada|Cy/.test(name) ? 'one' : 'other'}` }),
    ['RTE 1', 'RTE 2', 'RTE 1', 'RTE 2'],
  ],
])('failures have one number for one cause: %s', async (_, endOf, expected) => {
  const { sessions } = await reportOn({
    async play({ turns: [first] }) {
      return { turns: [{ ...first, output: 'name? ' }, { output: '' }], ...endOf(`${first?.answer}`) }
    },
  })
  expect(sessions.map(({ verdict, fault }) => `${verdict} ${fault}`)).toEqual(expected)
})
