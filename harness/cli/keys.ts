import { atEnd } from '../base/ending.ts'
import type { Host } from '../base/host.ts'

interface Keys {
  pause(): void
  resume(): void
  close(): void
}

/** How long the system may take to stop a process, in milliseconds. */
const stopTick = 50

/**
 * Reads single keys, as bytes, if standard input is a terminal. Ctrl-Z and Ctrl-\ work as usual; Ctrl-C is read as a key.
 * @param onEnd called at the end of input
 */
export function readKeys({ stdin }: Host, onKeys: (keys: string) => void, onEnd = () => {}): Keys {
  let isOurs = true
  const setRaw = (isRaw: boolean) => void (stdin.isTTY && stdin.setRawMode?.(isRaw))
  // Another program may have changed the mode, and Node does not set the same mode twice.
  const setRawAgain = () => {
    setRaw(false)
    setRaw(isOurs)
  }
  const send = (signal: NodeJS.Signals) => {
    setRaw(false)
    // Like a terminal, this signals the whole process group. Without job control, nothing stops.
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
