import type { Buffers } from './buffer.ts'
import type { Host } from './host.ts'
import type { Kit } from './kit.ts'
import type { Streams } from './streams.ts'

/** `fs` of standard input and output; there are no other files. */
export function makeFiles(host: Host, kit: Kit, buffers: Buffers, streams: Streams) {
  const { isView } = ArrayBuffer

  function isInput(path: unknown): boolean {
    return path === 0 || path === '/dev/stdin' || path === '/dev/fd/0' || path === '/proc/self/fd/0'
  }
  const isOutput = (path: unknown) => path === 1 || path === '/dev/stdout' || path === '/dev/fd/1'
  const isErrors = (path: unknown) => path === 2 || path === '/dev/stderr' || path === '/dev/fd/2'

  const encodingOf = (options: unknown) =>
    typeof options === 'object' && options !== null ? (options as { encoding?: unknown }).encoding : options

  const what = (name: string, path: unknown) => `fs.${name} of ${typeof path === 'string' ? path : typeof path}`

  function readFileSync(path: unknown, options?: unknown) {
    if (!isInput(path)) host.unsupported(what('readFileSync', path))
    streams.readSync()
    return buffers.read(host.takeRest(), encodingOf(options))
  }

  function readSync(fd: unknown, buffer: unknown, offset?: unknown, length?: unknown, position?: unknown): number {
    if (fd !== 0 || !(isView(buffer) && buffer instanceof Uint8Array)) host.unsupported(what('readSync', fd))
    if (typeof offset === 'object' && offset !== null) {
      const options = offset as { offset?: unknown; length?: unknown; position?: unknown }
      return readSync(fd, buffer, options.offset, options.length, options.position)
    }
    const start = offset === undefined || offset === null ? 0 : offset
    const most = length === undefined || length === null ? buffer.byteLength - Number(start) : length
    const there = position === undefined || position === null || position === -1
    if (
      typeof start !== 'number' ||
      typeof most !== 'number' ||
      !there ||
      start < 0 ||
      start + most > buffer.byteLength
    ) {
      return host.unsupported('fs.readSync with such arguments')
    }
    streams.readSync()
    if (most === 0) return 0
    const bytes = host.takeSome(most)
    host.fill(buffer.subarray(start), bytes, 'latin1')
    return bytes.length
  }

  function write(name: string, path: unknown, data: unknown, encoding?: unknown): number {
    if (isErrors(path)) {
      host.complain()
      return typeof data === 'string' ? (host.lengthOf(data, 'utf8') ?? 0) : 0
    }
    if (!isOutput(path)) host.unsupported(what(name, path))
    if (!buffers.write(data, encoding)) {
      kit.fail(TypeError, 'ERR_INVALID_ARG_TYPE', 'The argument must be of type string or an instance of Buffer.')
    }
    return typeof data === 'string' ? (host.lengthOf(data, 'utf8') ?? 0) : (data as Uint8Array).byteLength
  }

  const fs = {}
  kit.define(
    fs,
    {
      readFileSync,
      readSync,
      writeSync(fd: unknown, data: unknown, offset?: unknown, length?: unknown) {
        if (offset !== undefined || length !== undefined) host.unsupported('fs.writeSync with an offset')
        return write('writeSync', fd, data)
      },
      writeFileSync(path: unknown, data: unknown, options?: unknown) {
        write('writeFileSync', path, data, encodingOf(options))
      },
      appendFileSync(path: unknown, data: unknown, options?: unknown) {
        write('appendFileSync', path, data, encodingOf(options))
      },
      openSync(path: unknown, flags: unknown = 'r') {
        // Another descriptor of the same input reads on where the first one stopped.
        if (typeof path !== 'string' || !isInput(path) || flags !== 'r') host.unsupported(what('openSync', path))
        return 0
      },
      closeSync(fd: unknown) {
        host.unsupported(what('closeSync', fd))
      },
    },
    true,
  )
  return kit.partial('fs', fs)
}
