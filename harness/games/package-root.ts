import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of our package.json, both from source and in a bundle, which have different depths. */
export const packageRoot = (() => {
  const here = dirname(fileURLToPath(import.meta.url))
  let folder = here
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder === dirname(folder) ? here : folder
})()

/** The version of ninehole. */
export const version = (): string => JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version
