/**
 * Runs in the entry's own runtime: makes the entry's function once, and plays sessions with it. It reports what was written;
 * its parent forms the verdict.
 */
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import { replaceBun } from './bun.ts'
import { realExit, receiveNext, send, setup } from './channel.ts'
import { globalsNow } from './globals.ts'
import { fromUtf8, SessionIo } from './io.ts'
import { unsupported } from './messages.ts'
import { replaceModule } from './module.ts'
import { replaceNode } from './node.ts'
import { replaceOutside } from './outside.ts'
import { SessionLoop } from './session-loop.ts'
import { takeSnapshot } from './snapshot.ts'

const { apply, deleteProperty } = Reflect
const { exec } = RegExp.prototype
const { slice } = String.prototype

const file = fromUtf8(setup.file)
const io = new SessionIo(setup.input, giveUp)
const loop = new SessionLoop(io)

/** Gives up, as only real processes can run the entry. Nothing that this process has reported counts. */
function giveUp(why: string): never {
  send([unsupported(apply(slice, `${why}`, [0, 200]) as string)])
  return realExit(0)
}

process.removeAllListeners('warning')
// The runtime gives some warnings only once in a process.
process.on('warning', () => giveUp('it causes a warning'))
for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, (error) => loop.onError(error))
process.on('beforeExit', () => loop.onIdle())
// By then, Node has started: what it uses can be replaced.
setImmediate(start)

function start() {
  const { exitCode, argv } = process
  const [program = ''] = argv
  const outside = replaceOutside(io, file)
  const main = replaceModule(io, outside.require, file)
  if (globalThis.Bun === undefined) replaceNode(io)
  else replaceBun(io, file)
  argv.length = 0
  let run = functionOf(setup.source)
  const removeGlobals = globalsNow()
  const changed = snapshotOf({ ...outside.loaded, require: outside.require, main: main.prototype })

  send('ready')
  loop.begin({
    receive() {
      for (;;) {
        const next = receiveNext()
        if ('inputs' in next) {
          io.limit = next.limit
          return next.inputs
        }
        run = functionOf(next.source)
        send('ready')
      }
    },
    call() {
      argv.push(program, file, ...io.args())
      forgetMatch()
      const words = main.open()
      return apply(run, words[0], words)
    },
    tidy() {
      argv.length = 0
      if (process.exitCode !== exitCode) giveUp('it changes process.exitCode')
      const lasting = removeGlobals()
      if (lasting !== undefined) giveUp(`it changes globalThis.${lasting}`)
    },
    report(reports, isLast) {
      // Changes are looked for once for all sessions that were sent together, which are few at first.
      if (isLast) forgetMatch()
      const change = isLast ? changed() : undefined
      if (change !== undefined) giveUp(change)
      send(reports)
    },
  })
}

/** Resets RegExp.$1 and the like, which keep the last match. */
function forgetMatch() {
  apply(exec, /(?:)/, [''])
}

function functionOf(source: Bytes): (...words: unknown[]) => unknown {
  const parameters = 'exports, require, module, __filename, __dirname'
  // biome-ignore lint/security/noGlobalEval: what else runs a program
  return globalThis.eval(`(function(${parameters}){${fromUtf8(source)}\n})//# sourceURL=${file}`)
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
