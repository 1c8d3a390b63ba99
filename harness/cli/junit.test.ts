import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

const schema = readFileSync(join(packageRoot, 'harness/report/junit.xsd'), 'utf8')

/** The errors that the schema finds in a report. */
const errorsOf = async (xml: string) => (await validateXML({ xml, schema })).errors.map(({ message }) => message)

/** The report of a command. */
async function junit(path: string | undefined, verb: string, ...words: readonly string[]) {
  const env = path === undefined ? {} : { PATH: path }
  const { stdout, stderr } = await run([verb, '--reporter', 'junit', ...words], { cwd: folder, env })
  expect(stderr).toMatch(/^$|^WA .* being shortened.*$/s)
  return stdout
}

const greet = (answer: string) => `# prompt: ^name\\? \n$ sh greet.sh\nname? ${answer}\nHello, Ada & <b>!\n`
write('greet.sh', 'printf "name? "; read name; echo "Hello, $name & <b>!"')
write('fixtures/ada.transcript', greet('Ada'))
write('fixtures/not ada & "co".transcript', greet('Bob\u001b[1m'))
write('tic-tac-toe/ruby-stdin/skipped.rb', 'puts 1')

type Call = [what: string, counts: string, path: string | undefined, verb: string, ...args: string[]]

async function conforms(...[, counts, path, verb, ...args]: Call) {
  const xml = await junit(path, verb, ...args)
  expect(xml).toContain('<testcase ')
  for (const count of counts.split(' ')) expect(xml).toContain(count)
  expect(await errorsOf(xml)).toEqual([])
}

test.each<Call>([
  ['verify that fails', 'tests="4" failures="2"', undefined, 'verify'],
  // No runtime is found but Node.
  ['judge that skips', 'skipped="1"', '/nowhere', 'judge', 'tic-tac-toe/ruby-stdin', '--suite', 'fixtures'],
])('%s: the report conforms to the schema', conforms)

test('the schema rejects what CI systems reject', async () => {
  const xml = await junit(undefined, 'verify', 'fixtures/ada.transcript')
  expect(await errorsOf(xml.replace('<testcase ', '<testcase file="a" '))).toEqual([
    expect.stringContaining("The attribute 'file' is not allowed"),
  ])
  expect(await errorsOf(xml.replace('<properties/>', ''))).not.toEqual([])
  expect(await errorsOf(xml.replace(/time="[^"]*"/, 'time="1e3"'))).not.toEqual([])
})
