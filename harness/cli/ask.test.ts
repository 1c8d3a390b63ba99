import { readFileSync, writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { testHost } from '../base/test-helpers.ts'
import { testFolder } from '../run/test-helpers.ts'
import { ask } from './ask.ts'
import { main } from './main.ts'

const { write } = testFolder()

/** A person at a terminal, who types each text when a question is asked, and does something before. */
function personWho(...typed: readonly (readonly [keys: string, before?: () => void])[]) {
  const stop = new AbortController()
  const stdin = Object.assign(new PassThrough(), { isTTY: true as const })
  const host = { ...testHost({ columns: 80, signal: stop.signal }), stdin }
  const questions: string[] = []
  for (const stream of [host.stdout, host.stderr]) {
    const show = stream.write.bind(stream)
    stream.write = (text: unknown) => {
      const [question] = /\S.*\? (\[y\/N\] )?$/.exec(String(text)) ?? []
      if (question !== undefined) {
        const [keys = '', before] = typed[questions.push(question) - 1] ?? []
        before?.()
        setImmediate(() => stdin.write(keys))
      }
      return show(text)
    }
  }
  return { host, stop, questions }
}

test.each([
  ['a line', ' yes \r', 'yes'],
  ['the end of input', '\x04', ''],
  ['Ctrl-C', 'ye\x03', undefined],
])('%s answers a question', async (_, keys, line) => {
  expect(await ask('Is it? ', [], personWho([keys]).host)).toBe(line)
})

test('a question is not waited for when the command is stopped', async () => {
  const { host, stop } = personWho()
  setTimeout(() => stop.abort('SIGTERM'), 10)
  expect(await ask('Is it? ', [], host)).toBe(undefined)
})

/** Transcripts of a program whose message has changed. */
const changed = (...names: readonly string[]) =>
  names.map((name) =>
    write(`${name}.transcript`, '# prompt: ^> \n$ sh -c \'printf "> "; read x; echo new\'\n> a\nold\n'),
  )
const read = (path: string) => readFileSync(path, 'utf8').split('\n').slice(3).join()

test('--update: Ctrl-C ends it: nothing more is asked, and nothing written', async () => {
  const paths = changed('a', 'b', 'c')
  const { host, questions } = personWho(['y\r'], ['\x03'])
  expect(await main(['verify', '--update', ...paths], host)).toBe(130)
  expect(questions).toEqual(paths.slice(0, 2).map((path) => `Write ${path}? [y/N] `))
  expect(paths.map(read)).toEqual(['new,', 'old,', 'old,'])
  expect(host.stdout.text()).toMatch(/1 of 3 transcripts that had changed were written\n$/)
})

test('--update: answers may be typed ahead; without a yes a file stays, and the exit status says so', async () => {
  const paths = changed('first', 'second', 'third')
  const { host } = personWho(['y\r\ry\r'])
  expect(await main(['verify', '--update', ...paths], host)).toBe(1)
  expect(paths.map(read)).toEqual(['new,', 'old,', 'new,'])
})

test('--update: a file that was changed at the question is not written', async () => {
  const [edited = '', other = ''] = changed('edited', 'other')
  const edit = () => writeFileSync(edited, 'mine')
  const { host } = personWho(['y\r', edit], ['y\r'])
  expect(await main(['verify', '--update', edited, other], host)).toBe(2)
  expect([readFileSync(edited, 'utf8'), read(other)]).toEqual(['mine', 'new,'])
  expect(host.stderr.text()).toContain(`ninehole: ${edited}: changed meanwhile: not written\n`)
})
