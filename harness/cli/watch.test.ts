import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testHost } from '../base/test-helpers.ts'
import { openSandbox } from '../run/sandbox.ts'
import { needsSandbox, testFolder, withoutProgress } from '../run/test-helpers.ts'
import { main } from './main.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()
const sandbox = await openSandbox('auto')

/** Right programs for the game, the second of them 20 bytes longer, and a wrong one. */
const right = readFileSync(join(packageRoot, 'harness/cli/test-data/programs/guess.pl'), 'utf8')
const longer = `${right}${'#'.repeat(20)}`
const wrong = right.replace('yes', 'oh')
const game = join(packageRoot, 'harness/cli/test-data/programs/guess.ts')
const hints = ['--game', game, '--runtime', 'perl', '--input', 'stdin', '--sandbox', 'off']

let stop = async (): Promise<unknown> => undefined
afterEach(() => stop())

/** Starts watching. It waits for text after all that was seen before; `stop` ends it as Ctrl-C does. */
function watch(...words: string[]) {
  const controller = new AbortController()
  const host = testHost({ cwd: folder, signal: controller.signal })
  const done = main(['judge', '--watch', ...words], host)
  stop = () => {
    controller.abort('SIGINT')
    return done
  }
  let unseen = ''
  const look = (pattern: RegExp) => () => {
    unseen += host.stdout.text() + withoutProgress(host.stderr.text())
    expect(unseen).toMatch(pattern)
    unseen = unseen.replace(new RegExp(`^.*?${pattern.source}`, 's'), '')
  }
  return (pattern: RegExp) => vi.waitFor(look(pattern), { timeout: 100_000, interval: 50 })
}

test('an entry is judged at the start and after each save, however it is saved', async () => {
  write('a.pl', right)
  const sees = watch(...hints, 'a.pl')
  await sees(/a\.pl {2}89 bytes\nAC /)
  write('a.pl', wrong)
  await sees(/a\.pl {2}88 bytes\nWA a\.pl\n/)
  write('a.pl~', longer)
  renameSync(join(folder, 'a.pl~'), join(folder, 'a.pl'))
  await sees(/a\.pl {2}109 bytes\nAC /)
  expect(await stop()).toBe(130)
})

test('--keep copies the smallest accepted version, also one that was saved over before it was judged', async () => {
  const best = () => readFileSync(join(folder, 'g.best.pl'), 'utf8')
  write('g.pl', longer)
  const sees = watch(...hints, 'g.pl', '--keep')
  await sees(/AC [^\n]*\nkept as g\.best\.pl\n/)
  // It takes a second to judge, and is saved over meanwhile.
  const slow = `select$a,$a,$a,.1;${right}`
  write('g.pl', slow)
  await new Promise((resolve) => setTimeout(resolve, 700))
  write('g.pl', wrong)
  await sees(/88 bytes[^\n]*\nWA /)
  await sees(/AC [^\n]*\nkept as /)
  expect(best()).toBe(slow)
  write('g.pl', longer)
  await sees(/109 bytes[^\n]*\nAC /)
  expect(best()).toBe(slow)
  expect(existsSync(join(folder, 'g.best.best.pl'))).toBe(false)
})

test('--keep copies an accepted entry without --watch, too', async () => {
  write('k.pl', right)
  const judge = () => run(['judge', ...hints, '--keep', 'k.pl'], { cwd: folder })
  expect(await judge()).toMatchObject({ status: 0, stderr: 'kept as k.best.pl\n' })
  expect(readFileSync(join(folder, 'k.best.pl'), 'utf8')).toBe(right)
  write('k.pl', longer)
  expect(await judge()).toMatchObject({ status: 0, stderr: '' })
})

test('--watch runs no game that only a folder names, with --sandbox require', needsSandbox(sandbox), async () => {
  write('evil.js', `throw Error('it ran')`)
  write('evil/perl-stdin/a.pl', right)
  const sees = watch('evil', '--sandbox', 'require')
  await sees(/'evil' is not one of our games/)
})
