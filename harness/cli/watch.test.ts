import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testHost } from '../base/test-helpers.ts'
import { needsTerminal, testFolder, withoutProgress } from '../run/test-helpers.ts'
import { main } from './main.ts'
import { stepOfFailed, unchanged } from './watch.ts'

const { folder, write } = testFolder()
const others = testFolder()

/** Right programs for the game, the second of them five bytes longer, a wrong one, and one that says nothing. */
const right = readFileSync(join(packageRoot, 'harness/cli/test-data/programs/guess.pl'), 'utf8')
const longer = `${right}#####`
const wrong = right.replace('yes', 'oh')
const silent = 'sleep 60'
const game = join(packageRoot, 'harness/cli/test-data/programs/guess-game.ts')
const hints = ['--game', game, '--runtime', 'perl', '--input', 'stdin', '--sandbox', 'off']

const watching: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of watching.splice(0)) await end()
})

/** Starts watching. `next` waits for text after all that was seen before. */
const watch = (...words: string[]) => watchWith(hints, ...words)

function watchWith(hints: readonly string[], ...words: string[]) {
  const stop = new AbortController()
  const stdin = new PassThrough()
  const host = { ...testHost({ cwd: folder, signal: stop.signal }), stdin }
  const done = main(['judge', '--watch', ...hints, ...words], host)
  watching.push(() => {
    stop.abort()
    return done
  })
  let [shown, unseen] = ['', '']
  const look = () => {
    const more = host.stdout.text()
    shown += more
    unseen += more
  }
  const next = (pattern: RegExp) =>
    vi.waitFor(
      () => {
        look()
        const found = pattern.exec(unseen)
        expect(unseen).toMatch(pattern)
        unseen = unseen.slice((found?.index ?? 0) + (found?.[0].length ?? 0))
      },
      { timeout: 100_000, interval: 50 },
    )
  const quit = async () => {
    stdin.write('q')
    return { status: await done, stderr: withoutProgress(host.stderr.text()) }
  }
  return { types: (keys: string) => stdin.write(keys), next, quit, all: () => shown }
}

test('an unusable file is reported, and the others are watched', async () => {
  others.write('other/perl-stdin/fine.pl', silent)
  mkdirSync(join(others.folder, 'other/perl-stdin/folder.pl'))
  const { next } = watchWith([], others.folder)
  await next(/folder\.pl: a folder, where an entry should be a file\n/)
  await next(/fine\.pl {2}8 bytes\n/)
})

test('each save shows the bytes, the change, the verdict', async () => {
  write('a.pl', right)
  const { next, quit } = watch('a.pl')
  await next(/a\.pl {2}86 bytes\nAC /)
  write('a.pl', wrong)
  await next(/a\.pl {2}85 bytes \(-1\)\nWA a\.pl\n/)
  write('a.pl', longer)
  await next(/a\.pl {2}91 bytes \(\+6\)\nAC /)
  expect(await quit()).toEqual({ status: 0, stderr: '' })
})

test('a command is the reference: it is played before, and not again for each version', { tags: 'slow' }, async () => {
  write('old.pl', right)
  write('e.pl', right)
  const reference = [
    '--reference',
    'perl old.pl',
    '--words',
    '7 x',
    '--quick',
    '--runtime',
    'perl',
    '--input',
    'stdin',
    '--sandbox',
    'off',
  ]
  const { next, quit } = watchWith(reference, 'e.pl', '--save', 'saved.transcript')
  await next(/e\.pl {2}86 bytes\nAC /)
  write('e.pl', wrong)
  await next(/85 bytes \(-1\)\nWA e\.pl\n/)
  await vi.waitFor(
    () => expect(readFileSync(join(folder, 'saved.transcript'), 'utf8')).toContain('\n$ perl old.pl\n'),
    {
      timeout: 100_000,
    },
  )
  write('e.pl', longer)
  await next(/91 bytes \(\+6\)\nAC /)
  expect(await quit()).toEqual({ status: 0, stderr: '' })
})

test('a file that is saved by renaming, removed, and written again', { tags: 'slow' }, async () => {
  write('b.pl', right)
  const { next } = watch('b.pl')
  await next(/86 bytes\nAC /)
  for (const content of [wrong, right]) {
    write('b.pl~', content)
    renameSync(join(folder, 'b.pl~'), join(folder, 'b.pl'))
    await next(content === right ? /\(\+1\)\nAC / : /\(-1\)\nWA /)
  }
  rmSync(join(folder, 'b.pl'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  write('b.pl', longer)
  await next(/91 bytes \(\+5\)\nAC /)
})

test('the session that failed is played again byte for byte, with the lines that were sent after its end', () => {
  const suite = { name: 'leftover', sessions: [] }
  expect(stepOfFailed({ suite: 'leftover', lines: ['quit', '\xff'] }, [{ suite, by: 'worker' }])).toEqual([
    { suite: { name: 'leftover', sessions: [['quit', '\xff']] }, by: 'worker' },
  ])
  expect(stepOfFailed({ suite: 'ends', lines: ['a', null] }, [])).toMatchObject([{ suite: { sessions: [['a']] } }])
  expect(stepOfFailed(null, [])).toEqual([])
})

test('a file that is being written is not judged: its source differs between two looks', () => {
  const look = (source: string) => [
    { path: 'a.pl', source: 'print 0' },
    { path: 'b.pl', source },
  ]
  const taken = (before: string, now: string) => unchanged(look(before), look(now)).map(({ source }) => source)
  expect(taken('print 1', '')).toEqual(['print 0'])
  expect(taken('', 'print')).toEqual(['print 0'])
  expect(taken('print', 'print 12')).toEqual(['print 0'])
  expect(taken('print 12', 'print 12')).toEqual(['print 0', 'print 12'])
  expect(unchanged([], look('print 12'))).toEqual([])
})

test('the same content is not judged again', { tags: 'slow' }, async () => {
  write('d.pl', right)
  write('e.pl', right)
  const { types, next, all } = watch('d.pl', 'e.pl')
  types('a')
  await next(/AC d\.pl .*\nAC e\.pl /)
  write('d.pl', right)
  write('e.pl', longer)
  await next(/e\.pl {2}91 bytes .*\nAC /)
  expect(all()).not.toContain('d.pl  ')
})

test('the session that failed last is played, whatever the suites', { tags: 'slow' }, async () => {
  // Only the suite `repetition` tries more than twenty wrong guesses.
  const tires = right.replace('print"no', 'print$n++>20?"na":"no","')
  write('f.pl', tires)
  const { types, next } = watch('f.pl', '--suite', 'leftover')
  await next(/bytes\nAC /)
  types('a')
  await next(/WA f\.pl\nrepetition, stdin: (1 )+7\n/)
  write('f.pl', `${tires}#`)
  await next(/bytes \(\+1\)\nWA f\.pl\nrepetition, stdin: (1 )+7\n/)
  write('f.pl', `${tires.replace('>20', '<0')}##`)
  await next(/bytes\nAC /)
})

test('--keep keeps the smallest accepted version', async () => {
  const best = join(folder, 'g.best.pl')
  write('g.pl', longer)
  const { next } = watch('g.pl', '--keep')
  await next(/AC .*\nkept as g\.best\.pl\n/)
  write('g.pl', wrong)
  await next(/WA /)
  expect(readFileSync(best, 'utf8')).toBe(longer)
  write('g.pl', right)
  await next(/AC .*\nkept as /)
  expect(readFileSync(best, 'utf8')).toBe(right)
  write('g.pl', longer)
  await next(/AC /)
  expect(readFileSync(best, 'utf8')).toBe(right)
  expect(existsSync(join(folder, 'g.best.best.pl'))).toBe(false)
})

test('of several files, the one that changes is judged, with the distance to the best of its league; a: all of them', {
  tags: 'slow',
}, async () => {
  write('many/guess/perl-stdin/h.pl', right)
  write('many/guess/perl-stdin/i.pl', longer)
  const { types, next, quit } = watchWith(['--game', game, '--sandbox', 'off'], 'many')
  await next(/watching/)
  types('a')
  await next(/(AC .*\n){2}$/)
  write('many/guess/perl-stdin/i.pl', `${right}#`)
  await next(/i\.pl {2}87 bytes \(-4\), \+1 to h\.pl\nAC /)
  mkdirSync(join(folder, 'many/guess/perl-args'))
  write('many/guess/perl-args/j.pl', 'x')
  await next(/j\.pl {2}1 bytes\n/)
  expect(await quit()).toMatchObject({ status: 0 })
})

test('a key is enough on a terminal, and Ctrl-Z stops it as others', { ...needsTerminal(), tags: 'slow' }, async () => {
  write('k.pl', silent)
  const { spawn } = await import('@lydell/node-pty')
  const words = [
    process.execPath,
    join(packageRoot, 'dist/ninehole.js'),
    'judge',
    '--watch',
    ...hints,
    '--timeout',
    '60',
    'k.pl',
  ]
  const terminal = spawn('sh', ['-mc', '"$@"; echo "stopped: $?"; fg', 'sh', ...words], {
    name: 'xterm',
    cwd: folder,
    cols: 100,
  })
  let shown = ''
  terminal.onData((data) => {
    shown += data
  })
  const ended = new Promise((resolve) => terminal.onExit(resolve))
  // The progress line is erased before anything else is written.
  await vi.waitFor(() => expect(shown).toContain('sessions'), { timeout: 100_000 })
  write('k.pl', right)
  await vi.waitFor(() => expect(shown).toMatch(/AC/), { timeout: 100_000 })
  expect(shown).not.toMatch(/sessions[^\r\n]*\r\n/)
  terminal.write('\x1a')
  await vi.waitFor(() => expect(shown).toMatch(/stopped: 148/), { timeout: 100_000 })
  write('k.pl', longer)
  await vi.waitFor(() => expect(shown).toMatch(/91 bytes.*AC/s), { timeout: 100_000 })
  terminal.write('q')
  expect(await ended).toMatchObject({ exitCode: 0 })
})
