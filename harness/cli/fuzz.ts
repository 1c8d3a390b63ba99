import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { commandLineOf, type FoundGame, findCommand, parseGame } from '../games/find.ts'
import { openSubject, Search, shorteningLimit } from '../judge/fuzz/fuzz.ts'
import { openReference, type ReferenceOptions } from '../judge/fuzz/reference.ts'
import { commandToReproduce } from '../report/advice.ts'
import { note, printError, startProgress } from '../report/output.ts'
import { openReports } from '../report/reporters.ts'
import { showCase } from '../report/table.ts'
import { withSymbols } from '../report/text.ts'
import { Launcher, userContext } from '../run/launcher.ts'
import { openSandbox } from '../run/sandbox.ts'
import type { SharedOptions } from './options.ts'
import { checkSavePlace, saveFailed } from './save.ts'
import { untilStopped } from './stop.ts'

interface FuzzVerbOptions extends Omit<SharedOptions, 'jobs' | 'shard'>, ReferenceOptions {
  readonly runs?: number
  readonly seconds?: number
  readonly maxLines?: number
}

/** The default number of sessions. A game knows its lines; of mere words, few are right in the right place. */
const usualRuns = { game: 100, command: 1000 }

export async function fuzzVerb(
  gameName: string | undefined,
  args: readonly string[],
  command: readonly string[],
  options: FuzzVerbOptions,
  host: Host,
): Promise<number> {
  const { seed = Math.floor(Math.random() * 0x7fffffff), save, like = [] } = options
  const { runs = options.reference === undefined ? usualRuns.game : usualRuns.command } = options
  if (save !== undefined) checkSavePlace(save, host.cwd)
  const found = gameName === undefined ? undefined : await findCommand(gameName, gameName, host.cwd)
  const game = found && { game: parseGame(found, args, gameName ?? ''), name: commandLineOf(found, args) }
  const compared = comparedCommand(found, args, command, options)
  const sandbox = await openSandbox(options.sandbox, host.cwd)
  // The reference is trusted: it runs outside the sandbox. It is played again after the program was stopped.
  const [programs, references] = [new Launcher(userContext(sandbox, host)), new Launcher(userContext({}, host))]
  try {
    const opened = await openReference(references, game, options, host.cwd)
    const subject = openSubject(programs, compared, options)
    // Files that the search may read, or writes: no report may overwrite them.
    const paths = [...command, ...like, found?.file, options.words, save]
    const machine = options.sandbox === 'off' ? {} : { sandbox: sandbox.name }
    const files = paths.filter((path) => path !== undefined)
    const reports = openReports(host, options.reporter, [machine], files)
    const words = ['fuzz', ...(gameName === undefined ? [] : [gameName, ...args])]
    const reproduce = commandToReproduce(words, { seed, runs, ...optionsToReproduce(options) }, command)
    const progress = startProgress(host, runs)
    const began = performance.now()
    const reportSoFar = () => search.report({ seed, milliseconds: Math.round(performance.now() - began), reproduce })
    const search = new Search(opened, subject, {
      ...{ seed, runs, milliseconds: options.seconds && options.seconds * 1000, maxLines: options.maxLines },
      onSession: progress.step,
      onFailed() {
        progress.stop()
        printError(host, showCase(reportSoFar()))
        note(
          host,
          `this session is being shortened, for ${shorteningLimit / 1000} seconds at the most; Ctrl-C ends that`,
        )
      },
    })
    const work = async (stop: AbortSignal) => {
      // This ends the running session, too.
      stop.addEventListener('abort', () => programs.close())
      await search.run(stop)
    }
    const stopStatus = await untilStopped(host.signal, work).finally(progress.stop)
    const report = reportSoFar()
    reports.add(0, [report])
    if (search.failed !== undefined && save !== undefined) {
      const what = `differs from ${withSymbols(report.path)}: ${report.failure?.sentence}`
      const origin = { ...options, reference: opened.reference, prompt: opened.prompt?.source }
      // Played by the reference, which is trusted.
      await saveFailed(save, what, search.failed.script, origin, { limits: options.limits, found }, host)
    }
    const isWhole = stopStatus === undefined || (search.failed !== undefined && search.isOver)
    const stopped = isWhole ? undefined : `stopped after ${search.sessions} of ${runs} sessions`
    const status = reports.end({ stopped })
    return search.failed === undefined ? (stopStatus ?? status) : status
  } finally {
    programs.close()
    references.close()
  }
}

function comparedCommand(
  found: FoundGame | undefined,
  args: readonly string[],
  command: readonly string[],
  { reference }: FuzzVerbOptions,
): readonly string[] {
  if (reference !== undefined && command.length === 0)
    throw new UsageError('fuzz', 'which program is compared with the reference? Give it after --: … -- ./mine')
  if (reference !== undefined) return command
  if (found === undefined)
    throw new UsageError('fuzz', "compared with what? Name a game, or give --reference 'COMMAND'")
  return [...(command.length > 0 ? command : found.start), ...found.options, ...args]
}

function optionsToReproduce({ limits, ...options }: FuzzVerbOptions) {
  const { reference, words, like, prompt, compare, varies, pty, maxLines, exact, sandbox } = options
  return {
    ...{ reference, words, like, prompt, compare, varies, pty, 'max-lines': maxLines, exact },
    sandbox: sandbox === 'off' ? undefined : sandbox,
    timeout: limits.milliseconds / 1000,
  }
}
