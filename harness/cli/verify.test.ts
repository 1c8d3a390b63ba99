import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testHost } from '../base/test-helpers.ts'
import { needsTerminal, testFolder } from '../run/test-helpers.ts'
import { main } from './main.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

test('the progress of verify counts a session for each way in which a transcript is run', async () => {
  const game = '$ tic-tac-toe\n...\n...\n...\nX> '
  write('ways/both.transcript', game)
  write('ways/one.transcript', `# input: interactive\n${game}`)
  const host = testHost({ cwd: folder, columns: 80 })
  await main(['verify', 'ways'], host)
  expect(host.stderr.text()).toContain('0/3 sessions')
})

/** A transcript after `verify --update`, whose program now says something else. */
async function updated(path: string, content: string) {
  const { stdout } = await run(['verify', write(path, content), '--update', '--yes'], { cwd: folder })
  return { stdout, text: readFileSync(join(folder, path), 'utf8') }
}

test('verify --update writes ten megabytes that have all changed', { tags: 'slow' }, async () => {
  const count = 100_000
  const program = join(packageRoot, 'harness/cli/test-data/programs/writes-new-lines.sh')
  const transcript = (word: string) =>
    `# prompt: ^> \n$ sh '${program}' ${count}\n> a\n` +
    Array.from({ length: count }, (_, at) => `${word} ${at + 1} ${'-'.repeat(90)}\n`).join('')
  const { stdout, text } = await updated('megabytes.transcript', transcript('old'))
  expect(stdout.split('\n').length).toBeGreaterThan(2 * count)
  expect(text === transcript('new')).toBe(true)
})

test('verify --update keeps the answers of a session in a pseudo-terminal', needsTerminal(), async () => {
  const content = `# prompt: ^> \n# pty: only\n$ sh -c 'printf "> "; read -r line; echo "got $line"'\n> a\n`
  expect((await updated('pty.transcript', `${content}no\n`)).text).toBe(`${content}got a\n`)
})

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

/** Transcripts of a program whose message has changed. */
const changed = (...names: readonly string[]) =>
  names.map((name) =>
    write(`${name}.transcript`, '# prompt: ^> \n$ sh -c \'printf "> "; read x; echo new\'\n> a\nold\n'),
  )
const read = (path: string) => readFileSync(path, 'utf8').split('\n').slice(3).join()

test('Ctrl-C ends an update: nothing more is asked, and nothing written', async () => {
  const paths = changed('a', 'b', 'c')
  const { host, questions } = personWho(['y\r'], ['\x03'])
  expect(await main(['verify', '--update', ...paths], host)).toBe(130)
  expect(questions).toEqual(paths.slice(0, 2).map((path) => `Write ${path}? [y/N] `))
  expect(paths.map(read)).toEqual(['new,', 'old,', 'old,'])
  expect(host.stdout.text()).toMatch(/3 transcripts changed, 1 written\n$/)
})

test('answers to an update may be typed ahead; without a yes a file stays, and the exit status says so', async () => {
  const paths = changed('first', 'second', 'third')
  const { host } = personWho(['y\r\ry\r'])
  expect(await main(['verify', '--update', ...paths], host)).toBe(1)
  expect(paths.map(read)).toEqual(['new,', 'old,', 'new,'])
})

test('a file that was changed at the question is not written', async () => {
  const [edited = '', other = ''] = changed('edited', 'other')
  const edit = () => writeFileSync(edited, 'mine')
  const { host } = personWho(['y\r', edit], ['y\r'])
  expect(await main(['verify', '--update', edited, other], host)).toBe(2)
  expect([readFileSync(edited, 'utf8'), read(other)]).toEqual(['mine', 'new,'])
  expect(host.stderr.text()).toContain(`ninehole: ${edited}: changed meanwhile: not written\n`)
})

test('an update is not written at the end of input, nor waited for when the command is stopped', async () => {
  const [path = ''] = changed('unanswered')
  const { host } = personWho(['\x04'])
  expect(await main(['verify', '--update', path], host)).toBe(1)
  const { host: other, stop: kill } = personWho(['', () => setTimeout(() => kill.abort('SIGTERM'), 10)])
  expect(await main(['verify', '--update', path], other)).toBe(143)
  expect(read(path)).toBe('old,')
})
