import type { Buffers } from './buffer.ts'
import type { Events } from './events.ts'
import type { Host } from './host.ts'
import type { Kit } from './kit.ts'
import type { Process } from './process.ts'

/** `require` and `import` of the few modules that there are, and what a script finds beside them. */
export function makeModules(
  host: Host,
  kit: Kit,
  fs: object,
  { readline, promises }: { readonly readline: object; readonly promises: object },
  { process }: Process,
  events: Events,
  buffers: Buffers,
  console: object,
) {
  const { apply, ownKeys, defineProperty } = Reflect
  const { startsWith, slice } = String.prototype
  const os = kit.partial('os', { EOL: '\n' })
  const util = {}
  kit.define(
    util,
    {
      format: (...args: unknown[]) => host.format(args),
      inspect: (...args: unknown[]) =>
        args.length === 1 ? host.inspect(args[0]) : host.unsupported('util.inspect with options'),
    },
    true,
  )
  kit.partial('util', util)
  const timers = kit.partial('timers', {
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout,
    clearInterval,
    clearImmediate,
  })
  const buffer = kit.partial('buffer', { Buffer: buffers.Callable })
  const modules: Record<string, object> = Object.assign(Object.create(null), {
    fs,
    os,
    util,
    timers,
    buffer,
    readline,
    'readline/promises': promises,
    events: events.Emitter,
    process,
    console,
  })

  function require(name: unknown): object {
    if (typeof name !== 'string')
      return kit.fail(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "id" argument must be of type string.')
    const bare = apply(startsWith, name, ['node:']) ? (apply(slice, name, [5]) as string) : name
    return modules[bare] ?? host.unsupported(`require('${name}')`)
  }
  kit.partial('require', require, Function.prototype)

  class Module {
    exports = {}
  }
  kit.partial('module', Module.prototype)

  return {
    require,
    roots: [require, Module.prototype, ...Object.values(modules)],
    async importing(name: unknown) {
      const module = require(`${name}`) as Record<string, unknown>
      const names = Object.create(null)
      for (const key of ownKeys(module)) {
        if (typeof key === 'string') defineProperty(names, key, { value: module[key], enumerable: true })
      }
      defineProperty(names, 'default', { value: module, enumerable: true })
      return names
    },
    call(entry: (...args: unknown[]) => unknown, script: boolean) {
      if (!script) return entry()
      const module = new Module()
      return apply(entry, module.exports, [module.exports, require, module, '/entry/entry', '/entry'])
    },
  }
}
