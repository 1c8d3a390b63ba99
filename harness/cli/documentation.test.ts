import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFiles } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import type { Entry } from '../entries/entry.ts'
import { tableOf } from '../report/text.ts'
import { inputs } from '../session/script.ts'
import {
  examplesIn,
  filesIn,
  folderFor,
  isSlow,
  outputLike,
  page,
  pages,
  shell,
  withFewSessions,
} from './test-data/pages.ts'
import { run } from './test-helpers.ts'

/** The pages say what the commands do: examples are run, tables are made anew, links lead somewhere. */

const withExamples = [...pages, '.github/workflows/ci.yml']
  .map((path) => ({ path, examples: examplesIn(path) }))
  .filter(({ examples }) => examples.length > 0)

async function mustSucceed(folder: string, command: string, output?: string) {
  const { all, exitCode } = await shell(folder, output === undefined ? withFewSessions(command) : command)
  // One second may be too short for golf to judge an entry.
  const expected = / not judged within 1 s: /.test(all) ? 1 : 0
  if (output === undefined) expect({ all, exitCode }).toEqual({ all, exitCode: expected })
  // The words of record depend on the place where it is run.
  else if (!command.includes(' record ')) expect(all).toMatch(outputLike(output))
}

describe.each(withExamples)('$path', { concurrent: true }, ({ path, examples }) => {
  const folder = folderFor(path)
  for (const { command, output } of examples) {
    // A command uses what those before it have left.
    const options = { tags: isSlow(command) ? 'slow' : [], concurrent: false }
    test(command, options, () => mustSucceed(folder, command, output))
  }
})

test('the pages have examples', () => {
  expect(withExamples.flatMap(({ examples }) => examples).length).toBeGreaterThan(30)
  expect(pages.flatMap(filesIn).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['greet.sh', 'greet.transcript', 'solutions/tic-tac-toe/node-args/mine.ts', 'my-game.ts']),
  )
})

test.each([
  ['README.md', 750],
  ['CHANGELOG.md', 1500],
  ['CONTRIBUTING.md', 1600],
  ['fixtures/COMPARED.md', 1000],
  ['fixtures/README.md', 2000],
  ['harness/judge/README.md', 1500],
  ['harness/judge/fuzz/README.md', 900],
  ['reference/sentences/README.md', 800],
  ['solutions/README.md', 3500],
])('%s has at most %i words', (path, max) => {
  expect(page(path).trim().split(/\s+/).length).toBeLessThanOrEqual(max)
})

test('the README has at most 95 lines', () => {
  expect(page('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(95)
})

describe('help', async () => {
  const folder = folderFor()
  const help = async (...words: string[]) => (await run([...words, '--help'])).stdout.trimEnd()
  const first = await help()
  const verbs = [...first.matchAll(/^ {2}([a-z]+) .*[\]>] {2}/gm)].map(([, verb = '']) => verb)
  const known = withExamples.flatMap(({ examples }) => examples.map(({ command }) => command))
  const isSlowVerb = (verb: string) => ['fuzz', 'judge', 'perft', 'record', 'sizes'].includes(verb)

  for (const verb of verbs)
    test(`the example of ${verb} --help runs`, { tags: isSlowVerb(verb) ? 'slow' : [] }, async () => {
      const [, command = ''] = /\nExample:\n {2}npx (.*)$/.exec(await help(verb)) ?? []
      expect(command).toMatch(new RegExp(`^ninehole ${verb} `))
      if (!known.includes(command)) await mustSucceed(folder, command)
    })

  test('help has every verb, and begins with the first commands of the README', () => {
    expect(verbs.length).toBeGreaterThanOrEqual(9)
    const [record] = examplesIn('README.md').map(({ command }) => command)
    expect(first).toContain(`npx ${record?.replace(' --answers Ada', '')}\n`)
  })
})

describe('links', () => {
  const isPage = (path: string) => path.endsWith('.md') && !path.includes('/test-data/')
  const all = findFiles(packageRoot, isPage).map((path) => relative(packageRoot, path))
  const linksIn = (path: string) =>
    [...page(path).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => {
      const [file = '', heading] = link.split('#')
      return { link, to: file === '' ? path : join(dirname(path), file), heading }
    })
  /** The names of headings in links, as GitHub makes them. */
  const headingsOf = (path: string) =>
    [...page(path).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )

  test.each(all)('those of %s lead somewhere', (path) => {
    const leads = ({ to, heading }: { to: string; heading: string | undefined }) =>
      existsSync(join(packageRoot, to)) && (heading === undefined || headingsOf(to).includes(heading))
    expect(linksIn(path).filter((link) => !leads(link))).toEqual([])
  })

  test('every page is linked from the README, by way of others, and leads back to it', () => {
    const from = (start: string) => {
      const seen = new Set([start])
      for (const path of seen) for (const { to } of linksIn(path)) if (all.includes(to)) seen.add(to)
      return seen
    }
    expect(all.length).toBeGreaterThan(9)
    expect(all.filter((path) => !from('README.md').has(path) || !from(path).has('README.md'))).toEqual([])
  })

  test('every page leads to the words', () => {
    const others = [...pages, 'SECURITY.md'].filter((path) => !/CONTRIBUTING|fuzz/.test(path))
    expect(others.filter((path) => !page(path).includes('CONTRIBUTING.md#words)'))).toEqual([])
  })
})

test('CONTRIBUTING has every npm script, and names files that are there', () => {
  const text = page('CONTRIBUTING.md')
  const { scripts } = JSON.parse(page('package.json')) as { scripts: Record<string, string> }
  expect(Object.keys(scripts).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  const named = /\b(?:session|games|entries|run|report|judge|check|transcripts|golf|cli|base)\/[\w/-]+\.ts/g
  const files = [...text.matchAll(named)].map(([file]) => file)
  expect(files.length).toBeGreaterThan(15)
  expect(files.filter((file) => !existsSync(join(packageRoot, 'harness', file)))).toEqual([])
})

describe('the sizes of our entries', async () => {
  const sizes = async (reporter: string) =>
    (await run(['sizes', 'tic-tac-toe', '--reporter', reporter], { cwd: join(packageRoot, 'solutions') })).stdout
  interface Sizes extends Pick<Entry, 'input' | 'bytes'>, Record<'gap' | 'terser' | 'esbuild', number> {
    readonly runtime: string
  }
  const { entries } = JSON.parse(await sizes('json')) as { entries: readonly Sizes[] }

  /** A row for each input, a column for each runtime: the bytes of the smallest entry. */
  function leaderboard(): string {
    const runtimes = [...new Set(entries.map(({ runtime }) => runtime))]
    const rows = inputs.map((input) => {
      const smallest = entries.filter((entry) => entry.input === input && entry.gap === 0)
      const bytesOf = (name: string) => smallest.find(({ runtime }) => runtime === name)?.bytes ?? ''
      return [`tic-tac-toe ${input}`, ...runtimes.map(bytesOf)]
    })
    return `${tableOf(['league', ...runtimes], rows, true)}\n`
  }

  test.each([
    ['README.md', async () => leaderboard()],
    ['solutions/README.md', () => sizes('markdown')],
  ])("%s has them as the command says: else 'npm run leaderboard'", async (path, tableOf) => {
    const table = await tableOf()
    const written = page(path).replace(/(?<=\n<!-- sizes -->\n).*(?=<!-- \/sizes -->\n)/s, () => table)
    expect(written).toContain(table)
    await expect(written).toMatchFileSnapshot(join(packageRoot, path))
  })

  test('no minifier takes a byte off a golfed entry', () => {
    expect(entries.length).toBeGreaterThan(10)
    expect(entries.filter(({ terser = 0, esbuild = 0 }) => terser + esbuild > 0)).toEqual([])
  })
})
