import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Has our package.json: sources and bundles lie at different depths below it. */
export const packageRoot =
  [resolve(here, '..'), resolve(here, '../..')].find((folder) => existsSync(join(folder, 'package.json'))) ?? here

export const version = (): string => JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version
