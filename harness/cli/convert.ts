import { extname } from 'node:path'
import { checkPlace, writeWhole } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes } from '../session/bytes.ts'
import type { Turn } from '../session/session.ts'
import { formatCast } from '../transcripts/cast.ts'
import { gamesFor, gamesWith } from '../transcripts/games.ts'
import { formatInteraction } from '../transcripts/interaction.ts'
import { readTranscript, type Transcript, turnsIn } from '../transcripts/transcript.ts'
import { promptOf } from '../transcripts/verify.ts'

/** The formats, by the extension of the file. A new one is a new row. */
const formats: Readonly<Record<string, (transcript: Transcript, turns: readonly Turn[]) => Bytes>> = {
  '.interaction': (_, turns) => formatInteraction(turns),
  '.cast': ({ command }, turns) => toBytes(formatCast(command, turns)),
}

/** `ninehole convert TRANSCRIPT FILE` */
export async function convertVerb(
  path: string,
  file: string,
  { force = false, game }: { force?: boolean; game?: string },
) {
  const format = formats[extname(file)]
  if (format === undefined) throw new UsageError(file, `must end in ${Object.keys(formats).join(' or ')}`)
  checkPlace(file, force)
  const transcript = readTranscript(path)
  const prompt = promptOf(transcript, await gamesFor(transcript, await gamesWith(game)))
  writeWhole(file, format(transcript, turnsIn(transcript.session, prompt, transcript.settings.unprompted)), force)
}
