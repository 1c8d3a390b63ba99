// Bundles the commands into dist/, with the packages that they use, and the licences of these in dist/LICENSES.txt.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import { build } from 'esbuild'

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const { dependencies, optionalDependencies, peerDependencies } = readJson('package.json')

const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.10',
  outdir: 'dist',
  external: Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  // Names stay as they are, for the stack of an error.
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
}
const command = 'harness/games/command.ts'
const builds = [
  {
    entryPoints: { ninehole: 'harness/cli/ninehole.ts', vitest: 'harness/cli/vitest.ts' },
    splitting: true,
    // Packages in CommonJS call it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  },
  { entryPoints: { worker: 'harness/run/worker/worker.ts' }, outExtension: { '.js': '.mjs' } },
  { entryPoints: { 'tic-tac-toe': command, ortho: command, ordo: command, game: 'reference/game.ts' } },
]

// Names of parts change with what is in them.
const old = existsSync('dist') ? readdirSync('dist').filter((file) => /-.*\.js$/.test(file)) : []
for (const file of old) rmSync(join('dist', file))
const built = await Promise.all(builds.map((one) => build({ ...options, ...one })))

// The JSON schema of reports, for readers in other languages.
const { outputFiles } = await build({
  ...options,
  entryPoints: ['harness/report/report.ts'],
  metafile: false,
  write: false,
  external: [],
})
const code = Buffer.from(outputFiles[0].contents).toString('base64')
const { reportSchema } = await import(`data:text/javascript;base64,${code}`)
const schema = {
  ...toJsonSchema(reportSchema, { errorMode: 'ignore' }),
  title: 'The report of ninehole (--reporter json)',
}
writeFileSync('dist/report.schema.json', `${JSON.stringify(schema, null, 2)}\n`)

const files = built.flatMap(({ metafile }) =>
  Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)),
)
const folders = new Set(files.flatMap((file) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
writeFileSync(
  'dist/LICENSES.txt',
  [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`),
)

/** The licence of a package, below its name and version. */
function licenceOf(folder) {
  const { name, version, license } = readJson(join(folder, 'package.json'))
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
  if (file === undefined) throw new Error(`${folder} has no licence`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
