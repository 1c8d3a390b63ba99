import type { Input } from '../session/input.ts'
import type { Script } from '../session/script.ts'
import type { Outcome } from '../session/verdict.ts'
import { hold, type Limits } from './hold.ts'
import { endStrays, type Program } from './process.ts'

/** What a holder is told to do: to hold a session, or to end what those before have left behind. */
export type Order = { readonly id: number } & (Session | { readonly endStrays: true })

export interface Session {
  readonly program: Program
  readonly script: Script
  readonly input: Input
  readonly limits: Limits
}
/** What came of it. */
export type Report = { readonly id: number } & ({ readonly outcome?: Outcome } | { readonly error: string })

/** The process that holds sessions for another: it ends when that one does, and all that it started ends with it. */
process.on('message', async (order: Order) => {
  const report: Report = await obey(order).then(
    (outcome) => ({ id: order.id, ...(outcome === undefined ? {} : { outcome }) }),
    (error: Error) => ({ id: order.id, error: error.message }),
  )
  // Whoever asked may have gone away meanwhile.
  process.send?.(report, () => {})
})
process.on('disconnect', () => process.exit())

async function obey(order: Order): Promise<Outcome | undefined> {
  if (!('endStrays' in order)) return hold(order.program, order.script, order.input, order.limits)
  endStrays()
}
