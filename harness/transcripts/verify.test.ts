import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { ourGames } from '../games/find.ts'
import { parseTranscript } from './transcript.ts'
import { unusable, Verifier } from './verify.ts'

const verifier = new Verifier({ limits: { milliseconds: 2000 }, games: ourGames() })
afterAll(verifier.close)

/** Runs a transcript. @returns for each way its verdict and why it failed, or why it could not be run */
async function verified(file: string): Promise<string[]> {
  const reports = await verifier.verify(parseTranscript('x.transcript', file)).catch((error) => [unusable('x', error)])
  return reports.map((one) => [one.verdict, one.failure?.difference.sentence, one.error].filter(Boolean).join(': '))
}

const data = (name: string) => join(packageRoot, 'harness/transcripts/test-data', name)

/** A session with a program that asks for a name, and greets. */
const asks = (command: string, reply: string) =>
  `# prompt: ^name\\? \n$ ${command.replace('ask', `sh ${data('asks-a-name.sh')}`)}\nname? bo\n${reply}`

test.each([
  ['ask; echo more', 'hi bo\nmore\n'],
  ['ask && echo more', 'hi bo\nmore\n'],
  ['ask | cat', 'hi bo\n'],
  ['(ask)', 'hi bo\n'],
  ['V=more sh -c \'ask; echo "$V"\'', 'hi bo\nmore\n'],
  ["ask; echo 'a;b'", 'hi bo\na;b\n'],
  ['ask # a note', 'hi bo\n'],
])('a shell runs the whole of a line: %s', async (command, reply) => {
  expect(await verified(asks(command, reply))).toEqual(['AC', 'AC'])
})

test.each([
  ['ask; echo more', 'hi bo\n'],
  ['ask && false', 'hi bo\n'],
])('what a session of the line does not have is missed: %s', async (command, reply) => {
  expect((await verified(asks(command, reply))).filter((verdict) => verdict.startsWith('AC'))).toEqual([])
})
