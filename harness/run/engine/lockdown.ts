/**
 * An entry lives in a realm of its own and finds none of our objects. Should it find one nevertheless, there shall be
 * nothing to do with it: no process to kill with, no module to load, nothing to send with.
 */
export function lockDown() {
  const standard = new Set(
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet Proxy Reflect decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN'.split(
      ' ',
    ),
  )
  const { process } = globalThis
  const dangerous =
    'kill _kill abort binding _linkedBinding dlopen reallyExit exit mainModule getBuiltinModule _debugProcess execve chdir setuid setgid'
  for (const name of dangerous.split(' ')) Reflect.deleteProperty(process, name)
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!standard.has(name)) Reflect.deleteProperty(globalThis, name)
  }
}
