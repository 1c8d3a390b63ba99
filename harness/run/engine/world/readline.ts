import type { Events } from './events.ts'
import type { Host } from './host.ts'
import type { Kit } from './kit.ts'
import type { Streams } from './streams.ts'

/** Node's readline on an input that is no terminal, with its ways to lose lines. */
export function makeReadline(host: Host, kit: Kit, events: Events, streams: Streams) {
  const { apply } = Reflect
  const { Emitter } = events
  const { exec } = RegExp.prototype
  const { slice } = String.prototype
  type Stream = ReturnType<Streams['stdin']>
  type Output = ReturnType<Streams['stdout']>
  interface Options {
    readonly input?: unknown
    readonly output?: unknown
    readonly prompt?: string
  }
  const known = ['input', 'output', 'terminal', 'prompt', 'crlfDelay', 'historySize']

  class Interface extends Emitter {
    terminal = false
    line = ''
    closed = false
    #input: Stream
    #output: Output | undefined
    #prompt = '> '
    #rest = ''
    #paused = false
    #question: ((line: string) => void) | undefined

    constructor(input: Options | Stream, output?: Output | null) {
      super()
      if (input instanceof Emitter) this.#input = input as Stream
      else {
        const options = (input ?? {}) as Options & { terminal?: unknown }
        for (const key of Object.keys(options)) if (!known.includes(key)) host.unsupported(`readline with ${key}`)
        if (options.terminal) host.unsupported('readline as a terminal')
        this.#input = options.input as Stream
        output = options.output as Output
        if (options.prompt !== undefined) this.#prompt = `${options.prompt}`
      }
      this.#output = output ?? undefined
      const ours = [
        this.#output === undefined || this.#output === streams.stdout() || this.#output === streams.stderr(),
      ]
      if (this.#input !== streams.stdin() || !ours[0]) host.unsupported('readline on other streams')
      this.#input.on('data', (chunk) => this.#hear(chunk))
      this.#input.on('end', () => {
        if (this.#rest !== '') this.#give(this.#rest)
        this.close()
      })
      this.#input.resume()
    }

    #hear(chunk: unknown) {
      this.#rest += `${chunk}`
      const ending = /\r\n|\n|\r(?!\n)|\u2028|\u2029/g
      const text = this.#rest
      const lines: string[] = []
      let start = 0
      for (let match = apply(exec, ending, [text]); match !== null; match = apply(exec, ending, [text])) {
        lines[lines.length] = apply(slice, text, [start, match.index]) as string
        start = ending.lastIndex
      }
      this.#rest = apply(slice, text, [start]) as string
      for (let i = 0; i < lines.length; i++) this.#give(lines[i] as string)
    }

    #give(line: string) {
      if (this.#question === undefined) {
        this.emit('line', line)
        return
      }
      const answer = this.#question
      this.#question = undefined
      answer(line)
    }

    #say(text: string) {
      this.#output?.write(text)
    }

    ask(query: unknown, answer: (line: string) => void) {
      if (this.closed) kit.fail(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed')
      if (this.#question !== undefined) return this.prompt()
      if (this.#paused) this.resume()
      this.#say(`${query}`)
      this.#question = answer
    }
    question(query: unknown, options: unknown, callback: unknown = options) {
      if (callback !== options) host.unsupported('readline.question with options')
      if (typeof callback === 'function') this.ask(query, callback as (line: string) => void)
    }
    setPrompt(prompt: unknown) {
      this.#prompt = `${prompt}`
    }
    getPrompt() {
      return this.#prompt
    }
    prompt() {
      if (this.#paused) this.resume()
      this.#say(this.#prompt)
    }
    pause() {
      if (this.#paused) return this
      this.#input.pause()
      this.#paused = true
      this.emit('pause')
      return this
    }
    resume() {
      if (!this.#paused) return this
      this.#input.resume()
      this.#paused = false
      this.emit('resume')
      return this
    }
    close() {
      if (this.closed) return
      this.pause()
      this.closed = true
      this.emit('close')
    }
    [Symbol.asyncIterator]() {
      const lines: string[] = []
      const waiting: ((step: object) => void)[] = []
      let at = 0
      let woken = 0
      let ended = this.closed
      const end = { value: undefined, done: true }
      const hear = (line: unknown) => {
        if (woken < waiting.length) waiting[woken++]?.({ value: line, done: false })
        else lines[lines.length] = line as string
      }
      const close = () => {
        ended = true
        while (woken < waiting.length) waiting[woken++]?.(end)
      }
      this.on('line', hear)
      this.on('close', close)
      const iterator = {
        next: () =>
          new Promise<object>((resolve) => {
            if (at < lines.length) resolve({ value: lines[at++], done: false })
            else if (ended) resolve(end)
            else waiting[waiting.length] = resolve
          }),
        return: async (value?: unknown) => {
          events.remove(this, 'line', hear)
          events.remove(this, 'close', close)
          close()
          return { value, done: true }
        },
        [Symbol.asyncIterator]: () => iterator,
      }
      return iterator
    }
  }

  class PromiseInterface extends Interface {
    override question(query: unknown, options?: unknown): unknown {
      if (options !== undefined) host.unsupported('readline.question with options')
      return new Promise((resolve) => this.ask(query, resolve))
    }
  }

  const offer = (Kind: typeof Interface) => {
    const module = {}
    kit.partial('readline.Interface', Kind.prototype, Object.getPrototypeOf(Kind.prototype))
    kit.define(
      module,
      { Interface: Kind, createInterface: (input: Options | Stream, output?: Output) => new Kind(input, output) },
      true,
    )
    return kit.partial('readline', module)
  }
  const promises = offer(PromiseInterface)
  const readline = offer(Interface)
  kit.define(readline, { promises }, true)
  return { readline, promises }
}
