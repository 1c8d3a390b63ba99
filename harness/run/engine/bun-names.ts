/** What Bun 1.4 has in the places where an entry may look: told by `Object.getOwnPropertyNames` there. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** `globalThis` */
export const bunGlobals: readonly string[] = words(`
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
`)

/** `process`, beside what every EventEmitter has */
export const bunProcess: readonly string[] = words(`
  _eval _getActiveHandles _getActiveRequests _kill _linkedBinding _preload_modules _rawDebug _tickCallback abort
  allowedNodeEnvironmentFlags loadEnvFile finalization arch argv argv0 assert availableMemory binding browser
  channel chdir config connected constrainedMemory cpuUsage threadCpuUsage cwd debugPort disconnect dlopen
  emitWarning env execArgv execPath execve exit exitCode _fatalException features getActiveResourcesInfo
  getBuiltinModule hasUncaughtExceptionCaptureCallback hrtime isBun kill mainModule memoryUsage moduleLoadList
  nextTick openStdin pid platform ppid reallyExit ref release report resourceUsage revision send
  setSourceMapsEnabled setUncaughtExceptionCaptureCallback stderr stdin stdout title umask unref uptime version
  versions getegid geteuid getgid getgroups getuid setegid seteuid setgid setgroups initgroups setuid _exiting
  _debugEnd _debugProcess _startProfilerIdleNotifier _stopProfilerIdleNotifier
`)

/** `Bun` */
export const bunItself: readonly string[] = words(`
  $ Archive ArrayBufferSink Cookie CookieMap CryptoHasher FFI FetchSession FileSystemRouter Glob Image MD4 MD5
  ModuleGraph SHA1 SHA224 SHA256 SHA384 SHA512 SHA512_256 JSONC JSON5 JSONL markdown TOML XML YAML Transpiler
  embeddedFiles S3Client s3 CSRF allocUnsafe argv build concatArrayBuffers connect cron cwd color deepEquals
  deepMatch deflateSync dns enableANSIColors env escapeHTML fetch file fileURLToPath gc generateHeapSnapshot
  gunzipSync gzipSync hash indexOfLine inflateSync inspect isMainThread isStandaloneExecutable jest listen
  udpSocket main mmap nanoseconds openInEditor origin version_with_sha password pathToFileURL peek plugin
  randomUUIDv7 randomUUIDv5 readableStreamToArray readableStreamToArrayBuffer readableStreamToBytes
  readableStreamToBlob readableStreamToFormData readableStreamToJSON readableStreamToText registerMacro resolve
  resolveSync revision semver sql postgres SQL serve sha shrink sliceAnsi sleep sleepSync spawn spawnSync stderr
  stdin stdout stringWidth stripANSI wrapAnsi Terminal unsafe version WebView which RedisClient redis secrets
  write zstdCompressSync zstdDecompressSync zstdCompress zstdDecompress
`)

/** `console` */
export const bunConsole: readonly string[] = words(`
  debug error log info warn clear dir dirxml table trace assert count countReset profile profileEnd time timeLog
  timeEnd timeStamp takeHeapSnapshot group groupCollapsed groupEnd record recordEnd screenshot write Console
  _stdout _stderr
`)

/** `Bun.stdin` and its like */
export const bunFile: readonly string[] = words(`
  arrayBuffer bytes delete exists formData image json lastModified name size slice stat stream text type unlink
  write writer
`)
