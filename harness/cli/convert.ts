import { extname } from 'node:path'
import { checkPlace, writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { note } from '../report/output.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import type { Turn } from '../session/session.ts'
import { formatCast } from '../transcripts/cast.ts'
import { gamesToRead, gamesWith } from '../transcripts/games.ts'
import { formatInteraction, lossesIn, refuseUnfit } from '../transcripts/interaction.ts'
import type { Prompt } from '../transcripts/prompt.ts'
import { readTranscript, type Transcript, turnsOf } from '../transcripts/transcript.ts'
import { promptOf } from '../transcripts/verify.ts'

interface Format {
  write(transcript: Transcript, turns: readonly Turn[]): Bytes
  /** @throws UsageError if the format lacks what the session needs */
  refuse?(transcript: Transcript, turns: readonly Turn[], prompt: Prompt | undefined): void
  losses?(settings: Transcript['settings']): string[]
}

const formats: Readonly<Record<string, Format>> = {
  '.interaction': { write: (_, turns) => formatInteraction(turns), refuse: refuseUnfit, losses: lossesIn },
  '.cast': { write: ({ command }, turns) => toBytes(formatCast(command, turns)) },
}

export async function convertVerb(
  path: string,
  file: string,
  { force = false, game }: { force?: boolean; game?: string },
  host: Host,
): Promise<number> {
  const { cwd } = host
  const format = formats[extname(file)]
  if (format === undefined) throw new UsageError(file, `must end in ${Object.keys(formats).join(' or ')}`)
  checkPlace(file, force, cwd)
  const transcript = readTranscript(path, cwd)
  const prompt = promptOf(transcript, gamesToRead(transcript, await gamesWith(game, cwd)))
  const turns = turnsOf(transcript, prompt)
  format.refuse?.(transcript, turns, prompt)
  writeWhole(file, format.write(transcript, turns), { ...(force ? {} : { expected: null }), cwd })
  for (const loss of format.losses?.(transcript.settings) ?? []) note(host, `${file}: ${loss}`)
  return 0
}
