import { setImmediate } from 'node:timers/promises'
import { exact } from '../../reference/game.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import { follower } from '../session/follower.ts'
import type { Input } from '../session/input.ts'
import { exactBytes, linesOf, type Script } from '../session/script.ts'
import { Unusable } from '../session/unusable.ts'
import type { Outcome } from '../session/verdict.ts'
import { activity, type Child, end, endMarked, type Plan, type Program, start } from './process.ts'

export interface Limits {
  /** How long a program may take for one reply, in milliseconds. */
  readonly milliseconds: number
  /** How much it may say, in bytes; a session that is long by right may be longer. 128 KiB, if absent. */
  readonly bytes?: number
}

/** How much a program may say, and how much of its standard error is kept, in bytes. */
const outputLimit = 128 * 1024

/** A program that the machine gave no time to is waited for longer, but not for ever. */
const patience = 10

/**
 * Holds one session with a real process: sends what the script answers, and stops as soon as the verdict is certain.
 * The process and its group are gone when it returns.
 * @throws Unusable if the program cannot be started
 */
export async function hold(program: Program, script: Script, input: Input, limits: Limits): Promise<Outcome> {
  const { beganWithNewline, ...outcome } = await holdOnce(program, script, input, limits, false)
  if (outcome.verdict === 'AC' && input === 'interactive') remember(program, script, outcome)
  // A newline that a program says behind a prompt, in a write of its own, can look like one before its next text. Whether
  // it does is a matter of microseconds, so then a line is sent only when the program is seen to wait for it.
  if (outcome.verdict !== 'AC' || input !== 'interactive' || !beganWithNewline) return outcome
  const { beganWithNewline: _, ...careful } = await holdOnce(program, script, input, limits, true)
  return careful
}

/** What programs have said where the exact text was this one: they will say it again. */
const heardBefore = new WeakMap<Program, Map<Bytes, Bytes>>()

function planFor(program: Program, { steps, ends }: Script): Plan {
  const known = heardBefore.get(program)
  const plan: Bytes[] = []
  for (const { says, answer } of steps) {
    if (says === null || answer === null || (answer === undefined && !ends)) break
    const text = toBytes(exact(says))
    plan.push(known?.get(text) ?? text)
    if (answer !== undefined) plan.push(answer)
  }
  return plan
}

function remember(program: Program, { steps }: Script, { said, answeredAt }: Outcome) {
  const known = heardBefore.get(program) ?? new Map<Bytes, Bytes>()
  heardBefore.set(program, known)
  let from = 0
  for (const [index, { says }] of steps.entries()) {
    if (says === null) return
    const to = answeredAt[index] ?? said.length
    known.set(toBytes(exact(says)), said.slice(from, to))
    from = to
  }
}

function holdOnce(
  program: Program,
  script: Script,
  input: Input,
  limits: Limits,
  careful: boolean,
): Promise<Outcome & { readonly beganWithNewline: boolean }> {
  const lines = [...linesOf(script).filter((line) => line !== null), ...script.leftover]
  const args = input === 'args' ? [...program.args, ...lines.map(asArgument)] : program.args
  const child = start({ ...program, args }, input === 'interactive' && !careful ? planFor(program, script) : [])
  const follow = follower(script, input === 'interactive')
  const { stdin, stdout, stderr } = child

  return new Promise((resolve, reject) => {
    let over = false
    let complaints: Bytes = ''
    let exit: number | string | undefined
    let exited = false
    let closed = false
    let begun = child.pid !== undefined
    let extensions = 0
    let timer = setTimeout(outOfTime, limits.milliseconds)

    function settle(verdict: Outcome['verdict'], why?: string) {
      if (over) return
      over = true
      clearTimeout(timer)
      end(child)
      if (verdict !== 'AC') endMarked(child.mark)
      stdin.destroy()
      stdout.destroy()
      stderr.destroy()
      resolve({
        verdict,
        ...(why === undefined ? {} : { why }),
        said: tooLong() ? follow.said.slice(0, limit()) : follow.said,
        at: follow.right,
        answeredAt: follow.answeredAt,
        freedoms: [...follow.freedoms],
        ...(exit === undefined ? {} : { status: exit }),
        stderr: complaints,
        beganWithNewline: follow.beganWithNewline,
      })
    }

    function allowTime() {
      clearTimeout(timer)
      timer = setTimeout(outOfTime, limits.milliseconds)
    }

    async function outOfTime() {
      // On a busy machine it may be we who are late: first read what is there.
      const expired = timer
      await setImmediate()
      if (over || timer !== expired) return
      if (child.ask?.()) return allowTime()
      const used = child.pid === undefined ? undefined : activity(child.pid)
      const starved = used === undefined ? !begun : !used.waits && used.milliseconds < limits.milliseconds
      if (starved && ++extensions < patience) allowTime()
      else if (exited) ended()
      else if (follow.mayEnd()) settle('TLE', 'does not end')
      else if (closed) settle('WA', 'closed its output')
      else settle('TLE', `said nothing more for ${limits.milliseconds / 1000} s`)
    }

    async function answerPrompts() {
      while (follow.state === 'answering') {
        if (careful) await quiet(child)
        if (over || follow.state !== 'answering') return
        const line = follow.answer()
        extensions = 0
        allowTime()
        if (line === null) stdin.end()
        else stdin.write(`${line}\n`, 'latin1')
      }
      decide()
    }

    function decide() {
      if (follow.state === 'wrong') settle('WA', follow.tooEarly ? 'said too early' : 'said something else')
      else if (follow.state === 'done') settle('AC')
      else if (tooLong()) settle('OLE', `said more than ${limit()} bytes`)
    }

    function ended() {
      if (follow.mayEnd()) settle('AC')
      else if (exit === 0) settle('WA', 'said nothing more')
      else settle('RTE', `ended with ${nameOf(exit)}`)
    }

    const most = limits.bytes ?? outputLimit
    const limit = () => Math.max(most, 2 * exactBytes(script).length)
    const tooLong = () => follow.said.length > most && follow.said.length > limit()

    stdout.setEncoding('latin1')
    stdout.on('data', (bytes: Bytes) => {
      if (over) return
      const wasAnswering = follow.state === 'answering'
      follow.hear(bytes)
      if (follow.state === 'answering' && !wasAnswering) answerPrompts()
      else decide()
    })
    stdout.on('close', () => {
      closed = true
    })
    stderr.setEncoding('latin1')
    stderr.on('data', (bytes: Bytes) => {
      complaints = (complaints + bytes).slice(0, outputLimit)
    })
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(new Unusable(program.file, `cannot be started (${error.code ?? error.message})`))
      settle('RTE')
    })
    child.on('spawn', () => {
      begun = true
      if (!over) allowTime()
    })
    child.on('orphaned', () => settle('RTE', killedItsHolder))
    child.on('exit', (code, signal) => {
      exit = code ?? signal ?? undefined
      exited = true
      // What it leaves behind may hold its output open, in its group or out of it.
      end(child)
      setTimeout(() => !over && endMarked(child.mark), 50).unref()
    })
    child.on('close', ended)

    if (input === 'stdin') stdin.write(lines.map((line) => `${line}\n`).join(''), 'latin1')
    if (input !== 'interactive') stdin.end()
    if (follow.state === 'answering') answerPrompts()
    else decide()
  })
}

// An argument cannot be a byte string: Node writes it as UTF-8.
const asArgument = (line: Bytes) => Buffer.from(line, 'latin1').toString('utf8')

/** Why a session with such a program ended. */
export const killedItsHolder = 'killed the process that held it'

const nameOf = (exit: number | string | undefined) => (typeof exit === 'number' ? `exit status ${exit}` : exit)

/** Waits until a process waits itself, so that everything it has to say has been said. */
async function quiet(child: Child) {
  // Its number is told before it says a word, but may be heard behind that.
  if (child.pid === undefined) await setImmediate()
  // First the program, and then who hears it for us: when that waits, it has passed everything on.
  for (const pid of [child.pid, child.attendant]) {
    if (pid === undefined) continue
    for (let turns = 0; turns < 1000 && activity(pid)?.waits === false; turns++) await setImmediate()
  }
  // One more turn of the event loop reads what was written in the meantime.
  await setImmediate()
}
