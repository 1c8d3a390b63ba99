import type { FoundGame } from '../games/find.ts'
import { nearest } from '../games/nearest.ts'
import { loosen } from '../session/loosen.ts'
import type { Script } from '../session/script.ts'
import { UsageError } from '../session/usage-error.ts'
import { endsWithPrompt, type Prompt } from './prompt.ts'
import { exchanges, isCutOff, type Transcript } from './transcript.ts'

/** The first word of a command. */
export const nameOf = (command: string) => /^\S+/.exec(command)?.[0] ?? ''

/** Whether the first word of a command is the name of a game. */
export const isGame = (command: string, games: readonly FoundGame[]) =>
  games.some(({ name }) => name === nameOf(command))

/**
 * Makes the script that a recorded session must follow when it is run again.
 * @param games the games that commands may name
 * @throws UsageError with file and line if nothing says what the prompts look like, an unprompted answer is no line of the
 *   session, or a second command stands in it
 */
export function scriptOfTranscript(transcript: Transcript, games: readonly FoundGame[]): Script {
  const { path, line, session, settings, command } = transcript
  const prompt = promptOf(transcript, games)
  const { unprompted = [] } = settings
  const recorded = exchanges(session, prompt, unprompted)
  const found = recorded.filter(({ output, answer }) => answer !== undefined && !endsWithPrompt(output, prompt)).length
  if (found < unprompted.length)
    throw new UsageError(path, `'unprompted' names '${unprompted[found] ?? '^D'}', which is no line of the session`)

  const lines = session.split('\n')
  const names = [nameOf(command), ...games.map(({ name }) => name)]
  const second = lines.findIndex(
    (text) => text.startsWith('$ ') && names.includes(nameOf(text.slice(2))) && !prompt?.exec(text),
  )
  if (second !== -1) throw new UsageError(`${path}:${line + second}`, 'a second command: a transcript has one')

  const cutOff = isCutOff(recorded, prompt)
  const steps = recorded.map(({ output, ...answer }, index) => {
    const last = index === recorded.length - 1
    return { output: loosen(output, settings.compare, last && !cutOff), ...answer }
  })
  const { status, stderr } = settings
  return { steps, ends: !cutOff, status, demandsStatus: true, forbidsStderr: stderr === 'none', leftover: [] }
}

/**
 * Finds what the prompts of a transcript look like.
 * @returns undefined if the program shows none
 * @throws UsageError with file and line if the transcript does not say, and the command is no game
 */
export function promptOf(
  { path, line, command, settings }: Transcript,
  games: readonly FoundGame[],
): Prompt | undefined {
  if (settings.prompt !== undefined) return settings.prompt
  const name = nameOf(command)
  const parsed = games.find((game) => game.name === name)?.parse([])
  const place = `${path}:${line - 1}`
  if (parsed !== undefined) {
    if ('error' in parsed) throw new UsageError(place, parsed.error)
    return parsed.game.prompt
  }
  if (settings.unprompted !== undefined) return undefined
  const names = games.map((game) => game.name)
  const meant = nearest(name, names)
  throw new UsageError(
    place,
    meant === undefined
      ? `'${name}' is no known game (${names.join(', ')}): name its file with --game FILE, or say what its prompts look like with '# prompt: REGEXP'`
      : `'${name}' is no known game: did you mean '${meant}'?`,
  )
}
