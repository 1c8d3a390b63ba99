import Module from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'
import type { SessionIo } from './io.ts'
import { refuseProperty } from './outside.ts'

const { assign, create } = Object
const pathsOf = (Module as unknown as { _nodeModulePaths(folder: string): string[] })._nodeModulePaths

/** Makes `module` and `require.main` for each session, as they are in the file that a runtime starts with. */
export function replaceModule(io: SessionIo, require: (name: unknown) => unknown, file: string) {
  const isBun = globalThis.Bun !== undefined
  const folder = dirname(file)
  const paths = pathsOf(folder)
  const prototype = { require, parent: null, isPreloading: false }
  for (const name of ['constructor', 'load', '_compile']) refuseProperty(io, prototype, name, `module.${name}`)
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
      const id = { id: '.', path: folder }
      const state = { filename: file, loaded: isBun, children: [], paths: paths.slice() }
      // Bun has `id` and the like on the prototype, and only `exports` and `require` of its own.
      main = isBun
        ? assign(create(assign(create(prototype), id, state)), { exports, require })
        : assign(create(prototype), id, { exports }, state)
      return [exports, require, main, file, folder]
    },
  }
}
