import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFiles } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import { markdown } from '../report/text.ts'
import { inputs } from '../session/script.ts'
import type { EntrySizes } from './sizes.ts'
import {
  examplesIn,
  filesIn,
  folderFor,
  isSlow,
  outputLike,
  page,
  pages,
  shell,
  withoutNpx,
} from './test-data/pages.ts'
import { run } from './test-helpers.ts'

/** The pages say what the commands do: examples are run, tables are made anew, links lead somewhere. */

const quick = pages
  .map((path) => ({ path, examples: examplesIn(path).filter((example) => !isSlow(example)) }))
  .filter(({ examples }) => examples.length > 0)

describe.each(quick)('$path', ({ path, examples }) => {
  const folder = folderFor(path)

  test.each(examples)('$command', async ({ command, output }) => {
    const { all, exitCode } = await shell(folder, command)
    if (output === undefined) expect({ all, exitCode }).toEqual({ all, exitCode: 0 })
    // The words of record depend on the place where it is run.
    else if (!command.includes(' record ')) expect(all).toMatch(outputLike(output))
  })
})

describe('workflows for CI', () => {
  const folder = folderFor()
  const steps = [...pages, '.github/workflows/ci.yml'].flatMap((path) =>
    [...page(path).matchAll(/^ *- run: npx (ninehole .*)$/gm)].map(([, command = '']) => command),
  )

  test('the pages have some', () => expect(steps.length).toBeGreaterThan(3))

  async function runStep(step: string) {
    const here = step.replace(/\$\{\{.*?\}\}/g, '1').replace('--sandbox require', '--sandbox auto')
    const { all, exitCode } = await shell(folder, here.replace(/^ninehole judge /, '$&--suite fixtures '))
    expect({ all, exitCode }).toMatchObject({ exitCode: 0 })
  }
  const judges = (step: string) => step.startsWith('ninehole judge')
  test.each(steps.filter((step) => !judges(step)))('%s', runStep)
  test.each(steps.filter(judges))('%s', { tags: 'slow' }, runStep)
})

const wordsOf = (path: string) => page(path).trim().split(/\s+/).length

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
  expect(wordsOf(path)).toBeLessThanOrEqual(max)
})

test('the README has at most 95 lines', () => {
  expect(page('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(95)
})

test('the pages have examples', () => {
  expect(pages.flatMap(examplesIn).length).toBeGreaterThan(25)
  expect(pages.flatMap(filesIn).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['greet.sh', 'greet.transcript', 'solutions/tic-tac-toe/node-args/first.ts', 'my-game.ts']),
  )
})

describe('help', async () => {
  const folder = folderFor()
  const help = async (...words: string[]) => (await run([...words, '--help'])).stdout.trimEnd()
  const first = await help()
  const verbs = [...first.matchAll(/^ {2}([a-z]+) .*[\]>] {2}/gm)].map(([, verb = '']) => verb)
  const known = pages.flatMap(examplesIn).map(({ command }) => command)

  async function runExample(verb: string) {
    const [, command = ''] = /\nExample:\n {2}(npx .*)$/.exec(await help(verb)) ?? []
    expect(command).toMatch(new RegExp(`^npx ninehole ${verb} `))
    const example = { command: withoutNpx(command) }
    if (known.includes(example.command)) return
    const short = example.command.replace(/^ninehole judge /, '$&--suite fixtures ')
    const { all, exitCode } = await shell(folder, short)
    expect({ all, exitCode }).toEqual({ all, exitCode: 0 })
  }

  const long = ['fuzz', 'judge', 'perft', 'record', 'sizes']
  test.each(verbs.filter((verb) => !long.includes(verb)))('the example of %s --help', runExample)
  test.each(long)('the example of %s --help', { tags: 'slow' }, runExample)

  test('help begins with the first commands of the README', () => {
    const [record = ''] = examplesIn('README.md').map(({ command }) => command)
    expect(first).toContain(`npx ${record.replace(' --answers Ada', '')}\n`)
  })

  test('help has every verb', () => expect(verbs.length).toBeGreaterThanOrEqual(9))
})

describe('links', () => {
  const all = findFiles(packageRoot, (path) => path.endsWith('.md') && !path.includes('/test-data/')).map((path) =>
    relative(packageRoot, path),
  )
  const linksIn = (path: string) =>
    [...page(path).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link))
      .map((link) => {
        const [file = '', heading] = link.split('#')
        return { link, to: file === '' ? path : join(dirname(path), file), heading }
      })
  /** The name of a heading in links, as GitHub makes it. */
  const headingsOf = (path: string) =>
    [...page(path).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )

  test.each(all)('those of %s lead somewhere', (path) => {
    const broken = linksIn(path).filter(
      ({ to, heading }) =>
        !existsSync(join(packageRoot, to)) || (heading !== undefined && !headingsOf(to).includes(heading)),
    )
    expect(broken).toEqual([])
  })

  test('every page is linked from the README, by way of others, and leads back to it', () => {
    const from = (start: string) => {
      const seen = new Set([start])
      for (const path of seen) for (const { to } of linksIn(path)) if (all.includes(to)) seen.add(to)
      return seen
    }
    expect(all.length).toBeGreaterThan(9)
    expect(all.filter((path) => !from('README.md').has(path))).toEqual([])
    expect(all.filter((path) => !from(path).has('README.md'))).toEqual([])
  })
})

test('every page leads to the words', () => {
  const others = [...pages, 'SECURITY.md'].filter((path) => !/CONTRIBUTING|fuzz/.test(path))
  expect(others.length).toBeGreaterThan(6)
  expect(others.filter((path) => !page(path).includes('CONTRIBUTING.md#words)'))).toEqual([])
})

describe('CONTRIBUTING.md', () => {
  const text = page('CONTRIBUTING.md')

  test('the page has every npm script', () => {
    const { scripts } = JSON.parse(page('package.json')) as { scripts: Record<string, string> }
    expect(Object.keys(scripts).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  test('the files that a session flows through are there', () => {
    const [flow = ''] = /^## How a session flows\n.*?(?=^## What a change touches)/ms.exec(text) ?? []
    const files = [...flow.matchAll(/\b(?:session|games|entries|run|report|judge|cli)\/[\w/-]+\.tsx?/g)].map(
      ([file]) => file,
    )
    expect(files.length).toBeGreaterThan(15)
    expect(files.filter((file) => !existsSync(join(packageRoot, 'harness', file)))).toEqual([])
  })
})

describe('the sizes of our entries', async () => {
  const sizes = async (reporter: string) =>
    (await run(['sizes', 'tic-tac-toe', '--reporter', reporter], { cwd: join(packageRoot, 'solutions') })).stdout
  const { entries } = JSON.parse(await sizes('json')) as { entries: readonly EntrySizes[] }

  /** A row for each input, a column for each runtime: the bytes of the smallest entry. */
  function leaderboard(): string {
    const runtimes = [...new Set(entries.map(({ runtime }) => runtime))]
    const rows = inputs.map((input) => {
      const smallest = entries.filter((entry) => entry.input === input && entry.gap === 0)
      const bytesOf = (name: string) => smallest.find(({ runtime }) => runtime === name)?.bytes ?? ''
      return [`tic-tac-toe ${input}`, ...runtimes.map(bytesOf)]
    })
    return `${markdown(['league', ...runtimes], rows)}\n`
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
    for (const { path, terser = 0, esbuild = 0 } of entries)
      expect({ path, terser, esbuild }).toEqual({ path, terser: 0, esbuild: 0 })
  })
})
