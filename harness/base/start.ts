import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { execa, type Options } from 'execa'
import { MachineTrouble } from './usage-error.ts'

let hears = false

/**
 * Starts a program with execa. Where there are too many open files, execa throws before it listens to the child, whose error
 * would end our process.
 * @throws MachineTrouble if there are too many open files
 */
export function start<Given extends Options>(file: string, args: readonly string[], options: Given) {
  if (!hears) subscribe('child_process', (message) => void (message as Started).process.on('error', () => {}))
  hears = true
  try {
    return execa(file, args, options)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new MachineTrouble(file, 'cannot be started (too many open files)')
  }
}

interface Started {
  readonly process: ChildProcess
}
