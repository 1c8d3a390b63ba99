import { atEnd } from '../base/ending.ts'
import type { Host } from '../base/host.ts'

/** A terminal of which each key is read, without Enter. */
export interface Keys {
  /** Gives the terminal to someone else. */
  pause(): void
  resume(): void
  close(): void
}

/** The time in which the system stops a process that asks for it, in milliseconds. */
const stopTick = 50

/**
 * Reads keys one by one, as bytes, where standard input is a terminal. Ctrl-Z and Ctrl-\ do what they do elsewhere; Ctrl-C is a key.
 * @param onEnd called at the end of input
 */
export function readKeys({ stdin }: Host, onKeys: (keys: string) => void, onEnd = () => {}): Keys {
  let isOurs = true
  const setRaw = (isRaw: boolean) => void (stdin.isTTY && stdin.setRawMode?.(isRaw))
  // Whoever had the terminal meanwhile has changed its mode; Node sets none that it has set already.
  const setRawAgain = () => {
    setRaw(false)
    setRaw(isOurs)
  }
  const send = (signal: NodeJS.Signals) => {
    setRaw(false)
    // As a terminal does it: to all processes that it belongs to. Where nobody controls jobs, nothing stops.
    process.kill(0, signal)
    setTimeout(setRawAgain, stopTick)
  }
  const onData = (bytes: Buffer) => {
    const keys = bytes.toString('latin1')
    if (keys.includes('\x1a')) send('SIGTSTP')
    if (keys.includes('\x1c')) send('SIGQUIT')
    onKeys(keys)
  }
  setRaw(true)
  const forget = atEnd(() => setRaw(false))
  process.on('SIGCONT', setRawAgain)
  stdin.on('data', onData)
  stdin.on('end', onEnd)
  return {
    pause() {
      isOurs = false
      setRaw(false)
      stdin.pause()
    },
    resume() {
      isOurs = true
      setRaw(true)
      stdin.resume()
    },
    close() {
      isOurs = false
      setRaw(false)
      forget()
      process.removeListener('SIGCONT', setRawAgain)
      stdin.removeListener('data', onData).removeListener('end', onEnd)
      stdin.destroy()
    },
  }
}
