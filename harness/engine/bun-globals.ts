/** `Object.getOwnPropertyNames(globalThis)` in Bun 1.4: what an entry may find there that the engine does not offer. */
export const bunGlobals: readonly string[] = `
  Infinity undefined NaN addEventListener alert atob btoa clearImmediate clearInterval clearTimeout confirm
  dispatchEvent fetch postMessage prompt queueMicrotask removeEventListener reportError setImmediate setInterval
  setTimeout structuredClone global Bun File crypto navigator performance process Blob Buffer BuildError
  BuildMessage Crypto HTMLRewriter Request ResolveError ResolveMessage Response TextDecoder AbortController
  AbortSignal BroadcastChannel ByteLengthQueuingStrategy CloseEvent CompressionStream CountQueuingStrategy
  CryptoKey CustomEvent DecompressionStream DOMException ErrorEvent Event EventTarget FormData Headers
  MessageChannel MessageEvent MessagePort Performance PerformanceEntry PerformanceMark PerformanceMeasure
  PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming PerformanceServerTiming
  PerformanceTiming ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
  ReadableStreamDefaultController ReadableStreamDefaultReader SubtleCrypto TextDecoderStream TextEncoder
  TextEncoderStream TransformStream TransformStreamDefaultController URL URLPattern URLSearchParams WebSocket
  Worker WritableStream WritableStreamDefaultController WritableStreamDefaultWriter isNaN isFinite escape unescape
  decodeURI decodeURIComponent encodeURI encodeURIComponent eval globalThis parseInt parseFloat ArrayBuffer
  EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError SuppressedError Proxy Reflect
  JSON Math Atomics WebAssembly console Int8Array Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array
  Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array DataView Date Error Boolean Map
  Number Set WeakMap WeakSet WeakRef FinalizationRegistry Object Function Array RegExp Iterator SharedArrayBuffer
  DisposableStack AsyncDisposableStack String Promise BigInt Symbol Intl Temporal ShadowRealm self onmessage
  onerror
`
  .trim()
  .split(/\s+/)
