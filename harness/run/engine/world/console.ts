import type { Host } from './host.ts'
import type { Kit } from './kit.ts'

/** `console`, as far as what it prints is known to the byte. */
export function makeConsole(host: Host, kit: Kit) {
  const { apply } = Reflect
  const { includes } = String.prototype

  function log(...args: unknown[]) {
    const { 0: first, 1: second, length } = args
    if (length === 1 && typeof first === 'string') host.sayWhole(`${first}\n`)
    else if (
      length === 2 &&
      typeof first === 'string' &&
      typeof second === 'string' &&
      !apply(includes, first, ['%'])
    ) {
      host.sayWhole(`${first} ${second}\n`)
    } else host.sayWhole(`${format(args)}\n`)
  }
  const format = host.runtime === 'node' ? host.format : formatLikeBun

  /** Values without parts only: how Bun lays out the others is its own affair. */
  function formatLikeBun(args: readonly unknown[]) {
    let text = ''
    for (let i = 0; i < args.length; i++) {
      const value = args[i]
      if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
        host.unsupported('console.log of an object')
      }
      if (typeof value === 'string' && args.length > 1 && apply(includes, value, ['%'])) {
        host.unsupported("console.log with a '%' and further arguments")
      }
      const separator = i === 0 ? '' : ' '
      text += separator + (Object_is(value, -0) ? '-0' : typeof value === 'bigint' ? `${value}n` : String_(value))
    }
    return text
  }
  const Object_is = Object.is
  const String_ = String

  function complain() {
    host.complain()
  }
  const methods = {
    log,
    info: log,
    debug: log,
    error: complain,
    warn: complain,
    trace: complain,
    assert(condition?: unknown) {
      if (!condition) host.complain()
    },
  }
  const console = {}
  kit.define(console, methods, true)
  kit.partial('console', console)
  kit.define(globalThis, { console })
  return console
}
