import { constants, createContext, Script } from 'node:vm'
import { type Snapshot, sweeperOf, takeSnapshot } from './snapshot.ts'
import { makeBuffer } from './world/buffer.ts'
import { makeBun } from './world/bun.ts'
import { makeConsole } from './world/console.ts'
import { makeEvents } from './world/events.ts'
import { makeFiles } from './world/files.ts'
import { makeGlobals } from './world/globals.ts'
import type { Host, WorldControl } from './world/host.ts'
import { makeKit } from './world/kit.ts'
import { makeLoop } from './world/loop.ts'
import { type Makers, makeWorld } from './world/make.ts'
import { makeModules } from './world/modules.ts'
import { makeProcess } from './world/process.ts'
import { makeReadline } from './world/readline.ts'
import { makeStreams } from './world/streams.ts'

/** A realm with everything that an entry finds in it. */
export interface World extends WorldControl {
  readonly entry: (...args: unknown[]) => unknown
  /** Removes the globals that the entry has added, and what it has put on `process` and its like. */
  sweep(): void
  /** Absent where none was asked for. */
  readonly snapshot: Snapshot | undefined
}

const makers: Makers = {
  makeKit,
  makeBuffer,
  makeEvents,
  makeLoop,
  makeStreams,
  makeProcess,
  makeConsole,
  makeFiles,
  makeReadline,
  makeModules,
  makeBun,
  makeGlobals,
}

/** The functions as source text: what they make belongs to the realm that they are evaluated in. */
const source = `(${makeWorld}).bind(undefined, {${Object.entries(makers)
  .map(([name, make]) => `${name}: ${make}`)
  .join(',')}})`

const script = new Script(`'use strict';${source}`, { filename: '/entry/world' })

/** Before Node 20.18 a context has no globals of its own kind; those of the other kind are slow but do the same. */
const kind = (constants as unknown as { DONT_CONTEXTIFY?: object } | undefined)?.DONT_CONTEXTIFY

/**
 * @param code evaluates to the entry's function, or, with `local`, to a function that makes it
 * @param local whether implicit globals are the entry's local variables
 * @param lasting whether more than one session is held in it
 */
export function openWorld(host: Host, code: Script, local: boolean, lasting: boolean): World {
  const context = kind === undefined ? createContext(Object.create(null)) : createContext(kind)
  const control = script.runInContext(context)(host, local) as WorldControl
  const made = code.runInContext(context)
  const entry = local
    ? made(control.importing, control.sure, control.hole, control.miss)
    : made(control.importing, control.sure, control.require)
  const global = new Script('globalThis').runInContext(context) as object
  control.begin()
  const sweepers = control.swept.map((object) => sweeperOf(object, Reflect.ownKeys(object)))
  return {
    ...control,
    entry,
    sweep() {
      for (const sweep of sweepers) sweep()
    },
    snapshot: lasting ? takeSnapshot([global, ...control.roots]) : undefined,
  }
}
