import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of our package.json: the same whether we run from source or bundled. */
export const packageRoot = (() => {
  const here = dirname(fileURLToPath(import.meta.url))
  let folder = here
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder === dirname(folder) ? here : folder
})()
