// One Vitest for thousands of runs. Each line of its input is a question in JSON, each line of its output the answer:
//   { "related": file, "among": filters }   the test files that import this file, if one of the filters is in their paths
//   { "run": test, "changed": file }        what fails in this test file, now that the other file has changed
import { createInterface } from 'node:readline'
import { createVitest } from 'vitest/node'

const vitest = await createVitest('test', { watch: false, reporters: [{}], bail: 1, retry: 1, maxWorkers: 1 })
await vitest.globTestSpecifications()
for await (const line of createInterface({ input: process.stdin })) {
  const { related, among, run, changed } = JSON.parse(line)
  const answer = related === undefined ? await failuresOf(run, changed) : await testsOf(related, among)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
process.exit()

async function testsOf(file, filters) {
  vitest.config.related = [file]
  const tests = await vitest.getRelevantTestSpecifications(filters)
  return tests.map(({ moduleId }) => moduleId)
}

async function failuresOf(test, changed) {
  vitest.invalidateFile(changed)
  const [specification] = vitest.getModuleSpecifications(test)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  // The others are those of earlier runs.
  const module = testModules.find(({ moduleId }) => moduleId === test)
  const failed = [...module.children.allTests('failed')]
  const errors = [...unhandledErrors, ...module.errors(), ...failed.flatMap((one) => one.result().errors)]
  return errors.map(({ message }) => message)
}
