import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testHost } from '../base/test-helpers.ts'
import { testFolder, withoutProgress } from '../run/test-helpers.ts'
import { main } from './main.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

/** Right programs for the game, the second of them 20 bytes longer, and a wrong one. */
const right = readFileSync(join(packageRoot, 'harness/cli/test-data/programs/guess.pl'), 'utf8')
const longer = `${right}${'#'.repeat(20)}`
const wrong = right.replace('yes', 'oh')
const game = join(packageRoot, 'harness/cli/test-data/programs/guess-game.ts')
const hints = ['--game', game, '--runtime', 'perl', '--input', 'stdin', '--sandbox', 'off']

const watching: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of watching.splice(0)) await end()
})

/** Starts watching. `next` waits for text after all that was seen before; `stop` ends it as Ctrl-C does. */
function watch(...words: string[]) {
  const controller = new AbortController()
  const host = testHost({ cwd: folder, signal: controller.signal })
  const done = main(['judge', '--watch', ...hints, ...words], host)
  const stop = () => {
    controller.abort('SIGINT')
    return done
  }
  watching.push(stop)
  let unseen = ''
  const next = (pattern: RegExp) =>
    vi.waitFor(
      () => {
        unseen += host.stdout.text() + withoutProgress(host.stderr.text())
        const found = pattern.exec(unseen)
        expect(unseen).toMatch(pattern)
        unseen = unseen.slice((found?.index ?? 0) + (found?.[0].length ?? 0))
      },
      { timeout: 100_000, interval: 50 },
    )
  return { next, stop }
}

test('an entry is judged at the start and after each save, however it is saved', async () => {
  write('a.pl', right)
  const { next, stop } = watch('a.pl')
  await next(/a\.pl {2}86 bytes\nAC /)
  write('a.pl', wrong)
  await next(/a\.pl {2}85 bytes \(-1\)\nWA a\.pl\n/)
  write('a.pl~', longer)
  renameSync(join(folder, 'a.pl~'), join(folder, 'a.pl'))
  await next(/a\.pl {2}106 bytes \(\+21\)\nAC /)
  expect(await stop()).toBe(130)
})

test('--keep copies the smallest accepted version, also one that was saved over before it was judged', async () => {
  const best = () => readFileSync(join(folder, 'g.best.pl'), 'utf8')
  write('g.pl', longer)
  const { next } = watch('g.pl', '--keep')
  await next(/AC .*\nkept as g\.best\.pl\n/)
  // It takes a second to judge, and is saved over meanwhile.
  const slow = `select$a,$a,$a,.1;${right}`
  write('g.pl', slow)
  await new Promise((resolve) => setTimeout(resolve, 700))
  write('g.pl', wrong)
  await next(/85 bytes.*\nWA /)
  await next(/AC .*\nkept as /)
  expect(best()).toBe(slow)
  write('g.pl', longer)
  await next(/106 bytes.*\nAC /)
  expect(best()).toBe(slow)
  expect(existsSync(join(folder, 'g.best.best.pl'))).toBe(false)
})

test('--keep does the same without --watch', async () => {
  write('k.pl', right)
  const judge = () => run(['judge', ...hints, '--keep', 'k.pl'], { cwd: folder })
  expect(await judge()).toMatchObject({ status: 0, stderr: 'kept as k.best.pl\n' })
  expect(readFileSync(join(folder, 'k.best.pl'), 'utf8')).toBe(right)
  write('k.pl', longer)
  expect(await judge()).toMatchObject({ status: 0, stderr: '' })
})
