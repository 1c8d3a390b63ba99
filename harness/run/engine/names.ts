import buffer, { Buffer } from 'node:buffer'
import events from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import readline from 'node:readline'
import timers from 'node:timers'
import util from 'node:util'
import { bunConsole, bunFile, bunGlobals, bunItself, bunProcess } from './bun-names.ts'

/**
 * What an entry finds in a place is either offered, or the real runtime has it too and the engine says that it does not
 * offer it, or nobody has it and it is undefined. This tells the last two apart.
 *
 * To be called before anything is taken away from the child itself.
 */
export function namesOf(runtime: 'node' | 'bun'): (place: string) => readonly string[] {
  const { prototype: emitter } = events.EventEmitter
  const module = ['children', 'filename', 'id', 'loaded', 'parent', 'path', 'paths', 'require', '_compile', 'load']
  const timeout = setTimeout(() => {}, 0)
  const immediate = setImmediate(() => {})
  clearTimeout(timeout)
  clearImmediate(immediate)

  const both: Record<string, readonly string[]> = {
    Buffer: Object.getOwnPropertyNames(Buffer),
    'Buffer.prototype': Object.getOwnPropertyNames(Buffer.prototype),
    EventEmitter: chain(emitter),
    events: chain(events),
    fs: chain(fs),
    os: chain(os),
    util: chain(util),
    timers: chain(timers),
    buffer: chain(buffer),
    readline: chain(readline),
    'readline.Interface': [...chain(readline.Interface.prototype), 'history', 'cursor', 'input', 'output'],
    'process.stdin': chain(process.stdin),
    'process.stdout': chain(process.stdout),
    Timeout: chain(timeout),
    Immediate: chain(immediate),
    require: ['cache', 'extensions', 'main', 'resolve'],
    module: [...module, 'isPreloading'],
  }
  const own: Record<string, readonly string[]> =
    runtime === 'node'
      ? { globalThis: Object.getOwnPropertyNames(globalThis), process: chain(process), console: chain(console) }
      : {
          globalThis: bunGlobals,
          process: [...bunProcess, ...chain(emitter)],
          console: bunConsole,
          Bun: bunItself,
          'Bun.file': bunFile,
        }
  return (place) => own[place] ?? both[place] ?? []
}

/** The names of an object and of all it inherits from, but for what every object has. */
function chain(object: object): string[] {
  const names: string[] = []
  for (let at: object = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (at !== Function.prototype) names.push(...Object.getOwnPropertyNames(at))
  }
  return names
}
