import { expect, test } from 'vitest'
import { descendantsOf } from '../run/procfs.ts'
import { entryAt, needs, testFolder } from '../run/test-helpers.ts'
import type { Plan } from './plan.ts'
import { entryPlanner, machineFor, openPlanner } from './planner.ts'

const { write } = testFolder()
const limits = { milliseconds: 2000 }
const suitesIn = (plan: Plan) => plan.map(({ suite }) => suite.name)

/** An entry that nobody runs here. */
const entryOf = (game: string, folder = '') => entryAt(write(`${folder}${game}/awk-stdin/any.awk`, 'BEGIN{print 1}'))

test.each([
  [{ words: 'a' }, '--words: goes with --reference, which is not there'],
  [{ like: ['a'] }, '--like: goes with --reference, which is not there'],
  [{ prompt: '^>' }, '--prompt: goes with --reference, which is not there'],
  [{ compare: 'trailing-space' }, '--compare: goes with --reference, which is not there: a game says itself'],
  [
    { reference: 'cat', words: 'a', game: 'ortho' },
    '--game: --reference says what is right already: leave one of them out',
  ],
  [{ reference: './no-such-program', words: 'a', memory: 1 }, '--memory: needs a game'],
] as const)('%j: %s', async (options, message) => {
  await expect(openPlanner({ limits, ...options } as Parameters<typeof openPlanner>[0])).rejects.toThrow(message)
})

test('an entry is compared with its game; --suite leaves out other suites, and all of them can be had', async () => {
  const planner = await openPlanner({ limits, suites: ['fixtures'] })
  const entry = entryOf('tic-tac-toe')
  const job = await planner.plan(entry)
  expect(job.reference.name).toBe('tic-tac-toe')
  expect(suitesIn(job.plan)).toEqual(['fixtures'])
  expect(suitesIn((await planner.planAll(entry)).plan)).toEqual([
    'fixtures',
    'random',
    'repetition',
    'leftover',
    'transitions',
  ])
  planner.close()
})

test('an entry with a worker has a plan without it, too', async () => {
  const entry = entryAt(write('tic-tac-toe/node-stdin/any.ts', 'print 1'))
  const { plan, inProcesses } = await entryPlanner({ suites: ['transitions'] })(entry)
  expect([plan, inProcesses?.()].map((steps) => steps?.map(({ by }) => by))).toEqual([['worker'], ['processes']])
})

test('or with a command', async () => {
  const reference = 'perl -e \'$| = 1; print "? "; while (<>) { exit 3 if /q/; print "<$_? " }\''
  const prompt = '^\\? '
  const options = { limits, reference, words: 'a b q', prompt, compare: 'trailing-space', quick: true } as const
  const planner = await openPlanner({ ...options, suites: ['random'] } as Parameters<typeof openPlanner>[0])
  const entry = entryOf('anything')
  const job = await planner.plan(entry)
  expect(job.entry).toBe(entry)
  expect(job.reference.name).toBe(reference)
  expect(await job.reference.script(['a', 'q'])).toMatchObject({ end: { how: 'exit', status: 3 } })
  expect(suitesIn(job.plan)).toEqual(['random'])
  expect(suitesIn((await planner.planAll(entry)).plan)).toEqual(['random', 'repetition', 'leftover', 'ends'])
  planner.close()
  await expect(job.reference.script(['b', 'a', 'b', 'a', 'b', 'a', 'q', 'q'])).rejects.toThrow()
})

test('a command that cannot be the reference leaves no process behind', async () => {
  const options = { limits, reference: 'echo hello', words: 'a' }
  const before = descendantsOf(process.pid)
  await expect(openPlanner(options)).rejects.toThrow('ends before it asks for a line')
  const left = () => descendantsOf(process.pid).filter((pid) => !before.includes(pid))
  await expect.poll(left, { timeout: 100_000 }).toEqual([])
})

test('entries of one game share its reference', async () => {
  const planOf = entryPlanner({ suites: ['random'] })
  const [one, other, third] = [entryOf('ortho'), entryOf('ortho', 'other/'), entryOf('tic-tac-toe')]
  const [{ reference, plan }, { reference: same, plan: samePlan }] = await Promise.all([planOf(one), planOf(other)])
  expect(same).toBe(reference)
  expect(samePlan[0]?.suite).toBe(plan[0]?.suite)
  expect((await planOf(third)).reference.name).toBe('tic-tac-toe')
  for (const entry of [one, other]) await expect(planOf({ ...entry, game: 'none' })).rejects.toThrow(entry.path)
})

test('a game has its options in its name', async () => {
  const planOf = entryPlanner({ suites: ['random'] })
  const { entry, reference } = await planOf({ ...entryOf('ortho'), game: 'ortho -n 3 -m 3' })
  expect([entry.game, reference.name]).toEqual(['ortho -n 3 -m 3', 'ortho -n 3 -m 3'])
})

test('a game without options has its own name, not that of its command', async () => {
  const members = "prompt: /^> /, open: () => ({ output: '> ', state: 0 }), answer: () => ({ output: 'bye' })"
  const lists = "legal: () => ['on'], illegal: () => [], key: String"
  const path = write(
    'some.js',
    `const game = { name: 'count', ${members}, ${lists} }; export default { name: 'counting', usage: '', parse: () => ({ game }) }`,
  )
  const { entry, reference } = await entryPlanner({ suites: ['random'] })({ ...entryOf('tic-tac-toe'), game: path })
  expect([entry.game, reference.name]).toEqual(['count', 'count'])
})

test('an entry may be expected to break a rule of its game', async () => {
  const planOf = entryPlanner({ suites: ['random'] })
  expect((await planOf({ ...entryOf('tic-tac-toe'), breaks: 'tie' })).reference.name).toBe('tic-tac-toe')
  const odd = { ...entryOf('tic-tac-toe'), breaks: 'time' }
  await expect(planOf(odd)).rejects.toThrow(`${odd.path}: no rule 'time': reference/sentences has those of tic-tac-toe`)
})

test(
  'a machine is described by its sandbox and the versions of the runtimes that entries need',
  needs('awk'),
  async () => {
    const entry = entryOf('tic-tac-toe')
    const machine = await machineFor([entry, entry], { name: 'none (a test)' })
    expect(machine).toMatchObject({ sandbox: 'none (a test)', runtimes: { awk: expect.stringMatching(/^\d/) } })
    const unknown = { ...entry, runtime: { ...entry.runtime, name: 'other', version: ['no-such-runtime'] as const } }
    expect((await machineFor([unknown], { name: '' })).runtimes).toEqual({})
  },
)
