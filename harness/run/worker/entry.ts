import { dirname } from 'node:path'
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import { fromUtf8, type SessionIo } from './io.ts'
import { refuseProperty, replaceOutside } from './outside.ts'
import { replaceRuntime } from './runtime.ts'
import { globalsNow, takeSnapshot } from './snapshot.ts'

const { apply, deleteProperty } = Reflect
const { exec } = RegExp.prototype

/** Prepares this process for an entry: it reaches nothing outside, and we notice what it changes. */
export function prepareEntry(io: SessionIo, file: string, source: Bytes) {
  const { exitCode, argv } = process
  const [program = ''] = argv
  const { loaded, require } = replaceOutside(io, file)
  const openModule = replaceModule(io, require, file)
  replaceRuntime(io, file)
  argv.length = 0
  let run = functionOf(source, file)
  const removeGlobals = globalsNow()
  const changed = snapshotOf({ ...loaded, require })

  return {
    load(source: Bytes) {
      run = functionOf(source, file)
    },
    call() {
      argv.push(program, file, ...io.args())
      forgetMatch()
      const words = openModule()
      apply(run, words[0], words)
    },
    /** Undoes what any golfed entry changes, such as global variables. */
    tidy() {
      argv.length = 0
      if (process.exitCode !== exitCode) io.unsupported('it changes process.exitCode')
      const lasting = removeGlobals()
      if (lasting !== undefined) io.unsupported(`it changes globalThis.${lasting}`)
    },
    checkUnchanged() {
      forgetMatch()
      const change = changed()
      if (change !== undefined) io.unsupported(`it changes ${change}`)
    },
  }
}

/** @returns a function that makes `module` for a session, and returns the arguments of the entry */
function replaceModule(io: SessionIo, require: (name: unknown) => unknown, file: string) {
  const folder = dirname(file)
  // All else in a module describes its file, and who loaded it.
  const onlyExports: ProxyHandler<{ exports: object }> = {
    get: (module, name) => (name === 'exports' ? module.exports : io.unsupported(`module.${String(name)}`)),
    ownKeys: () => io.unsupported('the keys of module'),
  }
  let main: object | undefined

  // Both in one, as each session has another: see snapshot.ts.
  const access = (...given: unknown[]) => (given.length === 0 ? main : io.unsupported('a new main module'))
  const accessor = { get: access, set: access, enumerable: true }
  Object.defineProperty(require, 'main', accessor)
  Object.defineProperty(process, 'mainModule', { ...accessor, configurable: true })
  for (const name of ['resolve', 'extensions', 'cache']) refuseProperty(io, require, name, `require.${name}`)

  return () => {
    const exports = {}
    main = new Proxy({ exports }, onlyExports)
    return [exports, require, main, file, folder]
  }
}

function functionOf(source: Bytes, file: string): (...words: unknown[]) => unknown {
  const parameters = 'exports, require, module, __filename, __dirname'
  // biome-ignore lint/security/noGlobalEval: what else runs a program
  return globalThis.eval(`(function(${parameters}){${fromUtf8(source)}\n})//# sourceURL=${file}`)
}

/** Resets RegExp.$1 and the like, which keep the last match. */
function forgetMatch() {
  apply(exec, /(?:)/, [''])
}

/** Remembers what sessions share: named objects, and those that only syntax reaches. @see takeSnapshot */
function snapshotOf(named: Readonly<Record<string, object>>) {
  const iterators = [[].values(), ''[Symbol.iterator](), new Map().keys(), new Set().keys(), ''.matchAll(/./g)]
  const functions = [function* () {}, async () => {}, async function* () {}]
  // This list grows by itself.
  deleteProperty(process, 'moduleLoadList')
  forgetMatch()
  return takeSnapshot({ ...named, iterators, functions, globalThis })
}
