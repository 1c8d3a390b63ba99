// One Vitest for thousands of runs. Each line of its input is a question in JSON, each line of its output the answer:
//   { "related": file, "among": filters }   the test files that import this file, if one of the filters is in their paths
//   { "run": test, "changed": file }        whether this test file passes, now that the other file has changed
import { createInterface } from 'node:readline'
import { createVitest } from 'vitest/node'

const vitest = await createVitest('test', { watch: false, reporters: [{}], bail: 1, maxWorkers: 1 })
for await (const line of createInterface({ input: process.stdin })) {
  const { related, among, run, changed } = JSON.parse(line)
  const answer = related === undefined ? await passes(run, changed) : await testsOf(related, among)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
process.exit()

async function testsOf(file, filters) {
  vitest.config.related = [file]
  const tests = await vitest.getRelevantTestSpecifications(filters)
  return tests.map(({ moduleId }) => moduleId)
}

async function passes(test, changed) {
  vitest.invalidateFile(changed)
  const [specification] = vitest.getModuleSpecifications(test)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  return unhandledErrors.length === 0 && testModules.every((module) => module.moduleId !== test || module.ok())
}
