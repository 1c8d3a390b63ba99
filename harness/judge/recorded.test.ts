import { expect, test } from 'vitest'
import { entryAt, testFolder } from '../run/test-helpers.ts'
import { Follower } from '../session/follower.ts'
import type { Program } from '../session/program.ts'
import type { Turn } from '../session/session.ts'
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

test('a program that is too slow has one fault, whichever reply comes too late', async () => {
  const { sessions } = await reportOn({
    async play({ turns: [first] }) {
      const turns = [{ ...first, output: 'name? ' }, { output: '' }]
      return { turns, end: { how: 'silent', milliseconds: 2000 } }
    },
  })
  expect(sessions.map(({ verdict, fault }) => [verdict, fault])).toEqual(Array(4).fill(['TLE', 1]))
})
