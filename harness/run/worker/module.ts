import { dirname } from 'node:path'
import process from 'node:process'
import type { SessionIo } from './io.ts'
import { refuseProperty } from './outside.ts'

const { assign, create } = Object

/** What a module has besides its exports: it describes its file, and who loaded it. */
const refused = 'id path filename loaded children parent paths require isPreloading load _compile constructor'.split(
  ' ',
)

/** Makes `module` and `require.main` for each session. */
export function replaceModule(io: SessionIo, require: (name: unknown) => unknown, file: string) {
  const folder = dirname(file)
  const prototype = {}
  for (const name of refused) refuseProperty(io, prototype, name, `module.${name}`)
  let main: object | undefined

  // Both in one, as each session has another: see snapshot.ts.
  const access = (...given: unknown[]) => (given.length === 0 ? main : io.unsupported('a new main module'))
  const accessor = { get: access, set: access, enumerable: true }
  Object.defineProperty(require, 'main', accessor)
  Object.defineProperty(process, 'mainModule', { ...accessor, configurable: true })
  for (const name of ['resolve', 'extensions', 'cache']) refuseProperty(io, require, name, `require.${name}`)

  return {
    prototype,
    open() {
      const exports = {}
      main = assign(create(prototype), { exports })
      return [exports, require, main, file, folder]
    },
  }
}
