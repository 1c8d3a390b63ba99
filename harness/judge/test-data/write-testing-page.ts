import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../base/package-root.ts'
import { blockIn, coverageTable, testingTables, withBlock } from './testing-page.ts'

// `npm run testing-page` writes the numbers of "How it is tested" into the page. With `--quick` it leaves those alone that
// take minutes.

const path = join(packageRoot, 'harness/judge/README.md')
const page = readFileSync(path, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'ninehole-coverage-'))
try {
  const coverage = process.argv.includes('--quick') ? blockIn(page, 'coverage') : coverageTable(measured())
  writeFileSync(path, withBlock(withBlock(page, 'testing', testingTables()), 'coverage', coverage))
} finally {
  rmSync(folder, { recursive: true })
}

/** The coverage of two rooms by the tests of `npm test`, as vitest measures it. */
function measured() {
  const report = ['--coverage.reporter=json-summary', `--coverage.reportsDirectory=${folder}`]
  execFileSync('npm', ['run', 'coverage', '--', ...report], { cwd: packageRoot, stdio: 'inherit' })
  return JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8'))
}
