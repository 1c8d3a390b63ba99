// One Vitest for thousands of runs, in JavaScript, as Node 20 reads no TypeScript. Each line of its input is a question in
// JSON, each line of its output the answer:
//   { "related": file, "among": filters }   the test files that import this file, if one of the filters is in their paths
//   { "run": test, "changed": file }        why this test file fails, now that the other file has changed; null if it passes
import { createInterface } from 'node:readline'
import { createVitest } from 'vitest/node'

let failure = null
const reporter = {
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state !== 'failed') return
    failure ??= `${test.fullName}: ${errors[0]?.message}`
    // Its own option for this, `bail`, loses failures: what is known of a file may be that of an earlier run.
    vitest.cancelCurrentRun('test-failure')
  },
}
// The tests that `npm test` runs, too: those that are slow would run with each change that nothing notices.
const tagsFilter = ['!slow']
const vitest = await createVitest('test', { watch: false, reporters: [reporter], retry: 1, maxWorkers: 1, tagsFilter })
await vitest.globTestSpecifications()
for await (const line of createInterface({ input: process.stdin })) {
  const { related, among, run, changed } = JSON.parse(line)
  const answer = related === undefined ? await failureOf(run, changed) : await testsOf(related, among)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
process.exit()

async function testsOf(file, filters) {
  vitest.config.related = [file]
  const tests = await vitest.getRelevantTestSpecifications(filters)
  return tests.map(({ moduleId }) => moduleId)
}

async function failureOf(test, changed) {
  failure = null
  vitest.invalidateFile(changed)
  const [specification] = vitest.getModuleSpecifications(test)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  // The others are those of earlier runs.
  const module = testModules.find(({ moduleId }) => moduleId === test)
  const [error] = [...unhandledErrors, ...module.errors()]
  return failure ?? error?.message ?? (module.state() === 'passed' ? null : `it is ${module.state()}`)
}
