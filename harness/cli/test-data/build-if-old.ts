import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { execaSync } from 'execa'
import type { TestProject } from 'vitest/node'
import { findFiles } from '../../base/files.ts'
import { packageRoot } from '../../base/package-root.ts'

/** Builds dist/, which tests of the commands run, if a source is newer: before all tests, and again while Vitest watches. */
export default function setup(project: TestProject) {
  project.onTestsRerun(async () => buildIfOld())
  buildIfOld()
}

function buildIfOld() {
  const [build = '', lock = ''] = ['esbuild.config.mjs', 'package-lock.json'].map((file) => join(packageRoot, file))
  const isSource = (path: string) => /\.ts$/.test(path) && !/\.(test|bench)\.ts$|\/test-data\//.test(path)
  const sources = ['harness', 'reference'].flatMap((folder) => findFiles(join(packageRoot, folder), isSource))
  // The build writes it last.
  const built = join(packageRoot, 'dist/LICENSES.txt')
  const time = existsSync(built) ? statSync(built).mtimeMs : 0
  const isOld = [...sources, build, lock].some((file) => statSync(file).mtimeMs > time)
  if (isOld) execaSync('node', [build], { cwd: packageRoot, stdio: 'inherit' })
}
