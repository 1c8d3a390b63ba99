import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/** The folder of our package.json, both from source and in a bundle, which have different depths. */
export const packageRoot =
  [resolve(here, '..'), resolve(here, '../..')].find((folder) => existsSync(join(folder, 'package.json'))) ?? here

/** The version of ninehole. */
export const version = (): string => JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version
